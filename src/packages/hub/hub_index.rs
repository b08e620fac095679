//! The versions of a package in a hub, signed by its publisher.

use std::collections::BTreeMap;

use semver::Version;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::hub_address::HubAddress;
use super::hub_key::{HubKey, is_signed};
use crate::{PackHash, VersionRange};

/// The version of the format that this crate writes and reads.
const FORMAT: u32 = 1;

/// The beginning of what is signed, so that a signature means nothing elsewhere.
const CONTEXT: &str = "index of a package in a hub of lumi, version 1\n";

/// One of 10,000 versions has less than 2 MB.
const MAX_BYTES: usize = 16 << 20;

/// The largest revision: every reader of JSON knows it exactly, and no publisher comes that far.
const MAX_REVISION: u64 = (1 << 53) - 1;

/// The index of one package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HubIndex {
    /// The version of the format.
    pub lumihub: u32,
    /// `NAMESPACE/NAME`.
    pub package: String,
    /// One more than that of the index before.
    pub revision: u64,
    /// The public key that signs it, in hexadecimal digits.
    pub key: String,
    pub versions: BTreeMap<String, HubVersion>,
}

/// One version of a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HubVersion {
    pub hash: PackHash,
    /// The size of the file in bytes.
    pub size: u64,
    /// Whether it should not be chosen any more. Locks that have it keep it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yanked: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignedIndex {
    index: HubIndex,
    /// That of Ed25519 in hexadecimal digits.
    signature: String,
}

#[derive(Deserialize)]
struct FormatOnly {
    index: FormatNumber,
}

#[derive(Deserialize)]
struct FormatNumber {
    lumihub: u64,
}

/// Why bytes are not the index of a package.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IndexError {
    #[error("it is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    #[error("it cannot be read: {0}")]
    Malformed(String),
    #[error("it is of version {0} of the format, and this lumi reads version {FORMAT}")]
    Newer(u64),
    #[error("its revision {0} is larger than one can be")]
    Revision(u64),
    #[error("it is that of `{0}`")]
    OtherPackage(String),
    #[error("its signature is not that of its key: it was changed or damaged")]
    Unsigned,
    #[error("`{0}` in it is not a version")]
    Version(String),
}

impl HubIndex {
    /// Longer indices are refused.
    pub const MAX_BYTES: u64 = MAX_BYTES as u64;

    /// The index of a package without versions.
    pub fn new(address: &HubAddress, key: &HubKey) -> Self {
        Self {
            lumihub: FORMAT,
            package: address.to_string(),
            revision: 0,
            key: key.public(),
            versions: BTreeMap::new(),
        }
    }

    /// Reads the index of a package, whose signature must be that of its key.
    pub fn parse(bytes: &[u8], address: &HubAddress) -> Result<Self, IndexError> {
        if bytes.len() > MAX_BYTES {
            return Err(IndexError::TooLarge);
        }
        let malformed = |error: serde_json::Error| IndexError::Malformed(explanation(&error));
        let FormatOnly { index } = serde_json::from_slice(bytes).map_err(malformed)?;
        match index.lumihub {
            0 => return Err(IndexError::Malformed("`lumihub` is 0".to_owned())),
            format if format != u64::from(FORMAT) => return Err(IndexError::Newer(format)),
            _ => {}
        }
        let SignedIndex { index, signature } = serde_json::from_slice(bytes).map_err(malformed)?;
        if !is_signed(&index.signed_text(), &index.key, &signature) {
            return Err(IndexError::Unsigned);
        }
        if index.package != address.to_string() {
            return Err(IndexError::OtherPackage(
                index.package.chars().take(100).collect(),
            ));
        }
        if index.revision > MAX_REVISION {
            return Err(IndexError::Revision(index.revision));
        }
        let wrong = index.versions.keys().find(|it| Version::parse(it).is_err());
        match wrong {
            Some(it) => Err(IndexError::Version(it.chars().take(100).collect())),
            None => Ok(index),
        }
    }

    /// The file of the index, signed. `key` is the one that it names.
    pub fn signed(&self, key: &HubKey) -> Vec<u8> {
        let signed = SignedIndex {
            index: self.clone(),
            signature: key.sign(&self.signed_text()),
        };
        let mut text = serde_json::to_vec_pretty(&signed).expect("BUG: an index is JSON");
        text.push(b'\n');
        text
    }

    fn signed_text(&self) -> Vec<u8> {
        let text = serde_json::to_string(self).expect("BUG: an index is JSON");
        format!("{CONTEXT}{text}").into_bytes()
    }

    /// Counts a change; `None` if no revision is left.
    #[must_use]
    pub fn next_revision(self) -> Option<Self> {
        let revision = self.revision + 1;
        (revision <= MAX_REVISION).then_some(Self { revision, ..self })
    }

    /// The newest version of a range that is not yanked.
    pub fn newest(&self, range: &VersionRange) -> Option<(Version, &HubVersion)> {
        let versions = self.versions.iter().filter(|it| !it.1.yanked);
        let versions = versions.filter_map(|(text, it)| Some((Version::parse(text).ok()?, it)));
        let candidates = versions.filter(|it| range.contains(&it.0));
        candidates.max_by(|a, b| a.0.cmp_precedence(&b.0))
    }
}

/// The explanation of a parser and the position, without the middle of what it quotes.
fn explanation(error: &serde_json::Error) -> String {
    const HEAD: usize = 120;
    const TAIL: usize = 60;
    let text = error.to_string();
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= HEAD + TAIL {
        return text;
    }
    let (head, tail) = (&characters[..HEAD], &characters[characters.len() - TAIL..]);
    head.iter().chain(&['…']).chain(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> (tempfile::TempDir, HubKey) {
        let folder = tempfile::tempdir().unwrap();
        let key = HubKey::create(&folder.path().join("key")).unwrap();
        (folder, key)
    }

    fn index(key: &HubKey) -> HubIndex {
        let mut index = HubIndex::new(&address(), key);
        for (version, yanked) in [
            ("1.2.0", false),
            ("1.10.0", false),
            ("1.11.0", true),
            ("2.0.0", false),
        ] {
            let hash = PackHash::of_digits(&"1".repeat(64)).unwrap();
            let version = version.to_owned();
            index.versions.insert(
                version,
                HubVersion {
                    hash,
                    size: 5,
                    yanked,
                },
            );
        }
        index
    }

    fn address() -> HubAddress {
        "acme/web".parse().unwrap()
    }

    #[test]
    fn an_index_is_read_as_it_was_signed() {
        let (_folder, key) = key();
        let index = index(&key);
        assert_eq!(
            HubIndex::parse(&index.signed(&key), &address()),
            Ok(index.clone())
        );
        let newest = |range: &str| {
            let range = range.parse().unwrap();
            index.newest(&range).map(|it| it.0.to_string())
        };
        assert_eq!(newest("~> 1.2").as_deref(), Some("1.10.0"));
        assert_eq!(newest("").as_deref(), Some("2.0.0"));
        assert_eq!(newest("1.11.0"), None);
    }

    #[test]
    fn entries_without_the_publishers_signature_are_refused() {
        let (_folder, key) = key();
        let (_other_folder, other) = self::key();
        let index = index(&key);
        let text = String::from_utf8(index.signed(&key)).unwrap();
        let parsed = |text: &str| HubIndex::parse(text.as_bytes(), &address()).unwrap_err();
        for changed in [
            text.replace("\"revision\": 0", "\"revision\": 1"),
            text.replace("lumipack:1", "lumipack:2"),
            text.replace("\"yanked\": true", "\"yanked\": false"),
            text.replace(&key.public(), &other.public()),
            String::from_utf8(index.signed(&other)).unwrap(),
        ] {
            assert_ne!(changed, text);
            assert_eq!(parsed(&changed), IndexError::Unsigned);
        }
        let elsewhere = HubIndex::parse(text.as_bytes(), &"acme/net".parse().unwrap());
        assert_eq!(
            elsewhere,
            Err(IndexError::OtherPackage("acme/web".to_owned()))
        );
        assert_eq!(
            parsed(&text.replace("\"lumihub\": 1", "\"lumihub\": 2")),
            IndexError::Newer(2)
        );
        for malformed in [
            "",
            "{}",
            "[",
            &text[..text.len() / 2],
            &text.replace("size", "sighs"),
        ] {
            assert!(
                matches!(parsed(malformed), IndexError::Malformed(_)),
                "{malformed}"
            );
        }
        let mut wrong = index.clone();
        let version = wrong.versions["1.2.0"].clone();
        wrong.versions.insert("latest".to_owned(), version);
        let signed = HubIndex::parse(&wrong.signed(&key), &address());
        assert_eq!(signed, Err(IndexError::Version("latest".to_owned())));
        let zero = parsed(&text.replace("\"lumihub\": 1", "\"lumihub\": 0"));
        assert!(matches!(zero, IndexError::Malformed(_)), "{zero}");
        let long = parsed(&text.replace("\"size\"", &format!("\"{}\"", "x".repeat(100_000))));
        let long = long.to_string();
        assert!(long.len() < 250 && long.contains("at line"), "{long}");
        let huge = vec![b' '; MAX_BYTES + 1];
        assert_eq!(
            HubIndex::parse(&huge, &address()),
            Err(IndexError::TooLarge)
        );
    }

    #[test]
    fn revisions_do_not_overflow() {
        let (_folder, key) = key();
        for (revision, is_read, has_next) in [
            (0, true, true),
            (MAX_REVISION - 1, true, true),
            (MAX_REVISION, true, false),
            (MAX_REVISION + 1, false, false),
            (u64::MAX, false, false),
        ] {
            let index = HubIndex {
                revision,
                ..index(&key)
            };
            let parsed = HubIndex::parse(&index.signed(&key), &address());
            assert_eq!(parsed.is_ok(), is_read, "{revision}");
            let next = parsed.ok().and_then(HubIndex::next_revision);
            assert_eq!(next.is_some(), has_next, "{revision}");
        }
    }
}
