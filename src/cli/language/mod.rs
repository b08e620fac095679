//! Programs that run in another process: those of other languages, and ours behind `lumi engine`.
//!
//! | module | |
//! |---|---|
//! | `runtime_command` | which process runs the programs of a project |
//! | `remote_program` | the engine's end of a run |
//! | `pulumi` | programs for the SDK of Pulumi |
//! | `elsewhere` | programs of either kind |
//! | `said` | what they say |
//! | `host_service` | the end of `lumi language-host` |
//! | `pulumi_host` | the end of `pulumi-language-lumi`, which Pulumi's engine starts |
//! | `installed_packages` | packages of npm beside a program |
//! | `report_message` | how a program ended, as messages and back |
//!
//! `proto/lumirpc/language.proto` is what both ends keep to.

mod elsewhere;
mod host_service;
#[cfg(test)]
mod hostile_tests;
mod installed_packages;
mod pulumi;
mod pulumi_host;
mod remote_program;
mod report_message;
mod runtime_command;
mod said;

pub use elsewhere::{Elsewhere, Outsourced};
pub use host_service::HostService;
pub use pulumi::{NodeProgram, NodeRuntime};
pub use pulumi_host::PulumiHost;
pub use remote_program::{Kept, RemoteProgram};
pub use runtime_command::RuntimeCommand;
