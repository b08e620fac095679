//! `lumi new --from FILE`: a project for what Terraform, OpenTofu or Pulumi has made.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lumi_pulumi::checkpoint::{Checkpoint, CheckpointError};

use super::commands::deploy::provider_addresses;
use super::commands::new::{self, NewArgs};
use super::commands::stack::pulumi_document;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// The program of the new project.
const PROGRAM: &str = "index.ts";

/// The stack of the new project, if nothing names another one.
const STACK: &str = "dev";

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
    let origin = Origin::of(from, current)?;
    let mut args = args.clone();
    args.name = args.name.or_else(|| origin.project());
    let exit = new::run(&args, current, &mut *terminal.written_names(false))?;
    if exit != Exit::Success {
        return Ok(exit);
    }
    let folder = current.join(&args.folder);
    for step in origin.steps(&args, current.join(from)) {
        let mut line: Vec<OsString> = vec!["lumi".into(), "-C".into(), folder.clone().into()];
        line.extend(step);
        let exit = execute(line);
        if !matches!(exit, Ok(Exit::Success)) {
            return continued(exit, &args, &origin.by_hand(&current.join(from)), terminal);
        }
    }
    let next = new::command_in(&args.folder, "lumi preview");
    terminal.print_line(&format!("\nNext: {next}"));
    Ok(Exit::Success)
}

/// Says how the user goes on with a project that is not complete.
fn continued(
    exit: Result<Exit, Failure>,
    args: &NewArgs,
    commands: &str,
    terminal: Terminal,
) -> Result<Exit, Failure> {
    terminal.print_line(&format!(
        "The project in {} has not taken over the state: mend the cause, and run {commands} there.",
        args.folder.display()
    ));
    exit
}

/// The state that a project is made for.
enum Origin {
    Terraform {
        /// The addresses of the providers.
        providers: Vec<String>,
    },
    Pulumi {
        /// The stack and the project of the resources, if there are any.
        of: Option<(String, String)>,
        /// Plugins as `lumi add` takes them.
        plugins: Vec<String>,
    },
}

impl Origin {
    fn of(from: &Path, current: &Path) -> Result<Self, Failure> {
        let Some(document) = pulumi_document::of_pulumi(&current.join(from))? else {
            let providers = provider_addresses(from, current)?.into_iter().collect();
            return Ok(Self::Terraform { providers });
        };
        let place = from.display().to_string();
        let refused = |error: CheckpointError| pulumi_document::refused_document(&place, &error);
        let checkpoint = Checkpoint::parse(&document).map_err(refused)?;
        let plugin = |(name, version): (String, Option<String>)| match version {
            Some(version) => format!("pulumi:{name}@{version}"),
            None => format!("pulumi:{name}"),
        };
        Ok(Self::Pulumi {
            of: checkpoint.stack().map_err(refused)?,
            plugins: checkpoint.packages().into_iter().map(plugin).collect(),
        })
    }

    /// The name that the project has in the state.
    fn project(&self) -> Option<String> {
        match self {
            Self::Pulumi { of: Some(of), .. } => Some(of.1.clone()),
            _ => None,
        }
    }

    /// The arguments of the commands that take over the state in the file at `from`.
    fn steps(&self, args: &NewArgs, from: PathBuf) -> Vec<Vec<OsString>> {
        let mut steps = match self {
            Self::Terraform { providers } => {
                let mut import = arguments(["import", "--out", PROGRAM, "--create", "--from"]);
                import.push(from.into());
                import.extend(args.stack.iter().map(|it| format!("--stack={it}").into()));
                added(providers, import)
            }
            Self::Pulumi { plugins, .. } => {
                // Another stack or project than that of the document is what the flags ask for.
                let flag = format!("--stack={}", self.stack(args));
                let mut import = arguments(["stack", "import", "--force", &flag]);
                import.push(from.into());
                added(plugins, import)
            }
        };
        if args.yes {
            steps.iter_mut().for_each(|it| it.push("--yes".into()));
        }
        if matches!(self, Self::Pulumi { .. }) {
            let graph = format!("stack:{}", self.stack(args));
            let flags = ["--set-secrets", "--force", "--out", PROGRAM];
            steps.push([arguments(["infer", &graph]), arguments(flags)].concat());
        }
        steps
    }

    /// The stack of the new project.
    fn stack<'a>(&'a self, args: &'a NewArgs) -> &'a str {
        let own = match self {
            Self::Pulumi { of: Some(of), .. } => &of.0,
            _ => STACK,
        };
        args.stack.as_deref().unwrap_or(own)
    }

    /// The commands of a user who goes on, for a message.
    fn by_hand(&self, from: &Path) -> String {
        let from = from.display();
        match self {
            Self::Terraform { .. } => format!("`lumi import --from {from} --out {PROGRAM}`"),
            Self::Pulumi { .. } => format!(
                "`lumi stack import {from}`, and `lumi infer stack:NAME --set-secrets --force --out {PROGRAM}`"
            ),
        }
    }
}

/// The commands that add packages, and the import behind them.
fn added(packages: &[String], import: Vec<OsString>) -> Vec<Vec<OsString>> {
    let added = packages.iter().map(|it| arguments(["add", it]));
    added.chain([import]).collect()
}

fn arguments<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.map(OsString::from).to_vec()
}
