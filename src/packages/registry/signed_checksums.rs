//! `SHA256SUMS` of a release: the checksums of its archives for all platforms.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER_PERMISSIVE;

use crate::PackageHash;

/// The archives of a release by file name, and the key that signed the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignedChecksums {
    pub archives: BTreeMap<String, PackageHash>,
    /// In hex; a registry may have no keys.
    pub signed_by: Option<String>,
    /// Whether that key has expired since.
    pub is_expired: bool,
}

/// Reads lines of a digest in hex, two spaces and a file name. Other lines are ignored.
pub(crate) fn read_checksums(text: &str) -> BTreeMap<String, PackageHash> {
    let line = |line: &str| {
        let (digest, name) = line.split_once("  ")?;
        let digest = HEXLOWER_PERMISSIVE.decode(digest.trim().as_bytes()).ok()?;
        let digest = <[u8; 32]>::try_from(digest).ok()?;
        Some((name.trim().to_owned(), PackageHash::Archive(digest)))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_checksums_are_ignored() {
        let digest = "AB".repeat(32);
        let sums = read_checksums(&format!(
            "{digest}  a.zip\r\nshort  b.zip\n\n{digest} c.zip\n{digest}  d e.zip"
        ));
        assert_eq!(sums.keys().collect::<Vec<_>>(), ["a.zip", "d e.zip"]);
        assert_eq!(sums["a.zip"].to_string(), format!("zh:{}", "ab".repeat(32)));
    }
}
