//! The address of a module in a registry.

use std::fmt;

use crate::ProviderAddress;
use crate::provider_address::checked_host;

/// `HOST/NAMESPACE/NAME/SYSTEM`, such as `registry.opentofu.org/acme/network/aws`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegistryModule {
    host: String,
    namespace: String,
    name: String,
    system: String,
}

/// Hosts of repositories, which have a short form of their own.
const REPOSITORY_HOSTS: [&str; 2] = ["github.com", "bitbucket.org"];

/// The longest part of an address, in bytes.
const LONGEST_PART: usize = 64;

impl RegistryModule {
    /// Reads the address of a module in a registry; `None` for other texts, which may be addresses of repositories.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        let (host, namespace, name, system) = match parts[..] {
            [namespace, name, system] => (ProviderAddress::DEFAULT_HOST, namespace, name, system),
            [host, namespace, name, system] => (host, namespace, name, system),
            _ => return None,
        };
        let host = checked_host(host).ok()?;
        let is_address = !REPOSITORY_HOSTS.contains(&host.as_str())
            && is_name(namespace)
            && is_name(name)
            && is_system(system);
        is_address.then(|| Self {
            host,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            system: system.to_owned(),
        })
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// The address below that of the registry.
    pub(super) fn path(&self) -> String {
        format!("{}/{}/{}", self.namespace, self.name, self.system)
    }
}

/// The host is left out where it is the default.
impl fmt::Display for RegistryModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host != ProviderAddress::DEFAULT_HOST {
            write!(f, "{}/", self.host)?;
        }
        f.write_str(&self.path())
    }
}

fn is_name(part: &str) -> bool {
    let is_edge = |it: Option<&u8>| it.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = part.as_bytes();
    let mut inner = bytes.iter();
    inner.all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
        && is_edge(bytes.first())
        && is_edge(bytes.last())
        && bytes.len() <= LONGEST_PART
}

fn is_system(part: &str) -> bool {
    let mut bytes = part.bytes();
    bytes.all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
        && (1..=LONGEST_PART).contains(&part.len())
}
