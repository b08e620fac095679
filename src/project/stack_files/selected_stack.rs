//! The default stack of commands: `.lumi/selected` in the project folder.

use std::io;
use std::path::{Path, PathBuf};

use lumi_graph::LUMI_FOLDER;
use lumi_state::regular_file;

use crate::name::check_stack_name;
use crate::program_path::unreadable;
use crate::project_error::ProjectError;

/// The stack of a project without a selection.
pub const DEFAULT: &str = "dev";

/// Maximum size of the file in bytes: more than a name has.
const MAX_BYTES: u64 = 1 << 10;

/// The path of the file, which contains the name on one line.
pub fn file(folder: &Path) -> PathBuf {
    folder.join(LUMI_FOLDER).join("selected")
}

/// Reads the selected stack; `None` if the user has selected none.
pub fn read(folder: &Path) -> Result<Option<String>, ProjectError> {
    let path = file(folder);
    let text = match regular_file::read_text(&path, MAX_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&path, error)),
    };
    let name = text.trim();
    check_stack_name(name)?;
    Ok(Some(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_stack_is_selected_by_a_file() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap(), None);
        fs::create_dir(folder.path().join(".lumi")).unwrap();
        fs::write(file(folder.path()), "prod\n").unwrap();
        assert_eq!(read(folder.path()).unwrap().as_deref(), Some("prod"));
        fs::write(file(folder.path()), "../x\n").unwrap();
        assert!(read(folder.path()).is_err());
    }
}
