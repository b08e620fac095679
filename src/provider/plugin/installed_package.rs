//! A package of a project whose executable is known.

use std::path::PathBuf;

use semver::Version;

use super::package_name::PackageName;
use super::plugin_kind::PluginKind;

/// A package that is installed in the version that the project has locked. Its executable is started
/// without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledPackage {
    /// The name in the project.
    pub name: PackageName,
    pub kind: PluginKind,
    /// Empty if its provider runs already.
    pub program: PathBuf,
    pub version: Version,
    /// The place it comes from, as messages show it.
    pub source: String,
    /// Other versions that the project has beside it, for resources that ask for them.
    pub beside: Vec<Self>,
}

impl InstalledPackage {
    /// The package in a version; `None` if the project does not have it.
    pub fn version(&self, version: &str) -> Option<&Self> {
        let wanted = Version::parse(version).ok()?;
        let all = std::iter::once(self).chain(&self.beside);
        { all }.find(|it| it.version == wanted)
    }

    /// All versions, for messages.
    pub fn versions(&self) -> Vec<String> {
        let all = std::iter::once(self).chain(&self.beside);
        all.map(|it| it.version.to_string()).collect()
    }
}
