//! The folder of the new project.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::commands::types::write_types;
use crate::commands::{CommandError, write_project_file};
use lumi_project::reports::{Report, escaped};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;

/// Version control may be set up before the project.
const NOT_COUNTED: &str = ".git";

/// A file that is taken over as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedFile {
    /// The name in both projects.
    pub name: String,
    pub from: PathBuf,
}

/// The target of a conversion.
pub struct TargetFolder {
    /// As the user names it.
    given: PathBuf,
    path: PathBuf,
    source: PathBuf,
}

impl TargetFolder {
    pub fn new(given: &Path, current: &Path, source: &Path) -> Self {
        Self {
            given: given.to_owned(),
            path: current.join(given),
            source: source.to_owned(),
        }
    }

    /// Refuses a folder with files, and one within the original project.
    pub fn check(&self) -> Result<(), Failure> {
        let existing = self.path.ancestors().find_map(|it| it.canonicalize().ok());
        if existing.is_some_and(|it| it.starts_with(&self.source)) {
            let folder = self.given.display().to_string();
            let message = format!(
                "the folder {} is in the project that is converted",
                escaped(&folder)
            );
            let report = Report::error(message)
                .help("choose one outside of it with --out; the original stays as it is");
            return Err(Failure::new(Exit::Usage, report));
        }
        let entries = match self.path.read_dir() {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(CommandError::NotAFolder(self.given.clone()).into());
            }
            Err(source) => {
                let path = self.given.clone();
                return Err(CommandError::Read { path, source }.into());
            }
        };
        let mut entries = entries.filter_map(Result::ok);
        match entries.all(|it| it.file_name() == OsStr::new(NOT_COUNTED)) {
            true => Ok(()),
            false => {
                let folder = self.given.display().to_string();
                let message = format!(
                    "the folder {} is not empty; nothing was written",
                    escaped(&folder)
                );
                let report = Report::error(message)
                    .help("choose another folder with --out, or compare with the project in it: --compare");
                Err(Failure::new(Exit::Usage, report))
            }
        }
    }

    pub fn create(&self) -> Result<PathBuf, Failure> {
        let created = fs::create_dir_all(&self.path).and_then(|()| self.path.canonicalize());
        created.map_err(|source| {
            let path = self.given.clone();
            CommandError::Write { path, source }.into()
        })
    }

    /// The canonical path of a folder that is there.
    pub fn existing(&self) -> Result<PathBuf, Failure> {
        self.path
            .canonicalize()
            .map_err(|_| CommandError::NoFolder(self.given.clone()).into())
    }

    /// Writes all files, and the declarations for editors; returns their names.
    pub fn write(
        &self,
        folder: &Path,
        files: &[(String, String)],
        copied: &[CopiedFile],
    ) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for (name, text) in files {
            write_project_file(folder, &folder.join(name), text)?;
            names.push(name.clone());
        }
        for file in copied {
            let path = folder.join(&file.name);
            let parent = path.parent().unwrap_or(folder);
            let done = fs::create_dir_all(parent).and_then(|()| fs::copy(&file.from, &path));
            done.map_err(|error| Failure::unwritable(&self.given.join(&file.name), &error))?;
            names.push(file.name.clone());
        }
        write_types(folder, &mut io::sink())?;
        Ok(names)
    }
}
