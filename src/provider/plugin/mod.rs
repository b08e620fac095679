//! Providers that are separate processes: executables `lumi-resource-<package>`, and
//! `pulumi-resource-<package>` of Pulumi's ecosystem, and `terraform-provider-<package>` of Terraform's.
//!
//! [`PluginFolders`] finds them, a [`PluginHost`] starts them on demand and ends them after the
//! last run. A process has one configuration; a later run with the same configuration reuses the
//! process.
//!
//! | module | |
//! |---|---|
//! | `version` | versions of plugins, and requirements |
//! | `requirement` | a project's requirements of a plugin |
//! | `folders` | finds plugins |
//! | `package_name` | names of packages |
//! | `package_version` | a package in the version of the project, or in another one beside it |
//! | `plugin_kind` | the protocols of plugins |
//! | `installed_package` | a package whose executable is known |
//! | `parameterized_package` | a package of a project that a plugin makes of parameters |
//! | `host` | the plugins of some runs: settings, log, idle processes |
//! | `process` | a plugin process after its handshake |
//! | `plugin_peer` | the process behind a plugin, as a host needs it |
//! | `launch` | starts a process and performs the handshake |
//! | `protocol` | the interface of a protocol |
//! | `lumi_protocol` | the handshake of Lumi's own protocol |
//! | `inspect` | starts a plugin only to inspect it |
//! | `plugin_interface` | what programs see of a plugin |
//! | `plugin_provider` | the provider of one configuration |
//! | `engine_service` | the engine service for plugins |
//!
//! `proto/lumirpc/provider.proto` specifies the protocol. Protocols of other ecosystems are
//! separate crates that implement [`PluginProtocol`].

mod engine_service;
mod folders;
mod host;
#[cfg(test)]
mod hostile_tests;
mod inspect;
mod installed_package;
mod launch;
mod lumi_protocol;
mod package_name;
mod package_version;
mod parameterized_package;
mod plugin_interface;
mod plugin_kind;
mod plugin_peer;
mod plugin_provider;
mod process;
mod protocol;
mod requirement;
#[cfg(test)]
mod succession_tests;
mod version;

pub use folders::{InstalledPlugin, NoPlugin, PLUGIN_PROJECT, PluginFolders, PluginSource};
pub use host::{PluginHost, PluginLevel, PluginLine, PluginLog, PluginSettings};
pub use inspect::{inspect, schema};
pub use installed_package::InstalledPackage;
pub use package_name::PackageName;
pub use package_version::PackageVersion;
pub use parameterized_package::ParameterizedPackage;
pub use plugin_interface::PluginInterface;
pub use plugin_kind::PluginKind;
pub use plugin_peer::PluginPeer;
pub use process::{PluginError, PluginInfo};
pub use protocol::{PackageParameters, PluginLaunch, PluginProtocol, SecretSupport, StartedPlugin};
pub use requirement::PluginRequirement;
pub use version::{PluginVersion, VersionError, WantedVersion};
