//! Monitors that speak `pulumirpc`.
//!
//! | module | |
//! |---|---|
//! | `monitor_client` | the program's end: registers with an engine of Pulumi |
//! | `registered_resources` | what the engine has said of the resources that were registered |
//! | `stack_root` | the resource that stands for the stack there |
//! | `registration` | goals as requests |
//!
//! Nothing has a number or a turn there: a program waits for what it names. `PulumiMonitorClient` does the
//! same for parents and providers, which programs of ours need not wait for.

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
