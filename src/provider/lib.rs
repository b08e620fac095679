//! What makes resources real: one [`Provider`] for each package.
//!
//! The engine asks a provider to check inputs, to compare, to create, read, update and delete.
//! Providers know nothing of stacks, state or programs. Most get plain data and answer plain data:
//! a [`SecretGate`] takes secrets out of their wrapping before, and the engine marks what comes back.
//! Those in other processes get secrets only if they declare that they keep them.
//!
//! | module | |
//! |---|---|
//! | `provider` | the trait, and what its methods take and answer |
//! | `provider_request` | what all requests have in common, for middlewares |
//! | `middleware` | a provider that treats all requests alike: secrets, processes, time limits |
//! | `construct` | components that a provider makes, and its way back to the run |
//! | `access` | what the providers of Lumi may touch beside what a plan names |
//! | `error` | what can go wrong, and what is then known about the world |
//! | `secret_gate` | what becomes of secrets on their way to a provider |
//! | `reveal` | plain data out of values with secrets |
//! | `registry` | the packages that a run can use, by name |
//! | `builtin` | the package `std` |
//! | `dynamic` | the package `dynamic`: providers that the program brings itself |
//! | `plugin` | packages whose providers are separate processes |
//! | `wire` | providers on the wire: asking one elsewhere, serving one to others |
//! | `content` | the content of assets and archives |

#![deny(clippy::print_stderr, clippy::print_stdout)]

#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
#[path = "../rpc/hostile.rs"]
mod hostile;
#[cfg(test)]
extern crate self as lumi_provider;

mod access;
mod builtin;
mod construct;
mod content;
mod dynamic;
mod error;
mod middleware;
#[cfg(test)]
mod middleware_tests;
mod name_advice;
mod plugin;
#[allow(clippy::module_inception)]
mod provider;
mod provider_request;
mod registry;
mod reveal;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod secret_gate;
mod wire;

pub use lumi_rpc::is_withheld;

pub use access::{Access, Unrestricted};
pub use builtin::StdProvider;
pub use construct::{ConstructRequest, Constructed, MonitorAccess, MonitorView};
pub use dynamic::{
    DynamicFailure, DynamicLine, DynamicMethod, DynamicRequest, DynamicRequests, dynamic_line,
};
pub use error::ProviderError;
pub use middleware::Middleware;
pub use plugin::{
    InstalledPlugin, PackageName, PluginError, PluginFolders, PluginHost, PluginInfo, PluginKind,
    PluginLaunch, PluginLevel, PluginLine, PluginLog, PluginProtocol, PluginRequirement,
    PluginSettings, PluginSource, PluginVersion, SecretSupport, StartedPlugin, VersionError,
    WantedVersion, inspect, schema as plugin_schema,
};
pub use provider::{
    CallRequest, Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest,
    DerivedOutputs, Diff, DiffConfigRequest, DiffRequest, InputFailure, InvokeRequest,
    PropertyChange, PropertyChangeKind, Provider, ReadRequest, ReadState, RecoverRequest,
    Recovered, Target, UpdateRequest,
};
pub use provider_request::{
    CancelRequest, CheckConfigRequest, ConfigureRequest, DataObject, DataRole, OutputOrigin,
    ProviderRequest, RequestData, RequestEffect, SettleRequest,
};
pub use registry::{ProviderFactory, Registry};
pub use reveal::{has_secret, reveal, reveal_value};
pub use secret_gate::{SecretGate, SecretPolicy};
pub use wire::{
    DeferredProvider, DisconnectReason, ProviderFacts, ProviderService, RemoteProvider,
};
