//! `lumi new --from FILE`: a project for what Terraform or OpenTofu has made.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::commands::deploy::provider_addresses;
use super::commands::new::{self, NewArgs};
use super::exit::Exit;
use super::failure::Failure;
use super::output::terminal::Terminal;
use super::ui::report::Report;

/// The program of the new project.
const PROGRAM: &str = "index.ts";

/// The steps of a user, each a command: an empty project, its packages, and the import. `execute` runs a command line.
pub fn run(
    args: &NewArgs,
    from: &Path,
    current: &Path,
    terminal: Terminal,
    execute: &mut dyn FnMut(Vec<OsString>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    if from == Path::new("-") {
        let report = Report::error("`lumi new --from` reads the state twice, so it takes a file")
            .help("write the state to a file first: `terraform state pull > terraform.tfstate`");
        return Err(Failure::new(Exit::Usage, report));
    }
    // Reads the state before the project is created, so that a wrong file creates none.
    let addresses = provider_addresses(from, current)?;
    let state = current.join(from);
    let exit = new::run(args, current, &mut *terminal.written_names(false))?;
    if exit != Exit::Success {
        return Ok(exit);
    }
    let project = CommandsOfProject {
        folder: current.join(&args.folder),
        yes: args.yes,
    };
    for address in addresses {
        let exit = execute(project.line(["add", address.as_str()]));
        if !matches!(exit, Ok(Exit::Success)) {
            return continued(exit, args, from, terminal);
        }
    }
    let mut line = project.line(["import"]);
    line.extend(["--from".into(), state.into_os_string()]);
    line.extend(["--out", PROGRAM, "--create"].map(OsString::from));
    if let Some(stack) = &args.stack {
        line.extend(["--stack".into(), OsString::from(stack)]);
    }
    let exit = execute(line);
    if !matches!(exit, Ok(Exit::Success)) {
        return continued(exit, args, from, terminal);
    }
    let next = new::command_in(&args.folder, "lumi preview");
    terminal.print_line(&format!("\nNext: {next}"));
    exit
}

/// Says how the user goes on with a project that is not complete.
fn continued(
    exit: Result<Exit, Failure>,
    args: &NewArgs,
    from: &Path,
    terminal: Terminal,
) -> Result<Exit, Failure> {
    let import = format!("lumi import --from {} --out {PROGRAM}", from.display());
    terminal.print_line(&format!(
        "The project in {} has not taken over the state: mend the cause, and run `{import}` there.",
        args.folder.display()
    ));
    exit
}

struct CommandsOfProject {
    folder: PathBuf,
    yes: bool,
}

impl CommandsOfProject {
    fn line<const N: usize>(&self, words: [&str; N]) -> Vec<OsString> {
        let mut line = vec!["lumi".into(), "-C".into(), self.folder.clone().into()];
        line.extend(words.map(OsString::from));
        if self.yes {
            line.push("--yes".into());
        }
        line
    }
}
