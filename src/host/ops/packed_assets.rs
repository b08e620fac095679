//! Hashes of the assets of a package, whose program reads no files.

use crate::modules::AssetHashes;

use super::asset::{archive, is_archive_file};
use super::asset_error::AssetError;

/// The assets of a package.
pub struct PackedAssets<'a>(pub &'a AssetHashes);

impl PackedAssets<'_> {
    /// The hash of a file.
    pub fn file(&self, path: &str) -> Result<String, AssetError> {
        let name = plain(path);
        match self.0.files.get(&name) {
            Some(hash) => Ok(hash.clone()),
            None if self.is_whole(&name) => Err(AssetError::Folder {
                path: path.to_owned(),
            }),
            None => Err(AssetError::NotPacked {
                path: path.to_owned(),
            }),
        }
    }

    /// The hash of a folder, or of an archive file.
    pub fn archive(&self, path: &str) -> Result<String, AssetError> {
        let name = plain(path);
        if let Some(hash) = self.0.files.get(&name) {
            return match is_archive_file(path) {
                true => Ok(hash.clone()),
                false => Err(AssetError::NotAnArchive {
                    path: path.to_owned(),
                }),
            };
        }
        let mut members: Vec<_> = self
            .members(&name)
            .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
            .collect();
        let is_there = self.0.folders.contains(&name) || !members.is_empty();
        if !is_there || !self.is_whole(&name) {
            return Err(AssetError::NotPacked {
                path: path.to_owned(),
            });
        }
        members.sort();
        Ok(archive(&members))
    }

    /// Whether no file of a folder is missing.
    fn is_whole(&self, folder: &str) -> bool {
        let mut whole = self.0.folders.iter();
        whole.any(|it| {
            it == "."
                || folder
                    .strip_prefix(it.as_str())
                    .is_some_and(|it| it.is_empty() || it.starts_with('/'))
        })
    }

    /// The names below a folder, and their hashes.
    fn members(&self, folder: &str) -> impl Iterator<Item = (&str, &str)> {
        let prefix = match folder {
            "." => String::new(),
            folder => format!("{folder}/"),
        };
        self.0.files.iter().filter_map(move |(name, hash)| {
            let name = name.strip_prefix(prefix.as_str())?;
            Some((name, hash.as_str()))
        })
    }
}

/// A path without parts that mean nothing: that of an asset, if it is one.
fn plain(path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let parts = path.split('/').filter(|it| !matches!(*it, "" | "."));
    let parts: Vec<&str> = parts.collect();
    match parts.is_empty() {
        true => ".".to_owned(),
        false => parts.join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(folders: &[&str]) -> AssetHashes {
        let files = [
            ("a.txt", "1"),
            ("code/lib/b.js", "2"),
            ("code/c.js", "3"),
            ("x.zip", "4"),
        ];
        AssetHashes {
            files: files
                .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
                .into(),
            folders: folders.iter().map(|it| (*it).to_owned()).collect(),
        }
    }

    fn members(of: &[(&str, &str)]) -> String {
        let of = of.iter();
        let owned = of.map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned()));
        archive(&owned.collect::<Vec<_>>())
    }

    #[test]
    fn assets_are_found_by_their_path() {
        let assets = assets(&["code", "empty"]);
        let packed = PackedAssets(&assets);
        assert_eq!(packed.file("./a.txt").unwrap(), "1");
        assert_eq!(packed.file("code//lib/b.js").unwrap(), "2");
        assert_eq!(packed.archive("x.zip").unwrap(), "4");
        assert_eq!(packed.archive("empty").unwrap(), members(&[]));
        assert_eq!(
            packed.archive("code/lib").unwrap(),
            members(&[("b.js", "2")])
        );
        assert_eq!(
            packed.archive("code/").unwrap(),
            members(&[("c.js", "3"), ("lib/b.js", "2")])
        );
        for path in [".", "cod", "codes", "x"] {
            assert!(packed.archive(path).is_err(), "{path}");
        }
    }

    #[test]
    fn other_paths_are_not_in_the_package() {
        let assets = assets(&["."]);
        let packed = PackedAssets(&assets);
        let all = [
            ("a.txt", "1"),
            ("code/c.js", "3"),
            ("code/lib/b.js", "2"),
            ("x.zip", "4"),
        ];
        assert_eq!(packed.archive("./").unwrap(), members(&all));
        for path in [
            "b.txt",
            "/a.txt",
            "../a.txt",
            "code/../a.txt",
            "",
            "cod",
            "code",
        ] {
            assert!(packed.file(path).is_err(), "{path}");
        }
        for path in ["a.txt", "cod", "/", "/code", "code/.."] {
            assert!(packed.archive(path).is_err(), "{path}");
        }
    }

    /// A folder of which a file may be missing has no hash.
    #[test]
    fn a_part_of_a_folder_is_no_folder() {
        let assets = assets(&[]);
        let packed = PackedAssets(&assets);
        assert!(packed.archive("code").is_err());
        assert!(packed.file("code/c.js").is_ok());
    }
}
