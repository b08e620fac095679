//! The client of a `pulumirpc` monitor.
//!
//! | module | |
//! |---|---|
//! | `monitor_client` | registers with Pulumi's engine |
//! | `registered_resources` | the engine's responses for registered resources |
//! | `stack_root` | the resource for the stack |
//! | `registration` | conversion of goals to requests |
//!
//! The protocol does not number calls: a program waits for the resources that it refers to.
//! `PulumiMonitorClient` waits for parents and providers, which Lumi's programs need not do.

#[expect(
    clippy::module_inception,
    reason = "named after its type, as every file is"
)]
mod monitor_client;
mod registered_resources;
mod registration;
mod stack_root;

pub use monitor_client::{Message, PulumiMonitorClient};
pub use stack_root::StackFacts;
