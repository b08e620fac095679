//! Releases by the API of GitHub.

use std::collections::BTreeSet;

use reqwest::Url;
use semver::Version;
use serde::Deserialize;

use super::release_archive::ReleaseArchive;
use crate::fetch::{FetchError, Fetcher, join_url, parse_url, scheme};
use crate::{Platform, PluginAddress};

/// The repository of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitHubReleases {
    host: String,
    owner: String,
    repository: String,
}

#[derive(Deserialize)]
struct Release {
    tag_name: String,
    #[serde(default)]
    draft: bool,
    #[serde(default)]
    assets: Vec<Asset>,
}

#[derive(Deserialize)]
struct Asset {
    name: String,
    /// In the API, for those who have a token.
    url: String,
    /// For everyone, if the repository is public.
    #[serde(default)]
    browser_download_url: Option<String>,
}

impl GitHubReleases {
    /// The repository has the name of the plugin, unless it is another one.
    pub(crate) fn new(host: &str, owner: &str, repository: Option<&str>, name: &str) -> Self {
        Self {
            host: host.to_owned(),
            owner: owner.to_owned(),
            repository: repository.map_or_else(|| format!("pulumi-{name}"), str::to_owned),
        }
    }

    /// The versions of the newest hundred releases that have an archive for the platform; `None` if there is no
    /// such repository.
    pub(crate) async fn versions(
        &self,
        fetcher: &Fetcher,
        address: &PluginAddress,
        platform: &Platform,
    ) -> Result<Option<BTreeSet<Version>>, FetchError> {
        let url = self.document("releases?per_page=100")?;
        let Some(releases) = fetcher.json::<Vec<Release>>(&url).await? else {
            return Ok(None);
        };
        let releases = releases.iter().filter(|it| !it.draft);
        let assets = releases.flat_map(|it| &it.assets);
        let versions =
            assets.filter_map(|it| ReleaseArchive::version_of(&it.name, address, platform));
        Ok(Some(versions.collect()))
    }

    /// `None` if the repository has no release of this version, or the release has no archive for the platform.
    pub(crate) async fn archive(
        &self,
        fetcher: &Fetcher,
        address: &PluginAddress,
        version: &Version,
        platform: &Platform,
    ) -> Result<Option<ReleaseArchive>, FetchError> {
        let document = self.document(&format!("releases/tags/v{version}"))?;
        let Some(release) = fetcher.json::<Release>(&document).await? else {
            return Ok(None);
        };
        if release.tag_name != format!("v{version}") {
            let reason = format!("it is the release `{}`", release.tag_name);
            return Err(FetchError::unexpected(&document, reason));
        }
        let asset = |name: &str| release.assets.iter().find(|it| it.name == name);
        let name = ReleaseArchive::file_name(address, version, platform);
        let Some(archive) = asset(&name) else {
            return Ok(None);
        };
        let url = self.url(fetcher, archive, &document)?;
        let checksums = match asset(&ReleaseArchive::checksums_name(address, version)) {
            Some(list) => {
                let url = self.url(fetcher, list, &document)?;
                ReleaseArchive::checksums(fetcher, &url).await?
            }
            None => Default::default(),
        };
        Ok(Some(ReleaseArchive {
            url,
            name,
            checksums,
        }))
    }

    fn document(&self, rest: &str) -> Result<Url, FetchError> {
        let Self {
            host,
            owner,
            repository,
        } = self;
        let scheme = scheme(host);
        parse_url(&format!(
            "{scheme}://{host}/repos/{owner}/{repository}/{rest}"
        ))
    }

    fn url(&self, fetcher: &Fetcher, asset: &Asset, document: &Url) -> Result<Url, FetchError> {
        let public = asset.browser_download_url.as_ref();
        let text = match public.filter(|_| !fetcher.has_token(document)) {
            Some(public) => public,
            None => &asset.url,
        };
        join_url(document, text)
    }
}
