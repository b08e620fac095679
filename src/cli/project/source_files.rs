//! The files of a program as compilers to LumiIL read them.

use std::path::{MAIN_SEPARATOR, Path};

use lumi_host::ProgramFiles;
use lumi_pack::SourceFiles;

/// The files of a project. Their names are relative to its folder.
pub struct ProjectFiles(ProgramFiles);

impl ProjectFiles {
    pub fn new(folder: &Path) -> Self {
        Self(ProgramFiles::new(folder))
    }
}

impl SourceFiles for ProjectFiles {
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        self.0.resolve(specifier, importer)
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        self.0.read(file)
    }
}

/// The name of a file relative to the folder, with `/`; `None` if it is outside, or not Unicode.
pub fn relative_name(file: &Path, folder: &Path) -> Option<String> {
    let relative = file.strip_prefix(folder).ok()?.to_str()?;
    Some(relative.replace(MAIN_SEPARATOR, "/"))
}
