//! The files of a program as compilers to LumiIL read them.

use std::collections::BTreeSet;
use std::path::{MAIN_SEPARATOR, Path};

use lumi_host::ProgramFiles;
use lumi_pack::SourceFiles;

use super::package_requirements::PackageRequirement;
use super::project_settings::ProjectSettings;

/// The files of a project. Their names are relative to its folder.
pub struct ProjectFiles {
    files: ProgramFiles,
    /// The names of its libraries.
    libraries: BTreeSet<String>,
    /// Whether modules of npm packages belong to the program.
    has_packages: bool,
}

impl ProjectFiles {
    pub fn new(settings: &ProjectSettings) -> Self {
        let packages = settings.manifest.packages.iter();
        let libraries = packages.filter(|it| matches!(it.1, PackageRequirement::Library { .. }));
        Self {
            files: ProgramFiles::new(&settings.folder),
            libraries: libraries.map(|it| it.0.to_string()).collect(),
            has_packages: false,
        }
    }

    /// The files of a package of npm, and of those that it needs.
    pub fn with_packages(settings: &ProjectSettings) -> Self {
        Self {
            has_packages: true,
            ..Self::new(settings)
        }
    }

    /// The module that another one imports, which must be an ES module; or why there is none.
    pub fn entry(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        self.files.resolve_es_module(specifier, importer)
    }
}

impl SourceFiles for ProjectFiles {
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        match self.has_packages {
            true => self.files.resolve_es_module(specifier, importer),
            false => self.files.resolve(specifier, importer),
        }
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        self.files.read(file)
    }

    fn listed(&mut self, folder: &str, extension: &str) -> Vec<String> {
        self.files.listed(folder, extension)
    }

    fn is_library(&self, package: &str) -> bool {
        self.libraries.contains(package)
    }

    fn has_packages(&self) -> bool {
        self.has_packages
    }
}

/// The name of a file relative to the folder, with `/`; `None` if it is outside, or not Unicode.
pub fn relative_name(file: &Path, folder: &Path) -> Option<String> {
    let relative = file.strip_prefix(folder).ok()?.to_str()?;
    Some(relative.replace(MAIN_SEPARATOR, "/"))
}
