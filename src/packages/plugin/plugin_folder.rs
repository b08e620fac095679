//! A folder with plugins, packed or unpacked.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use semver::Version;

use super::release_archive::ReleaseArchive;
use crate::{Platform, PluginAddress};

/// Unpacked, for this machine: `resource-NAME-vVERSION/`, as Pulumi installs them. Packed: the archives of
/// releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginFolder {
    folder: PathBuf,
}

/// A plugin of such a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FolderPlugin {
    Unpacked(PathBuf),
    Packed(PathBuf),
}

impl PluginFolder {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The versions that are there for a platform.
    pub fn versions(&self, address: &PluginAddress, platform: &Platform) -> BTreeSet<Version> {
        let version = |name: &String| match ReleaseArchive::version_of(name, address, platform) {
            Some(version) => Some(version),
            None => {
                let rest = name.strip_prefix(&format!("resource-{}-v", address.name()))?;
                let version = Version::parse(rest).ok()?;
                self.unpacked(address, &version, platform).map(|_| version)
            }
        };
        self.names().iter().filter_map(version).collect()
    }

    /// One version; an unpacked one comes first.
    pub(crate) fn plugin(
        &self,
        address: &PluginAddress,
        version: &Version,
        platform: &Platform,
    ) -> Option<FolderPlugin> {
        if let Some(folder) = self.unpacked(address, version, platform) {
            return Some(FolderPlugin::Unpacked(folder));
        }
        let name = ReleaseArchive::file_name(address, version, platform);
        let packed = self.folder.join(name);
        packed.is_file().then_some(FolderPlugin::Packed(packed))
    }

    /// The names of all plugins.
    pub fn plugins(&self) -> BTreeSet<String> {
        let name = |it: &String| {
            let rest = it
                .strip_prefix(PluginAddress::PREFIX)
                .or_else(|| it.strip_prefix("resource-"))?;
            let (name, _) = rest.split_once("-v")?;
            Some(name.to_owned())
        };
        self.names().iter().filter_map(name).collect()
    }

    /// A finished installation of this machine.
    fn unpacked(
        &self,
        address: &PluginAddress,
        version: &Version,
        platform: &Platform,
    ) -> Option<PathBuf> {
        if *platform != Platform::current() {
            return None;
        }
        let name = format!("resource-{}-v{version}", address.name());
        let is_unfinished = self.folder.join(format!("{name}.partial")).exists();
        let folder = self.folder.join(name);
        let has_program = folder.join(address.executable()).is_file();
        (has_program && !is_unfinished).then_some(folder)
    }

    fn names(&self) -> Vec<String> {
        names(&self.folder)
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|it| it.file_name().into_string().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_unpacked_versions_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        let platform = Platform::current();
        let address: PluginAddress = "dns".parse().unwrap();
        let packed = |version: &str| {
            let version = Version::parse(version).unwrap();
            ReleaseArchive::file_name(&address, &version, &platform)
        };
        write(&packed("2.0.0"));
        write("resource-dns-v1.0.0/pulumi-resource-dns");
        write("resource-dns-v1.1.0/README.md");
        write("resource-dns-v1.2.0/pulumi-resource-dns");
        write("resource-dns-v1.2.0.partial");
        write("resource-other-v3.0.0/pulumi-resource-other");
        let plugins = PluginFolder::new(folder.path().to_owned());
        let versions = plugins.versions(&address, &platform);
        let versions: Vec<String> = versions.iter().map(ToString::to_string).collect();
        assert_eq!(versions, ["1.0.0", "2.0.0"]);
        let other: Platform = "plan9_mips".parse().unwrap();
        assert!(plugins.versions(&address, &other).is_empty());
        assert_eq!(Vec::from_iter(plugins.plugins()), ["dns", "other"]);
        let plugin =
            |version: &str| plugins.plugin(&address, &Version::parse(version).unwrap(), &platform);
        assert!(matches!(plugin("1.0.0"), Some(FolderPlugin::Unpacked(_))));
        assert!(matches!(plugin("2.0.0"), Some(FolderPlugin::Packed(_))));
        assert_eq!(plugin("1.2.0"), None);
    }
}
