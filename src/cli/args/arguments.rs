//! The whole command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::super::commands::check::CheckArgs;
use super::super::commands::completions::CompletionsArgs;
use super::super::commands::config::ConfigArgs;
use super::super::commands::diff::DiffArgs;
use super::super::commands::graph::{GraphArgs, GraphFormat};
use super::super::commands::infer::InferArgs;
use super::super::commands::man::ManArgs;
use super::super::commands::new::NewArgs;
use super::super::commands::pack::PackArgs;
use super::super::commands::packages::PackageCommand;
use super::super::commands::plugin::PluginArgs;
use super::super::commands::reconcile::ReconcileArgs;
use super::super::commands::snapshot::SnapshotArgs;
use super::super::commands::types::TypesArgs;
use super::closure_args::ClosureArgs;
use super::deploy_args::DeployCommand;
use super::program_flags::ProgramFlags;
use super::stack_args::StackArgs;
use super::state_args::StateArgs;

/// Infrastructure programs in TypeScript, run in-process.
#[derive(Debug, Parser)]
#[command(
    name = "lumi",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
pub struct Arguments {
    #[command(flatten)]
    pub shared: SharedFlags,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Evaluate a program and show the planned graph, without changing anything
    #[command(after_help = "\
Examples:
  lumi run                                the tree of resources
  lumi run --format json > graph.json     the graph, for `lumi diff` and `lumi graph`
  lumi run --allow-net=example.com tools/list.ts -- a b")]
    Run(RunArgs),
    /// Run the tests that files declare with test() of "lumi/testing"
    #[command(after_help = "\
Examples:
  lumi test                               all tests below this folder
  lumi test site.test.ts --filter \"two pages\"
  lumi test --junit report.xml            with a report for CI")]
    Test(TestArgs),
    #[command(flatten)]
    Deploy(DeployCommand),
    Check(CheckArgs),
    Graph(GraphArgs),
    Diff(DiffArgs),
    Infer(InferArgs),
    Reconcile(ReconcileArgs),
    Snapshot(SnapshotArgs),
    Config(ConfigArgs),
    Closure(ClosureArgs),
    Stack(StackArgs),
    State(StateArgs),
    #[command(flatten)]
    Package(PackageCommand),
    Pack(PackArgs),
    Plugin(PluginArgs),
    #[command(visible_alias = "init")]
    New(NewArgs),
    Types(TypesArgs),
    Engine(EngineArgs),
    /// Run a program for an engine that runs in another process
    LanguageHost,
    Completions(CompletionsArgs),
    Man(ManArgs),
    /// Show the version of lumi and of the V8 in it
    Version {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
}

/// Flags that every command takes.
#[derive(Debug, Args)]
pub struct SharedFlags {
    /// Run as if started in DIR
    #[arg(short = 'C', long = "directory", value_name = "DIR", global = true)]
    pub directory: Option<PathBuf>,
    /// When to colour output; NO_COLOR is respected
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", global = true)]
    pub color: ColorChoice,
    /// Show results, warnings and errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also show debug messages
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// A file, or a folder with index.ts, index.js, main.ts, main.js, or a Lumi.yaml or
    /// package.json that names its main file
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// The format of the graph [default: that of the extension of the --out file, else tree]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<GraphFormat>,
    /// Write the graph to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write events as lines of JSON, and a summary with the graph as the last one
    #[arg(long, conflicts_with_all = ["format", "out", "check_determinism"])]
    pub json: bool,
    /// Show the values of secrets
    #[arg(long)]
    pub show_secrets: bool,
    /// Evaluate twice with different random numbers, clock, locale, time zone and order, and report differences
    #[arg(long)]
    pub check_determinism: bool,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

/// Run another command with the program in a separate process
///
/// The program communicates with the engine over gRPC, like programs in other languages.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// The protocol of the program
    #[arg(long, value_enum, default_value_t, value_name = "PROTOCOL")]
    pub protocol: Protocol,
    #[command(subcommand)]
    pub command: EngineCommand,
}

/// The protocol of a program in a separate process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// Lumi's protocol, for programs of the `runtime` in Lumi.yaml
    #[default]
    Lumi,
    /// Pulumi's protocol, for programs that use its Node.js SDK
    Pulumi,
}

#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// Like `lumi run`
    Run(RunArgs),
    #[command(flatten)]
    Deploy(DeployCommand),
}

#[derive(Debug, Args)]
pub struct TestArgs {
    /// Files that declare tests, or folders with files such as site.test.ts below them
    #[arg(value_name = "FILE", default_value = ".")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// Run only tests whose name contains TEXT
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub filter: String,
    /// Write each result as a line of JSON, and a summary as the last one
    #[arg(long)]
    pub json: bool,
    /// Write a report for CI to FILE, in the XML of JUnit
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Run again whenever a source file of the project changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use lumi_host::Allow;

    fn run(arguments: &[&str]) -> RunArgs {
        let all = ["lumi", "run"].iter().chain(arguments);
        match Arguments::try_parse_from(all).unwrap().command {
            Command::Run(args) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn permissions_are_those_of_deno() {
        let args = run(&[
            "--allow-read",
            "--allow-net=a.com,b.com:80",
            "--allow-net=c",
            "x.ts",
        ]);
        let flags = args.flags.sandbox.permissions.flags();
        assert_eq!(args.program, PathBuf::from("x.ts"));
        assert_eq!(flags.read, Allow::All);
        let hosts = ["a.com", "b.com:80", "c"].map(str::to_owned).to_vec();
        assert_eq!(flags.net, Allow::Only(hosts));
        assert_eq!(flags.env, Allow::Nothing);
        assert_eq!(
            run(&["-A"]).flags.sandbox.permissions.flags().run,
            Allow::All
        );
    }

    #[test]
    fn arguments_of_the_program_come_last() {
        let args = run(&["a.ts", "--", "--format", "x"]);
        assert_eq!(args.arguments, ["--format", "x"]);
        assert_eq!(args.format, None);
    }
}
