//! The registry of one host.

use std::time::SystemTime;

use reqwest::Url;
use semver::Version;

use super::documents::{Discovery, Download, RegistryVersion, VersionEntry, Versions};
use super::registry_error::RegistryError;
use super::signed_checksums::{SignedChecksums, read_checksums};
use crate::fetch::{FetchError, Fetcher, join_url, parse_url, scheme};
use crate::{PackageHash, PackageId, Platform, ProviderAddress, signature};

/// A host that has answered where its registry is.
#[derive(Clone, Debug)]
pub struct ProviderRegistry {
    fetcher: Fetcher,
    /// Ends with a slash.
    base: Url,
}

/// An archive, and what it must be.
#[derive(Clone, Debug)]
pub(crate) struct RegistryArchive {
    pub url: Url,
    pub hash: PackageHash,
    pub checksums: SignedChecksums,
}

impl ProviderRegistry {
    /// Asks a host where its registry is.
    pub async fn discover(fetcher: &Fetcher, host: &str) -> Result<Self, RegistryError> {
        let document = parse_url(&format!(
            "{}://{host}/.well-known/terraform.json",
            scheme(host)
        ))?;
        let discovery = fetcher.json::<Discovery>(&document).await?;
        let base = discovery.and_then(|it| it.providers);
        let base = base.ok_or_else(|| RegistryError::NoRegistry(host.to_owned()))?;
        let mut base = join_url(&document, &base)?;
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Ok(Self {
            fetcher: fetcher.clone(),
            base,
        })
    }

    /// All versions of a provider, and remarks for users.
    pub async fn versions(
        &self,
        address: &ProviderAddress,
    ) -> Result<(Vec<RegistryVersion>, Vec<String>), RegistryError> {
        let place = format!("{}/{}/versions", address.namespace(), address.kind());
        let versions = self
            .fetcher
            .json::<Versions>(&join_url(&self.base, &place)?)
            .await?;
        let versions =
            versions.ok_or_else(|| RegistryError::NoProvider(Box::new(address.clone())))?;
        let all = versions
            .versions
            .into_iter()
            .filter_map(VersionEntry::interpret);
        Ok((all.collect(), versions.warnings.unwrap_or_default()))
    }

    /// The place of the archive for a platform. Its hash is that of the signed list, and what the registry
    /// says besides must agree with the list.
    pub(crate) async fn archive(
        &self,
        address: &ProviderAddress,
        version: &Version,
        platform: &Platform,
    ) -> Result<RegistryArchive, RegistryError> {
        let (namespace, kind) = (address.namespace(), address.kind());
        let (system, architecture) = (platform.system(), platform.architecture());
        let place = format!("{namespace}/{kind}/{version}/download/{system}/{architecture}");
        let document = join_url(&self.base, &place)?;
        let download = self.fetcher.json::<Download>(&document).await?;
        let download = download.ok_or_else(|| RegistryError::NoPackage {
            package: PackageId::boxed(&address.clone().into(), version),
            platform: platform.clone(),
        })?;
        let contradiction = |reason: String| RegistryError::Contradiction {
            package: PackageId::boxed(&address.clone().into(), version),
            reason,
        };
        let hash = format!("zh:{}", download.shasum.to_ascii_lowercase());
        let hash: PackageHash = hash.parse().map_err(|_| {
            contradiction(format!(
                "`{}` is not the SHA-256 of an archive",
                download.shasum
            ))
        })?;
        let checksums = self
            .checksums(address, version, &document, &download)
            .await?;
        if let Some(checksums) = &checksums
            && checksums.archives.get(&download.filename) != Some(&hash)
        {
            let file = &download.filename;
            return Err(contradiction(format!(
                "the hash of {file} differs from the one in its checksums"
            )));
        }
        Ok(RegistryArchive {
            url: join_url(&document, &download.download_url)?,
            hash,
            checksums: checksums.unwrap_or_default(),
        })
    }

    /// The signed list of a release. Only the default registry may have neither list nor keys: it says
    /// so for providers whose authors have given it none.
    async fn checksums(
        &self,
        address: &ProviderAddress,
        version: &Version,
        document: &Url,
        download: &Download,
    ) -> Result<Option<SignedChecksums>, RegistryError> {
        let keys: Vec<String> = download
            .signing_keys
            .gpg_public_keys
            .iter()
            .map(|it| it.ascii_armor.clone())
            .collect();
        let unsigned = || match address.host() == ProviderAddress::DEFAULT_HOST {
            true => Ok(()),
            false => Err(RegistryError::Unsigned {
                package: PackageId::boxed(&address.clone().into(), version),
            }),
        };
        let Some(list) = &download.shasums_url else {
            return unsigned().map(|()| None);
        };
        let list = self.required(&join_url(document, list)?).await?;
        let archives = read_checksums(&String::from_utf8_lossy(&list));
        let signature = match &download.shasums_signature_url {
            Some(place) if !keys.is_empty() => self.required(&join_url(document, place)?).await?,
            _ => {
                unsigned()?;
                return Ok(Some(SignedChecksums {
                    archives,
                    ..SignedChecksums::default()
                }));
            }
        };
        let signer = signature::verify(&list, &signature, &keys, SystemTime::now());
        let signer = signer.map_err(|reason| RegistryError::Untrusted {
            package: PackageId::boxed(&address.clone().into(), version),
            reason,
        })?;
        Ok(Some(SignedChecksums {
            archives,
            signed_by: Some(signer.key),
            is_expired: signer.is_expired,
        }))
    }

    async fn required(&self, url: &Url) -> Result<Vec<u8>, FetchError> {
        let bytes = self.fetcher.bytes(url).await?;
        bytes.ok_or_else(|| FetchError::Status {
            url: url.clone(),
            status: reqwest::StatusCode::NOT_FOUND,
        })
    }
}
