//! What packages may be called.

use std::fmt;

use super::plugin_kind::PluginKind;

/// The name of a package that a plugin manages: small letters, digits and dashes, a letter first. It
/// is a part of file names and of types of resources.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageName(String);

impl PackageName {
    /// `None` if a package cannot be called that.
    pub fn parse(text: &str) -> Option<Self> {
        let is_name = text.starts_with(|it: char| it.is_ascii_lowercase())
            && text.len() <= 64
            && text
                .bytes()
                .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-');
        is_name.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file name of its executable.
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
