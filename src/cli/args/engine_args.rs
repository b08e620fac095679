//! The arguments of `lumi engine`.

use clap::{Args, Subcommand, ValueEnum};

use super::deploy_args::DeployCommand;
use super::run_args::RunArgs;

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
