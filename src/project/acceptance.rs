//! The user's consent to requests of a project, recorded on this machine.
//!
//! A record is a file in `~/.lumi/KIND`, which no project can write, under a hash of its text.

use std::path::{Path, PathBuf};

use lumi_graph::{LUMI_FOLDER, sha256_hex};

use crate::files::file_writer::{self, WriteError};
use crate::files::read_limit;
use crate::process_environment::home_folder;

/// The record that a user has accepted something of a project.
pub struct Acceptance {
    /// `None` without a home folder: nothing is recorded.
    path: Option<PathBuf>,
    text: String,
}

impl Acceptance {
    /// `kind` names the folder of the record; `lines` are what is accepted of the project in `folder`.
    pub fn new(kind: &str, folder: &Path, lines: &[String]) -> Self {
        let text = format!("{}\n{}\n", folder.display(), lines.join("\n"));
        let name = sha256_hex(&text);
        let path = home_folder().map(|it| it.join(LUMI_FOLDER).join(kind).join(name));
        Self { path, text }
    }

    pub fn exists(&self) -> bool {
        let found = self
            .path
            .as_ref()
            .and_then(|it| read_limit::source(it).ok());
        found.is_some_and(|it| it == self.text)
    }

    pub fn write(&self) -> Result<(), WriteError> {
        if let Some(path) = &self.path {
            file_writer::write(path, &self.text)?;
        }
        Ok(())
    }
}
