//! The packages that are installed on this machine, for all projects.

use std::collections::BTreeSet;
use std::fs::{self, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::HEXLOWER;
use semver::Version;
use sha2::{Digest as _, Sha256};

use super::install_error::InstallError;
use super::stored_hashes::StoredHashes;
use crate::archive::provider_executable;
use crate::readable::make_readable;
use crate::{PackageHash, PackageSource, Platform};

/// A folder with unpacked packages: `HOST/NAMESPACE/NAME/VERSION/OS_ARCH/` those of Terraform, as in its mirrors,
/// and `pulumi/…/NAME/VERSION/OS_ARCH/` those of Pulumi. Beside each is a file with its
/// hashes, and the downloads that are under way.
#[derive(Clone, Debug)]
pub struct PackageStore {
    folder: PathBuf,
}

/// Held while an archive is downloaded; released on drop. The file stays: another process may have it open.
pub(super) struct DownloadLock(
    #[expect(dead_code, reason = "RAII guard: the lock is that of the open file")] fs::File,
);

/// The pause between two looks at a lock.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// A package that is in the store, as it was when it was put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPackage {
    pub folder: PathBuf,
    pub executable: PathBuf,
    pub hashes: BTreeSet<PackageHash>,
}

impl PackageStore {
    /// The folder is made when it is needed.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder that a package has when it is stored.
    pub fn place(&self, source: &PackageSource, version: &Version, platform: &Platform) -> PathBuf {
        let package = self.folder.join(source.folder());
        package.join(version.to_string()).join(platform.to_string())
    }

    /// A package that is stored; nothing is installed or removed. `None` if it is missing, or was changed
    /// since it was stored.
    pub fn stored(
        &self,
        source: &PackageSource,
        version: &Version,
        platform: &Platform,
    ) -> Result<Option<StoredPackage>, InstallError> {
        let folder = self.place(source, version, platform);
        let hashes = self.hashes(&folder)?;
        let executable = provider_executable(&folder, &source.executable()).ok();
        Ok(hashes
            .zip(executable)
            .map(|(hashes, executable)| StoredPackage {
                executable,
                folder,
                hashes,
            }))
    }

    /// The hashes of a package that is stored and has not changed since. One that has is removed: it is
    /// installed anew then.
    pub(super) fn verified_hashes(
        &self,
        place: &Path,
    ) -> Result<Option<BTreeSet<PackageHash>>, InstallError> {
        let hashes = self.hashes(place)?;
        if hashes.is_none() && place.is_dir() {
            fs::remove_dir_all(place).map_err(|error| unwritable(place, error))?;
        }
        Ok(hashes)
    }

    /// The hashes of a package, if it is as it was when it was stored. Files that have not been written since
    /// are not read.
    fn hashes(&self, place: &Path) -> Result<Option<BTreeSet<PackageHash>>, InstallError> {
        let stored = StoredHashes::read(&hashes_of(place)).filter(|_| place.is_dir());
        let Some(stored) = stored else {
            return Ok(None);
        };
        if stored.is_unchanged(place) {
            return Ok(Some(stored.hashes));
        }
        let hash = PackageHash::of_folder(place).map_err(|error| InstallError::Unreadable {
            place: place.to_owned(),
            error,
        })?;
        if !stored.hashes.contains(&hash) {
            return Ok(None);
        }
        // A copy of the store has other times. Where they cannot be written, the files are read each time.
        if let Ok(stamped) = StoredHashes::of(stored.hashes.clone(), place) {
            let _ = stamped.write(&hashes_of(place));
        }
        Ok(Some(stored.hashes))
    }

    /// A new folder beside a place, to be filled and then stored.
    pub(super) fn new_folder(&self, place: &Path) -> Result<tempfile::TempDir, InstallError> {
        let above = place.parent().unwrap_or(&self.folder);
        let folder = fs::create_dir_all(above);
        let folder = folder.and_then(|()| {
            tempfile::Builder::new()
                .prefix(".installing-")
                .tempdir_in(above)
        });
        folder.map_err(|error| unwritable(above, error))
    }

    /// Moves a filled folder to its place at once. Another process may have been faster: its package is
    /// equally good.
    pub(super) fn store(
        &self,
        unpacked: tempfile::TempDir,
        place: &Path,
        hashes: &BTreeSet<PackageHash>,
    ) -> Result<(), InstallError> {
        let file = hashes_of(place);
        let hashes = StoredHashes::of(hashes.clone(), unpacked.path());
        let written = hashes.and_then(|it| it.write(&file));
        written.map_err(|error| unwritable(&file, error))?;
        match fs::rename(unpacked.path(), place) {
            Ok(()) => {
                // The folder has gone to its place.
                let _ = unpacked.keep();
                // Programs of others may be started from the store.
                make_readable(place).map_err(|error| unwritable(place, error))
            }
            Err(_) if place.is_dir() => Ok(()),
            Err(error) => Err(unwritable(place, error)),
        }
    }

    /// Waits until no other task and no other process of this user downloads the same.
    pub(super) async fn lock_download(&self, file: &Path) -> Result<DownloadLock, InstallError> {
        let lock = file.with_extension("lock");
        let unwritable = |error| unwritable(&lock, error);
        let held = fs::File::create(&lock).map_err(unwritable)?;
        loop {
            match held.try_lock() {
                Ok(()) => return Ok(DownloadLock(held)),
                Err(TryLockError::WouldBlock) => tokio::time::sleep(LOCK_PAUSE).await,
                Err(TryLockError::Error(error)) => return Err(unwritable(error)),
            }
        }
    }

    /// The file of a download, which may have been begun before.
    pub(crate) fn download_place(&self, url: &str) -> Result<PathBuf, InstallError> {
        let folder = self.folder.join(".downloads");
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, error))?;
        Ok(folder.join(format!("{}.archive", HEXLOWER.encode(&Sha256::digest(url)))))
    }
}

/// `OS_ARCH.json` beside `OS_ARCH`.
fn hashes_of(place: &Path) -> PathBuf {
    place.with_extension("json")
}

fn unwritable(place: &Path, error: io::Error) -> InstallError {
    InstallError::Unwritable {
        place: place.to_owned(),
        error,
    }
}
