//! A version of a provider, as errors name it.

use std::fmt;

use semver::Version;

use crate::ProviderAddress;

/// A provider and its version, such as `hashicorp/random 3.7.2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageId {
    pub address: ProviderAddress,
    pub version: Version,
}

impl PackageId {
    /// In a box, as errors hold it.
    pub(crate) fn boxed(address: &ProviderAddress, version: &Version) -> Box<Self> {
        Box::new(Self {
            address: address.clone(),
            version: version.clone(),
        })
    }
}

impl fmt::Display for PackageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.address, self.version)
    }
}
