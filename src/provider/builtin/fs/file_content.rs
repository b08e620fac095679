//! The file of a `std:fs:File`: created, adopted, observed, removed.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::atomic_write::{IfExists, mode, remove_leftover, set_mode, write_noted};
use super::disk::{failed, is_absence};
use crate::ProviderError;
use crate::content::{Content, Digest};

/// The actual file.
pub struct Observed {
    pub digest: Digest,
    pub mode: Option<u32>,
}

/// Reads the hash and mode of a file. Returns `None` if the path does not exist or is not a file.
pub fn observe(file: &Path) -> io::Result<Option<Observed>> {
    let metadata = match fs::metadata(file) {
        Ok(metadata) if metadata.is_file() => metadata,
        Ok(_) => return Ok(None),
        Err(error) if is_absence(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(Observed {
        digest: Digest::of(&mut fs::File::open(file)?)?,
        mode: mode(&metadata),
    }))
}

/// Creates a file, or adopts an equal one. `note` is called before a new file gets its name.
pub fn create(
    path: &str,
    file: &Path,
    content: &Content,
    mode: u32,
    note: impl FnOnce(&fs::Metadata),
) -> Result<Digest, ProviderError> {
    if fs::symlink_metadata(file).is_err() {
        match write_noted(file, content, mode, IfExists::Fail, note) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            result => return result.map_err(|error| failed("write", path, &error)),
        }
    }
    adopt(path, file, content, mode)
}

/// Adopts an existing file that equals the desired one.
fn adopt(path: &str, file: &Path, content: &Content, mode: u32) -> Result<Digest, ProviderError> {
    let unreadable = |error| failed("read", path, &error);
    let Some(observed) = observe(file).map_err(unreadable)? else {
        return Err(no_file(path));
    };
    let digest = content.digest().map_err(unreadable)?;
    if digest != observed.digest {
        return Err(foreign(path));
    }
    if observed.mode.is_some_and(|it| it != mode) {
        set_mode(file, mode).map_err(|error| failed("change the mode of", path, &error))?;
    }
    Ok(digest)
}

pub fn no_file(path: &str) -> ProviderError {
    ProviderError::failed(format!(
        "{path:?} already exists and is not a file; remove it, or choose another path"
    ))
}

pub fn foreign(path: &str) -> ProviderError {
    ProviderError::failed(format!(
        "{path:?} already exists, with other content, and is not overwritten; to manage it from \
         now on, run `lumi import std:fs:File NAME {path}`, else remove it or choose another path"
    ))
}

pub fn delete(file: &Path) -> io::Result<()> {
    remove_leftover(file);
    match fs::symlink_metadata(file) {
        Err(error) if is_absence(&error) => Ok(()),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_dir() => {
            Err(io::Error::other("it is a folder by now; remove it by hand"))
        }
        Ok(_) => match fs::remove_file(file) {
            Err(error) if !is_absence(&error) => Err(error),
            _ => Ok(()),
        },
    }
}
