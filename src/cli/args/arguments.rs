//! The whole command line.

use clap::{Parser, Subcommand};

use super::closure_args::ClosureArgs;
use super::deploy_args::DeployCommand;
use super::engine_args::{EngineArgs, EngineCommand};
use super::run_args::RunArgs;
use super::shared_flags::SharedFlags;
use super::stack_args::StackArgs;
use super::state_args::StateArgs;
use super::test_args::TestArgs;
use crate::commands::check::CheckArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::config::ConfigArgs;
use crate::commands::convert::ConvertArgs;
use crate::commands::diff::DiffArgs;
use crate::commands::doc::{DocArgs, SearchArgs};
use crate::commands::graph::GraphArgs;
use crate::commands::infer::InferArgs;
use crate::commands::man::ManArgs;
use crate::commands::new::NewArgs;
use crate::commands::pack::PackArgs;
use crate::commands::packages::PackageCommand;
use crate::commands::platform::PlatformArgs;
use crate::commands::plugin::PluginArgs;
use crate::commands::reconcile::ReconcileArgs;
use crate::commands::snapshot::SnapshotArgs;
use crate::commands::telemetry::{LogsArgs, TraceArgs};
use crate::commands::types::TypesArgs;
use crate::commands::watch::WatchArgs;

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
    Watch(Box<WatchArgs>),
    Snapshot(SnapshotArgs),
    Config(ConfigArgs),
    Closure(ClosureArgs),
    Logs(LogsArgs),
    Trace(TraceArgs),
    Platform(PlatformArgs),
    Stack(StackArgs),
    State(StateArgs),
    #[command(flatten)]
    Package(PackageCommand),
    Pack(PackArgs),
    Plugin(PluginArgs),
    #[command(visible_alias = "init")]
    New(NewArgs),
    Convert(ConvertArgs),
    Types(TypesArgs),
    #[command(visible_alias = "docs")]
    Doc(DocArgs),
    Search(SearchArgs),
    Engine(EngineArgs),
    /// Run a program for an engine that runs in another process
    LanguageHost,
    Completions(CompletionsArgs),
    Man(ManArgs),
    /// Say how to upgrade lumi, which does not do it itself
    Upgrade,
    /// Show the version of lumi and of the V8 in it
    Version {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
}

impl Command {
    /// Whether the command is the part of one that is for all projects.
    pub fn is_part_of_all(&self) -> bool {
        match self {
            Self::Deploy(command) => command.is_part(),
            Self::Engine(args) => {
                matches!(&args.command, EngineCommand::Deploy(command) if command.is_part())
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
