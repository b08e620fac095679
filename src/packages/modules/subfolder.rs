//! The folder of a module in its package.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::source_error::ModuleSourceError;
use crate::shortened::shortened;

/// A relative path without `.` and `..`; empty for the package itself. Parts may have `*`, which stands for any text
/// and must mean one folder: archives of repositories have one at their top whose name is not known beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subfolder(String);

impl Subfolder {
    pub fn parse(text: &str) -> Result<Self, ModuleSourceError> {
        let mut parts: Vec<&str> = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.pop().is_none() => {
                    return Err(ModuleSourceError::LeadsOut(shortened(text)));
                }
                ".." => {}
                part => parts.push(part),
            }
        }
        Ok(Self(parts.join("/")))
    }

    pub fn is_package(&self) -> bool {
        self.0.is_empty()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A folder in this one.
    pub fn join(&self, inner: &Self) -> Self {
        match (self.is_package(), inner.is_package()) {
            (true, _) => inner.clone(),
            (_, true) => self.clone(),
            _ => Self(format!("{}/{}", self.0, inner.0)),
        }
    }

    /// The one folder of a package that the pattern matches; `None` if it matches none, or several.
    pub fn expand(&self, package: &Path) -> Option<Self> {
        let mut folders = vec![(package.to_owned(), String::new())];
        for part in self.0.split('/').filter(|it| !it.is_empty()) {
            let next = folders.iter().flat_map(|(place, path)| {
                let names = match part.contains('*') {
                    true => matching(place, part),
                    false => vec![part.to_owned()],
                };
                let below = names.into_iter().map(move |name| {
                    let separator = if path.is_empty() { "" } else { "/" };
                    (place.join(&name), format!("{path}{separator}{name}"))
                });
                below.collect::<Vec<_>>()
            });
            folders = next.filter(|(place, _)| place.is_dir()).collect();
        }
        match folders.as_slice() {
            [(place, path)] if place.is_dir() => Some(Self(path.clone())),
            _ => None,
        }
    }

    pub fn in_package(&self, package: &Path) -> PathBuf {
        match self.is_package() {
            true => package.to_owned(),
            false => package.join(&self.0),
        }
    }
}

impl fmt::Display for Subfolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The names in a folder that a pattern matches.
fn matching(folder: &Path, pattern: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    names.filter(|it| is_match(pattern, it)).collect()
}

/// Whether a name has the texts between the `*` of a pattern, in their order.
fn is_match(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stays_in_its_package() {
        let cleaned = |text: &str| Subfolder::parse(text).map(|it| it.0).ok();
        for (text, expected) in [
            ("", Some("")),
            ("a/b", Some("a/b")),
            ("/a//b/./", Some("a/b")),
            ("a/../b", Some("b")),
            ("a/..", Some("")),
            ("..", None),
            ("a/../../b", None),
            ("../a", None),
        ] {
            assert_eq!(cleaned(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_star_means_one_folder() {
        let package = tempfile::tempdir().unwrap();
        for folder in ["acme-net-1a2b/modules/vpc", "acme-net-1a2b/modules/vpn"] {
            fs::create_dir_all(package.path().join(folder)).unwrap();
        }
        fs::write(package.path().join("README"), "").unwrap();
        let expanded = |text: &str| {
            let folder = Subfolder::parse(text).unwrap().expand(package.path());
            folder.map(|it| it.0)
        };
        for (text, expected) in [
            ("", Some("")),
            ("*", Some("acme-net-1a2b")),
            ("acme-*-1*b/modules/*c", Some("acme-net-1a2b/modules/vpc")),
            ("*/modules/vp*", None),
            ("*/none", None),
            ("R*", None),
        ] {
            assert_eq!(expanded(text).as_deref(), expected, "{text}");
        }
    }
}
