//! A program in another process, by any protocol.

use std::pin::Pin;

use crate::flags::PulumiPlace;
use crate::program_end::ProgramEnd;
use lumi_host::StopHandle;
use lumi_project::{CDKTF_RUNTIME, HCL_RUNTIME, NODE_RUNTIME, Project};
use lumi_pulumi::PulumiMonitorServer;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::pulumi::{NodeRuntime, SdkRuntime};
use super::remote_program::ProviderProcess;
use super::runtime_command::RuntimeCommand;

/// The process that runs a program, by protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramRuntime {
    Lumi(RuntimeCommand),
    /// This process, for a configuration in HCL, which a program of CDKTF may have written.
    Hcl,
    /// This process, with the SDK of Pulumi.
    Pulumi(SdkRuntime),
    /// Node, with the SDK of Pulumi.
    Node(NodeRuntime),
}

impl ProgramRuntime {
    /// The runtime for the language of a project; `None` for TypeScript and JavaScript, which need
    /// no process. `place` is for programs that use Pulumi's SDK.
    pub fn of(project: &Project, place: PulumiPlace) -> Result<Option<Self>, Failure> {
        match project.settings.foreign_runtime() {
            Some(HCL_RUNTIME | CDKTF_RUNTIME) => Ok(Some(Self::Hcl)),
            Some(NODE_RUNTIME) => Ok(Some(match place {
                PulumiPlace::Embedded => Self::Pulumi(SdkRuntime::find(project)?),
                PulumiPlace::Node => Self::Node(NodeRuntime::find(project)?),
            })),
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

/// A program that is ready to run.
pub struct RemoteRun {
    pub stop: StopHandle,
    /// The process as far as its providers are needed after the run.
    pub provider_process: ProviderProcess,
    /// The monitor of a program that uses Pulumi's SDK.
    pub pulumi: Option<PulumiMonitorServer>,
    /// The run; starts when polled.
    pub run: Pin<Box<dyn Future<Output = ProgramEnd> + Send>>,
}
