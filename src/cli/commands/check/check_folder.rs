//! The folders that a check of types writes to: those of the project, or temporary ones if the project cannot be written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use lumi_graph::LUMI_FOLDER;
use lumi_project::Project;
use lumi_project::files::file_writer::WriteError;
use lumi_project::interfaces::sdk_declarations::{self, TSCONFIG};
use lumi_project::interfaces::{DeclarationError, ProjectInterfaces, refresh_declarations_in};
use lumi_state::project_path;

use crate::commands::tsconfig::default_tsconfig;

/// The folder of the files that checks keep, in the project folder.
const FOLDER: &str = ".lumi/check";

/// Why a check has no folder for its files.
#[derive(Debug, thiserror::Error)]
pub enum CheckFolderError {
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    #[error(transparent)]
    Package(#[from] DeclarationError),
    #[error("there is no folder for the files of the check: {0}")]
    NoFolder(#[from] io::Error),
}

/// The folders of a check.
pub struct CheckFolder {
    /// The folder above `.lumi/check`: that of the project, or a temporary one.
    root: PathBuf,
    /// Removed after the check.
    _temporary: Option<TempDir>,
}

impl CheckFolder {
    /// The folder of the project if it can be written.
    pub fn open(project: &Path) -> io::Result<Self> {
        let kept = project.join(FOLDER);
        project_path::check_without_links(project, &project.join(LUMI_FOLDER), &kept)?;
        // A folder may be there and not be writable.
        let probed = fs::create_dir_all(&kept).and_then(|()| tempfile::tempfile_in(&kept));
        if probed.is_ok() {
            let root = project.to_owned();
            return Ok(Self {
                root,
                _temporary: None,
            });
        }
        let temporary = tempfile::tempdir()?;
        let root = temporary.path().canonicalize()?;
        fs::create_dir_all(root.join(FOLDER))?;
        Ok(Self {
            root,
            _temporary: Some(temporary),
        })
    }

    /// The folder of the files that checks keep.
    pub fn kept(&self) -> PathBuf {
        self.root.join(FOLDER)
    }

    /// Writes the declarations that sources import, and returns the settings of the compiler: the tsconfig.json of the
    /// project, or one with those of `lumi new`. A project's own file names declarations in its folder, so they must be
    /// there.
    pub fn config(&self, project: &Project) -> Result<PathBuf, CheckFolderError> {
        let folder = &project.settings.folder;
        let own = folder.join(TSCONFIG);
        let is_own = own.is_file();
        let target = if is_own { folder } else { &self.root };
        sdk_declarations::ensure_sdk(target)?;
        let packages = ProjectInterfaces::new(&project.settings, false);
        for (_, written) in refresh_declarations_in(target, folder, &packages) {
            // The check of the program says what is wrong with a package.
            if let Err(error @ DeclarationError::Unwritable { .. }) = written {
                return Err(error.into());
            }
        }
        match is_own {
            true => Ok(own),
            false => Ok(self.default_config(folder)?),
        }
    }

    fn default_config(&self, folder: &Path) -> io::Result<PathBuf> {
        let config = self.kept().join(TSCONFIG);
        let sources = match self.root == folder {
            true => "../../".to_owned(),
            false => in_json(&format!("{}/", folder.display())),
        };
        let text = default_tsconfig("../types", &sources);
        if fs::read_to_string(&config).ok().as_deref() != Some(&text) {
            fs::write(&config, text)?;
        }
        Ok(config)
    }
}

/// A text as a part of one in JSON.
fn in_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_text_of_json() {
        assert_eq!(in_json("/a \"b\"/\\c/"), r#"/a \"b\"/\\c/"#);
    }
}
