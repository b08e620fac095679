//! The name of a package in a hub.

use std::fmt;
use std::str::FromStr;

use crate::SourceError;
use crate::shortened::shortened;

/// `acme/web`: the namespace of a publisher, and a name in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HubAddress {
    namespace: String,
    name: String,
}

impl HubAddress {
    pub const KIND: &str = "hub";

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the index in a hub.
    pub fn index(&self) -> String {
        format!("packages/{}/{}.json", self.namespace, self.name)
    }
}

/// Lower-case letters, digits and dashes, which mean the same in every file system and URL.
fn is_part(text: &str) -> bool {
    let is_plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    (1..=64).contains(&text.len()) && text.chars().all(is_plain) && !text.starts_with('-')
}

impl FromStr for HubAddress {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, SourceError> {
        let parts = text.split_once('/');
        match parts.filter(|(namespace, name)| is_part(namespace) && is_part(name)) {
            Some((namespace, name)) => Ok(Self {
                namespace: namespace.to_owned(),
                name: name.to_owned(),
            }),
            None => Err(SourceError::Hub(shortened(text))),
        }
    }
}

impl fmt::Display for HubAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_namespace_and_a_name() {
        let address: HubAddress = "acme/web-2".parse().unwrap();
        assert_eq!(address.to_string(), "acme/web-2");
        assert_eq!(address.index(), "packages/acme/web-2.json");
        for wrong in [
            "",
            "acme",
            "acme/",
            "/web",
            "acme/web/x",
            "Acme/web",
            "a/..",
            "../a",
            "acme/-x",
        ] {
            assert!(wrong.parse::<HubAddress>().is_err(), "{wrong}");
        }
        assert!(
            format!("a/{}", "b".repeat(65))
                .parse::<HubAddress>()
                .is_err()
        );
    }
}
