//! A package in the version of the project, or in another one beside it.

use std::fmt;

use super::package_name::PackageName;

/// The package of a provider, with a version if it is one of several. Written `random` or `random@4.18.0`, it is the key of a provider in a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackageVersion {
    pub package: PackageName,
    /// `None` for the version that the project has of it.
    pub version: Option<String>,
}

impl PackageVersion {
    const SEPARATOR: char = '@';

    /// `None` if the name is not one of a package.
    pub fn parse(text: &str) -> Option<Self> {
        let (package, version) = match text.split_once(Self::SEPARATOR) {
            Some((package, version)) => (package, Some(version.to_owned())),
            None => (text, None),
        };
        Some(Self {
            package: PackageName::parse(package)?,
            version,
        })
    }

    /// The name of the package in such a text.
    pub fn package_of(text: &str) -> &str {
        text.split(Self::SEPARATOR).next().unwrap_or(text)
    }
}

impl fmt::Display for PackageVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.package)?;
        match &self.version {
            Some(version) => write!(f, "{}{version}", Self::SEPARATOR),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        for text in ["random", "random@4.18.0", "azure-native@1.0.0-alpha.1"] {
            assert_eq!(PackageVersion::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(PackageVersion::package_of("random@4.18.0"), "random");
        assert!(PackageVersion::parse("Random@1").is_none());
    }
}
