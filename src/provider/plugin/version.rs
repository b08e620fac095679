//! Versions of plugins, and requirements.

use std::fmt;

use semver::Version;
use thiserror::Error;

/// `MAJOR.MINOR.PATCH`, optionally with `-PRERELEASE`. Ordered by precedence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PluginVersion(Version);

/// Why a text is not a version or a requirement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VersionError {
    #[error("`{0}` is not a version; one looks like `1.2.3` or `1.2.3-beta.1`")]
    NotAVersion(String),
    #[error(
        "`{0}` is not a version; write `1.2.3` for that one, `1.2` or `1` for the latest of them, or a \
         path that begins with `./` or `/`"
    )]
    NotWanted(String),
}

impl PluginVersion {
    /// Build metadata (`+…`) is rejected, because it does not distinguish versions.
    pub fn parse(text: &str) -> Result<Self, VersionError> {
        match Version::parse(text) {
            Ok(version) if version.build.is_empty() => Ok(Self(version)),
            _ => Err(VersionError::NotAVersion(text.chars().take(100).collect())),
        }
    }

    pub fn is_prerelease(&self) -> bool {
        !self.0.pre.is_empty()
    }
}

/// Dotted numbers without leading zeros.
fn numbers_of(text: &str) -> Option<Vec<u64>> {
    let number = |it: &str| {
        let is_canonical = it == "0" || !it.starts_with('0');
        let is_number = !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        (is_canonical && is_number).then(|| it.parse().ok())?
    };
    text.split('.').map(number).collect()
}

impl fmt::Display for PluginVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The required versions of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedVersion {
    Exactly(PluginVersion),
    /// The latest release that starts with these numbers, as in `1` or `1.2`.
    Latest(Vec<u64>),
}

impl WantedVersion {
    /// Any version; releases are preferred to prereleases.
    pub const ANY: Self = Self::Latest(Vec::new());

    pub fn parse(text: &str) -> Result<Self, VersionError> {
        if let Ok(version) = PluginVersion::parse(text) {
            return Ok(Self::Exactly(version));
        }
        match numbers_of(text) {
            Some(numbers) if numbers.len() < 3 => Ok(Self::Latest(numbers)),
            _ => Err(VersionError::NotWanted(text.chars().take(100).collect())),
        }
    }

    pub fn allows(&self, version: &PluginVersion) -> bool {
        match self {
            Self::Exactly(wanted) => wanted == version,
            Self::Latest(numbers) if numbers.is_empty() => true,
            Self::Latest(numbers) => {
                let Version {
                    major,
                    minor,
                    patch,
                    ..
                } = version.0;
                !version.is_prerelease() && [major, minor, patch].starts_with(numbers)
            }
        }
    }

    /// Whether every version is accepted.
    pub fn is_any(&self) -> bool {
        *self == Self::ANY
    }
}

impl fmt::Display for WantedVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(version) => version.fmt(f),
            Self::Latest(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                f.write_str(&numbers.join("."))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> PluginVersion {
        PluginVersion::parse(text).unwrap()
    }

    #[test]
    fn versions_are_read_and_ordered() {
        let ordered = [
            "0.0.1",
            "0.9.0",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0",
            "1.0.1",
            "1.10.0",
        ];
        for pair in ordered.windows(2) {
            assert!(version(pair[0]) < version(pair[1]), "{pair:?}");
        }
        for text in ordered {
            assert_eq!(version(text).to_string(), text);
        }
        for text in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "v1.2.3",
            "01.2.3",
            "1.2.3-",
            "1.2.3+a",
            "1.2.3-a/b",
        ] {
            assert!(PluginVersion::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_wanted_version_matches_by_its_leading_parts() {
        let allowed = |wanted: &str| {
            let wanted = WantedVersion::parse(wanted).unwrap();
            let all = ["1.2.3", "1.2.4", "1.3.0", "2.0.0", "1.2.5-rc.1"];
            let all = all.into_iter().filter(|it| wanted.allows(&version(it)));
            all.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(allowed("1.2.3"), "1.2.3");
        assert_eq!(allowed("1.2"), "1.2.3 1.2.4");
        assert_eq!(allowed("1"), "1.2.3 1.2.4 1.3.0");
        assert_eq!(allowed("1.2.5-rc.1"), "1.2.5-rc.1");
        let error = WantedVersion::parse("^1").unwrap_err();
        insta::assert_snapshot!(error, @"`^1` is not a version; write `1.2.3` for that one, `1.2` or `1` for the latest of them, or a path that begins with `./` or `/`");
    }
}
