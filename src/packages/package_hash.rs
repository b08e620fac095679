//! Hashes of packages, in the two schemes of Terraform's lock files.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::str::FromStr;

use data_encoding::{BASE64, HEXLOWER};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use zip::ZipArchive;

use crate::folders_around::FoldersAround;
use crate::shortened::shortened;

/// A hash that a package must have. Ordered as lock files list hashes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PackageHash {
    /// `h1:`: of the paths and contents of the files, packed or not.
    Files([u8; 32]),
    /// `zh:`: of the bytes of the archive.
    Archive([u8; 32]),
}

/// Why a text is not a hash.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HashError {
    #[error("`{0}` is not a hash; one begins with `h1:` or `zh:`, and is that of SHA-256")]
    Package(String),
    #[error("`{0}` is not the hash of a library; one is `lumipack:` and 64 hexadecimal digits")]
    Pack(String),
}

impl PackageHash {
    /// Of all bytes of an archive.
    pub fn of_archive(archive: &mut impl Read) -> io::Result<Self> {
        Ok(Self::Archive(digest(archive)?))
    }

    /// Of the files of an archive that is not unpacked.
    pub fn of_archive_files<A: Read + Seek>(archive: &mut ZipArchive<A>) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).map_err(io::Error::other)?;
            if !file.is_dir() {
                let name = file.name().map_err(io::Error::other)?.into_owned();
                files.insert(name, digest(&mut file)?);
            }
        }
        Ok(Self::of_files(&files))
    }

    /// Of the files of a folder.
    pub fn of_folder(folder: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut around = FoldersAround::of(folder)?;
        add_files(folder, "", &mut around, &mut files)?;
        Ok(Self::of_files(&files))
    }

    /// Go's `dirhash.Hash1`: of lines of digest and path, sorted by path.
    pub(crate) fn of_files(files: &BTreeMap<String, [u8; 32]>) -> Self {
        let mut hash = Sha256::new();
        for (path, digest) in files {
            hash.update(format!("{}  {path}\n", HEXLOWER.encode(digest)));
        }
        Self::Files(hash.finalize().into())
    }
}

fn digest(content: &mut impl Read) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match content.read(&mut buffer)? {
            0 => return Ok(hash.finalize().into()),
            read => hash.update(&buffer[..read]),
        }
    }
}

/// Adds the files below a folder. Links are followed as the program that runs the package would.
fn add_files(
    folder: &Path,
    prefix: &str,
    around: &mut FoldersAround,
    files: &mut BTreeMap<String, [u8; 32]>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|it| it.to_str());
        let name = name.ok_or_else(|| io::Error::other("the name of a file is not Unicode"))?;
        // A line end in a name could stand for another file.
        if name.contains(char::is_control) {
            let message = format!("the name of the file {name:?} has a control character");
            return Err(io::Error::other(message));
        }
        let below = format!("{prefix}{name}");
        match fs::metadata(&path)?.is_dir() {
            true => {
                around.enter(&path)?;
                add_files(&path, &format!("{below}/"), around, files)?;
                around.leave();
            }
            false => {
                files.insert(below, digest(&mut File::open(&path)?)?);
            }
        }
    }
    Ok(())
}

impl FromStr for PackageHash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let decoded = match text.split_once(':') {
            Some(("h1", rest)) => BASE64
                .decode(rest.as_bytes())
                .ok()
                .and_then(array)
                .map(Self::Files),
            Some(("zh", rest)) => HEXLOWER
                .decode(rest.as_bytes())
                .ok()
                .and_then(array)
                .map(Self::Archive),
            _ => None,
        };
        decoded.ok_or_else(|| HashError::Package(shortened(text)))
    }
}

fn array(bytes: Vec<u8>) -> Option<[u8; 32]> {
    bytes.try_into().ok()
}

impl fmt::Display for PackageHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(hash) => write!(f, "h1:{}", BASE64.encode(hash)),
            Self::Archive(hash) => write!(f, "zh:{}", HEXLOWER.encode(hash)),
        }
    }
}

impl From<PackageHash> for String {
    fn from(hash: PackageHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for PackageHash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Self, HashError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// The hash of Go's `dirhash` for an empty list of files.
    const EMPTY: &str = "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

    #[test]
    fn links_without_an_end_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let link = |target: &str, name: &str| {
            std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
        };
        link("../a", "b/link");
        let hash = PackageHash::of_folder(folder.path()).unwrap();
        assert_eq!(hash.to_string(), EMPTY);
        link("../b", "a/link");
        let error = PackageHash::of_folder(folder.path()).unwrap_err();
        let message = error.to_string();
        assert!(
            message.ends_with("leads to a folder around it"),
            "{message}"
        );
    }

    #[test]
    fn a_folder_and_its_archive_have_the_same_hash() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            PackageHash::of_folder(folder.path()).unwrap().to_string(),
            EMPTY
        );
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer
            .add_directory("docs", SimpleFileOptions::default())
            .unwrap();
        for (path, content) in [
            ("terraform-provider-a", "program"),
            ("docs/b.md", "text"),
            ("docs.md", ""),
        ] {
            writer
                .start_file(path, SimpleFileOptions::default())
                .unwrap();
            writer.write_all(content.as_bytes()).unwrap();
            let place = folder.path().join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, content).unwrap();
        }
        let mut archive = ZipArchive::new(writer.finish().unwrap()).unwrap();
        let packed = PackageHash::of_archive_files(&mut archive).unwrap();
        assert_eq!(PackageHash::of_folder(folder.path()).unwrap(), packed);
        // sha256sum of the three files in bytewise order of their paths, as lines, through sha256sum.
        assert_eq!(
            packed.to_string(),
            "h1:XrQ4c3DI6c04k0l+HbSQ+GWpnvo5t8bMemnw8o1srjM="
        );
    }

    #[test]
    fn a_hash_is_read_as_it_is_written() {
        let archive = PackageHash::of_archive(&mut b"zip".as_slice()).unwrap();
        for hash in [archive, EMPTY.parse().unwrap()] {
            assert_eq!(hash.to_string().parse(), Ok(hash));
        }
        for text in [
            "",
            "h1:",
            "zh:00",
            "h2:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
            "zh:ZZ",
            "sha256:00",
        ] {
            assert!(text.parse::<PackageHash>().is_err(), "{text}");
        }
    }
}
