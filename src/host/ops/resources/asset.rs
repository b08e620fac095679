//! Content hashes of assets and archives.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use deno_core::{op2, v8};
use sha2::{Digest, Sha256};

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Object, Value, hex, is_archive_file, sha256_hex,
};
use lumi_provider::members_sha256;

use lumi_sandbox::LUMI_FOLDER;

use super::asset_error::AssetError;
use super::packed_assets::PackedAssets;
use super::value::Reader;
use crate::ops::error::OpError;
use crate::ops::session::Session;
use lumi_node::open_regular;

/// Bytes of a file that are hashed at a time.
const CHUNK: usize = 256 << 10;

/// Returns the SHA-256 (hex) of an asset's bytes or of an archive's members, see
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
        (false, "text" | "function") => Ok(sha256_hex(body.to_rust_string_lossy(scope))),
        (false, "base64") => Ok(base64(&body.to_rust_string_lossy(scope))?),
        (false, _) => hasher.file(&body.to_rust_string_lossy(scope)),
        (true, "assets") => {
            let reader = Reader::new(scope, session.markers(), &session.registry);
            hasher.members(&reader.object(scope, body)?)
        }
        (true, _) => hasher.archive_file(&body.to_rust_string_lossy(scope)),
    }
}

/// Hashes files read through the sandbox.
struct Hasher<'a> {
    session: &'a Session,
}

impl Hasher<'_> {
    /// The assets of the package that a path is of, and the path in it. Other paths are of the project folder.
    fn packed<'p>(&self, path: &'p str) -> Option<(PackedAssets<'_>, &'p str)> {
        let context = &self.session.context;
        let modules = context.memory_modules.as_ref()?;
        let of_program = || context.is_package().then_some((&modules.assets, path));
        let (assets, path) = modules.library_assets_at(path).or_else(of_program)?;
        Some((PackedAssets(assets), path))
    }

    fn open(&self, path: &str) -> Result<PathBuf, OpError> {
        if path.is_empty() {
            return Err(AssetError::NoPath.into());
        }
        let path = Path::new(&self.session.context.directory).join(path);
        Ok(self.session.surroundings.permissions.check_read(&path)?)
    }

    fn file(&self, path: &str) -> Result<String, OpError> {
        if let Some((packed, path)) = self.packed(path) {
            return Ok(packed.file(path)?);
        }
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
        let mut file = open_regular(real).map_err(unreadable)?;
        let mut chunk = vec![0; CHUNK];
        loop {
            self.check_stop()?;
            match file.read(&mut chunk) {
                Ok(0) => return Ok(hex(hasher.finalize())),
                Ok(length) => hasher.update(&chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(error).into()),
            }
        }
    }

    /// Fails after a stop, so that a stop does not wait for large files.
    fn check_stop(&self) -> Result<(), AssetError> {
        match self.session.surroundings.stop.reason() {
            Some(_) => Err(AssetError::Stopped),
            None => Ok(()),
        }
    }

    /// Hashes a folder by the names and contents of its files, independent of times and order, and
    /// an archive file by its bytes.
    fn archive_file(&self, path: &str) -> Result<String, OpError> {
        if let Some((packed, path)) = self.packed(path) {
            return Ok(packed.archive(path)?);
        }
        let real = self.open(path)?;
        if !real.is_dir() {
            if real.is_file() && !is_archive_file(path) {
                return Err(AssetError::NotAnArchive {
                    path: path.to_owned(),
                }
                .into());
            }
            return self.file_at(path, &real);
        }
        let mut members = Vec::new();
        self.folder(&real, "", &mut vec![real.clone()], &mut members)?;
        Ok(combined(&members))
    }

    /// Adds the name and the hash of every file below a folder; names are joined with `/`. Symlinks
    /// are followed, except to the folders in `around`, which contain this one.
    fn folder(
        &self,
        folder: &Path,
        prefix: &str,
        around: &mut Vec<PathBuf>,
        members: &mut Vec<(String, String)>,
    ) -> Result<(), OpError> {
        self.check_stop()?;
        let unreadable = |source| AssetError::Unreadable {
            path: folder.display().to_string(),
            source,
        };
        for entry in folder.read_dir().map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            // The provider skips Lumi's own folder, too: it changes with every run.
            if entry.file_name() == LUMI_FOLDER {
                continue;
            }
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            // Checked again: a symlink in the folder may lead out of the sandbox.
            let real = self
                .session
                .surroundings
                .permissions
                .check_read(&entry.path())?;
            if real.metadata().is_err()
                && let Ok(target) = entry.path().read_link()
            {
                return Err(AssetError::BrokenLink {
                    path: entry.path(),
                    target,
                }
                .into());
            }
            if !real.is_dir() {
                let hash = self.file_at(&entry.path().display().to_string(), &real)?;
                members.push((name, hash));
            } else if !around.contains(&real) {
                around.push(real.clone());
                self.folder(&real, &format!("{name}/"), around, members)?;
                around.pop();
            }
        }
        Ok(())
    }

    fn members(&self, assets: &Object) -> Result<String, OpError> {
        let mut members = Vec::with_capacity(assets.len());
        for (name, value) in assets {
            check_name(name)?;
            members.push((name.clone(), self.member(name, value)?));
        }
        Ok(combined(&members))
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
            AssetContent::Text(text) | AssetContent::Function(text) => Ok(sha256_hex(text)),
            AssetContent::Base64(text) => Ok(base64(text)?),
            AssetContent::File(path) => self.file(path),
            AssetContent::Remote(uri) => Ok(sha256_hex(uri)),
        }
    }

    fn archive(&self, archive: &Archive) -> Result<String, OpError> {
        if let Some(hash) = &archive.hash {
            return Ok(hash.clone());
        }
        match &archive.content {
            ArchiveContent::Assets(assets) => self.members(assets),
            ArchiveContent::File(path) => self.archive_file(path),
            ArchiveContent::Remote(uri) => Ok(sha256_hex(uri)),
        }
    }
}

/// The hash of an archive with these members and their hashes.
fn combined(members: &[(String, String)]) -> String {
    members_sha256(members.iter().map(|(name, hash)| (&**name, &**hash)))
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

/// The hash of base64-encoded bytes.
fn base64(text: &str) -> Result<String, AssetError> {
    let bytes = BASE64_STANDARD
        .decode(text)
        .map_err(|_| AssetError::Malformed)?;
    Ok(sha256_hex(bytes))
}
