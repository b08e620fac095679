//! Patterns of addresses of providers.

use std::str::FromStr;

use thiserror::Error;

use crate::ProviderAddress;

/// `HOST/NAMESPACE/NAME`, in which a part may be `*`; the host may be left out where it is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressPattern {
    /// `None` stands for all.
    parts: [Option<String>; 3],
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a pattern of providers; one looks like `hashicorp/*` or `registry.example.com/*/*`"
)]
pub struct PatternError(String);

impl AddressPattern {
    pub fn matches(&self, address: &ProviderAddress) -> bool {
        let parts = [address.host(), address.namespace(), address.kind()];
        let mut pairs = self.parts.iter().zip(parts);
        pairs.all(|(wanted, part)| wanted.as_deref().is_none_or(|it| it == part))
    }
}

impl FromStr for AddressPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let lower = text.to_ascii_lowercase();
        let parts: Vec<&str> = lower.split('/').collect();
        let parts = match parts[..] {
            [namespace, kind] => [ProviderAddress::DEFAULT_HOST, namespace, kind],
            [host, namespace, kind] => [host, namespace, kind],
            _ => return Err(PatternError(text.to_owned())),
        };
        // Every part but a star has to be a valid part of an address.
        let example: Vec<&str> = parts
            .iter()
            .zip(["example.com", "a", "a"])
            .map(|(part, example)| if *part == "*" { example } else { part })
            .collect();
        if example.join("/").parse::<ProviderAddress>().is_err() {
            return Err(PatternError(text.to_owned()));
        }
        Ok(Self {
            parts: parts.map(|it| (it != "*").then(|| it.to_owned())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_whole_parts() {
        let matches = |pattern: &str, address: &str| {
            let pattern: AddressPattern = pattern.parse().unwrap();
            pattern.matches(&address.parse().unwrap())
        };
        assert!(matches("hashicorp/*", "hashicorp/random"));
        assert!(!matches("hashicorp/*", "example.com/hashicorp/random"));
        assert!(matches("*/*/*", "example.com/acme/dns"));
        assert!(matches("example.com/acme/dns", "Example.com/ACME/dns"));
        for text in ["*", "a*/b", "hashicorp", "a/b/c/d", "", "../x"] {
            assert!(text.parse::<AddressPattern>().is_err(), "{text}");
        }
    }
}
