//! Measures `lumi` side by side with its peers, in one run on one machine.
//!
//! `make bench` builds lumi, installs the peers (`benches/peers`) and starts this. What is here
//! only starts processes and looks at the clock: nothing of lumi is linked in, so what is measured
//! is the binary that users get.
//!
//! - Competitors of a case take turns (A B A B …), so that a machine that gets slower meets all of
//!   them. Rounds that fill caches come first and do not count.
//! - Time is that of the whole process, from before it is started until it has been waited for.
//!   *First line* is the time until the first byte that the program itself prints arrives here.
//! - Where another program does most of the work, what counts is the CPU time of lumi alone.
//! - Memory is the peak resident set as the kernel counts it when the process ends. Where several processes do the work, it
//!   is the largest sum of the proportional set sizes of all of them.
//! - The graph goes to `/dev/null`; that it is right is looked at once, before measuring.
//!
//! A peer that is not installed is left out, and said to be.

mod bare_client;
mod cases;
mod contest;
mod machine;
mod modules;
mod peers;
mod process;
mod process_tree;
mod samples;
mod server;
mod table;

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use contest::Competitor;
use peers::Peers;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
Usage: lumi-bench [--against LUMI]... [LUMI] [CASE]...

LUMI is a binary [default: target/dist/lumi]; --against adds others to compare it with, for
example one built before a change. Without a CASE all are measured.";

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let arguments: Vec<String> = arguments.collect();
    if let [first, rest @ ..] = arguments.as_slice()
        && first == bare_client::NAME
    {
        return bare_client::run(rest);
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize()?;
    let settings = Settings::parse(arguments.into_iter(), root)?;
    let peers = Peers::find(&settings.root);
    eprint!("{}", peers.missing());
    let all = cases::all(&settings, &peers)?;
    if let Some(unknown) = settings
        .cases
        .iter()
        .find(|name| all.iter().all(|case| case.name != name.as_str()))
    {
        let known: Vec<_> = all.iter().map(|case| case.name).collect();
        return Err(format!("there is no case {unknown:?}, only {}", known.join(", ")).into());
    }
    println!("{}\n\n{}", machine::describe(&peers), table::HEAD);
    for case in all {
        if settings.cases.is_empty() || settings.cases.iter().any(|it| it == case.name) {
            print!("{}", table::rows(&case, &case.measure()?));
            print!("{}", cases::memory(&case, &settings)?);
        }
    }
    if settings.cases.is_empty() {
        print!("{}", table::size(&settings.lumi.path)?);
    }
    Ok(())
}

/// The programs to measure, and the folders for files.
pub struct Settings {
    pub root: PathBuf,
    pub lumi: Binary,
    pub against: Vec<Binary>,
    pub cases: Vec<String>,
}

/// A lumi under the name it has in the table.
pub struct Binary {
    pub name: String,
    pub path: PathBuf,
}

impl Settings {
    fn parse(mut arguments: impl Iterator<Item = String>, root: PathBuf) -> Result<Self> {
        let mut paths = Vec::new();
        let mut against = Vec::new();
        let mut cases = Vec::new();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--against" => {
                    let path = arguments.next().ok_or("--against needs a binary")?;
                    let name = format!("lumi ({path})");
                    against.push(Binary::new(name, path.into())?);
                }
                "-h" | "--help" => return Err(USAGE.into()),
                flag if flag.starts_with('-') => {
                    return Err(format!("unknown flag {flag}\n\n{USAGE}").into());
                }
                path if path.contains('/') => paths.push(PathBuf::from(path)),
                _ => cases.push(argument),
            }
        }
        let path = paths.pop().unwrap_or_else(|| root.join("target/dist/lumi"));
        Ok(Self {
            lumi: Binary::new("lumi".into(), path)?,
            root,
            against,
            cases,
        })
    }

    /// The lumi that is measured and those it is compared with.
    pub fn binaries(&self) -> impl Iterator<Item = &Binary> {
        [&self.lumi].into_iter().chain(&self.against)
    }
}

impl Binary {
    fn new(name: String, path: PathBuf) -> Result<Self> {
        let path = path
            .canonicalize()
            .map_err(|error| format!("{}: {error}; build it first", path.display()))?;
        Ok(Self { name, path })
    }

    fn competitor(&self, arguments: &[&str]) -> Competitor {
        Competitor::new(&self.name, &self.path, arguments)
    }
}
