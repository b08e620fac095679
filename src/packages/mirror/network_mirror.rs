//! A web server that has providers, in the protocol of Terraform's network mirrors.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Url;
use semver::Version;
use serde::Deserialize;

use crate::fetch::{FetchError, Fetcher, is_secure, join_url, parse_url};
use crate::{PackageHash, Platform, ProviderAddress};

/// `URL/HOST/NAMESPACE/NAME/index.json` lists versions, `VERSION.json` beside it the archives of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkMirror {
    /// Ends with a slash.
    base: Url,
}

/// An archive of a mirror. Without hashes, the mirror does not say what it must be.
#[derive(Clone, Debug)]
pub(crate) struct MirrorArchive {
    pub url: Url,
    pub hashes: BTreeSet<PackageHash>,
}

#[derive(Deserialize)]
struct Index {
    #[serde(default)]
    versions: BTreeMap<String, serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Release {
    #[serde(default)]
    archives: BTreeMap<String, ArchiveEntry>,
}

#[derive(Deserialize)]
struct ArchiveEntry {
    url: String,
    #[serde(default)]
    hashes: Option<Vec<String>>,
}

impl NetworkMirror {
    pub fn new(mut base: Url) -> Self {
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Self { base }
    }

    /// A mirror by the text of its URL.
    pub fn parse(text: &str) -> Result<Self, FetchError> {
        let base = parse_url(text)?;
        match is_secure(&base) {
            true => Ok(Self::new(base)),
            false => Err(FetchError::Insecure { url: base }),
        }
    }

    pub fn url(&self) -> &Url {
        &self.base
    }

    /// All versions of a provider; none if the mirror does not have it.
    pub async fn versions(
        &self,
        fetcher: &Fetcher,
        address: &ProviderAddress,
    ) -> Result<BTreeSet<Version>, FetchError> {
        let index = fetcher
            .json::<Index>(&self.document(address, "index")?)
            .await?;
        let versions = index.map(|it| it.versions).unwrap_or_default();
        Ok(versions
            .keys()
            .filter_map(|it| Version::parse(it).ok())
            .collect())
    }

    /// The archive of a platform; `None` if the mirror does not have it.
    pub(crate) async fn archive(
        &self,
        fetcher: &Fetcher,
        address: &ProviderAddress,
        version: &Version,
        platform: &Platform,
    ) -> Result<Option<MirrorArchive>, FetchError> {
        let document = self.document(address, &version.to_string())?;
        let release = fetcher.json::<Release>(&document).await?;
        let archives = release.map(|it| it.archives).unwrap_or_default();
        let Some(entry) = archives.get(&platform.to_string()) else {
            return Ok(None);
        };
        let url = join_url(&document, &entry.url)?;
        // Hashes of schemes that are not known are left out.
        let hashes = entry
            .hashes
            .iter()
            .flatten()
            .filter_map(|it| it.parse().ok());
        Ok(Some(MirrorArchive {
            url,
            hashes: hashes.collect(),
        }))
    }

    fn document(&self, address: &ProviderAddress, name: &str) -> Result<Url, FetchError> {
        // A host with a port looks like a scheme, unless a folder is before it.
        join_url(&self.base, &format!("./{}/{name}.json", address.full()))
    }
}
