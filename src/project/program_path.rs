//! Paths of programs, as users write them.

use std::io;
use std::path::{Path, PathBuf};

use super::nearest::nearest_file;
use super::project_error::ProjectError;

/// Resolves PROGRAM to a path without symbolic links.
pub fn resolve(program: &Path, cwd: &Path) -> Result<PathBuf, ProjectError> {
    let path = cwd.join(program);
    path.canonicalize().map_err(|source| match source.kind() {
        io::ErrorKind::NotFound if is_not_on_disk(program) => ProjectError::NotOnDisk {
            given: program.to_owned(),
        },
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ProjectError::NoProgram {
            similar: nearest_file(&path).map(|name| beside(program, &name)),
            path: program.to_owned(),
        },
        _ => unreadable(program, source),
    })
}

/// Whether PROGRAM is standard input or an address, as other runtimes accept them.
fn is_not_on_disk(program: &Path) -> bool {
    let text = program.to_string_lossy();
    text == "-" || text.contains("://")
}

/// A file in the same folder, with the folder as the user wrote it.
fn beside(program: &Path, name: &str) -> String {
    program.with_file_name(name).to_string_lossy().into_owned()
}

pub fn unreadable(path: &Path, source: io::Error) -> ProjectError {
    ProjectError::Unreadable {
        path: path.to_owned(),
        source,
    }
}
