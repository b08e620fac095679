//! `lumi add`, `install`, `update`, `remove` and `packages`: the packages of a project.
//!
//! | module | |
//! |---|---|
//! | `add` | `lumi add`: a package more, or another range of one |
//! | `add_parameterized` | `lumi add` with parameters, of which a plugin makes a package |
//! | `added_source` | what `lumi add` is given: a source with a range, or a path |
//! | `diff` | `lumi packages diff`: what differs between two versions of a package |
//! | `install` | `lumi install` and `lumi update` |
//! | `interruptible` | work that Ctrl-C ends at once |
//! | `listing` | `lumi packages` |
//! | `modules` | modules of configurations in HCL |
//! | `module_lines` | modules in `lumi packages` |
//! | `pulumi_plugins` | `lumi add` and `lumi install` in a project of Pulumi |
//! | `pulumi_sdk` | `lumi add` with parameters in a project of Pulumi |
//! | `remove` | `lumi remove` |

mod add;
mod add_parameterized;
mod added_source;
mod diff;
mod install;
mod interruptible;
mod listing;
mod module_lines;
mod modules;
mod pulumi_plugins;
mod pulumi_sdk;
mod remove;

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};
use clap_complete::engine::ArgValueCandidates;

use crate::commands::package_types::write_changed_types;
use lumi_project::{NODE_RUNTIME, ProjectSettings};
use lumi_runs::cdktf::Synthesis;
use lumi_runs::flags::{ProgramFlags, StackFlag};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::completion;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

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
  lumi add pulumi:terraform-provider hashicorp/random 3.7.2    a package that the plugin makes of these
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
    /// Parameters of a Pulumi plugin that makes packages of some, which is started for that
    #[arg(value_name = "PARAMETER")]
    pub parameters: Vec<String>,
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
    /// The packages to update, and modules by their source [default: all]
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
        settings: settings(command, current, terminal)?,
        current,
        terminal,
    };
    // A program of Lumi has its own packages in a project of Pulumi, too.
    let runtime = project.settings.foreign_runtime();
    if let Some(runtime) = runtime.filter(|_| project.settings.is_program_of_pulumi()) {
        refuse_for_pulumi(command, runtime)?;
    }
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

/// The settings of the project. The packages of one of CDKTF are those that its stacks require, which its program says.
fn settings(
    command: &PackageCommand,
    current: &Path,
    terminal: Terminal,
) -> Result<ProjectSettings, Failure> {
    let settings = ProjectSettings::find(Path::new("."), current)?;
    let is_synthesized = matches!(
        command,
        PackageCommand::Install(_) | PackageCommand::Update(_)
    );
    if !settings.is_cdktf() || !is_synthesized {
        return Ok(settings);
    }
    Synthesis {
        settings: &settings,
        flags: &ProgramFlags::of_stack(StackFlag::default()),
        current,
        terminal,
    }
    .run()?;
    Ok(ProjectSettings::find(Path::new("."), current)?)
}

/// Refuses what the package manager of the program's language does in a project of Pulumi, whose packages are its SDKs.
fn refuse_for_pulumi(command: &PackageCommand, runtime: &str) -> Result<(), Failure> {
    let is_node = runtime == NODE_RUNTIME;
    let packages = match is_node {
        true => "the packages of a project of Pulumi are SDKs in package.json",
        false => "the packages of a project of Pulumi are SDKs of the program's language",
    };
    let (message, help) = match (command, is_node) {
        (PackageCommand::Add(_) | PackageCommand::Install(_), _) => return Ok(()),
        (PackageCommand::Packages(args), _) if args.command.is_some() => return Ok(()),
        (PackageCommand::Packages(_), _) => (packages, "`lumi plugin ls` lists its plugins"),
        (PackageCommand::Update(_), true) => (
            VERSIONS_OF_SDKS,
            "update the SDKs with npm, and run `lumi install`",
        ),
        (PackageCommand::Update(_), false) => (
            VERSIONS_OF_SDKS,
            "update the SDKs with the package manager of the language, and run `pulumi install`",
        ),
        (PackageCommand::Remove(_), true) => (packages, "remove them with `npm uninstall`"),
        (PackageCommand::Remove(_), false) => (
            packages,
            "remove them with the package manager of the language",
        ),
    };
    Err(Failure::new(Exit::Usage, Report::error(message)).help(help))
}

const VERSIONS_OF_SDKS: &str = "the plugins of a project of Pulumi have the versions of their SDKs";

/// The project whose packages a command changes.
struct PackageProject<'a> {
    settings: ProjectSettings,
    current: &'a Path,
    terminal: Terminal,
}

impl PackageProject<'_> {
    /// Advice for a project without packages.
    fn first_package(&self) -> &'static str {
        match self.settings.pulumi {
            Some(_) => "a Lumi.yaml beside Pulumi.yaml can have some",
            None => "`lumi add SOURCE` adds one",
        }
    }
}
