//! Providers: one [`Provider`] for each package manages its resources.
//!
//! The engine calls a provider to check inputs, to compare, to create, read, update and delete.
//! Providers know nothing of stacks, state or programs. Most get and return plain data: a
//! [`SecretGate`] unwraps secrets before, and marks outputs after. Providers in other processes get
//! secrets only if they declare that they keep them.
//!
//! | module | |
//! |---|---|
//! | `provider` | the trait, and its requests and responses |
//! | `provider_request` | the common interface of requests, for middlewares |
//! | `middleware` | wrappers that treat all requests alike: secrets, processes, time limits |
//! | `construct` | components of providers, and their access to the run |
//! | `real_path` | paths without links |
//! | `access` | permissions of Lumi's own providers beyond the plan |
//! | `managed_objects` | the objects of the stack before a run |
//! | `error` | errors, by what is known of their effect |
//! | `secret_gate` | the treatment of secrets on their way to a provider |
//! | `reveal` | removes the marks of secrets |
//! | `registry` | the packages that a run can use, by name |
//! | `builtin` | the package `std` |
//! | `dynamic` | the package `dynamic`: providers implemented by the program |
//! | `plugin` | packages whose providers are separate processes |
//! | `resource_tags` | tags that say of which resource an object is |
//! | `staged_assets` | assets of packages, as copies in folders |
//! | `wire` | providers over gRPC: client and server |
//! | `content` | the content of assets and archives |
//! | `description` | descriptions of packages in files |
//! | `name_advice` | suggestions for unknown packages, functions and methods |
//! | `request_object` | the objects in requests of providers |
//! | `input_limit` | the limit of the inputs of a resource of a plugin |
//! | `text_limit` | the limit of texts that providers answer |
//! | `rsa_key` | RSA keys, whose search can be stopped |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]
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
mod description;
mod dynamic;
mod error;
mod input_limit;
mod managed_objects;
mod middleware;
#[cfg(test)]
mod middleware_tests;
mod name_advice;
mod plugin;
#[allow(clippy::module_inception)]
mod provider;
mod provider_request;
mod real_path;
mod registry;
mod request_object;
mod resource_tags;
mod reveal;
mod rsa_key;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod secret_gate;
mod staged_assets;
mod text_limit;
mod wire;

pub use access::{Access, AccessDenied, Unrestricted};
pub use builtin::{LocalCommand, StdInterface, StdProvider, rename_managers_of_files};
pub use construct::{ConstructRequest, Constructed, MonitorAccess, MonitorView};
pub use content::{ContentError, FileHasher, http_client, http_reason, members_sha256};
pub use description::{
    DescriptionError, DescriptionFile, DescriptionKey, DescriptionMagic, DescriptionPart,
};
pub use dynamic::{
    DynamicFailure, DynamicLine, DynamicMethod, DynamicRequest, DynamicRequests, HookCaller,
    dynamic_line,
};
pub use error::{PrintedText, ProviderError};
pub use input_limit::{MAX_INPUTS, oversized_input};
pub use managed_objects::{ManagedObject, ManagedObjects};
pub use middleware::Middleware;
pub use plugin::{
    InstalledPackage, InstalledPlugin, NoPlugin, PLUGIN_PROJECT, PackageName, PackageParameters,
    PackageVersion, ParameterizedPackage, PluginError, PluginFolders, PluginHost, PluginInfo,
    PluginInterface, PluginKind, PluginLaunch, PluginLevel, PluginLine, PluginLog, PluginPeer,
    PluginProtocol, PluginRequirement, PluginSettings, PluginSource, PluginVersion, SecretSupport,
    StartedPlugin, VersionError, WantedVersion, inspect, schema as plugin_schema,
};
pub use provider::{
    CallRequest, Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest,
    DerivedOutputs, Diff, DiffConfigRequest, DiffRequest, InputFailure, InvokeRequest, ListRequest,
    ListedObject, PropertyChange, PropertyChangeKind, Provider, ReadRequest, ReadState,
    RecoverRequest, Recovered, Target, UpdateRequest, Updated,
};
pub use provider_request::{
    CancelRequest, CheckConfigRequest, ConfigureRequest, ProviderRequest, RequestEffect,
    SettleRequest,
};
pub use real_path::real_path;
pub use registry::{ProviderFactory, Registry};
pub use request_object::{ObjectRef, ObjectRole, OutputContext, RequestObject};
pub use resource_tags::OwnerTags;
pub use reveal::{has_secret, reveal, reveal_value};
pub use rsa_key::{RsaKeyError, rsa_private_key};
pub use secret_gate::{SecretGate, SecretPolicy};
pub use staged_assets::{PackageCopies, StagedAssets};
pub use text_limit::limited_text;
pub use wire::{
    DeferredProvider, DisconnectReason, ProviderFacts, ProviderService, RemoteProvider,
};
