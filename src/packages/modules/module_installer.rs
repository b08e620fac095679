//! Modules, from their sources into the store of this machine.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use semver::Version;
use tempfile::TempDir;
use tokio::sync::Mutex;

use super::archive_package::ArchivePackage;
use super::git_fetch;
use super::locked_module::LockedModule;
use super::module_error::ModuleError;
use super::module_files::copy_files;
use super::module_registry::{ModuleRegistry, PLACE};
use super::module_source::{ModulePackage, ModuleSource, RemotePackage};
use super::module_store::ModuleStore;
use super::registry_module::RegistryModule;
use super::subfolder::Subfolder;
use crate::archive::{ArchiveLimit, unpack};
use crate::cancellation::on_thread_in;
use crate::fetch::{DownloadLimit, Fetcher, Progress};
use crate::tar_archive::unpack_tar;
use crate::{PackageHash, VersionRange};

/// Fetches modules, and puts them into the store.
pub struct ModuleInstaller {
    fetcher: Fetcher,
    store: ModuleStore,
    /// The registries that have been asked, by host.
    registries: Mutex<Vec<(String, ModuleRegistry)>>,
}

/// A package that is to be installed.
#[derive(Clone, Copy)]
pub struct ModuleRequest<'a> {
    pub package: &'a ModulePackage,
    pub range: &'a VersionRange,
    /// The entry of the lock, if the same files are wanted.
    pub locked: Option<&'a LockedModule>,
}

/// A package that is in the store.
#[derive(Clone, Debug)]
pub struct InstalledModule {
    pub locked: LockedModule,
    /// Whether it was fetched now.
    pub is_new: bool,
}

/// The largest archive of modules, and the time that it may take.
const ARCHIVE: DownloadLimit = DownloadLimit::of_file(512 << 20);

/// The most servers that may send on to another one.
const MOST_PLACES: usize = 8;

/// How many versions a message names.
const NEAR: usize = 5;

impl ModuleInstaller {
    pub fn new(fetcher: Fetcher, store: ModuleStore) -> Self {
        Self {
            fetcher,
            store,
            registries: Mutex::default(),
        }
    }

    /// The newest version of a module in a range.
    pub async fn newest(
        &self,
        module: &RegistryModule,
        range: &VersionRange,
    ) -> Result<Version, ModuleError> {
        let mut versions = self.registry(module.host()).await?.versions(module).await?;
        if let Some(newest) = range.newest(&versions) {
            return Ok(newest.clone());
        }
        versions.sort_by(|a, b| b.cmp_precedence(a));
        let near = versions.iter().take(NEAR).map(ToString::to_string);
        Err(ModuleError::NoVersion {
            module: Box::new(module.clone()),
            range: range.clone(),
            near: near.collect(),
        })
    }

    async fn registry(&self, host: &str) -> Result<ModuleRegistry, ModuleError> {
        let mut known = self.registries.lock().await;
        if let Some((_, registry)) = known.iter().find(|it| it.0 == host) {
            return Ok(registry.clone());
        }
        let registry = ModuleRegistry::discover(&self.fetcher, host).await?;
        known.push((host.to_owned(), registry.clone()));
        Ok(registry)
    }

    /// Installs a package: what is locked and in the store is not asked for.
    pub async fn install(
        &self,
        request: ModuleRequest<'_>,
        progress: &dyn Progress,
    ) -> Result<InstalledModule, ModuleError> {
        if let Some(locked) = request.locked
            && self.store.find(&locked.hash).is_some()
        {
            return Ok(InstalledModule {
                locked: locked.clone(),
                is_new: false,
            });
        }
        let locked = request.locked;
        let (package, folder, version) = match request.package {
            ModulePackage::Remote(package) => (package.clone(), Subfolder::default(), None),
            ModulePackage::Registry(module) => {
                let version = match locked.and_then(|it| it.version.clone()) {
                    Some(version) => version,
                    None => self.newest(module, request.range).await?,
                };
                let registry = self.registry(module.host()).await?;
                let (package, folder) = registry.place(module, &version).await?;
                (package, folder, Some(version))
            }
        };
        let fetched = self.fetch(package, folder, locked, progress).await?;
        if locked.is_some_and(|it| it.hash != fetched.hash) {
            return Err(ModuleError::LockMismatch(fetched.hash));
        }
        let missing = || ModuleError::NoFolder(fetched.folder.to_string());
        let folder = fetched
            .folder
            .expand(fetched.files.path())
            .ok_or_else(missing)?;
        self.store.add(fetched.files, &fetched.hash)?;
        Ok(InstalledModule {
            locked: LockedModule {
                version,
                commit: fetched.commit,
                folder,
                hash: fetched.hash,
            },
            is_new: true,
        })
    }

    /// Fetches a package, wherever servers say that it is.
    async fn fetch(
        &self,
        package: RemotePackage,
        folder: Subfolder,
        locked: Option<&LockedModule>,
        progress: &dyn Progress,
    ) -> Result<Fetched, ModuleError> {
        let first = package.shown();
        let (mut package, mut folder) = (package, folder);
        for _ in 0..MOST_PLACES {
            let archive = match package {
                RemotePackage::Git(repository) => {
                    let commit = locked.and_then(|it| it.commit.as_deref());
                    let checkout = self.store.new_folder()?;
                    let commit = git_fetch::fetch(&repository, commit, checkout.path()).await?;
                    let (files, hash) = self.kept(checkout).await?;
                    let commit = Some(commit);
                    return Ok(Fetched {
                        files,
                        hash,
                        commit,
                        folder,
                    });
                }
                RemotePackage::Archive(archive) => archive,
            };
            if archive.format.is_some() {
                let unpacked = self.unpacked(&archive, progress).await?;
                let (files, hash) = self.kept(unpacked).await?;
                let commit = None;
                return Ok(Fetched {
                    files,
                    hash,
                    commit,
                    folder,
                });
            }
            let (next, inner) = self.place_of(&archive).await?;
            package = next;
            folder = inner.join(&folder);
        }
        Err(ModuleError::Endless(first))
    }

    /// The place that a server names in the headers of a document.
    async fn place_of(
        &self,
        document: &ArchivePackage,
    ) -> Result<(RemotePackage, Subfolder), ModuleError> {
        let mut url = document.url.clone();
        url.query_pairs_mut().append_pair("terraform-get", "1");
        let answer = self.fetcher.document(&url).await?;
        let answer = answer.ok_or_else(|| ModuleError::Missing(document.shown()))?;
        let place = answer.header(PLACE).filter(|it| !it.is_empty());
        let place = place.ok_or_else(|| ModuleError::NoArchive(document.shown()))?;
        Ok(ModuleSource::parse_place(place, &document.url)?)
    }

    /// A folder with what is in an archive.
    async fn unpacked(
        &self,
        archive: &ArchivePackage,
        progress: &dyn Progress,
    ) -> Result<TempDir, ModuleError> {
        let downloads = self.store.new_folder()?;
        let file = downloads.path().join("archive");
        let download = self
            .fetcher
            .download(&archive.url, &file, ARCHIVE, progress);
        download.await?;
        let checksum = archive.checksum.clone();
        let folder = self.store.new_folder()?;
        let (folder, result) = on_thread_in(folder, move |folder, it| {
            let open = || it.open(&file).map_err(|error| unreadable(&file, error));
            if let Some(expected) = checksum {
                let actual = expected.of_same_kind(open()?);
                let actual = actual.map_err(|error| unreadable(&file, error))?;
                if actual != expected {
                    return Err(ModuleError::WrongChecksum(actual.to_string()));
                }
            }
            let mut archive = open()?;
            let is_packed = is_gzip(&mut archive).map_err(|error| unreadable(&file, error))?;
            match is_packed {
                true => unpack_tar(archive, folder, ArchiveLimit::MODULE)?,
                false => unpack(archive, folder, ArchiveLimit::MODULE)?,
            };
            Ok(())
        })
        .await;
        drop(downloads);
        result.map(|()| folder)
    }

    /// A folder with the files that are kept, and their hash.
    async fn kept(&self, from: TempDir) -> Result<(TempDir, PackageHash), ModuleError> {
        let folder = self.store.new_folder()?;
        let (folder, result) = on_thread_in(folder, move |folder, it| {
            copy_files(from.path(), folder, ArchiveLimit::MODULE, &|| it.check())?;
            PackageHash::of_folder(folder).map_err(|error| unreadable(folder, error))
        })
        .await;
        result.map(|hash| (folder, hash))
    }
}

/// A package that was fetched.
struct Fetched {
    files: TempDir,
    hash: PackageHash,
    commit: Option<String>,
    folder: Subfolder,
}

/// Whether a file begins as a packed one does; it is read from its beginning then.
fn is_gzip(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    let mut bytes = Vec::new();
    file.by_ref().take(2).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(bytes == [0x1f, 0x8b])
}

fn unreadable(place: &Path, error: io::Error) -> ModuleError {
    ModuleError::Unreadable {
        place: place.to_owned(),
        error,
    }
}
