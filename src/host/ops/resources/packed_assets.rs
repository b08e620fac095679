//! Hashes of the assets of a package, whose program reads no files.

use lumi_graph::{asset_name, below_folder, is_archive_file, is_in_folder};
use lumi_provider::members_sha256;

use crate::modules::AssetHashes;

use super::asset_error::AssetError;

/// The assets of one package.
pub struct PackedAssets<'a>(pub &'a AssetHashes);

impl PackedAssets<'_> {
    /// The hash of a file.
    pub fn file(&self, path: &str) -> Result<String, AssetError> {
        let name = packed_name(path)?;
        match self.0.files.get(&name) {
            Some(hash) => Ok(hash.clone()),
            None if self.is_whole(&name) => Err(AssetError::Folder {
                path: path.to_owned(),
            }),
            None => Err(not_packed(path)),
        }
    }

    /// The hash of a folder, or of an archive file.
    pub fn archive(&self, path: &str) -> Result<String, AssetError> {
        let name = packed_name(path)?;
        if let Some(hash) = self.0.files.get(&name) {
            return match is_archive_file(path) {
                true => Ok(hash.clone()),
                false => Err(AssetError::NotAnArchive {
                    path: path.to_owned(),
                }),
            };
        }
        let files = self.0.files.iter();
        let members =
            files.filter_map(|(file, hash)| Some((below_folder(file, &name)?, hash.as_str())));
        let members: Vec<_> = members.collect();
        let is_there = self.0.folders.contains(&name) || !members.is_empty();
        match is_there && self.is_whole(&name) {
            true => Ok(members_sha256(members)),
            false => Err(not_packed(path)),
        }
    }

    /// Whether no file of a folder is missing.
    fn is_whole(&self, folder: &str) -> bool {
        self.0.folders.iter().any(|it| is_in_folder(folder, it))
    }
}

/// The name that an asset with a path has in its package.
fn packed_name(path: &str) -> Result<String, AssetError> {
    asset_name(path).ok_or_else(|| not_packed(path))
}

fn not_packed(path: &str) -> AssetError {
    AssetError::NotPacked {
        path: path.to_owned(),
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
        members_sha256(of.iter().copied())
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
