//! A case: programs that do the same, and take turns.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Result;
use crate::process::{
    Sample, measure, measure_all_cpu, measure_first_line, measure_own_cpu, measure_said,
    measure_tree, prints,
};
use crate::process_tree::own_peak;
use crate::samples::Samples;
use crate::server::{ServerWork, measure_server};

/// How the names of folders end that earlier runs wrote.
const OLD: &str = "old";

/// One line of the table, and who is measured for it.
pub struct Case {
    /// The name on the command line.
    pub name: &'static str,
    pub title: &'static str,
    pub target: &'static str,
    /// How often each competitor runs.
    pub rounds: usize,
    /// Rounds before, which do not count.
    pub warm_up: usize,
    /// Whether the time to the first line counts, instead of the whole.
    pub first_line: bool,
    /// The file that bytes written are compared with, where they count.
    pub snapshot: Option<PathBuf>,
    /// Lumi first: the others are compared with it.
    pub competitors: Vec<Competitor>,
}

/// A program to start.
pub struct Competitor {
    pub name: String,
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(&'static str, PathBuf)>,
    folder: PathBuf,
    /// Emptied before each run.
    cleared: Option<PathBuf>,
    /// Given another name before each run.
    renamed: Option<PathBuf>,
    /// A text that its output must contain.
    expected: String,
    rounds: Option<usize>,
    counted: Counted,
    /// Arguments with which it is run before each measured run.
    preparation: Option<Vec<OsString>>,
}

/// Which time of a run counts.
#[derive(Clone, Copy)]
enum Counted {
    /// As the case says.
    Wall,
    /// The number that the program prints after this text.
    ProgramMessage(&'static str),
    /// The processor time of the process, without the processes that it started.
    OwnCpu,
    /// The processor time of the process and of those that it started.
    AllCpu,
    /// As the case says, and the memory is that of all its processes.
    Tree,
    /// A time of its work as a server. It ends when told to.
    Server(ServerWork),
}

impl Competitor {
    pub fn new(name: &str, program: &Path, arguments: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            program: program.to_owned(),
            arguments: arguments.iter().map(OsString::from).collect(),
            environment: Vec::new(),
            folder: PathBuf::from("."),
            cleared: None,
            renamed: None,
            expected: String::new(),
            rounds: None,
            counted: Counted::Wall,
            preparation: None,
        }
    }

    pub fn named(mut self, suffix: &str) -> Self {
        self.name.push_str(suffix);
        self
    }

    pub fn within(mut self, folder: &Path) -> Self {
        folder.clone_into(&mut self.folder);
        self
    }

    pub fn with(mut self, variable: &'static str, value: PathBuf) -> Self {
        self.environment.push((variable, value));
        self
    }

    pub fn clearing(mut self, folder: PathBuf) -> Self {
        self.cleared = Some(folder);
        self
    }

    /// Has each run write a new folder where nothing was deleted: file systems are slow to make files
    /// where they have just deleted as many. What the runs before a bench left is deleted here.
    pub fn writing_anew(mut self, folder: PathBuf) -> Self {
        for entry in folder
            .parent()
            .into_iter()
            .flat_map(Path::read_dir)
            .flatten()
            .flatten()
        {
            if entry.path().extension().is_some_and(|it| it == OLD) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        self.renamed = Some(folder);
        self
    }

    pub fn printing(mut self, expected: &str) -> Self {
        expected.clone_into(&mut self.expected);
        self
    }

    /// Runs it with other arguments before each run that is measured.
    pub fn prepared_by(mut self, arguments: &[&str]) -> Self {
        self.preparation = Some(arguments.iter().map(OsString::from).collect());
        self
    }

    /// The time that counts is one that it prints, in milliseconds, after this text.
    pub fn saying(mut self, before: &'static str) -> Self {
        self.counted = Counted::ProgramMessage(before);
        self
    }

    /// The time that counts is that of the processors, for it alone.
    pub fn counting_own_cpu(mut self) -> Self {
        self.counted = Counted::OwnCpu;
        self
    }

    /// The time that counts is that of the processors, for it and the processes that it starts and waits for.
    pub fn counting_all_cpu(mut self) -> Self {
        self.counted = Counted::AllCpu;
        self
    }

    /// The memory that counts is that of all its processes.
    pub fn counting_all_processes(mut self) -> Self {
        self.counted = Counted::Tree;
        self
    }

    /// The time that counts is one of what it does as a server.
    pub fn serving(mut self, work: ServerWork) -> Self {
        self.counted = Counted::Server(work);
        self
    }

    /// At most this many rounds: for those that take many seconds.
    pub fn at_most(mut self, rounds: usize) -> Self {
        self.rounds = Some(rounds);
        self
    }

    fn is_server(&self) -> bool {
        matches!(self.counted, Counted::Server(_))
    }

    fn takes_part(&self, round: usize) -> bool {
        self.rounds.is_none_or(|rounds| round < rounds)
    }

    pub fn command(&self) -> Command {
        self.command_with(&self.arguments)
    }

    fn command_with(&self, arguments: &[OsString]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .env("NO_COLOR", "1")
            .current_dir(&self.folder);
        command
    }

    fn run(&self, first_line: bool) -> Result<Sample> {
        if let Some(folder) = &self.cleared
            && folder.exists()
        {
            fs::remove_dir_all(folder)?;
        }
        if let Some(folder) = &self.renamed
            && folder.exists()
        {
            let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
            let old = format!("{}.{OLD}", now.as_nanos());
            fs::rename(folder, folder.with_extension(old))?;
        }
        self.prepare()?;
        let sample = match self.counted {
            Counted::ProgramMessage(before) => measure_said(self.command(), before),
            Counted::OwnCpu => measure_own_cpu(self.command()),
            Counted::AllCpu => measure_all_cpu(self.command()),
            Counted::Server(work) => measure_server(self.command(), work),
            Counted::Tree => measure_tree(self.command()),
            Counted::Wall if first_line => measure_first_line(self.command()),
            Counted::Wall => measure(self.command()),
        };
        let sample = sample.map_err(|error| format!("{}: {error}", self.name))?;
        if own_peak().is_some_and(|own| sample.peak_rss <= own) {
            return Err(format!(
                "{} has the peak memory of this process, not its own",
                self.name
            )
            .into());
        }
        Ok(sample)
    }

    fn prepare(&self) -> Result<()> {
        match &self.preparation {
            Some(arguments) => measure(self.command_with(arguments)).map(drop),
            None => Ok(()),
        }
    }

    /// Runs it once with its output looked at. The answers of servers are looked at in each run.
    fn check(&self) -> Result<()> {
        if self.is_server() {
            return Ok(());
        }
        if let Some(folder) = self.cleared.as_ref().filter(|it| it.exists()) {
            fs::remove_dir_all(folder)?;
        }
        self.prepare()?;
        if prints(self.command(), &self.expected)? {
            return Ok(());
        }
        let Self { name, expected, .. } = self;
        Err(format!("{name} failed or did not print {expected:?}").into())
    }
}

impl Case {
    /// The samples of each competitor.
    pub fn measure(&self) -> Result<Vec<Samples>> {
        eprintln!("measuring {} …", self.name);
        for competitor in &self.competitors {
            competitor.check()?;
        }
        for round in 0..self.warm_up {
            for competitor in self.competitors.iter().filter(|it| it.takes_part(round)) {
                competitor.run(self.first_line)?;
            }
        }
        let mut samples: Vec<Samples> = Vec::new();
        samples.resize_with(self.competitors.len(), Samples::default);
        for round in 0..self.rounds {
            for (competitor, samples) in self.competitors.iter().zip(&mut samples) {
                if competitor.takes_part(round) {
                    samples.push(competitor.run(self.first_line)?);
                }
            }
        }
        Ok(samples)
    }
}
