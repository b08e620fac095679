//! A monitor for programs that use an SDK of Pulumi as it is: the services `ResourceMonitor` and
//! `Engine` of `pulumirpc`, handed on to any monitor of ours.
//!
//! | module | |
//! |---|---|
//! | `monitor_service` | registrations, reads, functions, methods, components of providers, transforms |
//! | `engine_service` | what the program logs, and its stack |
//! | `arrival_index` | in which order calls came |
//! | `callbacks` | functions of the program that are called |
//! | `hooks` | functions of the program that run before and after steps |
//! | `goal_message`, `options`, `position` | registrations as goals |
//! | `registered_resources` | what was registered so far, and what its children inherit |
//! | `answer` | what came of a registration, as messages |
//! | `functions` | functions that the engine itself answers |
//! | `reported_failures` | which failures the user was told of, so that the SDK does not repeat them |
//! | `version_range` | which versions a program says it works with |
//!
//! The stack is a resource there and none here: it is answered at once, and its outputs are those of
//! the program. What Lumi has no counterpart for is refused with a sentence that says so, or not
//! offered at all; the SDK then refuses it itself.

mod answer;
mod arrival_index;
mod callbacks;
mod engine_service;
mod functions;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod goal_message;
mod hooks;
#[cfg(test)]
mod hostile_tests;
#[expect(
    clippy::module_inception,
    reason = "named after its type, as every file is"
)]
mod monitor_service;
mod options;
mod position;
mod registered_resources;
mod reported_failures;
#[cfg(test)]
mod tests;
mod version_range;

pub use engine_service::PulumiEngine;
pub use hooks::ProgramHooks;
pub use monitor_service::{ORGANIZATION, PARALLEL, PulumiFacts, PulumiMonitorServer};
pub use reported_failures::ReportedFailures;
