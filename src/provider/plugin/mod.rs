//! Providers that are separate processes: executables `lumi-resource-<package>`, and
//! `pulumi-resource-<package>` as the ecosystem of Pulumi has them.
//!
//! [`PluginFolders`] says where they are looked for, a [`PluginHost`] starts them when they are needed
//! and ends them when the last run that could need them is over. One process has one configuration; a
//! run that needs a provider with the configuration of an earlier one gets the same process.
//!
//! | module | |
//! |---|---|
//! | `version` | versions of plugins, and which are wanted |
//! | `requirement` | what a project says of the plugin of a package |
//! | `folders` | where plugins are, and which is taken |
//! | `package_name` | what packages may be called |
//! | `plugin_kind` | which protocol a plugin speaks |
//! | `host` | the plugins of some runs: settings, log, processes that wait for work |
//! | `process` | one process that has identified itself |
//! | `launch` | how a process is started and asked that |
//! | `protocol` | what that means in each protocol |
//! | `lumi_protocol` | what it means in Lumi's own |
//! | `inspect` | plugins that are started for nothing but a question |
//! | `plugin_provider` | the provider of one configuration |
//! | `engine_service` | what plugins may tell the engine |
//!
//! `proto/lumirpc/provider.proto` is what both ends keep to. Protocols of other ecosystems are crates of
//! their own, which implement [`PluginProtocol`].

mod engine_service;
mod folders;
mod host;
#[cfg(test)]
mod hostile_tests;
mod inspect;
mod launch;
mod lumi_protocol;
mod package_name;
mod plugin_kind;
mod plugin_provider;
mod process;
mod protocol;
mod requirement;
mod version;

pub use folders::{InstalledPlugin, PluginFolders, PluginSource};
pub use host::{PluginHost, PluginLevel, PluginLine, PluginLog, PluginSettings};
pub use inspect::{inspect, schema};
pub use package_name::PackageName;
pub use plugin_kind::PluginKind;
pub use process::{PluginError, PluginInfo};
pub use protocol::{PluginLaunch, PluginProtocol, SecretSupport, StartedPlugin};
pub use requirement::PluginRequirement;
pub use version::{PluginVersion, VersionError, WantedVersion};
