//! Failed installations of modules.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use semver::Version;
use thiserror::Error;

use super::registry_module::RegistryModule;
use super::source_error::ModuleSourceError;
use crate::archive::ArchiveError;
use crate::fetch::FetchError;
use crate::{PackageHash, VersionRange};

/// Why a module is not installed. Nothing of it is in the store then.
#[derive(Debug, Error)]
pub enum ModuleError {
    #[error(transparent)]
    Source(#[from] ModuleSourceError),
    #[error(transparent)]
    Fetch(Box<FetchError>),
    #[error(
        "{0} has no registry of modules: its `/.well-known/terraform.json` does not name `modules.v1`"
    )]
    NoRegistry(String),
    #[error("the registry has no module {0}")]
    NotFound(Box<RegistryModule>),
    #[error("{}", no_version(.module, .range, .near))]
    NoVersion {
        module: Box<RegistryModule>,
        range: VersionRange,
        near: Vec<String>,
    },
    #[error("the registry does not say where {module} {version} is")]
    NoPlace {
        module: Box<RegistryModule>,
        version: Version,
    },
    #[error("{0} is no archive, and does not name one in a header `X-Terraform-Get`")]
    NoArchive(String),
    #[error(
        "{0} names another server as the place of the module, and that another one, without an end"
    )]
    Endless(String),
    #[error("there is nothing at {0}")]
    Missing(String),
    #[error("git cannot be started: {0}; modules in repositories need it")]
    NoGit(io::Error),
    #[error("git cannot fetch {repository}: {reason}")]
    Git { repository: String, reason: String },
    #[error("{repository} was not fetched within {} s", .limit.as_secs())]
    SlowGit { repository: String, limit: Duration },
    #[error("{repository} has more than {limit} bytes")]
    LargeRepository { repository: String, limit: u64 },
    #[error("the link `{0}` leads out of the package")]
    LinkOut(String),
    #[error(
        "the package has {files} files of {bytes} bytes, which is more than one of modules can have"
    )]
    TooLarge { files: usize, bytes: u64 },
    #[error("the package has no files")]
    Empty,
    #[error("the package has no folder `{0}`")]
    NoFolder(String),
    #[error("the archive is not usable: {0}")]
    Archive(#[from] ArchiveError),
    #[error("the archive does not match the checksum of its source: it has {0}")]
    WrongChecksum(String),
    #[error("the module does not match Lumi.lock: its hash is {0}")]
    LockMismatch(PackageHash),
    #[error("{} cannot be read: {error}", .place.display())]
    Unreadable { place: PathBuf, error: io::Error },
    #[error("{} cannot be written: {error}", .place.display())]
    Unwritable { place: PathBuf, error: io::Error },
}

fn no_version(module: &RegistryModule, range: &VersionRange, near: &[String]) -> String {
    match (near, range.is_any()) {
        ([], _) => format!("there is no version of {module}"),
        (near, true) => format!("there is no release of {module}, only {}", near.join(", ")),
        (near, false) => format!(
            "no version of {module} is in `{range}`; the newest are {}",
            near.join(", ")
        ),
    }
}

impl From<FetchError> for ModuleError {
    fn from(error: FetchError) -> Self {
        Self::Fetch(Box::new(error))
    }
}
