//! The address of a provider in a registry of Terraform's protocol.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::shortened::shortened;

/// `HOST/NAMESPACE/TYPE`, all in lower case, such as `registry.opentofu.org/hashicorp/random`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderAddress {
    host: String,
    namespace: String,
    kind: String,
}

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    #[error(
        "`{0}` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`"
    )]
    NotAnAddress(String),
    #[error(
        "`{0}` in the address of a provider may have letters, digits and dashes between them only"
    )]
    BadPart(String),
    #[error("`{0}` is not the name of a host; one looks like `registry.example.com`")]
    BadHost(String),
}

impl ProviderAddress {
    /// The registry of addresses without a host.
    pub const DEFAULT_HOST: &str = "registry.opentofu.org";

    pub fn host(&self) -> &str {
        &self.host
    }

    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The last part, which names the executable: `random` of `hashicorp/random`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// With the host, also where it is the default.
    pub fn full(&self) -> String {
        format!("{}/{}/{}", self.host, self.namespace, self.kind)
    }
}

impl FromStr for ProviderAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let parts: Vec<&str> = text.split('/').collect();
        let (host, namespace, kind) = match parts[..] {
            [namespace, kind] => (Self::DEFAULT_HOST, namespace, kind),
            [host, namespace, kind] => (host, namespace, kind),
            _ => return Err(AddressError::NotAnAddress(shortened(text))),
        };
        Ok(Self {
            host: checked_host(host)?,
            namespace: checked_part(namespace)?,
            kind: checked_part(kind)?,
        })
    }
}

/// The host is left out where it is the default.
impl fmt::Display for ProviderAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host != Self::DEFAULT_HOST {
            write!(f, "{}/", self.host)?;
        }
        write!(f, "{}/{}", self.namespace, self.kind)
    }
}

fn checked_part(part: &str) -> Result<String, AddressError> {
    let lower = part.to_ascii_lowercase();
    let is_inner =
        |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-' || it == b'_';
    let is_edge =
        |it: Option<&u8>| it.is_some_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
    let bytes = lower.as_bytes();
    let is_good = bytes.iter().all(|it| is_inner(*it))
        && is_edge(bytes.first())
        && is_edge(bytes.last())
        && bytes.len() <= 64;
    match is_good {
        true => Ok(lower),
        false => Err(AddressError::BadPart(shortened(part))),
    }
}

/// A name with a dot, or `localhost`; a port may follow. Such a text is one folder of a path.
pub(crate) fn checked_host(host: &str) -> Result<String, AddressError> {
    let lower = host.to_ascii_lowercase();
    let (name, port) = match lower.split_once(':') {
        None => (lower.as_str(), None),
        Some((name, port)) => (name, Some(port)),
    };
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || it == b'-')
    };
    let is_name = (name == "localhost" || name.contains('.'))
        && name.len() <= 253
        && name.split('.').all(is_label);
    let is_port = port.is_none_or(|it| it.parse::<u16>().is_ok_and(|port| port > 0));
    match is_name && is_port {
        true => Ok(lower),
        false => Err(AddressError::BadHost(shortened(host))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, String> {
        let address = text.parse::<ProviderAddress>();
        address.map(|it| it.full()).map_err(|it| it.to_string())
    }

    #[test]
    fn a_host_is_optional_and_case_does_not_matter() {
        let full = "registry.opentofu.org/hashicorp/random";
        assert_eq!(parse("HashiCorp/Random").as_deref(), Ok(full));
        assert_eq!(parse(full).as_deref(), Ok(full));
        let other: ProviderAddress = "localhost:8080/acme/dns-2".parse().unwrap();
        assert_eq!(other.to_string(), "localhost:8080/acme/dns-2");
        let default: ProviderAddress = full.parse().unwrap();
        assert_eq!(default.to_string(), "hashicorp/random");
    }

    #[test]
    fn an_address_does_not_lead_out_of_its_folder() {
        for text in [
            "random",
            "",
            "/",
            "a/b/c/d",
            "../x",
            "a/..",
            "a/.",
            "a//b",
            "./a/b",
            "host/a/b",
            "x.y:0/a/b",
            "x.y:99999/a/b",
            "a b/c",
            "-a/b",
            "a-/b",
            ".../a/b",
            "x..y/a/b",
            "a/b\0",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
