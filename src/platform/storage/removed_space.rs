//! The marks of stores and queues that a deployment has removed while functions could still write.
//!
//! `js/lumi/cloud/local/data_folder.ts` leaves an empty file in the place of a folder, so that no write makes the folder again.

use std::fs;
use std::io;
use std::path::Path;

/// Whether a space was removed.
pub fn is_removed(space: &Path) -> bool {
    fs::metadata(space).is_ok_and(|it| it.is_file() && it.len() == 0)
}

/// Removes the marks in the folders of `data`: at its start, no function of a platform can write.
pub fn forget_removed(data: &Path) -> io::Result<()> {
    for spaces in data.read_dir()? {
        let spaces = spaces?;
        if !spaces.file_type()?.is_dir() {
            continue;
        }
        for space in spaces.path().read_dir()? {
            let path = space?.path();
            if is_removed(&path) {
                fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}
