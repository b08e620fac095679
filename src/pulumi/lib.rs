//! The protocol of Pulumi, in both directions: its provider plugins, its engine and programs of its
//! SDKs are peers of Lumi like those of Lumi's own protocol.
//!
//! | module | |
//! |---|---|
//! | `pulumirpc` | messages and services, generated from `proto/pulumirpc` by `build.rs` |
//! | `values` | how the protocol writes values, types and URNs |
//! | `plugin_protocol` | how plugins are started and greeted: one more [`PluginProtocol`](lumi_provider::PluginProtocol) |
//! | `provider` | a plugin as a [`Provider`](lumi_provider::Provider), and what it may tell the engine |
//! | `monitor_service` | programs that use an SDK of Pulumi register with any of Lumi's monitors |
//! | `monitor_client` | programs of Lumi register with an engine of Pulumi |
//!
//! Another ecosystem's protocol is another crate in the same shape: its messages, its values, its
//! plugins. What of this protocol is used, and what is not, is in `proto/pulumirpc/README.md`.

#![deny(clippy::print_stderr, clippy::print_stdout)]

#[cfg(test)]
#[path = "../graph/any_value.rs"]
mod any_value;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
#[path = "../rpc/hostile.rs"]
mod hostile;
mod monitor_client;
mod monitor_service;
mod plugin_protocol;
mod provider;
pub mod pulumirpc;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
pub mod values;

pub use monitor_client::{Message, PulumiMonitorClient, StackFacts};
pub use monitor_service::{
    ORGANIZATION, PARALLEL, ProgramHooks, PulumiEngine, PulumiFacts, PulumiMonitorServer,
    ReportedFailures,
};
pub use plugin_protocol::PulumiPluginProtocol;
pub use provider::{PulumiProvider, PulumiRunFacts};
