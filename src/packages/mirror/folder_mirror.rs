//! A folder with providers, packed or unpacked, in the layout of Terraform.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use semver::Version;

use crate::{Platform, ProviderAddress};

/// Unpacked: `HOST/NAMESPACE/NAME/VERSION/OS_ARCH/`. Packed:
/// `HOST/NAMESPACE/NAME/terraform-provider-NAME_VERSION_OS_ARCH.zip`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderMirror {
    folder: PathBuf,
}

/// A package of such a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FolderPackage {
    Unpacked(PathBuf),
    Packed(PathBuf),
}

impl FolderMirror {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The versions that are there for a platform.
    pub fn versions(&self, address: &ProviderAddress, platform: &Platform) -> BTreeSet<Version> {
        let entries = fs::read_dir(self.place(address))
            .into_iter()
            .flatten()
            .flatten();
        let names = entries.filter_map(|it| it.file_name().into_string().ok());
        let version = |name: String| match archive_version(&name, address.kind(), platform) {
            Some(version) => Some(version),
            None => Version::parse(&name)
                .ok()
                .filter(|version| self.unpacked(address, version, platform).is_dir()),
        };
        names.filter_map(version).collect()
    }

    /// One version; an unpacked one comes first.
    pub(crate) fn package(
        &self,
        address: &ProviderAddress,
        version: &Version,
        platform: &Platform,
    ) -> Option<FolderPackage> {
        let unpacked = self.unpacked(address, version, platform);
        if unpacked.is_dir() {
            return Some(FolderPackage::Unpacked(unpacked));
        }
        let kind = address.kind();
        let name = format!("terraform-provider-{kind}_{version}_{platform}.zip");
        let packed = self.place(address).join(name);
        packed.is_file().then_some(FolderPackage::Packed(packed))
    }

    pub fn providers(&self) -> BTreeSet<ProviderAddress> {
        let below = |folder: &Path| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries
                .filter_map(|it| it.file_name().into_string().ok())
                .collect::<Vec<_>>()
        };
        let mut providers = BTreeSet::new();
        for host in below(&self.folder) {
            for namespace in below(&self.folder.join(&host)) {
                for kind in below(&self.folder.join(&host).join(&namespace)) {
                    providers.extend(
                        format!("{host}/{namespace}/{kind}")
                            .parse::<ProviderAddress>()
                            .ok(),
                    );
                }
            }
        }
        providers
    }

    fn place(&self, address: &ProviderAddress) -> PathBuf {
        self.folder.join(address.full())
    }

    /// The folder of an unpacked package, whether or not it is there.
    pub(crate) fn unpacked(
        &self,
        address: &ProviderAddress,
        version: &Version,
        platform: &Platform,
    ) -> PathBuf {
        self.place(address)
            .join(version.to_string())
            .join(platform.to_string())
    }
}

/// The version of an archive of a provider for a platform, by its name.
fn archive_version(name: &str, kind: &str, platform: &Platform) -> Option<Version> {
    let rest = name
        .strip_prefix("terraform-provider-")?
        .strip_prefix(kind)?
        .strip_prefix('_')?;
    let version = rest.strip_suffix(&format!("_{platform}.zip"))?;
    Version::parse(version).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_unpacked_versions_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let address: ProviderAddress = "acme/dns".parse().unwrap();
        let place = folder.path().join("registry.opentofu.org/acme/dns");
        for below in [
            "1.0.0/linux_amd64",
            "1.1.0/darwin_arm64",
            "not-a-version/linux_amd64",
        ] {
            fs::create_dir_all(place.join(below)).unwrap();
        }
        for name in [
            "terraform-provider-dns_2.0.0_linux_amd64.zip",
            "terraform-provider-dns_1.0.0_linux_amd64.zip",
            "terraform-provider-dns_3.0.0_darwin_arm64.zip",
            "terraform-provider-dnsx_4.0.0_linux_amd64.zip",
        ] {
            fs::write(place.join(name), "").unwrap();
        }
        let mirror = FolderMirror::new(folder.path().to_owned());
        let linux: Platform = "linux_amd64".parse().unwrap();
        let versions: Vec<String> = mirror
            .versions(&address, &linux)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(versions, ["1.0.0", "2.0.0"]);
        let package = |version: &str| mirror.package(&address, &version.parse().unwrap(), &linux);
        assert_eq!(
            package("1.0.0"),
            Some(FolderPackage::Unpacked(place.join("1.0.0/linux_amd64")))
        );
        assert!(matches!(package("2.0.0"), Some(FolderPackage::Packed(_))));
        assert_eq!(package("3.0.0"), None);
        assert_eq!(mirror.providers(), BTreeSet::from([address]));
        assert!(
            FolderMirror::new("/nowhere".into())
                .versions(&"a/b".parse().unwrap(), &linux)
                .is_empty()
        );
    }
}
