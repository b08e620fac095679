//! Programs in another process: those of other languages, and TypeScript programs behind
//! `lumi engine`; and those that use Pulumi's SDK, in any process.
//!
//! | module | |
//! |---|---|
//! | `runtime_command` | the process for the programs of a project |
//! | `remote_program` | the engine's end of a run |
//! | `hcl_program` | configurations in HCL, which run in this process without V8 |
//! | `pulumi` | programs for the SDK of Pulumi |
//! | `program_runtime` | programs of either kind |
//! | `messages` | messages of programs |
//! | `host_service` | the service of `lumi language-host` |
//! | `pulumi_host` | the service of `pulumi-language-lumi`, which Pulumi's engine starts |
//! | `program_end_message` | converts the end of a program to messages and back |
//!
//! `proto/lumirpc/language.proto` defines the protocol.

mod hcl_program;
mod host_service;
#[cfg(test)]
mod hostile_tests;
mod messages;
mod program_end_message;
mod program_runtime;
mod pulumi;
mod pulumi_host;
mod remote_program;
mod runtime_command;

pub use hcl_program::{HclRun, diagnostic_report};
pub use host_service::HostService;
pub use program_runtime::{ProgramRuntime, RemoteRun};
pub use pulumi::{
    EmbeddedProgram, NodeProgram, NodeRuntime, SdkRun, SdkRuntime, permissions, run_with_sdk,
};
pub use pulumi_host::PulumiHost;
pub use remote_program::{ProviderProcess, RemoteProgram};
pub use runtime_command::RuntimeCommand;
