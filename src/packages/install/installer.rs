//! Finds packages in all places, and installs them.

use std::path::PathBuf;

use tokio::sync::Mutex;

use super::available::Available;
use super::found_package::{Content, FoundPackage};
use super::install_error::InstallError;
use super::installation::Installation;
use super::package_store::PackageStore;
use super::request::{Installed, Request};
use crate::fetch::{Fetcher, Progress};
use crate::mirror::FolderPackage;
use crate::origin::{OriginPlace, Origins};
use crate::plugin::PluginPlaces;
use crate::registry::{ProviderRegistry, RegistryError};
use crate::{PackageId, PackageSource, Platform, ProviderAddress, VersionRange};

/// Finds packages in all places, and puts them into the store.
pub struct Installer {
    pub(super) fetcher: Fetcher,
    origins: Origins,
    pub(super) plugins: PluginPlaces,
    store: PackageStore,
    /// The registries that have been asked, by host.
    registries: Mutex<Vec<(String, ProviderRegistry)>>,
}

impl Installer {
    pub fn new(
        fetcher: Fetcher,
        origins: Origins,
        plugins: PluginPlaces,
        store: PackageStore,
    ) -> Self {
        Self {
            fetcher,
            origins,
            plugins,
            store,
            registries: Mutex::default(),
        }
    }

    /// The versions of a package for a platform in all places that it may come from. Servers without a list have
    /// the version that `range` names alone, if it does.
    pub async fn available(
        &self,
        source: &PackageSource,
        range: &VersionRange,
        platform: &Platform,
    ) -> Result<Available, InstallError> {
        match source {
            PackageSource::Terraform(address) => self.available_providers(address, platform).await,
            PackageSource::Pulumi(address) => {
                self.available_plugins(address, range, platform).await
            }
        }
    }

    async fn available_providers(
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
            true => {
                let source = PackageSource::Terraform(address.clone());
                Err(InstallError::NotFound(Box::new(source)))
            }
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

    /// Finds a package, without a download: in the store if the lock knows what is there, otherwise in the
    /// first place that has it.
    pub async fn find(&self, request: Request<'_>) -> Result<FoundPackage, InstallError> {
        let place = self.place(request);
        if !request.locked.is_empty()
            && let Some(hashes) = self.store.verified_hashes(&place)?
            && !hashes.is_disjoint(request.locked)
        {
            let content = Content::Stored(hashes);
            return Ok(FoundPackage { content });
        }
        // A package that is new to the project is found anew: the lock wants the hashes of other
        // platforms, too. So is one with other hashes: the lock may have those of other platforms.
        let content = match request.source {
            PackageSource::Terraform(address) => self.find_provider(address, request).await?,
            PackageSource::Pulumi(address) => self.find_plugin(address, request).await?,
        };
        content
            .map(|content| FoundPackage { content })
            .ok_or_else(|| InstallError::NoPackage {
                package: PackageId::boxed(request.source, request.version),
                platform: request.platform.clone(),
            })
    }

    async fn find_provider(
        &self,
        address: &ProviderAddress,
        request: Request<'_>,
    ) -> Result<Option<Content>, InstallError> {
        for origin in self.origins.of(address) {
            if let Some(content) = self.find_in(origin, address, request).await? {
                return Ok(Some(content));
            }
        }
        Ok(None)
    }

    /// `None` if the origin does not have the package.
    async fn find_in(
        &self,
        origin: &OriginPlace,
        address: &ProviderAddress,
        request: Request<'_>,
    ) -> Result<Option<Content>, InstallError> {
        let Request {
            version, platform, ..
        } = request;
        match origin {
            OriginPlace::Folder(mirror) => {
                let package = mirror.package(address, version, platform);
                Ok(package.map(|it| match it {
                    FolderPackage::Unpacked(folder) => Content::Unpacked(folder),
                    FolderPackage::Packed(archive) => Content::Packed(archive),
                }))
            }
            OriginPlace::Network(mirror) => {
                let archive = mirror.archive(&self.fetcher, address, version, platform);
                let mirror = mirror.url().clone();
                let archive = archive.await?;
                Ok(archive.map(|archive| Content::Mirrored { mirror, archive }))
            }
            OriginPlace::Registry => {
                let registry = self.registry(address.host()).await?;
                match registry.archive(address, version, platform).await {
                    Err(RegistryError::NoPackage { .. }) => Ok(None),
                    Err(error) => Err(error.into()),
                    Ok(archive) => Ok(Some(Content::Registered {
                        host: address.host().to_owned(),
                        archive: Box::new(archive),
                    })),
                }
            }
        }
    }

    /// Installs a package that was found for the same request.
    pub async fn install(
        &self,
        request: Request<'_>,
        found: &FoundPackage,
        progress: &dyn Progress,
    ) -> Result<Installed, InstallError> {
        let installation = Installation {
            fetcher: &self.fetcher,
            store: &self.store,
            request,
            place: self.place(request),
        };
        installation.run(found, progress).await
    }

    fn place(&self, request: Request<'_>) -> PathBuf {
        self.store
            .place(request.source, request.version, request.platform)
    }
}
