//! A socket that other users cannot reach.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder with access for this user only, for one socket. Removed on drop, with its content.
#[derive(Debug)]
pub struct PrivateSocket(TempDir);

impl PrivateSocket {
    /// The variable with the path of a socket at which a process may listen instead of at a port.
    pub const VARIABLE: &str = lumi_graph::environment_variables::SOCKET;

    const NAME: &str = "s";

    pub fn new() -> io::Result<Self> {
        let owner_only = Permissions::from_mode(0o700);
        let mut folder = tempfile::Builder::new();
        let folder = folder.prefix("lumi-").permissions(owner_only).tempdir();
        Ok(Self(folder?))
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
