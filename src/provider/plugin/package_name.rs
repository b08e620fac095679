//! Names of packages.

use std::fmt;

use super::plugin_kind::PluginKind;

/// The name of a plugin's package: lower-case letters, digits and dashes, starting with a letter.
/// Part of file names and of resource types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageName(String);

impl PackageName {
    /// The length of the longest name, in bytes.
    pub const MAX_LENGTH: usize = 64;

    /// `None` if the text is not a valid name.
    pub fn parse(text: &str) -> Option<Self> {
        let is_name = text.starts_with(|it: char| it.is_ascii_lowercase())
            && text.len() <= Self::MAX_LENGTH
            && text
                .bytes()
                .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-');
        is_name.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file name of the plugin's executable.
    pub fn executable(&self, kind: PluginKind) -> String {
        let suffix = std::env::consts::EXE_SUFFIX;
        format!("{}{}{suffix}", kind.prefix(), self.0)
    }
}

impl fmt::Display for PackageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_files() {
        for name in ["aws", "a", "azure-native", "s3"] {
            assert_eq!(PackageName::parse(name).unwrap().as_str(), name);
        }
        for name in ["", "3s", "-a", "Aws", "a/b", "..", "a b", "a:b", "ä"] {
            assert_eq!(PackageName::parse(name), None, "{name:?}");
        }
    }
}
