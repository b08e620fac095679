//! A place for a socket that other users cannot reach.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder of this user alone, for one socket. Dropped, it is removed with what is in it.
#[derive(Debug)]
pub struct PrivateSocket(TempDir);

/// Only its owner may enter.
#[cfg(unix)]
fn private<'a, 'b, 'c>(
    builder: &'a mut tempfile::Builder<'b, 'c>,
) -> io::Result<&'a mut tempfile::Builder<'b, 'c>> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(builder.permissions(std::fs::Permissions::from_mode(0o700)))
}

#[cfg(not(unix))]
fn private<'a, 'b, 'c>(
    _: &'a mut tempfile::Builder<'b, 'c>,
) -> io::Result<&'a mut tempfile::Builder<'b, 'c>> {
    Err(io::ErrorKind::Unsupported.into())
}

impl PrivateSocket {
    /// The variable in which a process finds where it may listen instead of at a port.
    pub const VARIABLE: &str = "LUMI_SOCKET";

    const NAME: &str = "s";

    /// Fails on platforms without such sockets.
    pub fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        Ok(Self(private(builder.prefix("lumi-"))?.tempdir()?))
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join(Self::NAME)
    }

    /// Takes a socket out of the file system, with its folder if that was made for it. Open
    /// connections stay open.
    pub(super) fn unlink(path: &Path) {
        let _ = std::fs::remove_file(path);
        let folder = path.parent();
        if let Some(folder) = folder.filter(|_| path.file_name() == Some(OsStr::new(Self::NAME))) {
            // It stays if there is anything else in it.
            let _ = std::fs::remove_dir(folder);
        }
    }
}
