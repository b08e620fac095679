//! The interface of a running program: it registers, reads and invokes.
//!
//! [`ResourceMonitor`] is the trait that the host calls, [`Goal`](lumi_graph::Goal) its argument,
//! and [`PlanMonitor`] the implementation of `lumi run`: it plans against an empty stack, so that
//! every custom resource is a create, and values that only a deployment can compute are holes.
//! [`EngineMonitor`] forwards everything to the engine. [`RemoteMonitor`] forwards everything to a
//! monitor in another process, where a [`MonitorService`] serves any of the others. Monitors for
//! Pulumi's protocol are in the crate `pulumi`.
//!
//! A monitor is shared between the isolate thread and the code that reads the graph afterwards, so
//! all methods take `&self`. Results are futures, because a deploying monitor responds once the
//! resource exists; the local one is always ready at once.
//!
//! | module | |
//! |---|---|
//! | `engine_monitor` | the monitor of previews and deployments: forwards everything to the engine |
//! | `plan_monitor` | the monitor of `lumi run`: plans against an empty stack, without side effects |
//! | `program_services` | services that an SDK of another ecosystem calls in this process |
//! | `remote` | monitors across processes: a program calls a `RemoteMonitor`, and a `MonitorService` forwards the calls to the monitor in the engine's process |
//! | `resource_monitor` | the interface between a program and the engine |
//! | `survey_monitor` | evaluates only the configuration of a program's providers |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod engine_monitor;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
#[path = "../rpc/hostile.rs"]
mod hostile;
mod plan_monitor;
mod program_services;
mod remote;
mod resource_monitor;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod survey_monitor;

pub use engine_monitor::EngineMonitor;
pub use lumi_engine::{
    Call, Construct, Constructed, Hook, HookAnswer, HookRequest, Invoke, Registered,
    RegisteredOutputs, UnseenCode,
};
pub use plan_monitor::PlanMonitor;
pub use program_services::{
    FIRST_OWN_PORT, ListeningPort, ProgramCall, ProgramServices, RequestStream, ServiceAnswer,
    ServiceFailure,
};
pub use remote::{
    CallOrder, LogLine, LogSeverity, MonitorLog, MonitorService, ProgramMessage, RemoteMonitor,
    RunFacts,
};
pub use resource_monitor::{Answer, MonitorError, ResourceMonitor};
pub use survey_monitor::{EphemeralSource, SurveyMonitor};
