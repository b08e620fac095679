//! Entries of modules in the lock.

use semver::Version;
use serde::{Deserialize, Serialize};

use super::module_source::ModuleSource;
use super::shown_source::without_credentials;
use super::subfolder::Subfolder;
use crate::PackageHash;

/// The package that calls of modules mean: those with the same source and range have the same version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleKey {
    /// The address of the package, without the folder of a module in it.
    pub source: String,
    /// The range of versions; empty for packages without versions, and for every release.
    pub range: String,
}

impl ModuleKey {
    /// The source without what may be a permission to read it.
    pub fn shown_source(&self) -> String {
        match ModuleSource::parse(&self.source) {
            Ok(source) => source.package.shown(),
            Err(_) => without_credentials(&self.source),
        }
    }
}

/// The files that a package of modules has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedModule {
    /// Of a package in a registry.
    pub version: Option<Version>,
    /// The commit, in hex, of a package that is in a repository of git.
    pub commit: Option<String>,
    /// The folder that a registry, or a server, says is that of its package.
    pub folder: Subfolder,
    /// Of the files.
    pub hash: PackageHash,
}

/// An entry as the file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModuleDocument {
    source: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    range: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    folder: String,
    hash: PackageHash,
}

impl ModuleDocument {
    pub fn of(key: &ModuleKey, module: &LockedModule) -> Self {
        Self {
            source: key.source.clone(),
            range: key.range.clone(),
            version: module.version.as_ref().map(ToString::to_string),
            commit: module.commit.clone(),
            folder: module.folder.to_string(),
            hash: module.hash.clone(),
        }
    }

    pub fn interpret(self) -> Result<(ModuleKey, LockedModule), String> {
        let version = self.version.as_deref().map(Version::parse).transpose();
        let version = version.map_err(|error| format!("its version is none: {error}"))?;
        let is_commit = |it: &String| {
            matches!(it.len(), 40 | 64) && it.bytes().all(|it| it.is_ascii_hexdigit())
        };
        if let Some(commit) = self.commit.as_ref().filter(|it| !is_commit(it)) {
            return Err(format!(
                "`{}` is not a commit",
                crate::shortened::shortened(commit)
            ));
        }
        if !matches!(self.hash, PackageHash::Files(_)) {
            return Err("the hash of a module begins with `h1:`".to_owned());
        }
        let folder = Subfolder::parse(&self.folder).map_err(|error| error.to_string())?;
        let key = ModuleKey {
            source: self.source,
            range: self.range,
        };
        let module = LockedModule {
            version,
            commit: self.commit,
            folder,
            hash: self.hash,
        };
        Ok((key, module))
    }
}
