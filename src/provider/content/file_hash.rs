//! The hashes of files, folders and archive files, as the SDK records them in assets and archives.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use lumi_graph::{Archive, ArchiveContent};

use crate::Access;

use super::content::Content;
use super::content_error::ContentError;
use super::digest::members_sha256;
use super::sources::{Sources, unreadable};

/// Hashes the present content of `FileAsset` and `FileArchive`. Paths are relative to a folder.
pub struct FileHasher<'a> {
    folder: &'a Path,
    access: Arc<dyn Access>,
}

impl<'a> FileHasher<'a> {
    pub fn new(folder: &'a Path, access: Arc<dyn Access>) -> Self {
        Self { folder, access }
    }

    /// The hash of a file's bytes.
    pub fn file(&self, path: &str) -> Result<String, ContentError> {
        let file = self.folder.join(path);
        self.check(path, &file)?;
        let metadata = fs::metadata(&file).map_err(unreadable(Path::new(path)))?;
        if metadata.is_dir() {
            let path = path.to_owned();
            return Err(ContentError::Folder { path });
        }
        if !metadata.is_file() {
            // Opening a pipe would wait for a writer.
            let path = path.to_owned();
            return Err(ContentError::NotRegular { path });
        }
        hash(&Content::File(file))
    }

    /// The hash of the files of a folder, or of the bytes of an archive file.
    pub fn archive(&self, path: &str) -> Result<String, ContentError> {
        let folder = self.folder.join(path);
        if !folder.is_dir() {
            return self.file(path);
        }
        self.check(path, &folder)?;
        let mut sources = Sources::local(self.folder, Arc::clone(&self.access));
        let content = ArchiveContent::File(path.to_owned());
        let members = sources.archive(&Archive {
            content,
            hash: None,
        })?;
        let hashes = members
            .into_iter()
            .map(|it| Ok((it.name, hash(&it.content)?)));
        let hashes = hashes.collect::<Result<Vec<_>, ContentError>>()?;
        let hashes = hashes
            .iter()
            .map(|(name, hash)| (name.as_str(), hash.as_str()));
        Ok(members_sha256(hashes))
    }

    fn check(&self, path: &str, place: &Path) -> Result<(), ContentError> {
        let permitted = self.access.read(place);
        permitted.map_err(|denied| ContentError::Forbidden {
            path: path.to_owned(),
            denied,
        })
    }
}

fn hash(content: &Content) -> Result<String, ContentError> {
    let digest = content.digest().map_err(|source| {
        let path = match content {
            Content::File(path) => path.display().to_string(),
            Content::Bytes(_) => String::new(),
        };
        ContentError::Unreadable { path, source }
    })?;
    Ok(digest.sha256)
}
