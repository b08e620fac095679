//! The folders around one that is read: a link to one of them would have no end.

use std::io;
use std::path::{Path, PathBuf};

/// Canonical paths, in the order in which they were entered.
pub(crate) struct FoldersAround(Vec<PathBuf>);

impl FoldersAround {
    pub fn of(folder: &Path) -> io::Result<Self> {
        Ok(Self(vec![folder.canonicalize()?]))
    }

    /// Enters a folder, or what a link leads to. Fails if it is around those that were entered.
    pub fn enter(&mut self, folder: &Path) -> io::Result<()> {
        let target = folder.canonicalize()?;
        if self.0.iter().any(|it| it.starts_with(&target)) {
            let message = format!("the link {} leads to a folder around it", folder.display());
            return Err(io::Error::other(message));
        }
        self.0.push(target);
        Ok(())
    }

    /// Leaves the folder that was entered last.
    pub fn leave(&mut self) {
        self.0.pop();
    }
}
