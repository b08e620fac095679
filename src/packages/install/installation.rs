//! One installation: from where a package was found into the store, and checked on the way.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use reqwest::Url;
use zip::ZipArchive;

use super::copied_files::copy_folder;
use super::found_package::{Content, FoundPackage};
use super::install_error::InstallError;
use super::package_store::PackageStore;
use super::request::{Installed, Request};
use crate::archive::{ArchiveError, ArchiveLimit, provider_executable, unpack};
use crate::cancellation::{Cancellable, Cancellation, on_thread, on_thread_in};
use crate::fetch::{DownloadLimit, Fetcher, Progress};
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

/// The hashes by which a download that went on with an earlier one is known to be right.
#[derive(Clone)]
enum Expected {
    /// Hashes of the archive alone.
    Archive(BTreeSet<PackageHash>),
    /// Hashes of the archive or of its files; without any, every archive is right.
    Files(BTreeSet<PackageHash>),
}

impl Expected {
    fn is_met(&self, file: &mut Cancellable<File>) -> io::Result<bool> {
        match self {
            Self::Archive(hashes) => Ok(hashes.contains(&PackageHash::of_archive(file)?)),
            Self::Files(hashes) if hashes.is_empty() => Ok(true),
            Self::Files(hashes) => Ok(!hashes_of_archive(file)?.is_disjoint(hashes)),
        }
    }
}

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
            Content::Unpacked(folder) => self.copy(folder).await,
            Content::Packed(archive) => {
                let hash = hash_of_file(archive).await?;
                self.unpack(archive, hash, &unsigned, &BTreeSet::new())
                    .await
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
        let expected = Expected::Files(archive.hashes.clone());
        self.download(&archive.url, &file, expected, progress)
            .await?;
        let hash = hash_of_file(&file).await?;
        let unsigned = SignedChecksums::default();
        let installed = self.unpack(&file, hash, &unsigned, &archive.hashes).await;
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
        let expected = Expected::Archive(BTreeSet::from([archive.hash.clone()]));
        self.download(&archive.url, &file, expected, progress)
            .await?;
        let hash = hash_of_file(&file).await?;
        if hash != archive.hash {
            discard(&file);
            return Err(self.request.wrong("the registry", &BTreeSet::from([hash])));
        }
        let any = BTreeSet::new();
        let installed = self.unpack(&file, hash, &archive.checksums, &any).await;
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
        let known = Expected::Archive(match expected {
            Some(expected) => BTreeSet::from([expected.clone()]),
            // Without a hash, what goes on with the beginning of another download is not trusted.
            None => self.request.locked.clone(),
        });
        self.download(&archive.url, &file, known, progress).await?;
        let hash = hash_of_file(&file).await?;
        if expected.is_some_and(|it| *it != hash) {
            discard(&file);
            return Err(self
                .request
                .wrong("the list of checksums", &BTreeSet::from([hash])));
        }
        let checksums = SignedChecksums {
            archives: archive.checksums.clone(),
            ..SignedChecksums::default()
        };
        let any = BTreeSet::new();
        let installed = self.unpack(&file, hash, &checksums, &any).await;
        discard(&file);
        installed
    }

    /// Downloads an archive. Where the file had the beginning of another one, it is downloaded again.
    async fn download(
        &self,
        url: &Url,
        file: &Path,
        expected: Expected,
        progress: &dyn Progress,
    ) -> Result<(), InstallError> {
        let fetch = || {
            let limit = DownloadLimit::ARCHIVE;
            self.fetcher.download(url, file, limit, progress)
        };
        let went_on = fetch().await?;
        if went_on {
            let path = file.to_owned();
            let is_met = move |it: &Cancellation| expected.is_met(&mut it.open(&path)?);
            if !on_thread(is_met).await.unwrap_or(false) {
                discard(file);
                fetch().await?;
            }
        }
        Ok(())
    }

    /// Unpacks an archive, whose hash is known. Its files are hashed as they are written; until they are
    /// found to be right, they are in a folder that nothing is started from. `expected` are the hashes
    /// that a mirror says, if it does.
    async fn unpack(
        &self,
        archive: &Path,
        hash: PackageHash,
        checksums: &SignedChecksums,
        expected: &BTreeSet<PackageHash>,
    ) -> Result<Installed, InstallError> {
        let unpacked = self.store.new_folder(&self.place)?;
        let archive = archive.to_owned();
        let is_tar = matches!(self.request.source, PackageSource::Pulumi(_));
        let unpacking = on_thread_in(unpacked, move |folder, it| {
            let archive = it.open(&archive).map_err(ArchiveError::unreadable)?;
            match is_tar {
                false => unpack(archive, folder, ArchiveLimit::PACKAGE),
                true => unpack_tar(archive, folder, ArchiveLimit::PACKAGE),
            }
        });
        let (unpacked, files) = unpacking.await;
        let files = files.map_err(|reason| self.request.unusable(reason))?;
        let hashes = BTreeSet::from([hash, files]);
        if !expected.is_empty() && hashes.is_disjoint(expected) {
            return Err(self.request.wrong("the mirror", &hashes));
        }
        self.request.check(&hashes, checksums)?;
        self.store(unpacked, hashes, checksums)
    }

    async fn copy(&self, folder: &Path) -> Result<Installed, InstallError> {
        let unreadable = |error| unreadable(folder, error);
        let from = folder.to_owned();
        let hash = on_thread(move |_| PackageHash::of_folder(&from)).await;
        let hash = hash.map_err(unreadable)?;
        let hashes = BTreeSet::from([hash]);
        let checksums = SignedChecksums::default();
        self.request.check(&hashes, &checksums)?;
        let unpacked = self.store.new_folder(&self.place)?;
        let (unpacked, copied) = copy_folder(folder, unpacked).await;
        copied.map_err(|error| InstallError::Unwritable {
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

async fn hash_of_file(file: &Path) -> Result<PackageHash, InstallError> {
    let path = file.to_owned();
    let hash = on_thread(move |it| PackageHash::of_archive(&mut it.open(&path)?)).await;
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

fn hashes_of_archive(file: &mut Cancellable<File>) -> io::Result<BTreeSet<PackageHash>> {
    let whole = PackageHash::of_archive(file)?;
    let mut archive = ZipArchive::new(file).map_err(io::Error::other)?;
    Ok(BTreeSet::from([
        whole,
        PackageHash::of_archive_files(&mut archive)?,
    ]))
}
