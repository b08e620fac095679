//! The files of a program, for tools that read them without running it.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use deno_core::url::Url;

use crate::permissions::{PermissionFlags, Permissions};

use super::packages::ImportKind;
use super::resolver::Resolver;
use super::source::read_text;

/// Finds and reads the modules of a program as a run does, within its project folder.
pub struct ProgramFiles {
    project: PathBuf,
    permissions: Rc<Permissions>,
    resolver: Resolver,
}

impl ProgramFiles {
    /// `project` must be canonical.
    pub fn new(project: &Path) -> Self {
        let permissions = Permissions::new(&PermissionFlags::default(), project, project);
        let permissions = Rc::new(permissions);
        Self {
            project: project.to_owned(),
            resolver: Resolver::new(Rc::clone(&permissions), project.to_owned()),
            permissions,
        }
    }

    /// The path below the project folder that `specifier` means in the file `importer`, or why there is none.
    pub fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let referrer = Url::from_file_path(self.project.join(importer))
            .map_err(|()| format!("{importer} is no file"))?;
        let resolved = self
            .resolver
            .resolve(specifier, referrer.as_str(), ImportKind::Import);
        let url = resolved.map_err(|error| error.to_string())?.url;
        let path = url
            .to_file_path()
            .map_err(|()| format!("{url} is no file"))?;
        let outside = || format!("{} is outside of the project folder", path.display());
        let relative = path.strip_prefix(&self.project).map_err(|_| outside())?;
        let text = relative.to_str().ok_or_else(outside)?;
        Ok(text.replace(std::path::MAIN_SEPARATOR, "/"))
    }

    /// The text of a file below the project folder, or why it cannot be read.
    pub fn read(&self, file: &str) -> Result<String, String> {
        let path = self.permissions.check_module(&self.project.join(file));
        let path = path.map_err(|error| error.to_string())?;
        read_text(&path, file).map_err(|error| error.to_string())
    }
}
