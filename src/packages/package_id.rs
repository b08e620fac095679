//! A version of a package, as errors name it.

use std::fmt;

use semver::Version;

use crate::PackageSource;

/// A package and its version, such as `hashicorp/random 3.7.2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageId {
    pub source: PackageSource,
    pub version: Version,
}

impl PackageId {
    /// In a box, as errors hold it.
    pub(crate) fn boxed(source: &PackageSource, version: &Version) -> Box<Self> {
        Box::new(Self {
            source: source.clone(),
            version: version.clone(),
        })
    }
}

impl fmt::Display for PackageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.source.short(), self.version)
    }
}
