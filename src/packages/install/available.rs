//! The versions that there are of a package.

use std::collections::BTreeSet;

use semver::Version;

use super::install_error::InstallError;
use crate::{PackageSource, VersionRange};

/// All versions from all places, and the remarks of a registry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Available {
    pub versions: BTreeSet<Version>,
    pub warnings: Vec<String>,
}

/// How many versions an error names.
const NAMED: usize = 5;

impl Available {
    /// The newest version of a range; the error names those that are near it.
    pub fn choose(
        &self,
        source: &PackageSource,
        range: &VersionRange,
    ) -> Result<&Version, InstallError> {
        range.newest(&self.versions).ok_or_else(|| {
            // Releases before prereleases, the newest first.
            let mut near: Vec<&Version> = self.versions.iter().collect();
            near.sort_by_key(|it| (it.pre.is_empty(), *it));
            near.reverse();
            InstallError::NoVersion {
                wanted: Box::new(source.clone()),
                range: range.clone(),
                near: near
                    .into_iter()
                    .take(NAMED)
                    .map(ToString::to_string)
                    .collect(),
            }
        })
    }

    /// The newest release, for a listing.
    pub fn newest(&self) -> Option<&Version> {
        VersionRange::any().newest(&self.versions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_versions_are_named_if_none_fits() {
        let versions = ["1.0.0", "1.1.0", "2.0.0-rc1"].map(|it| Version::parse(it).unwrap());
        let available = Available {
            versions: versions.into(),
            warnings: Vec::new(),
        };
        let source = "acme/dns".parse().unwrap();
        let chosen = |range: &str| {
            let chosen = available.choose(&source, &range.parse().unwrap());
            chosen
                .map(ToString::to_string)
                .map_err(|error| error.to_string())
        };
        assert_eq!(chosen("~> 1.0"), Ok("1.1.0".to_owned()));
        insta::assert_snapshot!(chosen("~> 2.0").unwrap_err(), @"no version of acme/dns is in `~> 2.0`; the newest are 1.1.0, 1.0.0, 2.0.0-rc1");
        let none = Available::default();
        let none = none
            .choose(&source, &VersionRange::any())
            .map(ToString::to_string);
        insta::assert_snapshot!(none.unwrap_err().to_string(), @"there is no version of acme/dns");
    }
}
