//! Failed installations.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::archive::ArchiveError;
use crate::fetch::FetchError;
use crate::registry::RegistryError;
use crate::{Platform, ProviderAddress, VersionRange};

/// Why a package is not installed. Nothing of it is in the store then.
#[derive(Debug, Error)]
pub enum InstallError {
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("{}", no_version(.address, .range, .near))]
    NoVersion {
        address: ProviderAddress,
        range: VersionRange,
        near: Vec<String>,
    },
    #[error("no place that {0} may come from has it")]
    NotFound(ProviderAddress),
    #[error("no place that {address} may come from has {version} for {platform}")]
    NoPackage {
        address: ProviderAddress,
        version: String,
        platform: Platform,
    },
    #[error("the archive of {address} {version} is not what {expected_by} says: it has {found}")]
    WrongArchive {
        address: ProviderAddress,
        version: String,
        expected_by: &'static str,
        found: String,
    },
    #[error(
        "{address} {version} is not what Lumi.lock says: it has {found}; if the package was meant to \
         change, run `lumi update {name}`", name = .address.kind()
    )]
    LockMismatch {
        address: ProviderAddress,
        version: String,
        found: String,
    },
    #[error("the archive of {address} {version} is not usable: {reason}")]
    Archive {
        address: ProviderAddress,
        version: String,
        reason: ArchiveError,
    },
    #[error("{} cannot be read: {error}", .place.display())]
    Unreadable { place: PathBuf, error: io::Error },
    #[error("{} cannot be written: {error}", .place.display())]
    Unwritable { place: PathBuf, error: io::Error },
}

fn no_version(address: &ProviderAddress, range: &VersionRange, near: &[String]) -> String {
    if near.is_empty() {
        return format!("there is no version of {address}");
    }
    let near = near.join(", ");
    match range.is_any() {
        true => format!("there is no release of {address}, only {near}"),
        false => format!("no version of {address} is in `{range}`; the newest are {near}"),
    }
}
