//! A package to install, and an installed one.

use std::collections::BTreeSet;
use std::path::PathBuf;

use semver::Version;

use super::install_error::InstallError;
use crate::archive::{ArchiveError, provider_executable};
use crate::registry::SignedChecksums;
use crate::{PackageHash, PackageId, PackageSource, Platform};

/// A package to install.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub source: &'a PackageSource,
    pub version: &'a Version,
    pub platform: &'a Platform,
    /// The hashes of the lock, of which the package must have one; without any, it is new to the project.
    pub locked: &'a BTreeSet<PackageHash>,
}

/// An installed package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    pub folder: PathBuf,
    pub executable: PathBuf,
    /// For the lock: those of this package, and those of other platforms that the same key has signed.
    pub hashes: BTreeSet<PackageHash>,
    pub signed_by: Option<String>,
    pub warnings: Vec<String>,
}

impl Request<'_> {
    /// Compares with the lock. A lock may have the hashes of other platforms only: then the list that
    /// the key has signed must have one of them.
    pub(super) fn check(
        &self,
        hashes: &BTreeSet<PackageHash>,
        checksums: &SignedChecksums,
    ) -> Result<(), InstallError> {
        let signed = checksums
            .archives
            .values()
            .filter(|_| checksums.signed_by.is_some());
        let is_of_release = signed.into_iter().any(|it| self.locked.contains(it));
        if self.locked.is_empty() || !hashes.is_disjoint(self.locked) || is_of_release {
            return Ok(());
        }
        Err(InstallError::LockMismatch {
            package: PackageId::boxed(self.source, self.version),
            found: texts(hashes),
        })
    }

    pub(super) fn installed(
        &self,
        folder: PathBuf,
        mut hashes: BTreeSet<PackageHash>,
        checksums: &SignedChecksums,
    ) -> Result<Installed, InstallError> {
        let executable = provider_executable(&folder, &self.source.executable());
        let executable = executable.map_err(|reason| self.unusable(reason))?;
        hashes.extend(checksums.archives.values().cloned());
        let mut warnings = Vec::new();
        if let (Some(key), true) = (&checksums.signed_by, checksums.is_expired) {
            warnings.push(format!(
                "the key {key}, which signed {} {}, has expired since",
                self.source.short(),
                self.version
            ));
        }
        Ok(Installed {
            folder,
            executable,
            hashes,
            signed_by: checksums.signed_by.clone(),
            warnings,
        })
    }

    pub(super) fn unusable(&self, reason: ArchiveError) -> InstallError {
        InstallError::Archive {
            package: PackageId::boxed(self.source, self.version),
            reason,
        }
    }

    pub(super) fn wrong(
        &self,
        expected_by: &'static str,
        found: &BTreeSet<PackageHash>,
    ) -> InstallError {
        InstallError::WrongArchive {
            package: PackageId::boxed(self.source, self.version),
            expected_by,
            found: texts(found),
        }
    }
}

fn texts(hashes: &BTreeSet<PackageHash>) -> String {
    let texts: Vec<String> = hashes.iter().map(ToString::to_string).collect();
    texts.join(" and ")
}
