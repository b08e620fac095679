//! A monitor for programs that use an unmodified Pulumi SDK: serves `ResourceMonitor` and `Engine`
//! of `pulumirpc` by any of Lumi's monitors.
//!
//! | module | |
//! |---|---|
//! | `monitor_server` | the gRPC service |
//! | `program_monitor` | registrations, reads, functions, methods, components of providers, transforms |
//! | `registered_packages` | the packages that the program has registered |
//! | `embedded_services` | both services for a program in this process |
//! | `engine_service` | the program's log, and its stack |
//! | `arrival_index` | the order in which calls arrive |
//! | `callbacks` | calls of the program's functions |
//! | `hooks` | functions of the program that run before and after steps |
//! | `goal_message`, `options`, `position` | conversion of registrations to goals |
//! | `registered_resources` | the resources registered so far, and the options that children inherit |
//! | `answer` | conversion of results to messages |
//! | `functions` | functions that the engine itself implements |
//! | `reported_failures` | failures that were reported to the user, so that the SDK does not repeat them |
//!
//! In Pulumi the stack is a resource, in Lumi it is not: its registration is answered at once, and
//! its outputs are those of the program. Features without a counterpart are refused with an
//! explanation, or not advertised; the SDK then refuses them itself.

mod answer;
mod arrival_index;
mod callbacks;
mod embedded_services;
mod engine_service;
mod functions;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod goal_message;
mod hooks;
#[cfg(test)]
mod hostile_tests;
mod monitor_server;
mod options;
mod position;
mod program_monitor;
mod registered_packages;
mod registered_resources;
mod reported_failures;
#[cfg(test)]
mod tests;

pub use embedded_services::{EMBEDDED_ENGINE, EmbeddedServices};
pub use engine_service::PulumiEngine;
pub use hooks::ProgramHooks;
pub use monitor_server::{ORGANIZATION, PARALLEL, PulumiMonitorServer};
pub use position::position;
pub use program_monitor::PulumiFacts;
pub use reported_failures::ReportedFailures;
