//! `Lumi.lock`: the exact packages of a project.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use semver::Version;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::locked_parameters::LockedParameters;
use crate::modules::{LockedModule, ModuleDocument, ModuleKey};
use crate::readable::make_readable;
use crate::{HashError, PackHash, PackSource, PackageHash, PackageSource, VersionRange};

/// The content of the file. Packages are ordered by name, so that equal locks are equal bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockFile {
    /// Packages with programs that make resources real.
    pub packages: BTreeMap<String, LockedPackage>,
    /// Packages in LumiIL.
    pub libraries: BTreeMap<String, LockedLibrary>,
    /// The packages that plugins make of parameters. The plugin of one is in `packages`, unless `Lumi.yaml` names it by a path.
    pub parameterized: BTreeMap<String, LockedParameters>,
    /// Modules of a configuration in HCL.
    pub modules: BTreeMap<ModuleKey, LockedModule>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedLibrary {
    pub source: PackSource,
    pub version: Version,
    /// The range that the version was chosen for.
    pub range: VersionRange,
    pub hash: PackHash,
    /// The index of a hub that the version was chosen from; a file has none.
    pub index: Option<LockedIndex>,
}

/// The index that a project has seen last of a package in a hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedIndex {
    /// The key of the publisher who signed it, in hex.
    pub signed_by: String,
    /// An index with a lower revision is an older one. 0 in locks of lumi before it kept revisions.
    pub revision: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedPackage {
    pub source: PackageSource,
    pub version: Version,
    /// The range that the version was chosen for.
    pub range: VersionRange,
    /// The hashes that a package may have, those of other platforms among them.
    pub hashes: BTreeSet<PackageHash>,
    /// The key that signed the hashes, in hex; a package from a mirror has none.
    pub signed_by: Option<String>,
}

/// Why a lock cannot be used.
#[derive(Debug, Error)]
pub enum LockError {
    #[error("cannot read Lumi.lock: {0}")]
    Unreadable(io::Error),
    #[error("cannot write Lumi.lock: {0}")]
    Unwritable(io::Error),
    #[error("Lumi.lock has version {0}, which needs a newer lumi")]
    Newer(u32),
    #[error(
        "Lumi.lock is not valid: {0}; take it from version control, or delete it and run `lumi install`"
    )]
    Invalid(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockDocument {
    version: u32,
    #[serde(default)]
    packages: BTreeMap<String, PackageDocument>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    parameterized: BTreeMap<String, LockedParameters>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    modules: Vec<ModuleDocument>,
}

#[derive(Deserialize)]
struct VersionDocument {
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackageDocument {
    source: String,
    version: String,
    range: String,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "signedBy")]
    signed_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    revision: Option<u64>,
    hashes: BTreeSet<LockedHash>,
}

/// A hash of any kind of package.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
enum LockedHash {
    Package(PackageHash),
    Library(PackHash),
}

impl From<LockedHash> for String {
    fn from(hash: LockedHash) -> Self {
        match hash {
            LockedHash::Package(it) => it.into(),
            LockedHash::Library(it) => it.into(),
        }
    }
}

impl TryFrom<String> for LockedHash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Self, HashError> {
        match text.starts_with(PackHash::PREFIX) {
            true => text.parse().map(Self::Library),
            false => text.parse().map(Self::Package),
        }
    }
}

/// An entry of the file, by the kind of its source.
enum Locked {
    Package(LockedPackage),
    Library(LockedLibrary),
}

const VERSION: u32 = 1;

/// No lock file that lumi writes has as many.
const MAX_BRACKETS: usize = 10_000;

const HEAD: &str = "# The exact packages of the project. `lumi add`, `install` and `update` write this file: commit it.\n";

impl LockFile {
    pub const FILE: &str = "Lumi.lock";

    /// The lock with these libraries and no packages; modules stay.
    #[must_use]
    pub fn with_libraries(&self, libraries: BTreeMap<String, LockedLibrary>) -> Self {
        Self {
            libraries,
            modules: self.modules.clone(),
            ..Self::default()
        }
    }

    /// Reads the lock of a folder. A missing file is a lock without packages.
    pub fn read(folder: &Path) -> Result<Self, LockError> {
        match std::fs::read_to_string(folder.join(Self::FILE)) {
            Ok(text) => Self::parse(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(LockError::Unreadable(error)),
        }
    }

    /// Replaces the file in a folder at once. A lock without packages removes it.
    pub fn write(&self, folder: &Path) -> Result<(), LockError> {
        let place = folder.join(Self::FILE);
        let result = match *self == Self::default() {
            true => match std::fs::remove_file(&place) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
            false => replace(&place, &self.to_text()),
        };
        result.map_err(LockError::Unwritable)
    }

    pub fn parse(text: &str) -> Result<Self, LockError> {
        let invalid = |reason: String| LockError::Invalid(reason);
        // The parser takes quadratic time in the number of open brackets.
        if text.matches(['[', '{']).count() > MAX_BRACKETS {
            return Err(invalid("it has too many brackets".to_owned()));
        }
        let VersionDocument { version } =
            serde_yaml_ng::from_str(text).map_err(|error| invalid(error.to_string()))?;
        if version > VERSION {
            return Err(LockError::Newer(version));
        }
        let document: LockDocument =
            serde_yaml_ng::from_str(text).map_err(|error| invalid(error.to_string()))?;
        let mut lock = Self {
            parameterized: document.parameterized,
            ..Self::default()
        };
        for (name, it) in document.packages {
            let locked = it.interpret();
            match locked.map_err(|reason| invalid(format!("{name}: {reason}")))? {
                Locked::Package(it) => {
                    lock.packages.insert(name, it);
                }
                Locked::Library(it) => {
                    lock.libraries.insert(name, it);
                }
            }
        }
        for it in document.modules {
            let (key, module) = it
                .interpret()
                .map_err(|it| invalid(format!("modules: {it}")))?;
            let source = key.source.clone();
            if lock.modules.insert(key, module).is_some() {
                return Err(invalid(format!("modules: `{source}` is there twice")));
            }
        }
        Ok(lock)
    }

    pub fn to_text(&self) -> String {
        let packages = self.packages.iter();
        let packages = packages.map(|(name, it)| (name.clone(), PackageDocument::of(it)));
        let libraries = self.libraries.iter();
        let libraries = libraries.map(|(name, it)| (name.clone(), PackageDocument::of_library(it)));
        let document = LockDocument {
            version: VERSION,
            packages: packages.chain(libraries).collect(),
            parameterized: self.parameterized.clone(),
            modules: self
                .modules
                .iter()
                .map(|(key, it)| ModuleDocument::of(key, it))
                .collect(),
        };
        let text = serde_yaml_ng::to_string(&document);
        // Texts, numbers and lists of texts are always YAML.
        format!("{HEAD}{}", text.unwrap_or_default())
    }
}

impl PackageDocument {
    fn of(package: &LockedPackage) -> Self {
        Self {
            source: package.source.to_string(),
            version: package.version.to_string(),
            range: package.range.to_string(),
            signed_by: package.signed_by.clone(),
            revision: None,
            hashes: package
                .hashes
                .iter()
                .cloned()
                .map(LockedHash::Package)
                .collect(),
        }
    }

    fn of_library(library: &LockedLibrary) -> Self {
        Self {
            source: library.source.to_string(),
            version: library.version.to_string(),
            range: library.range.to_string(),
            signed_by: library.index.as_ref().map(|it| it.signed_by.clone()),
            revision: library.index.as_ref().map(|it| it.revision),
            hashes: [LockedHash::Library(library.hash.clone())].into(),
        }
    }

    fn interpret(self) -> Result<Locked, String> {
        let version = Version::parse(&self.version)
            .map_err(|error| format!("`{}` is not a version: {error}", self.version))?;
        let range = self
            .range
            .parse()
            .map_err(|error: crate::RangeError| error.to_string())?;
        if let Some(source) = PackSource::of(&self.source) {
            return Ok(Locked::Library(LockedLibrary {
                source,
                version,
                range,
                hash: only_hash(&self.hashes)?,
                index: self.signed_by.map(|signed_by| LockedIndex {
                    signed_by,
                    revision: self.revision.unwrap_or_default(),
                }),
            }));
        }
        if self.hashes.is_empty() {
            return Err("there is no hash".to_owned());
        }
        let hashes = self.hashes.into_iter().map(|it| match it {
            LockedHash::Package(it) => Ok(it),
            LockedHash::Library(it) => Err(format!("`{it}` is the hash of a library")),
        });
        Ok(Locked::Package(LockedPackage {
            source: self
                .source
                .parse()
                .map_err(|error: crate::SourceError| error.to_string())?,
            version,
            range,
            hashes: hashes.collect::<Result<_, _>>()?,
            signed_by: self.signed_by,
        }))
    }
}

/// A library is the same file on all platforms.
fn only_hash(hashes: &BTreeSet<LockedHash>) -> Result<PackHash, String> {
    match hashes.iter().collect::<Vec<_>>().as_slice() {
        [LockedHash::Library(only)] => Ok(only.clone()),
        _ => Err("a library has one hash, which begins with `lumipack:`".to_owned()),
    }
}

fn replace(place: &Path, text: &str) -> io::Result<()> {
    let folder = place.parent().unwrap_or_else(|| Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".Lumi.lock-")
        .tempfile_in(folder)?;
    io::Write::write_all(&mut file, text.as_bytes())?;
    file.as_file().sync_all()?;
    // The lock is a file of the project like any other.
    make_readable(file.path())?;
    file.persist(place)?;
    Ok(())
}

#[cfg(test)]
#[path = "lock_file_tests.rs"]
mod tests;
