//! Unpacks packed plugins of Pulumi: `.tar.gz`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::GzDecoder;
use tar::EntryType;

use crate::PackageHash;
use crate::archive::{ArchiveError, ArchiveLimit, HashingReader, path_below, write_file};

/// Unpacks an archive into an empty folder, and returns the hash of its files.
pub(crate) fn unpack_tar(
    archive: impl Read,
    folder: &Path,
    limit: ArchiveLimit,
) -> Result<PackageHash, ArchiveError> {
    let broken = ArchiveError::unreadable;
    let unpacked = GzDecoder::new(io::BufReader::new(archive)).take(limit.bytes + 1);
    let mut archive = tar::Archive::new(unpacked);
    let mut files = BTreeMap::new();
    let mut count = 0;
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        count += 1;
        if count > limit.files {
            let (files, bytes) = (count, 0);
            return Err(ArchiveError::TooLarge { files, bytes });
        }
        let below = path_below(&name)?;
        let place = folder.join(below);
        let result = match entry.header().entry_type() {
            EntryType::Directory => fs::create_dir_all(&place),
            EntryType::Regular | EntryType::Continuous => {
                let mode = entry.header().mode().ok();
                let mut hashed = HashingReader::new(&mut entry);
                let written = write_file(&place, mode, &mut hashed);
                // Paths in archives may begin with `./`, and those of folders do not.
                let path = name.strip_prefix("./").unwrap_or(&name).to_owned();
                files.insert(path, hashed.digest());
                written
            }
            EntryType::XGlobalHeader => Ok(()),
            _ => return Err(ArchiveError::Link(name)),
        };
        result.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput => ArchiveError::NotAnArchive(error.to_string()),
            _ => ArchiveError::Member {
                member: name,
                reason: error.to_string(),
            },
        })?;
    }
    // The checksum of what was packed is at the end of the file.
    let mut rest = archive.into_inner();
    io::copy(&mut rest, &mut io::sink()).map_err(broken)?;
    match rest.limit() {
        0 => Err(ArchiveError::TooLarge {
            files: files.len(),
            bytes: limit.bytes + 1,
        }),
        _ if files.is_empty() => Err(ArchiveError::NotAnArchive("it has no files".to_owned())),
        _ => Ok(PackageHash::of_files(&files)),
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{Builder, Header};

    use super::*;

    fn packed(members: &[(&str, EntryType)]) -> Vec<u8> {
        let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (name, kind) in members {
            let mut header = Header::new_gnu();
            // Names that lead out cannot be set otherwise.
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            let content: &[u8] = if *kind == EntryType::Regular {
                b"hello"
            } else {
                b""
            };
            header.set_size(content.len() as u64);
            header.set_mode(0o4777);
            header.set_entry_type(*kind);
            if *kind == EntryType::Symlink {
                header.set_link_name("/etc/passwd").unwrap();
            }
            header.set_cksum();
            builder.append(&header, content).unwrap();
        }
        builder.into_inner().unwrap().finish().unwrap()
    }

    fn unpacked(bytes: &[u8]) -> Result<(tempfile::TempDir, PackageHash), String> {
        let folder = tempfile::tempdir().unwrap();
        let result = unpack_tar(bytes, folder.path(), ArchiveLimit::PACKAGE);
        result
            .map(|hash| (folder, hash))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn files_have_the_hash_of_their_folder() {
        use std::os::unix::fs::PermissionsExt as _;
        let bytes = packed(&[
            ("./pulumi-resource-a", EntryType::Regular),
            ("docs/", EntryType::Directory),
            ("docs/a.md", EntryType::Regular),
        ]);
        let (folder, hash) = unpacked(&bytes).unwrap();
        assert_eq!(hash, PackageHash::of_folder(folder.path()).unwrap());
        let program = fs::metadata(folder.path().join("pulumi-resource-a")).unwrap();
        assert_eq!(program.permissions().mode() & 0o7777, 0o755);
    }

    #[test]
    fn members_stay_in_the_folder() {
        for name in ["../a", "a/../../b", "/etc/a", "..\\a", "c:/a"] {
            let message = unpacked(&packed(&[(name, EntryType::Regular)])).unwrap_err();
            assert_eq!(
                message,
                format!("its member `{name}` leads out of its folder")
            );
        }
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Fifo] {
            let message = unpacked(&packed(&[("link", kind)])).unwrap_err();
            assert_eq!(
                message,
                "its member `link` is a link, and packages have files only"
            );
        }
    }

    #[test]
    fn half_an_archive_is_none() {
        let whole = packed(&[("a", EntryType::Regular), ("b", EntryType::Regular)]);
        for length in [0, 1, whole.len() / 2, whole.len() - 1] {
            let message = unpacked(&whole[..length]).unwrap_err();
            assert!(message.starts_with("it is not an archive"), "{message}");
        }
        let mut other = whole.clone();
        let at = other.len() - 6;
        other[at] ^= 1;
        assert!(unpacked(&other).is_err());
    }

    #[test]
    fn the_unpacked_size_of_an_archive_is_limited() {
        let bytes = packed(&[("a", EntryType::Regular), ("b", EntryType::Regular)]);
        let unpack = |bytes_limit, files| {
            let folder = tempfile::tempdir().unwrap();
            let limit = ArchiveLimit {
                bytes: bytes_limit,
                files,
            };
            unpack_tar(bytes.as_slice(), folder.path(), limit)
        };
        assert!(unpack(1 << 20, 2).is_ok());
        assert!(unpack(1 << 20, 1).is_err());
        // A member takes two blocks of 512 bytes.
        assert!(unpack(1_100, 2).is_err());
    }
}
