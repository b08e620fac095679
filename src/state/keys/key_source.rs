//! The source of the key that wraps the keys of stacks.

use std::fmt;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lumi_graph::LUMI_FOLDER;
use zeroize::Zeroizing;

use super::data_key::{DataKey, KEY_LEN};
use super::key_error::KeyError;
use crate::project_path;
use crate::regular_file;

/// Maximum size of a key file in bytes; a key has 44.
const MAX_FILE: u64 = 1 << 10;

/// The protection of secrets that the user chose.
#[derive(Clone)]
pub enum KeySource {
    Passphrase(Zeroizing<String>),
    /// A file with 32 random bytes in base64, created when it is first needed.
    File(PathBuf),
    /// A passphrase that other secrets of the user have: new keys get it, and those with a key file go on with that.
    PassphraseOrFile(Zeroizing<String>, PathBuf),
}

impl KeySource {
    /// Whether a new key is protected by a passphrase.
    pub fn is_passphrase(&self) -> bool {
        matches!(self, Self::Passphrase(_) | Self::PassphraseOrFile(..))
    }
}

impl fmt::Debug for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passphrase(_) => f.write_str("Passphrase"),
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::PassphraseOrFile(_, path) => {
                f.debug_tuple("PassphraseOrFile").field(path).finish()
            }
        }
    }
}

/// The key of a key file; `None` if the file does not exist.
pub fn read_file(path: &Path) -> Result<Option<DataKey>, KeyError> {
    let problem = |problem: String| KeyError::KeyFile {
        path: path.to_owned(),
        problem,
    };
    let text = match regular_file::read_text(path, MAX_FILE) {
        Ok(text) => Zeroizing::new(text),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem(error.to_string())),
    };
    let bytes = BASE64.decode(text.trim()).map(Zeroizing::new);
    match bytes.ok().and_then(|it| DataKey::from_bytes(&it)) {
        Some(key) => Ok(Some(key)),
        None => Err(problem(format!(
            "it does not hold {KEY_LEN} bytes in base64; put a copy of the key there"
        ))),
    }
}

/// Reads the key of a key file, or creates the file; the flag is true if it was created.
pub fn read_or_make_file(path: &Path) -> Result<(DataKey, bool), KeyError> {
    if let Some(key) = read_file(path)? {
        return Ok((key, false));
    }
    let key = DataKey::random()?;
    let text = Zeroizing::new(format!("{}\n", BASE64.encode(key.bytes())));
    match make_file(path, &text) {
        Ok(()) => Ok((key, true)),
        // Another process created the file first.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let missing = || KeyError::KeyFile {
                path: path.to_owned(),
                problem: error.to_string(),
            };
            Ok((read_file(path)?.ok_or_else(missing)?, false))
        }
        Err(error) => Err(KeyError::KeyFile {
            path: path.to_owned(),
            problem: error.to_string(),
        }),
    }
}

/// Creates a key file that only its owner can read, as it gives access to the secrets.
fn make_file(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    if let Some(project) = folder.parent().filter(|_| is_kept_in_project(folder)) {
        project_path::check(project, path)?;
    }
    fs::create_dir_all(folder)?;
    // The `.gitignore` comes before the key, so that Git never sees a key: not on a full disk, and not after a crash.
    keep_out_of_git(folder)?;
    put_new(folder, path, text)
}

/// Creates a file whole or not at all. It has mode 0600 from the beginning, so no process reads a partial key.
fn put_new(folder: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|it| it.error)?;
    File::open(folder)?.sync_all()
}

/// Whether a folder is Lumi's own one of a project.
fn is_kept_in_project(folder: &Path) -> bool {
    folder.file_name().is_some_and(|it| it == LUMI_FOLDER)
}

/// Adds a `.gitignore`, so that the key is not committed by accident.
fn keep_out_of_git(folder: &Path) -> std::io::Result<()> {
    if !is_kept_in_project(folder) {
        return Ok(());
    }
    let path = folder.join(".gitignore");
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    match put_new(folder, &path, "*\n") {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        written => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_cannot_be_written_is_kept_out_of_git_before() {
        let project = tempfile::tempdir().unwrap();
        let folder = project.path().join(".lumi");
        // No file system has names of this length.
        let path = folder.join("k".repeat(300));
        assert!(make_file(&path, "key").is_err());
        let text = fs::read_to_string(folder.join(".gitignore")).unwrap();
        assert_eq!(text, "*\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
