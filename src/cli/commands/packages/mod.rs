//! `lumi add`, `install`, `update`, `remove` and `packages`: the packages of a project.
//!
//! | module | |
//! |---|---|
//! | `add` | `lumi add`: a package more, or another range of one |
//! | `added_source` | what `lumi add` is given: a source with a range, or a path |
//! | `diff` | `lumi packages diff`: what differs between two versions of a package |
//! | `install` | `lumi install` and `lumi update` |
//! | `interruptible` | work that Ctrl-C ends at once |
//! | `listing` | `lumi packages` |
//! | `remove` | `lumi remove` |

mod add;
mod added_source;
mod diff;
mod install;
mod interruptible;
mod listing;
mod remove;

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};
use clap_complete::engine::ArgValueCandidates;

use crate::commands::package_types::write_changed_types;
use lumi_project::ProjectSettings;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::completion;
use lumi_terminal::output::terminal::Terminal;

#[derive(Debug, Subcommand)]
pub enum PackageCommand {
    Add(AddArgs),
    Install(InstallArgs),
    Update(UpdateArgs),
    Remove(RemoveArgs),
    Packages(PackagesArgs),
}

/// Add a provider or a library to the project, and install it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi add hashicorp/random
  lumi add 'hashicorp/random@~> 3.6'
  lumi add pulumi:random
  lumi add registry.example.com/acme/dns --name names --yes
  lumi add ./bin/terraform-provider-kit   one that is being developed
  lumi add ./web-1.2.0.lumipack           a library of `lumi pack build --library`
  lumi add hub:acme/web@^1.2              a library of the hub that LUMI_HUB names")]
pub struct AddArgs {
    /// A Terraform provider (`NAMESPACE/NAME`, `HOST/NAMESPACE/NAME`), a Pulumi plugin
    /// (`pulumi:NAME`), a library of a hub (`hub:NAMESPACE/NAME`), or the path of an executable or
    /// of a .lumipack; `@RANGE` limits the versions
    #[arg(value_name = "SOURCE[@RANGE]")]
    pub source: String,
    /// Its name in the project [default: the last part of SOURCE]
    #[arg(long)]
    pub name: Option<String>,
    /// Accept that the provider runs with your permissions, outside the sandbox
    #[arg(short, long)]
    pub yes: bool,
}

/// Install the packages of the project as Lumi.lock says
///
/// Packages that are not in Lumi.lock yet are added to it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi install                            after a clone
  lumi install --frozen                   in CI: fails if Lumi.lock would change
  lumi install --platform linux_amd64 --platform darwin_arm64")]
pub struct InstallArgs {
    /// Fail if Lumi.lock would change
    #[arg(long, conflicts_with = "platform")]
    pub frozen: bool,
    /// Lock for this platform, too
    #[arg(long, value_name = "OS_ARCH", value_delimiter = ',')]
    pub platform: Vec<String>,
    /// Accept that providers run with your permissions, outside the sandbox
    #[arg(short, long)]
    pub yes: bool,
}

/// Update packages to the newest versions that Lumi.yaml allows
#[derive(Debug, Args)]
pub struct UpdateArgs {
    /// The packages to update [default: all]
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(completion::packages))]
    pub names: Vec<String>,
    /// Accept that providers run with your permissions, outside the sandbox
    #[arg(short, long)]
    pub yes: bool,
}

/// Remove a package from the project
#[derive(Debug, Args)]
pub struct RemoveArgs {
    #[arg(add = ArgValueCandidates::new(completion::packages))]
    pub name: String,
}

/// List the packages of the project: what is wanted, locked, installed and the newest
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct PackagesArgs {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Do not ask for the newest versions
    #[arg(long)]
    pub offline: bool,
    #[command(subcommand)]
    pub command: Option<PackagesCommand>,
}

#[derive(Debug, Subcommand)]
pub enum PackagesCommand {
    Diff(DiffPackageArgs),
}

/// Show what differs between two versions: resources, functions and properties
#[derive(Debug, Args)]
pub struct DiffPackageArgs {
    #[arg(add = ArgValueCandidates::new(completion::packages))]
    pub name: String,
    /// A version, such as 3.6.3
    #[arg(value_name = "A")]
    pub from: String,
    /// Another version
    #[arg(value_name = "B")]
    pub to: String,
    /// Agree that a version that is not locked is installed and started
    #[arg(short, long)]
    pub yes: bool,
}

/// Runs one of the commands; `current` is the folder that paths are relative to.
pub fn run(
    command: &PackageCommand,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let project = PackageProject {
        settings: ProjectSettings::find(Path::new("."), current)?,
        current,
        terminal,
    };
    let exit = match command {
        PackageCommand::Add(args) => add::run(args, &project),
        PackageCommand::Install(args) => install::install(args, &project),
        PackageCommand::Update(args) => install::update(args, &project),
        PackageCommand::Remove(args) => remove::run(args, &project),
        PackageCommand::Packages(args) => {
            return match &args.command {
                None => listing::run(args, &project, out),
                Some(PackagesCommand::Diff(args)) => diff::run(args, &project, out),
            };
        }
    }?;
    if exit == Exit::Success {
        write_changed_types(current, terminal);
    }
    Ok(exit)
}

/// The project whose packages a command changes.
struct PackageProject<'a> {
    settings: ProjectSettings,
    current: &'a Path,
    terminal: Terminal,
}
