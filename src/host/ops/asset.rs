//! Content hashes of assets and archives.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use deno_core::{op2, v8};
use sha2::{Digest, Sha256};

use crate::graph::{Archive, ArchiveContent, Asset, AssetContent, Object, Value};

use super::error::OpError;
use super::session::Session;
use super::value::Reader;

#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    #[error("cannot read {path:?}: {source}; asset paths are relative to the project folder")]
    Unreadable { path: String, source: io::Error },
    #[error("{path:?} is a folder; use FileArchive for folders")]
    Folder { path: String },
    #[error("{path:?} is neither a folder nor a .zip, .tar, .tar.gz or .tgz file")]
    NotAnArchive { path: String },
    #[error("archive member {name:?} is neither an asset nor an archive")]
    Member { name: String },
    #[error("an archive member must not be named {name:?}: names are relative paths inside it")]
    Name { name: String },
}

/// Answers the SHA-256 (hex) of an asset's bytes, or of an archive's members: see
/// [`Hasher::archive`].
#[op2]
#[string]
pub fn op_lumi_asset_hash<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    archive: bool,
    #[string] kind: &str,
    body: v8::Local<'s, v8::Value>,
) -> Result<String, OpError> {
    let session = Session::of(scope);
    let session = session.borrow();
    let hasher = Hasher { session: &session };
    match (archive, kind) {
        (false, "text") => Ok(hex(Sha256::digest(body.to_rust_string_lossy(scope)))),
        (false, _) => hasher.file(&body.to_rust_string_lossy(scope)),
        (true, "assets") => {
            let reader = Reader::new(scope, session.markers(), &session.registry);
            hasher.members(&reader.object(scope, body)?)
        }
        (true, _) => hasher.archive_file(&body.to_rust_string_lossy(scope)),
    }
}

/// Reads through the sandbox.
struct Hasher<'a> {
    session: &'a Session,
}

impl Hasher<'_> {
    fn open(&self, path: &str) -> Result<PathBuf, OpError> {
        let path = Path::new(&self.session.context.directory).join(path);
        Ok(self.session.permissions.check_read(&path)?)
    }

    fn file(&self, path: &str) -> Result<String, OpError> {
        let real = self.open(path)?;
        if real.is_dir() {
            return Err(AssetError::Folder {
                path: path.to_owned(),
            }
            .into());
        }
        self.file_at(path, &real)
    }

    fn file_at(&self, path: &str, real: &Path) -> Result<String, OpError> {
        let unreadable = |source| AssetError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut hasher = Sha256::new();
        let mut file = File::open(real).map_err(unreadable)?;
        io::copy(&mut file, &mut hasher).map_err(unreadable)?;
        Ok(hex(hasher.finalize()))
    }

    /// A folder is hashed by its files' names and contents, so that neither times nor order count;
    /// an archive file by its bytes.
    fn archive_file(&self, path: &str) -> Result<String, OpError> {
        let real = self.open(path)?;
        if !real.is_dir() {
            let known = [".zip", ".tar", ".tar.gz", ".tgz"];
            if real.is_file() && !known.iter().any(|it| path.to_lowercase().ends_with(it)) {
                return Err(AssetError::NotAnArchive {
                    path: path.to_owned(),
                }
                .into());
            }
            return self.file_at(path, &real);
        }
        let mut files = Vec::new();
        list(&real, "", &mut files).map_err(|source| AssetError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        files.sort();
        let mut members = Vec::with_capacity(files.len());
        for name in files {
            // Again through the sandbox: a symlink in the folder may lead out of it.
            let member = real.join(&name);
            let checked = self.session.permissions.check_read(&member)?;
            let hash = self.file_at(&member.display().to_string(), &checked)?;
            members.push((name, hash));
        }
        Ok(archive(&members))
    }

    fn members(&self, assets: &Object) -> Result<String, OpError> {
        let mut members = Vec::with_capacity(assets.len());
        for (name, value) in assets {
            check_name(name)?;
            members.push((name.clone(), self.member(name, value)?));
        }
        members.sort();
        Ok(archive(&members))
    }

    fn member(&self, name: &str, value: &Value) -> Result<String, OpError> {
        match value {
            Value::Asset(asset) => self.asset(asset),
            Value::Archive(archive) => self.archive(archive),
            _ => Err(AssetError::Member {
                name: name.to_owned(),
            }
            .into()),
        }
    }

    fn asset(&self, asset: &Asset) -> Result<String, OpError> {
        if let Some(hash) = &asset.hash {
            return Ok(hash.clone());
        }
        match &asset.content {
            AssetContent::Text(text) | AssetContent::Base64(text) => Ok(hex(Sha256::digest(text))),
            AssetContent::File(path) => self.file(path),
            AssetContent::Remote(uri) => Ok(hex(Sha256::digest(uri))),
            AssetContent::Function(_) => Ok(String::new()),
        }
    }

    fn archive(&self, archive: &Archive) -> Result<String, OpError> {
        if let Some(hash) = &archive.hash {
            return Ok(hash.clone());
        }
        match &archive.content {
            ArchiveContent::Assets(assets) => self.members(assets),
            ArchiveContent::File(path) => self.archive_file(path),
            ArchiveContent::Remote(uri) => Ok(hex(Sha256::digest(uri))),
        }
    }
}

/// The hash of an archive: SHA-256 over each member's name, a NUL and its hash, in name order.
fn archive(members: &[(String, String)]) -> String {
    let mut hasher = Sha256::new();
    for (name, hash) in members {
        hasher.update(name);
        hasher.update([0]);
        hasher.update(hash);
    }
    hex(hasher.finalize())
}

fn check_name(name: &str) -> Result<(), AssetError> {
    let bad = name.is_empty()
        || name.starts_with('/')
        || name.split('/').any(|part| part == ".." || part.is_empty());
    if bad {
        Err(AssetError::Name {
            name: name.to_owned(),
        })
    } else {
        Ok(())
    }
}

/// Relative names of all files below `folder`, with `/` between the parts.
fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}

fn hex(digest: impl AsRef<[u8]>) -> String {
    digest
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
