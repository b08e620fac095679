//! `Lumi.lock`: the exact packages of a project.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use semver::Version;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::readable::make_readable;
use crate::{PackageHash, PackageSource, VersionRange};

/// The content of the file. Packages are ordered by name, so that equal locks are equal bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockFile {
    pub packages: BTreeMap<String, LockedPackage>,
}

/// One package of the lock.
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
    hashes: BTreeSet<PackageHash>,
}

const VERSION: u32 = 1;

const HEAD: &str = "# The exact packages of the project. `lumi add`, `install` and `update` write this file: commit it.\n";

impl LockFile {
    pub const FILE: &str = "Lumi.lock";

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
        let result = match self.packages.is_empty() {
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
        let VersionDocument { version } =
            serde_yaml_ng::from_str(text).map_err(|error| invalid(error.to_string()))?;
        if version > VERSION {
            return Err(LockError::Newer(version));
        }
        let document: LockDocument =
            serde_yaml_ng::from_str(text).map_err(|error| invalid(error.to_string()))?;
        let package = |(name, it): (String, PackageDocument)| {
            let locked = it
                .interpret()
                .map_err(|reason| invalid(format!("{name}: {reason}")))?;
            Ok((name, locked))
        };
        let packages = document.packages.into_iter().map(package);
        Ok(Self {
            packages: packages.collect::<Result<_, LockError>>()?,
        })
    }

    pub fn to_text(&self) -> String {
        let packages = self.packages.iter();
        let document = LockDocument {
            version: VERSION,
            packages: packages
                .map(|(name, it)| (name.clone(), PackageDocument::of(it)))
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
            hashes: package.hashes.clone(),
        }
    }

    fn interpret(self) -> Result<LockedPackage, String> {
        let version = Version::parse(&self.version);
        if self.hashes.is_empty() {
            return Err("there is no hash".to_owned());
        }
        Ok(LockedPackage {
            source: self
                .source
                .parse()
                .map_err(|error: crate::SourceError| error.to_string())?,
            version: version
                .map_err(|error| format!("`{}` is not a version: {error}", self.version))?,
            range: self
                .range
                .parse()
                .map_err(|error: crate::RangeError| error.to_string())?,
            hashes: self.hashes,
            signed_by: self.signed_by,
        })
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
mod tests {
    use super::*;

    fn lock() -> LockFile {
        let package = LockedPackage {
            source: "hashicorp/random".parse().unwrap(),
            version: Version::new(3, 7, 2),
            range: "~> 3.7".parse().unwrap(),
            hashes: [
                format!("zh:{}", "0".repeat(64)),
                "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=".to_owned(),
            ]
            .iter()
            .map(|it| it.parse().unwrap())
            .collect(),
            signed_by: Some("0c0af313e5fd9f80".to_owned()),
        };
        LockFile {
            packages: BTreeMap::from([("random".to_owned(), package)]),
        }
    }

    #[test]
    fn a_lock_is_read_as_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(LockFile::read(folder.path()).unwrap(), LockFile::default());
        lock().write(folder.path()).unwrap();
        assert_eq!(LockFile::read(folder.path()).unwrap(), lock());
        insta::assert_snapshot!(lock().to_text(), @r#"
        # The exact packages of the project. `lumi add`, `install` and `update` write this file: commit it.
        version: 1
        packages:
          random:
            source: terraform:hashicorp/random
            version: 3.7.2
            range: ~> 3.7
            signedBy: 0c0af313e5fd9f80
            hashes:
            - h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
            - zh:0000000000000000000000000000000000000000000000000000000000000000
        "#);
        LockFile::default().write(folder.path()).unwrap();
        assert!(!folder.path().join(LockFile::FILE).exists());
    }

    #[test]
    fn what_cannot_be_trusted_is_refused() {
        let text = lock().to_text();
        let message = |text: String| LockFile::parse(&text).unwrap_err().to_string();
        insta::assert_snapshot!(
            [
                text.replace("version: 1\n", "version: 2\nkind: x\n"),
                text.replace("zh:0", "zh:x"),
                text.replace("3.7.2", "latest"),
                text.replace("source", "sauce"),
                text.replace("hashicorp/random", "random"),
                text[..text.len() - 90].to_owned(),
                "hello".to_owned(),
                String::new(),
            ]
            .map(message)
            .join("\n"),
            @r#"
            Lumi.lock has version 2, which needs a newer lumi
            Lumi.lock is not valid: packages.random.hashes: `zh:x000000000000000000000000000000000000000000000000000000000000000` is not a hash; one begins with `h1:` or `zh:`, and is that of SHA-256 at line 10 column 5; take it from version control, or delete it and run `lumi install`
            Lumi.lock is not valid: random: `latest` is not a version: unexpected character 'l' while parsing major version number; take it from version control, or delete it and run `lumi install`
            Lumi.lock is not valid: packages.random: unknown field `sauce`, expected one of `source`, `version`, `range`, `signedBy`, `hashes` at line 5 column 5; take it from version control, or delete it and run `lumi install`
            Lumi.lock is not valid: random: `random` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`; take it from version control, or delete it and run `lumi install`
            Lumi.lock is not valid: packages.random.hashes: `h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm` is not a hash; one begins with `h1:` or `zh:`, and is that of SHA-256 at line 10 column 5; take it from version control, or delete it and run `lumi install`
            Lumi.lock is not valid: invalid type: string "hello", expected struct VersionDocument; take it from version control, or delete it and run `lumi install`
            Lumi.lock is not valid: missing field `version`; take it from version control, or delete it and run `lumi install`
            "#
        );
    }
}
