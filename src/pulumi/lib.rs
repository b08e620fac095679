//! Pulumi's protocol in both directions: for its provider plugins, its engine, and programs that
//! use its SDKs.
//!
//! | module | |
//! |---|---|
//! | `pulumirpc` | messages and services, generated from `proto/pulumirpc` by `build.rs` |
//! | `values` | the encoding of values, types and URNs |
//! | `checkpoint` | states of Pulumi as documents, read and written |
//! | `interface` | what programs see of a plugin, and the file that its schema is kept in |
//! | `plugin_protocol` | start and handshake of plugins: a [`PluginProtocol`](lumi_provider::PluginProtocol) |
//! | `plugin_script` | plugins that are scripts of the Node SDK |
//! | `program_channel` | the channel between an SDK in this process, its servers and its clients |
//! | `provider` | a plugin as a [`Provider`](lumi_provider::Provider), and the engine service for plugins |
//! | `monitor_service` | lets programs that use a Pulumi SDK register with any of Lumi's monitors |
//! | `npm_packages` | packages of npm around a program, and the plugins that they need |
//! | `monitor_client` | lets programs of Lumi register with Pulumi's engine |
//! | `secrets` | secrets of Pulumi's files, encrypted with a passphrase |
//! | `version_range` | the versions of Pulumi that a program or a project requires |
//! | `wire_options` | converts options of resources to those of messages |
//!
//! A protocol of another ecosystem would be another crate with the same structure. The supported
//! part of this protocol is described in `proto/pulumirpc/README.md`.

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

#[cfg(test)]
#[path = "../graph/any_value.rs"]
mod any_value;
pub mod checkpoint;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
#[path = "../rpc/hostile.rs"]
mod hostile;
pub mod interface;
mod monitor_client;
mod monitor_service;
mod npm_packages;
mod plugin_protocol;
mod plugin_script;
mod program_channel;
mod provider;
pub mod pulumirpc;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
pub mod secrets;
pub mod values;
mod version_range;
mod wire_options;

pub use monitor_client::{Message, PulumiMonitorClient, StackFacts};
pub use monitor_service::{
    EMBEDDED_ENGINE, EmbeddedServices, ORGANIZATION, PARALLEL, ProgramHooks, PulumiEngine,
    PulumiFacts, PulumiMonitorServer, ReportedFailures,
};
pub use npm_packages::{NpmPackage, PluginNeed};
pub use plugin_protocol::PulumiPluginProtocol;
pub use plugin_script::ScriptCommand;
pub use program_channel::PluginServices;
pub use provider::{PulumiProvider, PulumiRunFacts};
pub use values::lumi_urn;
pub use version_range::{VersionRangeError, check_version_range};
