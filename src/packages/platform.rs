//! Platforms that packages are built for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::shortened::shortened;

/// An operating system and an architecture in the names of Go, such as `linux_amd64`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Platform {
    system: String,
    architecture: String,
}

/// Why a text is not a platform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a platform; one looks like `linux_amd64` or `darwin_arm64`")]
pub struct PlatformError(String);

impl Platform {
    /// The platform of this process.
    pub fn current() -> Self {
        let system = match std::env::consts::OS {
            "macos" => "darwin",
            other => other,
        };
        let architecture = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            "x86" => "386",
            other => other,
        };
        Self {
            system: system.to_owned(),
            architecture: architecture.to_owned(),
        }
    }

    pub fn system(&self) -> &str {
        &self.system
    }

    pub fn architecture(&self) -> &str {
        &self.architecture
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.system, self.architecture)
    }
}

impl FromStr for Platform {
    type Err = PlatformError;

    fn from_str(text: &str) -> Result<Self, PlatformError> {
        let is_part = |it: &str| {
            let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit();
            !it.is_empty() && it.len() <= 16 && it.bytes().all(is_plain)
        };
        match text.split_once('_') {
            Some((system, architecture)) if is_part(system) && is_part(architecture) => Ok(Self {
                system: system.to_owned(),
                architecture: architecture.to_owned(),
            }),
            _ => Err(PlatformError(shortened(text))),
        }
    }
}

impl From<Platform> for String {
    fn from(platform: Platform) -> Self {
        platform.to_string()
    }
}

impl TryFrom<String> for Platform {
    type Error = PlatformError;

    fn try_from(text: String) -> Result<Self, PlatformError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_two_names() {
        let current = Platform::current();
        assert_eq!(current.to_string().parse(), Ok(current));
        for text in [
            "linux",
            "linux_",
            "_amd64",
            "linux_amd64_x",
            "Linux_amd64",
            "linux/amd64",
            "../x_y",
        ] {
            assert!(text.parse::<Platform>().is_err(), "{text}");
        }
    }
}
