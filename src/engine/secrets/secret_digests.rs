//! Finds hashes of secrets in the outputs of providers.
//!
//! A provider receives plain data and returns, for example, the SHA-256 of a file. If the content
//! is secret, so is the hash: it could be used to verify a guess.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use md5::Md5;
use rustc_hash::FxHashSet;
use sha1::{Digest as _, Sha1};

use lumi_graph::{ArchiveContent, Asset, AssetContent, Object, Value, hex, sha256_hex};

/// The minimum length of a hash in hexadecimal digits: MD5.
const MIN_DIGEST: usize = 32;

/// The hashes of all secrets in some inputs.
#[derive(Default)]
pub struct SecretDigests(FxHashSet<String>);

impl SecretDigests {
    pub fn of(given: &Object) -> Self {
        let mut digests = Self::default();
        for value in given.values() {
            digests.collect(value, false);
        }
        digests
    }

    /// The members of a response that contain such a hash. If there is one, other hashes in the
    /// response may be derived from it, such as that of a whole folder, unless they were in the
    /// inputs.
    pub fn members<'a>(&self, answered: &'a Object, given: &Object) -> Vec<&'a str> {
        let finds = |value: &Value| value.any(|it| it.as_str().is_some_and(|it| self.finds(it)));
        if self.0.is_empty() || !answered.values().any(finds) {
            return Vec::new();
        }
        let is_hash = |value: &Value| value.any(|it| it.as_str().is_some_and(is_hash));
        let members = answered.iter();
        members
            .filter(|(key, value)| is_hash(value) && given.get(*key) != Some(value))
            .map(|(key, _)| key.as_str())
            .collect()
    }

    fn finds(&self, text: &str) -> bool {
        is_hash(text) && self.0.contains(&text.to_ascii_lowercase())
    }

    fn collect(&mut self, value: &Value, is_secret: bool) {
        match value {
            Value::Secret(inner) => self.collect(inner, true),
            Value::String(text) if is_secret => self.add(text.as_bytes()),
            Value::Asset(asset) if is_secret => self.add_asset(asset),
            Value::Array(items) => items.iter().for_each(|it| self.collect(it, is_secret)),
            Value::Object(members) => members.values().for_each(|it| self.collect(it, is_secret)),
            Value::Archive(archive) => {
                if is_secret {
                    self.0.extend(archive.hash.clone());
                }
                if let ArchiveContent::Assets(members) = &archive.content {
                    members.values().for_each(|it| self.collect(it, is_secret));
                }
            }
            _ => {}
        }
    }

    fn add_asset(&mut self, asset: &Asset) {
        self.0.extend(asset.hash.clone());
        match &asset.content {
            AssetContent::Text(text) => self.add(text.as_bytes()),
            AssetContent::Base64(text) => {
                if let Ok(bytes) = BASE64_STANDARD.decode(text) {
                    self.add(&bytes);
                }
            }
            AssetContent::File(_) | AssetContent::Remote(_) | AssetContent::Function(_) => {}
        }
    }

    fn add(&mut self, content: &[u8]) {
        if !content.is_empty() {
            self.0.insert(sha256_hex(content));
            self.0.insert(hex(Sha1::digest(content)));
            self.0.insert(hex(Md5::digest(content)));
        }
    }
}

fn is_hash(text: &str) -> bool {
    text.len() >= MIN_DIGEST && text.bytes().all(|it| it.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: &str) -> Object {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn hashes_of_secrets_are_found_with_those_beside_them() {
        let given = object(
            r#"{"content":{"$lumi":"secret","value":"no"},"release":"00000000000000000000000000000000"}"#,
        );
        let sha256 = sha256_hex(b"no");
        let other = sha256_hex(b"other");
        let answered = object(&format!(
            r#"{{"files":{{"a":"{sha256}"}},"whole":"{other}","etag":"{}","size":2,
            "release":"00000000000000000000000000000000"}}"#,
            hex(Md5::digest(b"no")).to_uppercase(),
        ));
        let digests = SecretDigests::of(&given);
        assert_eq!(
            digests.members(&answered, &given),
            ["files", "whole", "etag"]
        );
        let harmless = object(&format!(r#"{{"whole":"{other}"}}"#));
        assert!(digests.members(&harmless, &given).is_empty());
    }

    #[test]
    fn contents_of_archives_count() {
        let given = object(
            r#"{"source":{"$lumi":"archive","kind":"assets","assets":{"x":{"$lumi":"secret",
            "value":{"$lumi":"asset","kind":"text","text":"no"}}}}}"#,
        );
        let answered = object(&format!(r#"{{"sha256":"{}"}}"#, sha256_hex(b"no")));
        let members = SecretDigests::of(&given);
        assert_eq!(members.members(&answered, &given), ["sha256"]);
    }
}
