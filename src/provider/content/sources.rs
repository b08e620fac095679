//! Resolves assets and archives to content.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Client;
use tempfile::TempDir;

use crate::{Access, ProviderError};
use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent, LUMI_FOLDER, Value};

use super::content::Content;
use super::content_error::ContentError;
use super::download::{MAX_BYTES, download};
use super::unpack::{Packing, unpack};

/// One file of an archive.
#[derive(Clone, Debug)]
pub struct Member {
    /// The path inside the archive, with `/` as the separator and without `..`.
    pub name: String,
    pub content: Content,
    pub is_executable: bool,
}

/// Resolves the content of assets and archives. Downloaded and unpacked files are temporary and
/// removed on drop: content must not outlive its source.
pub struct Sources {
    folder: PathBuf,
    access: Arc<dyn Access>,
    downloads: HashMap<String, PathBuf>,
    temporary: Option<TempDir>,
    unpacked: usize,
}

impl Sources {
    /// Without what would have to be downloaded.
    pub fn local(folder: &Path, access: Arc<dyn Access>) -> Self {
        Self {
            folder: folder.to_owned(),
            access,
            downloads: HashMap::new(),
            temporary: None,
            unpacked: 0,
        }
    }

    /// Downloads the remote assets and archives in `value`. Relative paths are resolved against
    /// `folder`, links in folders need `access`; the client is created only when needed.
    pub async fn gather(
        folder: &Path,
        access: Arc<dyn Access>,
        value: &Value,
        client: impl FnOnce() -> Result<Client, ProviderError>,
    ) -> Result<Self, ProviderError> {
        let mut sources = Self::local(folder, access);
        let uris = remote_uris(value);
        if !uris.is_empty() {
            let client = client()?;
            for uri in uris {
                let index = sources.downloads.len();
                let file = sources.temporary()?.join(format!("download-{index}"));
                download(&client, &*sources.access, uri, &file, MAX_BYTES).await?;
                sources.downloads.insert(uri.to_owned(), file);
            }
        }
        Ok(sources)
    }

    /// The content of an asset. Files are not read into memory.
    pub fn asset(&self, asset: &Asset) -> Result<Content, ContentError> {
        match &asset.content {
            AssetContent::Text(text) | AssetContent::Function(text) => {
                Ok(Content::Bytes(text.clone().into_bytes()))
            }
            AssetContent::Base64(text) => BASE64_STANDARD
                .decode(text)
                .map(Content::Bytes)
                .map_err(|_| ContentError::Malformed),
            AssetContent::File(path) => self.file(path).map(Content::File),
            AssetContent::Remote(uri) => self.downloaded(uri).map(Content::File),
        }
    }

    /// The files of an archive, by name.
    pub fn archive(&mut self, archive: &Archive) -> Result<Vec<Member>, ContentError> {
        let mut members = Vec::new();
        self.collect(archive, "", &mut members)?;
        members.sort_by(|a, b| a.name.cmp(&b.name));
        match members.windows(2).find(|pair| pair[0].name == pair[1].name) {
            Some(pair) => Err(ContentError::Twice {
                name: pair[0].name.clone(),
            }),
            None => Ok(members),
        }
    }

    fn collect(
        &mut self,
        archive: &Archive,
        prefix: &str,
        members: &mut Vec<Member>,
    ) -> Result<(), ContentError> {
        match &archive.content {
            ArchiveContent::Assets(assets) => {
                for (name, value) in assets {
                    check_member_name(name)?;
                    let name = format!("{prefix}{name}");
                    match value {
                        Value::Asset(asset) => members.push(Member {
                            name,
                            content: self.asset(asset)?,
                            is_executable: false,
                        }),
                        Value::Archive(inner) => {
                            self.collect(inner, &format!("{name}/"), members)?;
                        }
                        _ => return Err(ContentError::Member { name }),
                    }
                }
                Ok(())
            }
            ArchiveContent::File(path) => {
                let file = self.folder.join(path);
                if !file.is_dir() {
                    return self.packed(&file, path, prefix, members);
                }
                let real = file.canonicalize().map_err(unreadable(&file))?;
                folder_members(&file, prefix, &*self.access, &mut vec![real], members)
            }
            ArchiveContent::Remote(uri) => {
                let file = self.downloaded(uri)?;
                self.packed(&file, uri, prefix, members)
            }
        }
    }

    fn packed(
        &mut self,
        file: &Path,
        shown: &str,
        prefix: &str,
        members: &mut Vec<Member>,
    ) -> Result<(), ContentError> {
        let Some(packing) = Packing::of(shown) else {
            fs::metadata(file).map_err(unreadable(Path::new(shown)))?;
            return Err(ContentError::NotAnArchive {
                path: shown.to_owned(),
            });
        };
        self.unpacked += 1;
        let index = self.unpacked;
        let folder = self.temporary()?.join(format!("unpacked-{index}"));
        let unpacked = unpack(file, packing, &folder, shown)?;
        members.extend(unpacked.into_iter().map(|member| Member {
            name: format!("{prefix}{}", member.name),
            ..member
        }));
        Ok(())
    }

    fn file(&self, path: &str) -> Result<PathBuf, ContentError> {
        let file = self.folder.join(path);
        let metadata = fs::metadata(&file).map_err(unreadable(Path::new(path)))?;
        if metadata.is_dir() {
            return Err(ContentError::Folder {
                path: path.to_owned(),
            });
        }
        Ok(file)
    }

    fn downloaded(&self, uri: &str) -> Result<PathBuf, ContentError> {
        let file = self.downloads.get(uri).cloned();
        file.ok_or_else(|| ContentError::Fetch {
            uri: uri.to_owned(),
            reason: "it has not been fetched".to_owned(),
        })
    }

    fn temporary(&mut self) -> Result<PathBuf, ContentError> {
        if self.temporary.is_none() {
            self.temporary = Some(tempfile::tempdir().map_err(ContentError::Temporary)?);
        }
        let folder = self.temporary.as_ref().map(TempDir::path);
        Ok(folder.map(Path::to_owned).unwrap_or_default())
    }
}

fn remote_uris(value: &Value) -> BTreeSet<&str> {
    let mut pending = vec![value];
    let mut uris = BTreeSet::new();
    while let Some(value) = pending.pop() {
        match value {
            Value::Asset(asset) => {
                if let AssetContent::Remote(uri) = &asset.content {
                    uris.insert(uri.as_str());
                }
            }
            Value::Archive(archive) => match &archive.content {
                ArchiveContent::Remote(uri) => {
                    uris.insert(uri.as_str());
                }
                ArchiveContent::Assets(assets) => pending.extend(assets.values()),
                ArchiveContent::File(_) => {}
            },
            _ => {}
        }
    }
    uris
}

/// Adds every file below a folder. Symlinks are followed where reading is permitted, except to a folder in `around`, its
/// ancestors, which would be an infinite loop.
fn folder_members(
    folder: &Path,
    prefix: &str,
    access: &dyn Access,
    around: &mut Vec<PathBuf>,
    members: &mut Vec<Member>,
) -> Result<(), ContentError> {
    for entry in folder.read_dir().map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Lumi's keys and states are secret, and change with every run.
        if name == LUMI_FOLDER {
            continue;
        }
        let name = format!("{prefix}{name}");
        if path.is_symlink() {
            let permitted = access.read(&path);
            permitted.map_err(|denied| ContentError::Denied {
                path: path.display().to_string(),
                denied,
            })?;
        }
        let metadata = fs::metadata(&path).map_err(unreadable(&path))?;
        if metadata.is_dir() {
            let real = path.canonicalize().map_err(unreadable(&path))?;
            if !around.contains(&real) {
                around.push(real);
                folder_members(&path, &format!("{name}/"), access, around, members)?;
                around.pop();
            }
        } else if metadata.is_file() {
            members.push(Member {
                name,
                content: Content::File(path),
                is_executable: is_executable(&metadata),
            });
        }
    }
    Ok(())
}

fn is_executable(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o100 != 0
}

pub fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> ContentError {
    let path = path.display().to_string();
    move |source| ContentError::Unreadable { path, source }
}

/// Rejects names that are not relative paths inside an archive.
pub fn check_member_name(name: &str) -> Result<(), ContentError> {
    let is_bad = name
        .split('/')
        .any(|part| matches!(part, "" | "." | "..") || part.contains(['\0', '\\']));
    if is_bad {
        return Err(ContentError::Name {
            name: name.to_owned(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
