//! The hash of a package in LumiIL.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::HashError;
use crate::shortened::shortened;

/// The hash of everything in a `.lumipack`, as its manifest has it: 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PackHash(String);

impl PackHash {
    pub(crate) const PREFIX: &str = "lumipack:";

    /// The hash of a manifest; `None` if it is not 64 lower-case hexadecimal digits.
    pub fn of_digits(digits: &str) -> Option<Self> {
        let is_digit = |it: u8| matches!(it, b'0'..=b'9' | b'a'..=b'f');
        let is_hash = digits.len() == 64 && digits.bytes().all(is_digit);
        is_hash.then(|| Self(digits.to_owned()))
    }

    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl FromStr for PackHash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let digits = text.strip_prefix(Self::PREFIX);
        let hash = digits.and_then(Self::of_digits);
        hash.ok_or_else(|| HashError::Pack(shortened(text)))
    }
}

impl fmt::Display for PackHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.0)
    }
}

impl From<PackHash> for String {
    fn from(hash: PackHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for PackHash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Self, HashError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_64_digits_after_its_prefix() {
        let text = format!("lumipack:{}", "0a".repeat(32));
        assert_eq!(text.parse::<PackHash>().unwrap().to_string(), text);
        for wrong in [
            "",
            "lumipack:",
            "lumipack:0a",
            &text[9..],
            &text.replace('a', "A"),
        ] {
            assert!(wrong.parse::<PackHash>().is_err(), "{wrong}");
        }
    }
}
