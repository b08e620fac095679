//! Installs one package after the other.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use reqwest::Url;
use semver::Version;
use tokio::sync::Mutex;
use zip::ZipArchive;

use super::available::Available;
use super::install_error::InstallError;
use super::package_store::PackageStore;
use crate::archive::{provider_executable, unpack};
use crate::fetch::Fetcher;
pub use crate::fetch::Progress;
use crate::mirror::{FolderPackage, MirrorArchive};
use crate::origin::{OriginPlace, Origins};
use crate::registry::{ProviderRegistry, RegistryArchive, RegistryError, SignedChecksums};
use crate::{PackageHash, PackageId, Platform, ProviderAddress};

/// Finds packages in all places, and puts them into the store.
pub struct Installer {
    fetcher: Fetcher,
    origins: Origins,
    store: PackageStore,
    /// The registries that have been asked, by host.
    registries: Mutex<Vec<(String, ProviderRegistry)>>,
}

/// A package to install.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub address: &'a ProviderAddress,
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

impl Installer {
    pub fn new(fetcher: Fetcher, origins: Origins, store: PackageStore) -> Self {
        Self {
            fetcher,
            origins,
            store,
            registries: Mutex::default(),
        }
    }

    /// The versions of a provider for a platform in all places that it may come from.
    pub async fn available(
        &self,
        address: &ProviderAddress,
        platform: &Platform,
    ) -> Result<Available, InstallError> {
        let mut all = Available::default();
        let mut is_known = false;
        for place in self.origins.of(address) {
            match place {
                OriginPlace::Folder(mirror) => {
                    all.versions.extend(mirror.versions(address, platform))
                }
                OriginPlace::Network(mirror) => {
                    all.versions
                        .extend(mirror.versions(&self.fetcher, address).await?);
                }
                OriginPlace::Registry => match self.registry_versions(address, platform).await {
                    Ok(found) => {
                        is_known = true;
                        all.versions.extend(found.versions);
                        all.warnings.extend(found.warnings);
                    }
                    // A mirror may have what the registry has not.
                    Err(RegistryError::NoProvider(_)) if !all.versions.is_empty() => {}
                    Err(error) => return Err(error.into()),
                },
            }
        }
        match all.versions.is_empty() && !is_known {
            true => Err(InstallError::NotFound(Box::new(address.clone()))),
            false => Ok(all),
        }
    }

    /// Versions that are there for the platform, and whose protocol is one of those that providers are
    /// asked in.
    async fn registry_versions(
        &self,
        address: &ProviderAddress,
        platform: &Platform,
    ) -> Result<Available, RegistryError> {
        let registry = self.registry(address.host()).await?;
        let (versions, warnings) = registry.versions(address).await?;
        let is_usable = |protocols: &[String]| {
            let is_known = |it: &String| it.starts_with("5.") || it.starts_with("6.");
            protocols.is_empty() || protocols.iter().any(is_known)
        };
        let versions = versions.into_iter().filter(|it| {
            let is_built = it.platforms.is_empty() || it.platforms.contains(platform);
            is_built && is_usable(&it.protocols)
        });
        Ok(Available {
            versions: versions.map(|it| it.version).collect(),
            warnings,
        })
    }

    async fn registry(&self, host: &str) -> Result<ProviderRegistry, RegistryError> {
        let mut known = self.registries.lock().await;
        if let Some((_, registry)) = known.iter().find(|it| it.0 == host) {
            return Ok(registry.clone());
        }
        let registry = ProviderRegistry::discover(&self.fetcher, host).await?;
        known.push((host.to_owned(), registry.clone()));
        Ok(registry)
    }

    /// Installs a package, unless the store has it already.
    pub async fn install(
        &self,
        request: Request<'_>,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let place = self
            .store
            .place(request.address, request.version, request.platform);
        if let Some(hashes) = self.store.intact(&place)? {
            let is_locked = !request.locked.is_empty();
            if is_locked && !hashes.is_disjoint(request.locked) {
                return request.installed(place, hashes, SignedChecksums::default());
            }
            // A package that is new to the project is found anew: the lock wants the hashes of other
            // platforms, too. So is one with other hashes: the lock may have those of other platforms.
        }
        for origin in self.origins.of(request.address) {
            if let Some(installed) = self.install_from(origin, request, &place, progress).await? {
                return Ok(installed);
            }
        }
        Err(InstallError::NoPackage {
            package: PackageId::boxed(request.address, request.version),
            platform: request.platform.clone(),
        })
    }

    /// `None` if the origin does not have the package.
    async fn install_from(
        &self,
        origin: &OriginPlace,
        request: Request<'_>,
        place: &Path,
        progress: &dyn Progress,
    ) -> Result<Option<Installed>, InstallError> {
        let Request {
            address,
            version,
            platform,
            ..
        } = request;
        match origin {
            OriginPlace::Folder(mirror) => match mirror.package(address, version, platform) {
                None => Ok(None),
                Some(FolderPackage::Unpacked(folder)) => {
                    self.copy(request, &folder, place).map(Some)
                }
                Some(FolderPackage::Packed(archive)) => self
                    .unpack(request, &archive, SignedChecksums::default(), place)
                    .map(Some),
            },
            OriginPlace::Network(mirror) => {
                let archive = mirror
                    .archive(&self.fetcher, address, version, platform)
                    .await?;
                match archive {
                    None => Ok(None),
                    Some(archive) => self
                        .install_mirrored(request, &archive, place, progress)
                        .await
                        .map(Some),
                }
            }
            OriginPlace::Registry => {
                let registry = self.registry(address.host()).await?;
                match registry.archive(address, version, platform).await {
                    Err(RegistryError::NoPackage { .. }) => Ok(None),
                    Err(error) => Err(error.into()),
                    Ok(archive) => self
                        .install_registered(request, archive, place, progress)
                        .await
                        .map(Some),
                }
            }
        }
    }

    async fn install_mirrored(
        &self,
        request: Request<'_>,
        archive: &MirrorArchive,
        place: &Path,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let file = self.store.download_place(archive.url.as_str())?;
        let is_expected = |hashes: &BTreeSet<PackageHash>| {
            archive.hashes.is_empty() || !hashes.is_disjoint(&archive.hashes)
        };
        self.download(&archive.url, &file, &is_expected, progress)
            .await?;
        let hashes = hashes_of_archive(&file).map_err(|error| request.broken(error))?;
        if !is_expected(&hashes) {
            discard(&file);
            return Err(request.wrong("the mirror", &hashes));
        }
        let installed = self.unpack(request, &file, SignedChecksums::default(), place);
        discard(&file);
        installed
    }

    async fn install_registered(
        &self,
        request: Request<'_>,
        archive: RegistryArchive,
        place: &Path,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let file = self.store.download_place(archive.url.as_str())?;
        self.download(
            &archive.url,
            &file,
            &|found| found.contains(&archive.hash),
            progress,
        )
        .await?;
        let found = hash_of_file(&file)?;
        if found != archive.hash {
            discard(&file);
            return Err(request.wrong("the registry", &BTreeSet::from([found])));
        }
        let installed = self.unpack(request, &file, archive.checksums, place);
        discard(&file);
        installed
    }

    /// Downloads an archive. Where the file had the beginning of another one, it is downloaded again.
    async fn download(
        &self,
        url: &Url,
        file: &Path,
        is_expected: &(dyn Fn(&BTreeSet<PackageHash>) -> bool + Sync),
        progress: &dyn Progress,
    ) -> Result<(), InstallError> {
        let went_on = self.fetcher.download(url, file, progress).await?;
        if went_on && !hashes_of_archive(file).is_ok_and(|it| is_expected(&it)) {
            discard(file);
            self.fetcher.download(url, file, progress).await?;
        }
        Ok(())
    }

    fn unpack(
        &self,
        request: Request<'_>,
        archive: &Path,
        checksums: SignedChecksums,
        place: &Path,
    ) -> Result<Installed, InstallError> {
        let hashes = hashes_of_archive(archive).map_err(|error| request.broken(error))?;
        request.check(&hashes, &checksums)?;
        let filled = self.store.prepare(place)?;
        unpack(archive, filled.path()).map_err(|reason| request.unusable(reason))?;
        self.keep(request, filled, hashes, checksums, place)
    }

    fn copy(
        &self,
        request: Request<'_>,
        folder: &Path,
        place: &Path,
    ) -> Result<Installed, InstallError> {
        let hash = PackageHash::of_folder(folder).map_err(|error| unreadable(folder, error))?;
        let hashes = BTreeSet::from([hash]);
        let checksums = SignedChecksums::default();
        request.check(&hashes, &checksums)?;
        let filled = self.store.prepare(place)?;
        copy_files(folder, filled.path()).map_err(|error| InstallError::Unwritable {
            place: filled.path().to_owned(),
            error,
        })?;
        self.keep(request, filled, hashes, checksums, place)
    }

    fn keep(
        &self,
        request: Request<'_>,
        filled: tempfile::TempDir,
        hashes: BTreeSet<PackageHash>,
        checksums: SignedChecksums,
        place: &Path,
    ) -> Result<Installed, InstallError> {
        provider_executable(filled.path(), request.address.kind())
            .map_err(|reason| request.unusable(reason))?;
        if let Some(stored) = self.store.intact(place)?
            && stored.is_disjoint(&hashes)
        {
            // What another project has under this version is another package: the newer one wins, and that
            // project's lock notices.
            fs::remove_dir_all(place).map_err(|error| unreadable(place, error))?;
        }
        self.store.keep(filled, place, &hashes)?;
        request.installed(place.to_owned(), hashes, checksums)
    }
}

impl Request<'_> {
    /// Compares with the lock. A lock may have the hashes of other platforms only: then the list that
    /// the key has signed must have one of them.
    fn check(
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
            package: PackageId::boxed(self.address, self.version),
            found: texts(hashes),
        })
    }

    fn installed(
        &self,
        folder: PathBuf,
        mut hashes: BTreeSet<PackageHash>,
        checksums: SignedChecksums,
    ) -> Result<Installed, InstallError> {
        let executable = provider_executable(&folder, self.address.kind());
        let executable = executable.map_err(|reason| self.unusable(reason))?;
        hashes.extend(checksums.archives.into_values());
        let mut warnings = Vec::new();
        if let (Some(key), true) = (&checksums.signed_by, checksums.is_expired) {
            warnings.push(format!(
                "the key {key}, which signed {} {}, has expired since",
                self.address, self.version
            ));
        }
        Ok(Installed {
            folder,
            executable,
            hashes,
            signed_by: checksums.signed_by,
            warnings,
        })
    }

    fn unusable(&self, reason: crate::archive::ArchiveError) -> InstallError {
        InstallError::Archive {
            package: PackageId::boxed(self.address, self.version),
            reason,
        }
    }

    fn broken(&self, error: io::Error) -> InstallError {
        self.unusable(crate::archive::ArchiveError::NotAnArchive(
            error.to_string(),
        ))
    }

    fn wrong(&self, expected_by: &'static str, found: &BTreeSet<PackageHash>) -> InstallError {
        InstallError::WrongArchive {
            package: PackageId::boxed(self.address, self.version),
            expected_by,
            found: texts(found),
        }
    }
}

fn texts(hashes: &BTreeSet<PackageHash>) -> String {
    let texts: Vec<String> = hashes.iter().map(ToString::to_string).collect();
    texts.join(" and ")
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
