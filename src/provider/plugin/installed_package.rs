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
}
