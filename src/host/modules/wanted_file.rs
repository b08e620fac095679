//! The file that a specifier names as a path or a URL, before extensions are tried.

use std::path::{Path, PathBuf};

use deno_core::url::Url;

use lumi_sandbox::lexical_path;

use super::error::LoadError;
use super::packages::ImportKind;
use super::resolver::means_folder;

#[derive(Debug, PartialEq, Eq)]
pub struct WantedFile {
    pub path: PathBuf,
    /// Whether the specifier can only be that of a folder.
    pub is_folder: bool,
    /// Whether the specifier has a `%` that begins no character. In Node, no file has such a URL; here, one with that very
    /// name is found.
    pub is_malformed: bool,
}

impl WantedFile {
    /// `None` for the name of a package.
    pub fn of(specifier: &str, folder: &Path, kind: ImportKind) -> Result<Option<Self>, LoadError> {
        if is_path(specifier) {
            // What is required is a path, what is imported is a URL.
            let is_text = kind == ImportKind::Require || is_plain(specifier);
            return match is_text {
                true => Ok(Some(Self::of_text(specifier, folder))),
                false => Self::below(specifier, specifier, folder).map(Some),
            };
        }
        match Url::parse(specifier) {
            Ok(url) if url.scheme() == "file" => Self::of_url(&url, specifier).map(Some),
            Ok(url) => Err(LoadError::Scheme {
                scheme: url.scheme().to_owned(),
                specifier: specifier.to_owned(),
            }),
            Err(_) => Ok(None),
        }
    }

    /// The file of a relative URL in a folder; `specifier` is that of the import.
    pub fn below(relative: &str, specifier: &str, folder: &Path) -> Result<Self, LoadError> {
        let folder =
            Url::from_directory_path(folder).expect("BUG: folders of modules are absolute");
        let url = folder.join(relative).map_err(|_| LoadError::NoUrl {
            specifier: specifier.to_owned(),
        })?;
        Self::of_url(&url, specifier)
    }

    fn of_url(url: &Url, specifier: &str) -> Result<Self, LoadError> {
        let text = url.path().to_ascii_lowercase();
        if ["%2f", "%5c"].iter().any(|it| text.contains(it)) {
            return Err(LoadError::EncodedSlash {
                specifier: specifier.to_owned(),
            });
        }
        let path = url.to_file_path().map_err(|()| LoadError::UrlHost {
            specifier: specifier.to_owned(),
        })?;
        Ok(Self {
            path: lexical_path::normal(&path),
            is_folder: url.path().ends_with('/'),
            is_malformed: is_malformed(url.path()),
        })
    }

    fn of_text(specifier: &str, folder: &Path) -> Self {
        let path = specifier.split(['?', '#']).next().unwrap_or(specifier);
        Self {
            path: lexical_path::normal(&folder.join(path)),
            is_folder: means_folder(specifier),
            is_malformed: false,
        }
    }
}

fn is_path(specifier: &str) -> bool {
    ["./", "../", "/"]
        .iter()
        .any(|it| specifier.starts_with(it))
        || matches!(specifier, "." | "..")
}

/// Whether a relative URL is also the path that it means.
fn is_plain(specifier: &str) -> bool {
    let plain = |it: u8| it.is_ascii_alphanumeric() || b"./_-".contains(&it);
    specifier.bytes().all(plain) && !specifier.starts_with("//")
}

/// Whether a part of a URL has a `%` that begins no character of UTF-8.
fn is_malformed(path: &str) -> bool {
    let is_escape = |rest: &str| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
    };
    let has_other = path.split('%').skip(1).any(|rest| !is_escape(rest));
    has_other
        || percent_encoding::percent_decode_str(path)
            .decode_utf8()
            .is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(specifier: &str) -> String {
        match WantedFile::of(specifier, Path::new("/p/q"), ImportKind::Import) {
            Ok(Some(it)) => {
                let folder = if it.is_folder { "/" } else { "" };
                let malformed = if it.is_malformed { " malformed" } else { "" };
                format!("{}{folder}{malformed}", it.path.display())
            }
            Ok(None) => "package".to_owned(),
            Err(error) => format!("{error:?}")
                .split([' ', '{'])
                .next()
                .unwrap()
                .to_owned(),
        }
    }

    #[test]
    fn relative_urls_are_files() {
        let table = [
            ("./a.ts", "/p/q/a.ts"),
            ("../a.ts?x#y", "/p/a.ts"),
            (".", "/p/q/"),
            ("..", "/p/"),
            ("./a/", "/p/q/a/"),
            ("./a\\b", "/p/q/a/b"),
            ("./a ", "/p/q/a"),
            ("./a%20b", "/p/q/a b"),
            ("./%2e%2e/a", "/p/a"),
            ("./100%", "/p/q/100% malformed"),
            ("/a", "/a"),
            ("//host/a", "UrlHost"),
            ("//a:b/c", "NoUrl"),
            ("file:///a%20b", "/a b"),
            ("file://host/a", "UrlHost"),
            ("file://localhost/a", "/a"),
            ("./a%2fb", "EncodedSlash"),
            ("https://a/b", "Scheme"),
            ("a/b", "package"),
            ("#a", "package"),
        ];
        for (specifier, wanted) in table {
            assert_eq!(of(specifier), wanted, "{specifier}");
        }
    }

    #[test]
    fn a_required_path_is_a_text() {
        let wanted = WantedFile::of("./a%20b", Path::new("/p"), ImportKind::Require);
        assert_eq!(wanted.unwrap().unwrap().path, Path::new("/p/a%20b"));
    }
}
