//! The documents that registries answer.

use semver::Version;
use serde::Deserialize;

use crate::Platform;

/// `/.well-known/terraform.json`.
#[derive(Deserialize)]
pub(super) struct Discovery {
    /// Relative to the document, or a whole URL.
    #[serde(rename = "providers.v1")]
    pub providers: Option<String>,
}

/// `NAMESPACE/NAME/versions`.
#[derive(Deserialize)]
pub(super) struct Versions {
    #[serde(default)]
    pub versions: Vec<VersionEntry>,
    /// Remarks for users.
    #[serde(default)]
    pub warnings: Option<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct VersionEntry {
    version: String,
    #[serde(default)]
    protocols: Vec<String>,
    #[serde(default)]
    platforms: Vec<PlatformEntry>,
}

#[derive(Deserialize)]
struct PlatformEntry {
    os: String,
    arch: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistryVersion {
    pub version: Version,
    /// The versions of the plugin protocol, such as `5.0`; none if the registry does not say.
    pub protocols: Vec<String>,
    pub platforms: Vec<Platform>,
}

impl VersionEntry {
    /// `None` if the version is not one: a registry may have mistakes of others.
    pub fn interpret(self) -> Option<RegistryVersion> {
        let platforms = self.platforms.iter();
        let platforms = platforms.filter_map(|it| format!("{}_{}", it.os, it.arch).parse().ok());
        Some(RegistryVersion {
            version: Version::parse(&self.version).ok()?,
            protocols: self.protocols,
            platforms: platforms.collect(),
        })
    }
}

/// `NAMESPACE/NAME/VERSION/download/OS/ARCH`.
#[derive(Deserialize)]
pub(super) struct Download {
    pub filename: String,
    pub download_url: String,
    /// In hex.
    pub shasum: String,
    pub shasums_url: Option<String>,
    pub shasums_signature_url: Option<String>,
    #[serde(default)]
    pub signing_keys: SigningKeys,
}

#[derive(Default, Deserialize)]
pub(super) struct SigningKeys {
    #[serde(default)]
    pub gpg_public_keys: Vec<SigningKey>,
}

#[derive(Deserialize)]
pub(super) struct SigningKey {
    pub ascii_armor: String,
}
