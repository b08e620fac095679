//! The state of a deployment, for the command that waits for it.

use std::io;
use std::path::{Path, PathBuf};

use super::deployment::Phase;

/// The file `.data/services/NAME/state`.
pub struct StateFile {
    path: PathBuf,
    /// The text that this process has written last.
    written: String,
}

impl StateFile {
    /// `folder` is that of the service below the data.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.join("state"),
            written: String::new(),
        }
    }

    /// Writes the phase of the deployment of this id, if it has changed.
    pub fn write(&mut self, id: &str, phase: &Phase) {
        let text = match phase {
            Phase::Starting => format!("{id} starting\n"),
            Phase::Ready => format!("{id} ready\n"),
            Phase::Failed(reason) => format!("{id} failed\n{}\n", reason.trim_end()),
        };
        if self.written != text {
            // A folder that is gone belongs to a service that is being removed.
            let _ = self.replace(&text);
            self.written = text;
        }
    }

    /// Says that no process of the service is left.
    pub fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }

    /// Replaces the file as a whole.
    fn replace(&self, text: &str) -> io::Result<()> {
        let new = self.path.with_extension("new");
        std::fs::write(&new, text)?;
        std::fs::rename(&new, &self.path)
    }
}
