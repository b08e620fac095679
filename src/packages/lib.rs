//! Packages of a project: where they come from, which versions, and the lock that says so.
//!
//! | module | |
//! |---|---|
//! | `package_id` | a version of a package, as errors name it |
//! | `package_source` | where a package comes from: `terraform:hashicorp/random`, `pulumi:random` |
//! | `provider_address`, `plugin_address` | the addresses of both kinds |
//! | `version_range` | the versions that a project wants |
//! | `pack_source`, `pack_hash`, `pack_store` | libraries: where they come from, their hashes, and those of this machine |
//! | `lock_file` | `Lumi.lock`: the exact versions and their hashes |
//! | `locked_parameters` | packages in it that plugins make of parameters |
//! | `terraform_lock` | the lock of OpenTofu and Terraform, which is read |
//! | `package_hash`, `signature` | what makes sure that a package is the one that was meant |
//! | `archive`, `tar_archive` | unpack archives |
//! | `folders_around` | refuses links in folders that would have no end |
//! | `cancellation` | long work on files, on a thread of its own |
//! | `shortened` | texts of others in errors |
//! | `origin` | which places a package may come from, and the configuration file that says so |
//! | `readable` | permissions of what was made as a temporary file or folder |
//! | `registry`, `mirror` | those places for Terraform: registries, folders, web servers |
//! | `plugin` | those places for Pulumi: releases, folders, web servers |
//! | `fetch` | requests and downloads |
//! | `hub` | hubs of packages in LumiIL: addresses, signed indices, keys |
//! | `modules` | modules of configurations: sources, registries, repositories, archives, the store of this machine |
//! | `install` | from there into the store of this machine |
//! | `platform` | platforms that packages are built for |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]

mod archive;
mod cancellation;
pub mod fetch;
mod folders_around;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod hub;
pub mod install;
mod lock_file;
mod locked_parameters;
pub mod mirror;
pub mod modules;
pub mod origin;
mod pack_hash;
mod pack_source;
mod pack_store;
mod package_hash;
mod package_id;
mod package_source;
mod platform;
pub mod plugin;
mod plugin_address;
mod provider_address;
mod readable;
pub mod registry;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod shortened;
pub mod signature;
mod tar_archive;
mod terraform_lock;
mod version_range;

#[cfg(test)]
mod tests;

pub use archive::{ArchiveError, provider_executable};
pub use lock_file::{LockError, LockFile, LockedIndex, LockedLibrary, LockedPackage};
pub use locked_parameters::LockedParameters;
pub use pack_hash::PackHash;
pub use pack_source::PackSource;
pub use pack_store::PackStore;
pub use package_hash::{HashError, PackageHash};
pub use package_id::PackageId;
pub use package_source::{PackageSource, SourceError};
pub use platform::{Platform, PlatformError};
pub use plugin_address::{PluginAddress, PluginAddressError, PluginServer};
pub use provider_address::{AddressError, ProviderAddress};
pub use readable::make_readable;
pub use terraform_lock::{
    TERRAFORM_LOCK_FILE, TerraformLock, TerraformLockError, TerraformPin, read_terraform_lock,
};
pub use version_range::{RangeError, VersionRange};
