//! One installation: from where a package was found into the store, and checked on the way.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use reqwest::Url;
use zip::ZipArchive;

use super::found_package::{Content, FoundPackage};
use super::install_error::InstallError;
use super::package_store::PackageStore;
use super::request::{Installed, Request};
use crate::archive::{provider_executable, unpack};
use crate::fetch::{Fetcher, Progress};
use crate::mirror::MirrorArchive;
use crate::plugin::ReleaseArchive;
use crate::registry::{RegistryArchive, SignedChecksums};
use crate::tar_archive::unpack_tar;
use crate::{PackageHash, PackageSource};

/// The parts that an installation works with.
pub(super) struct Installation<'a> {
    pub fetcher: &'a Fetcher,
    pub store: &'a PackageStore,
    pub request: Request<'a>,
    /// The folder of the package in the store.
    pub place: PathBuf,
}

/// Whether an archive is the one that was meant.
type HashCheck<'a> = &'a (dyn Fn(&Path) -> io::Result<bool> + Sync);

impl Installation<'_> {
    pub async fn run(
        &self,
        found: &FoundPackage,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let unsigned = SignedChecksums::default();
        match &found.content {
            Content::Stored(hashes) => {
                self.request
                    .installed(self.place.clone(), hashes.clone(), &unsigned)
            }
            Content::Unpacked(folder) => self.copy(folder),
            Content::Packed(archive) => {
                let hash = hash_of_file(archive)?;
                self.unpack(archive, hash, &unsigned, &BTreeSet::new())
            }
            Content::Mirrored { archive, .. } => self.install_from_mirror(archive, progress).await,
            Content::Registered { archive, .. } => {
                self.install_from_registry(archive, progress).await
            }
            Content::Released(archive) => self.install_from_release(archive, progress).await,
        }
    }

    async fn install_from_mirror(
        &self,
        archive: &MirrorArchive,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let file = self.store.download_place(archive.url.as_str())?;
        let _lock = self.store.lock_download(&file).await?;
        let expected = &archive.hashes;
        let is_expected = |file: &Path| {
            Ok(expected.is_empty() || !hashes_of_archive(file)?.is_disjoint(expected))
        };
        self.download(&archive.url, &file, &is_expected, progress)
            .await?;
        let hash = hash_of_file(&file)?;
        let installed = self.unpack(&file, hash, &SignedChecksums::default(), expected);
        discard(&file);
        installed
    }

    async fn install_from_registry(
        &self,
        archive: &RegistryArchive,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let file = self.store.download_place(archive.url.as_str())?;
        let _lock = self.store.lock_download(&file).await?;
        let is_expected =
            |file: &Path| Ok(PackageHash::of_archive(&mut File::open(file)?)? == archive.hash);
        self.download(&archive.url, &file, &is_expected, progress)
            .await?;
        let found = hash_of_file(&file)?;
        if found != archive.hash {
            discard(&file);
            return Err(self.request.wrong("the registry", &BTreeSet::from([found])));
        }
        let installed = self.unpack(&file, found, &archive.checksums, &BTreeSet::new());
        discard(&file);
        installed
    }

    /// A release without checksums is tied to the lock alone.
    async fn install_from_release(
        &self,
        archive: &ReleaseArchive,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let expected = match archive.hash() {
            None if !archive.checksums.is_empty() => {
                let listed = archive.checksums.values().cloned().collect();
                return Err(self
                    .request
                    .wrong("the list of checksums, which has no line for it", &listed));
            }
            hash => hash,
        };
        let file = self.store.download_place(archive.url.as_str())?;
        let _lock = self.store.lock_download(&file).await?;
        let is_expected = |file: &Path| {
            let found = PackageHash::of_archive(&mut File::open(file)?)?;
            Ok(match expected {
                Some(expected) => found == *expected,
                // Without a hash, what goes on with the beginning of another download is not trusted.
                None => self.request.locked.contains(&found),
            })
        };
        self.download(&archive.url, &file, &is_expected, progress)
            .await?;
        let found = hash_of_file(&file)?;
        if expected.is_some_and(|it| *it != found) {
            discard(&file);
            return Err(self
                .request
                .wrong("the list of checksums", &BTreeSet::from([found])));
        }
        let checksums = SignedChecksums {
            archives: archive.checksums.clone(),
            ..SignedChecksums::default()
        };
        let installed = self.unpack(&file, found, &checksums, &BTreeSet::new());
        discard(&file);
        installed
    }

    /// Downloads an archive. Where the file had the beginning of another one, it is downloaded again.
    async fn download(
        &self,
        url: &Url,
        file: &Path,
        is_expected: HashCheck<'_>,
        progress: &dyn Progress,
    ) -> Result<(), InstallError> {
        let went_on = self.fetcher.download(url, file, progress).await?;
        if went_on && !is_expected(file).unwrap_or(false) {
            discard(file);
            self.fetcher.download(url, file, progress).await?;
        }
        Ok(())
    }

    /// Unpacks an archive, whose hash is known. Its files are hashed as they are written; until they are
    /// found to be right, they are in a folder that nothing is started from. `expected` are the hashes
    /// that a mirror says, if it does.
    fn unpack(
        &self,
        archive: &Path,
        hash: PackageHash,
        checksums: &SignedChecksums,
        expected: &BTreeSet<PackageHash>,
    ) -> Result<Installed, InstallError> {
        let unpacked = self.store.new_folder(&self.place)?;
        let files = match self.request.source {
            PackageSource::Terraform(_) => unpack(archive, unpacked.path()),
            PackageSource::Pulumi(_) => unpack_tar(archive, unpacked.path()),
        };
        let files = files.map_err(|reason| self.request.unusable(reason))?;
        let hashes = BTreeSet::from([hash, files]);
        if !expected.is_empty() && hashes.is_disjoint(expected) {
            return Err(self.request.wrong("the mirror", &hashes));
        }
        self.request.check(&hashes, checksums)?;
        self.store(unpacked, hashes, checksums)
    }

    fn copy(&self, folder: &Path) -> Result<Installed, InstallError> {
        let unreadable = |error| unreadable(folder, error);
        let hash = PackageHash::of_folder(folder).map_err(unreadable)?;
        let hashes = BTreeSet::from([hash]);
        let checksums = SignedChecksums::default();
        self.request.check(&hashes, &checksums)?;
        let unpacked = self.store.new_folder(&self.place)?;
        copy_files(folder, unpacked.path()).map_err(|error| InstallError::Unwritable {
            place: unpacked.path().to_owned(),
            error,
        })?;
        self.store(unpacked, hashes, &checksums)
    }

    fn store(
        &self,
        unpacked: tempfile::TempDir,
        hashes: BTreeSet<PackageHash>,
        checksums: &SignedChecksums,
    ) -> Result<Installed, InstallError> {
        provider_executable(unpacked.path(), &self.request.source.executable())
            .map_err(|reason| self.request.unusable(reason))?;
        let mut kept = hashes.clone();
        match self.store.verified_hashes(&self.place)? {
            // Another project has installed another package as this version: the newer one wins, and that
            // project's lock notices.
            Some(stored) if stored.is_disjoint(&hashes) => {
                fs::remove_dir_all(&self.place).map_err(|error| unreadable(&self.place, error))?;
            }
            // The lock of another project may have the other hash of the same package.
            Some(stored) => kept.extend(stored),
            None => {}
        }
        self.store.store(unpacked, &self.place, &kept)?;
        self.request
            .installed(self.place.clone(), hashes, checksums)
    }
}

fn hash_of_file(file: &Path) -> Result<PackageHash, InstallError> {
    let hash = File::open(file).and_then(|mut it| PackageHash::of_archive(&mut it));
    hash.map_err(|error| unreadable(file, error))
}

fn unreadable(place: &Path, error: io::Error) -> InstallError {
    InstallError::Unreadable {
        place: place.to_owned(),
        error,
    }
}

/// A download that is of no use any more. One that stays is overwritten.
fn discard(file: &Path) {
    let _ = fs::remove_file(file);
}

fn hashes_of_archive(file: &Path) -> io::Result<BTreeSet<PackageHash>> {
    let whole = PackageHash::of_archive(&mut File::open(file)?)?;
    let mut archive = ZipArchive::new(File::open(file)?).map_err(io::Error::other)?;
    Ok(BTreeSet::from([
        whole,
        PackageHash::of_archive_files(&mut archive)?,
    ]))
}

/// Copies files and folders with their modes; what links lead to is copied.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        match fs::metadata(entry.path())?.is_dir() {
            true => {
                fs::create_dir(&place)?;
                copy_files(&entry.path(), &place)?;
            }
            false => {
                fs::copy(entry.path(), &place)?;
            }
        }
    }
    Ok(())
}
