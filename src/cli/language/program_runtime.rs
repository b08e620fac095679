//! A program of any kind in another process.

use std::pin::Pin;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::program_end::ProgramEnd;
use crate::project::{NODE_RUNTIME, Project};
use crate::ui::report::Report;
use lumi_host::StopHandle;
use lumi_pulumi::PulumiMonitorServer;

use super::pulumi::NodeRuntime;
use super::remote_program::ProviderProcess;
use super::runtime_command::RuntimeCommand;

/// The process in which a program runs, by the protocol it speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramRuntime {
    Lumi(RuntimeCommand),
    /// Node, with the SDK of Pulumi.
    Pulumi(NodeRuntime),
}

impl ProgramRuntime {
    /// That of the language a project says; `None` if it is ours, which needs no process.
    pub fn of(project: &Project) -> Result<Option<Self>, Failure> {
        match project.settings.foreign_runtime() {
            Some(NODE_RUNTIME) => Ok(Some(Self::Pulumi(NodeRuntime::find(project)?))),
            Some(runtime) if project.settings.pulumi.is_some() => {
                let message = format!(
                    "Pulumi.yaml says `runtime: {runtime}`; of the SDKs of Pulumi, lumi runs \
                     programs for that of Node.js (`runtime: {NODE_RUNTIME}`)"
                );
                Err(Failure::new(Exit::Usage, Report::error(message)))
            }
            _ => Ok(RuntimeCommand::of(&project.settings)?.map(Self::Lumi)),
        }
    }
}

/// A program that waits to be run.
pub struct RemoteRun {
    pub stop: StopHandle,
    /// What stays of it for providers.
    pub provider_process: ProviderProcess,
    /// What it registers with, if it uses an SDK of Pulumi.
    pub pulumi: Option<PulumiMonitorServer>,
    /// Nothing happens before it is polled.
    pub run: Pin<Box<dyn Future<Output = ProgramEnd> + Send>>,
}
