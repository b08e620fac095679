//! Programs that run in another process: those of other languages, and ours behind `lumi engine`.
//!
//! | module | |
//! |---|---|
//! | `runtime_command` | which process runs the programs of a project |
//! | `remote_program` | the engine's end of a run |
//! | `pulumi` | programs for the SDK of Pulumi |
//! | `program_runtime` | programs of either kind |
//! | `messages` | what they say |
//! | `host_service` | the end of `lumi language-host` |
//! | `pulumi_host` | the end of `pulumi-language-lumi`, which Pulumi's engine starts |
//! | `installed_packages` | packages of npm beside a program |
//! | `program_end_message` | how a program ended, as messages and back |
//!
//! `proto/lumirpc/language.proto` is what both ends keep to.

mod host_service;
#[cfg(test)]
mod hostile_tests;
mod installed_packages;
mod messages;
mod program_end_message;
mod program_runtime;
mod pulumi;
mod pulumi_host;
mod remote_program;
mod runtime_command;

pub use host_service::HostService;
pub use program_runtime::{ProgramRuntime, RemoteRun};
pub use pulumi::{NodeProgram, NodeRuntime};
pub use pulumi_host::PulumiHost;
pub use remote_program::{ProviderProcess, RemoteProgram};
pub use runtime_command::RuntimeCommand;
