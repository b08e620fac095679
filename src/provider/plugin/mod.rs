//! Providers that are processes of their own: executables `lumi-resource-<package>`.
//!
//! [`PluginFolders`] says where they are looked for, a [`PluginHost`] starts them when they are needed
//! and ends them when the last run that could need them is over. One process has one configuration; a
//! run that needs a provider with the configuration of an earlier one gets the same process.
//!
//! | module | |
//! |---|---|
//! | `version` | versions of plugins, and which are wanted |
//! | `wish` | what a project says of the plugin of a package |
//! | `folders` | where plugins are, and which is taken |
//! | `package_name` | what packages may be called |
//! | `host` | the plugins of some runs: settings, log, processes that wait for work |
//! | `process` | one process that has said who it is |
//! | `plugin_provider` | the provider of one configuration |
//! | `engine_service` | what plugins may tell the engine |
//!
//! `proto/lumirpc/provider.proto` is what both ends keep to.

mod engine_service;
mod folders;
mod host;
mod package_name;
mod plugin_provider;
mod process;
mod version;
mod wish;

pub use folders::{InstalledPlugin, PluginFolders, PluginSource};
pub use host::{PluginHost, PluginLevel, PluginLine, PluginLog, PluginSettings};
pub use package_name::PackageName;
pub use process::{PluginInfo, inspect, schema};
pub use version::{PluginVersion, VersionError, WantedVersion};
pub use wish::PluginWish;
