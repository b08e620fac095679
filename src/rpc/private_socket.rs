//! A socket that other users cannot reach.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder with access for this user only, for one socket. Removed on drop, with its content.
#[derive(Debug)]
pub struct PrivateSocket(TempDir);

/// Restricts access to the owner.
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
    /// The variable with the path of a socket at which a process may listen instead of at a port.
    pub const VARIABLE: &str = lumi_graph::environment_variables::SOCKET;

    const NAME: &str = "s";

    /// Fails on platforms without unix sockets.
    pub fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        Ok(Self(private(builder.prefix("lumi-"))?.tempdir()?))
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join(Self::NAME)
    }

    /// Removes a socket from the file system, with its folder if that was made for it. Open
    /// connections stay open.
    pub(super) fn unlink(path: &Path) {
        let _ = std::fs::remove_file(path);
        let folder = path.parent();
        if let Some(folder) = folder.filter(|_| path.file_name() == Some(OsStr::new(Self::NAME))) {
            // Fails if the folder has other content, which then stays.
            let _ = std::fs::remove_dir(folder);
        }
    }
}
