//! The registry of modules of one host: the protocol `modules.v1`.

use reqwest::Url;
use semver::Version;
use serde::Deserialize;

use super::archive_package::ArchivePackage;
use super::module_error::ModuleError;
use super::module_source::{ModuleSource, RemotePackage};
use super::registry_module::RegistryModule;
use super::subfolder::Subfolder;
use crate::fetch::{Fetcher, join_url, parse_url, scheme};

/// A host that has answered where its registry is.
#[derive(Clone, Debug)]
pub(super) struct ModuleRegistry {
    fetcher: Fetcher,
    /// Ends with a slash.
    base: Url,
}

/// The header by which servers name the place of a package.
pub(super) const PLACE: &str = "x-terraform-get";

/// `/.well-known/terraform.json`.
#[derive(Deserialize)]
struct Discovery {
    /// Relative to the document, or a whole URL.
    #[serde(rename = "modules.v1")]
    modules: Option<String>,
}

/// `NAMESPACE/NAME/SYSTEM/versions`.
#[derive(Deserialize)]
struct Versions {
    #[serde(default)]
    modules: Vec<ModuleVersions>,
}

#[derive(Deserialize)]
struct ModuleVersions {
    #[serde(default)]
    versions: Vec<VersionEntry>,
}

#[derive(Deserialize)]
struct VersionEntry {
    version: String,
}

/// `NAMESPACE/NAME/SYSTEM/VERSION/download`, of registries that answer with a document.
#[derive(Deserialize)]
struct Place {
    location: Option<String>,
    /// Set by registries that have the archive themselves.
    use_registry_credentials: Option<bool>,
}

impl ModuleRegistry {
    /// Asks a host where its registry is.
    pub async fn discover(fetcher: &Fetcher, host: &str) -> Result<Self, ModuleError> {
        let document = format!("{}://{host}/.well-known/terraform.json", scheme(host));
        let document = parse_url(&document)?;
        let discovery = fetcher.json::<Discovery>(&document).await?;
        let base = discovery.and_then(|it| it.modules);
        let base = base.ok_or_else(|| ModuleError::NoRegistry(host.to_owned()))?;
        let mut base = join_url(&document, &base)?;
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Ok(Self {
            fetcher: fetcher.clone(),
            base,
        })
    }

    /// All versions of a module; those that are none are left out.
    pub async fn versions(&self, module: &RegistryModule) -> Result<Vec<Version>, ModuleError> {
        let url = join_url(&self.base, &format!("{}/versions", module.path()))?;
        let document = self.fetcher.json::<Versions>(&url).await?;
        let document = document.ok_or_else(|| ModuleError::NotFound(Box::new(module.clone())))?;
        let entries = document.modules.into_iter().flat_map(|it| it.versions);
        let versions = entries.filter_map(|it| Version::parse(&it.version).ok());
        Ok(versions.collect())
    }

    /// The package of a version, and its folder there.
    pub async fn place(
        &self,
        module: &RegistryModule,
        version: &Version,
    ) -> Result<(RemotePackage, Subfolder), ModuleError> {
        let url = join_url(&self.base, &format!("{}/{version}/download", module.path()))?;
        let no_place = || ModuleError::NoPlace {
            module: Box::new(module.clone()),
            version: version.clone(),
        };
        let document = self.fetcher.document(&url).await?.ok_or_else(no_place)?;
        let place = serde_json::from_slice::<Place>(&document.bytes).ok();
        let is_direct = place
            .as_ref()
            .is_some_and(|it| it.use_registry_credentials.is_some());
        let location = place.and_then(|it| it.location).filter(|it| !it.is_empty());
        let location = location.or_else(|| document.header(PLACE).map(str::to_owned));
        let location = location.filter(|it| !it.is_empty()).ok_or_else(no_place)?;
        match is_direct {
            true => {
                let archive = join_url(&url, &location)?;
                let archive = ArchivePackage::direct(archive, &url)?;
                Ok((RemotePackage::Archive(archive), Subfolder::default()))
            }
            false => Ok(ModuleSource::parse_place(&location, &url)?),
        }
    }
}
