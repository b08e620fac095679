//! A web server that has archives, and no list of them.

use reqwest::Url;
use semver::Version;

use super::release_archive::ReleaseArchive;
use crate::fetch::{FetchError, Fetcher, parse_url};
use crate::{Platform, PluginAddress};

/// Archives are at `URL/pulumi-resource-NAME-vVERSION-OS-ARCH.tar.gz`. Parts of the URL may be `${NAME}`,
/// `${VERSION}`, `${OS}` and `${ARCH}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileServer {
    base: String,
}

impl FileServer {
    pub fn new(base: impl Into<String>) -> Self {
        Self { base: base.into() }
    }

    /// `None` if the server does not have the archive.
    pub async fn archive(
        &self,
        fetcher: &Fetcher,
        address: &PluginAddress,
        version: &Version,
        platform: &Platform,
    ) -> Result<Option<ReleaseArchive>, FetchError> {
        let name = ReleaseArchive::file_name(address, version, platform);
        let base = self.folder(address, version, platform);
        let url = document(&base, &name)?;
        if !fetcher.exists(&url).await? {
            return Ok(None);
        }
        let list = document(&base, &ReleaseArchive::checksums_name(address, version))?;
        let checksums = ReleaseArchive::checksums(fetcher, &list).await?;
        Ok(Some(ReleaseArchive {
            url,
            name,
            checksums,
        }))
    }

    /// The URL with its variables replaced; in a URL, braces are escaped.
    fn folder(&self, address: &PluginAddress, version: &Version, platform: &Platform) -> String {
        let version = version.to_string();
        let variables = [
            ("NAME", address.name()),
            ("VERSION", version.as_str()),
            ("OS", platform.system()),
            ("ARCH", platform.architecture()),
        ];
        let mut base = self.base.clone();
        for (name, value) in variables {
            for written in [format!("$%7B{name}%7D"), format!("${{{name}}}")] {
                base = base.replace(&written, value);
            }
        }
        base
    }
}

fn document(base: &str, name: &str) -> Result<Url, FetchError> {
    parse_url(&format!("{}/{name}", base.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_may_have_variables() {
        let server = FileServer::new("https://x/$%7BOS%7D/${NAME}/v$%7BVERSION%7D");
        let folder = server.folder(
            &"dns".parse().unwrap(),
            &Version::new(1, 2, 3),
            &"linux_arm64".parse().unwrap(),
        );
        assert_eq!(folder, "https://x/linux/dns/v1.2.3");
    }
}
