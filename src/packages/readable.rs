//! Permissions of what was made as a temporary file or folder.

use std::io;
use std::path::Path;

/// Lets everyone read a file or a folder: what is temporary is for its owner alone.
#[cfg(unix)]
pub fn make_readable(place: &Path) -> io::Result<()> {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    let mode = match fs::symlink_metadata(place)?.is_dir() {
        true => 0o755,
        false => 0o644,
    };
    fs::set_permissions(place, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub fn make_readable(_place: &Path) -> io::Result<()> {
    Ok(())
}
