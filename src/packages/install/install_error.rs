//! Failed installations.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::archive::ArchiveError;
use crate::fetch::FetchError;
use crate::registry::RegistryError;
use crate::{PackageId, PackageSource, Platform, VersionRange};

/// Why a package is not installed. Nothing of it is in the store then.
#[derive(Debug, Error)]
pub enum InstallError {
    #[error(transparent)]
    Registry(Box<RegistryError>),
    #[error(transparent)]
    Fetch(Box<FetchError>),
    #[error("{}", no_version(.wanted, .range, .near))]
    NoVersion {
        wanted: Box<PackageSource>,
        range: VersionRange,
        near: Vec<String>,
    },
    #[error("{} was not found in any registry or mirror", .0.short())]
    NotFound(Box<PackageSource>),
    #[error("the server of {} does not list versions", .0.short())]
    Unlisted(Box<PackageSource>),
    #[error("{} {} is not available for {platform}", .package.source.short(), .package.version)]
    NoPackage {
        package: Box<PackageId>,
        platform: Platform,
    },
    #[error("the archive of {package} does not match {expected_by}: its hash is {found}")]
    WrongArchive {
        package: Box<PackageId>,
        expected_by: &'static str,
        found: String,
    },
    #[error("{package} does not match Lumi.lock: its hash is {found}")]
    LockMismatch {
        package: Box<PackageId>,
        found: String,
    },
    #[error("the archive of {package} is not usable: {reason}")]
    Archive {
        package: Box<PackageId>,
        reason: ArchiveError,
    },
    #[error("{} cannot be read: {error}", .place.display())]
    Unreadable { place: PathBuf, error: io::Error },
    #[error("{} cannot be written: {error}", .place.display())]
    Unwritable { place: PathBuf, error: io::Error },
}

fn no_version(source: &PackageSource, range: &VersionRange, near: &[String]) -> String {
    let source = source.short();
    if near.is_empty() {
        return format!("there is no version of {source}");
    }
    let (count, near) = (near.len(), near.join(", "));
    match (range.is_any(), count) {
        (true, _) => format!("there is no release of {source}, only {near}"),
        (false, 1) => format!("no version of {source} is in `{range}`; there is {near}"),
        (false, _) => format!("no version of {source} is in `{range}`; the newest are {near}"),
    }
}

impl From<RegistryError> for InstallError {
    fn from(error: RegistryError) -> Self {
        Self::Registry(Box::new(error))
    }
}

impl From<FetchError> for InstallError {
    fn from(error: FetchError) -> Self {
        Self::Fetch(Box::new(error))
    }
}
