//! An archive of a server, and what it must be.

use std::collections::BTreeMap;

use reqwest::Url;
use semver::Version;

use crate::fetch::{FetchError, Fetcher};
use crate::registry::read_checksums;
use crate::{PackageHash, Platform, PluginAddress};

/// Without checksums, the server does not say what its archive must be.
#[derive(Clone, Debug)]
pub(crate) struct ReleaseArchive {
    pub url: Url,
    /// The name of its file.
    pub name: String,
    /// The checksums of the release by file name; none if it has no list of them.
    pub checksums: BTreeMap<String, PackageHash>,
}

impl ReleaseArchive {
    /// `pulumi-resource-random-v4.19.0-linux-amd64.tar.gz`.
    pub fn file_name(address: &PluginAddress, version: &Version, platform: &Platform) -> String {
        let (system, architecture) = (platform.system(), platform.architecture());
        format!(
            "{}-v{version}-{system}-{architecture}.tar.gz",
            address.executable()
        )
    }

    /// The version in such a name, if it is that of a plugin for a platform.
    pub fn version_of(name: &str, address: &PluginAddress, platform: &Platform) -> Option<Version> {
        let (system, architecture) = (platform.system(), platform.architecture());
        let rest = name.strip_prefix(&address.executable())?;
        let rest = rest.strip_prefix("-v")?;
        let version = rest.strip_suffix(&format!("-{system}-{architecture}.tar.gz"))?;
        Version::parse(version).ok()
    }

    /// The list of checksums that the tools of Pulumi's releases write beside their archives.
    pub fn checksums_name(address: &PluginAddress, version: &Version) -> String {
        format!("pulumi-{}_{version}_checksums.txt", address.name())
    }

    /// The list at a URL; empty if the server has none.
    pub async fn checksums(
        fetcher: &Fetcher,
        url: &Url,
    ) -> Result<BTreeMap<String, PackageHash>, FetchError> {
        let text = match fetcher.bytes(url).await {
            Ok(text) => text.unwrap_or_default(),
            Err(FetchError::Unauthorized {
                had_token: false, ..
            }) => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(read_checksums(&String::from_utf8_lossy(&text)))
    }

    /// The hash that the list has for the archive.
    pub fn hash(&self) -> Option<&PackageHash> {
        self.checksums.get(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_pulumi_does() {
        let address: PluginAddress = "docker-build".parse().unwrap();
        let platform: Platform = "darwin_arm64".parse().unwrap();
        let version = Version::parse("1.2.0-alpha.1").unwrap();
        let name = ReleaseArchive::file_name(&address, &version, &platform);
        assert_eq!(
            name,
            "pulumi-resource-docker-build-v1.2.0-alpha.1-darwin-arm64.tar.gz"
        );
        let version_of = |name: &str| ReleaseArchive::version_of(name, &address, &platform);
        assert_eq!(version_of(&name), Some(version));
        for other in [
            "pulumi-resource-docker-v1.2.0-darwin-arm64.tar.gz",
            "pulumi-resource-docker-build-v1.2.0-linux-amd64.tar.gz",
            "pulumi-resource-docker-build-vlatest-darwin-arm64.tar.gz",
        ] {
            assert_eq!(version_of(other), None, "{other}");
        }
    }
}
