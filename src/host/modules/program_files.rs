//! The files of a program, for tools that read them without running it.

use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::rc::Rc;

use deno_core::url::Url;

use crate::errors::position::display_file;
use lumi_sandbox::{Allow, PermissionFlags, Permissions};

use super::error::LoadError;
use super::packages::{Format, ImportKind, Packages};
use super::resolver::{Resolved, Resolver};
use super::source::read_text;

/// Finds and reads the modules of a program as a run does.
pub struct ProgramFiles {
    project: PathBuf,
    permissions: Rc<Permissions>,
    resolver: Resolver,
}

impl ProgramFiles {
    /// The files below the project folder. `project` must be canonical.
    pub fn new(project: &Path) -> Self {
        Self::readable(project, Allow::Nothing)
    }

    /// Any files: for tools that run nothing.
    pub(super) fn anywhere(project: &Path) -> Self {
        Self::readable(project, Allow::All)
    }

    fn readable(project: &Path, read: Allow) -> Self {
        let flags = PermissionFlags {
            read,
            ..PermissionFlags::default()
        };
        let permissions = Rc::new(Permissions::new(&flags, project, project));
        Self {
            project: project.to_owned(),
            resolver: Resolver::new(Rc::clone(&permissions), project.to_owned()),
            permissions,
        }
    }

    pub(super) fn project(&self) -> &Path {
        &self.project
    }

    pub(super) fn packages(&mut self) -> &mut Packages {
        &mut self.resolver.packages
    }

    /// The name of a module in messages.
    pub(super) fn shown(&self, url: &Url) -> String {
        display_file(url.as_str(), &self.project)
    }

    /// The module that a specifier means in another one.
    pub(super) fn module(
        &mut self,
        specifier: &str,
        importer: &Url,
    ) -> Result<Resolved, LoadError> {
        let kind = ImportKind::Import;
        self.resolver.resolve(specifier, importer.as_str(), kind)
    }

    /// The path below the project folder that `specifier` means in the file `importer`, or why there is none.
    pub fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        Ok(self.located(specifier, importer)?.0)
    }

    /// As [`resolve`](Self::resolve). A CommonJS module is refused.
    pub fn resolve_es_module(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let (file, format) = self.located(specifier, importer)?;
        match format {
            Format::Module => Ok(file),
            Format::CommonJs => Err(format!("{file} is a CommonJS module")),
        }
    }

    fn located(&mut self, specifier: &str, importer: &str) -> Result<(String, Format), String> {
        let importer_url = Url::from_file_path(self.project.join(importer))
            .map_err(|()| format!("{importer} is not a file"))?;
        let resolved = self.module(specifier, &importer_url);
        let Resolved { url, format } = resolved.map_err(|error| error.to_string())?;
        let path = url
            .to_file_path()
            .map_err(|()| format!("{url} is not a file"))?;
        let outside = || format!("{} is outside of the project folder", path.display());
        let relative = path.strip_prefix(&self.project).map_err(|_| outside())?;
        let text = relative.to_str().ok_or_else(outside)?;
        Ok((text.replace(MAIN_SEPARATOR, "/"), format))
    }

    /// The files of a folder of the project that have an extension, in order.
    pub fn listed(&self, folder: &str, extension: &str) -> Vec<String> {
        if folder.split('/').any(|it| it == "..") || folder.starts_with('/') {
            return Vec::new();
        }
        let entries = fs::read_dir(self.project.join(folder))
            .into_iter()
            .flatten();
        let paths = entries.flatten().map(|it| it.path());
        let files = paths.filter(|it| it.extension().is_some_and(|it| it == extension));
        let names = files.filter_map(|it| {
            let name = it.file_name()?.to_str()?;
            Some(match folder {
                "" => name.to_owned(),
                folder => format!("{folder}/{name}"),
            })
        });
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    }

    /// The text of a file below the project folder, or why it cannot be read.
    pub fn read(&self, file: &str) -> Result<String, String> {
        let path = self.permissions.check_module(&self.project.join(file));
        let path = path.map_err(|error| error.to_string())?;
        read_text(&path, file).map_err(|error| error.to_string())
    }
}
