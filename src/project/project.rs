//! The project of a program.

use std::path::{Path, PathBuf};

use lumi_hcl::config::has_files;
use lumi_host::{entry_file, entry_names};

use super::cdktf::CdktfSettings;
use super::compiled_language::CompiledLanguage;
use super::compiled_program;
use super::hcl::hcl_project::HCL_RUNTIME;
use super::manifest::Manifest;
use super::nearest::nearest_file;
use super::pack_program::{self, PackProgram, is_pack};
use super::package_json::PackageJson;
use super::program_path::{resolve, unreadable};
use super::project_error::{ForeignProgram, ProjectError};
use super::project_folder::ProjectFolder;
use super::project_settings::ProjectSettings;
use super::pulumi_project::NODE_RUNTIME;
use crate::process_environment::home_folder;

/// A program with its project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The canonical path of the entry module.
    pub entry: PathBuf,
    pub settings: ProjectSettings,
    /// The package that the program is from, or that is made of it because V8 cannot load it.
    pub pack: Option<PackProgram>,
    /// Whether the program is in files, which the package is made of.
    pub has_sources: bool,
}

impl Project {
    /// Finds the project of PROGRAM, a file or a folder; relative paths start at `cwd`.
    ///
    /// The project folder is the nearest one at or above the program that has a `Lumi.yaml` or
    /// `package.json`, looking no higher than below the home folder.
    pub fn find(program: &Path, cwd: &Path) -> Result<Self, ProjectError> {
        Self::locate(program, cwd)?.compiled()
    }

    /// Finds the project of PROGRAM as [`find`](Self::find) does. No program is compiled.
    pub fn locate(program: &Path, cwd: &Path) -> Result<Self, ProjectError> {
        if is_pack(program) {
            return Self::of_pack(program, cwd);
        }
        let home = home_folder().and_then(|home| home.canonicalize().ok());
        Self::find_below(program, cwd, home.as_deref())
    }

    /// The project of a package. Its folder is `cwd`.
    fn of_pack(program: &Path, cwd: &Path) -> Result<Self, ProjectError> {
        let (settings, pack) = pack_program::read_program(program, cwd)?;
        Ok(Self {
            entry: settings.folder.join(pack.pack.manifest.entry_file()),
            settings,
            pack: Some(pack),
            has_sources: false,
        })
    }

    fn find_below(program: &Path, cwd: &Path, home: Option<&Path>) -> Result<Self, ProjectError> {
        let program = resolve(program, cwd)?;
        if program.to_str().is_none() {
            return Err(ProjectError::NotUtf8 { path: program });
        }
        let kind = program
            .metadata()
            .map_err(|source| unreadable(&program, source))?;
        if !kind.is_dir() && !kind.is_file() {
            return Err(ProjectError::NotAFile { path: program });
        }
        let start = match kind.is_dir() {
            true => program.as_path(),
            false => program.parent().unwrap_or(&program),
        };
        let folder = ProjectFolder::of_program(&program, start, home)?;
        let package = folder.package()?;
        let settings = ProjectSettings::read(&folder, &package)?.of_file(kind.is_file());
        let entry = match kind.is_file() {
            true => program.clone(),
            false => match (settings.foreign_runtime(), &settings.manifest.main) {
                // The project, or its root module.
                (Some(HCL_RUNTIME), Some(_))
                    if settings.hcl_folder().is_dir()
                        && (program == folder.path
                            || is_same(&settings.hcl_folder(), &program)) =>
                {
                    inside(&settings.hcl_folder(), &folder.path, &program)?
                }
                // The runtime of another language resolves its programs itself.
                (Some(_), None) => program.clone(),
                (Some(NODE_RUNTIME), Some(main)) if program.join(main).is_dir() => {
                    inside(&program.join(main), &program, &program)?
                }
                _ => match find_entry(&program, &folder, &settings.manifest, &package) {
                    // A command that is run in a folder of the project, without naming a program.
                    Err(ProjectError::NoEntry { .. })
                        if folder.path != program && is_same(cwd, &program) =>
                    {
                        find_entry(&folder.path, &folder, &settings.manifest, &package)?
                    }
                    found => found?,
                },
            },
        };
        Ok(Self {
            entry,
            settings,
            pack: None,
            has_sources: false,
        })
    }

    /// The project with the package of its program, if that is in a compiled language.
    fn compiled(mut self) -> Result<Self, ProjectError> {
        let is_foreign = self.settings.foreign_runtime().is_some();
        let language = CompiledLanguage::of(&self.entry).filter(|_| !is_foreign);
        if let (None, Some(language)) = (&self.pack, language) {
            let pack = compiled_program::compiled(language, &self.entry, &self.settings)?;
            self.pack = Some(pack);
            self.has_sources = true;
        }
        Ok(self)
    }
}

/// Whether a path is that of a folder without symbolic links.
fn is_same(path: &Path, folder: &Path) -> bool {
    path.canonicalize().is_ok_and(|it| it == folder)
}

/// The entry file of a folder. `main` applies only to the folder of its manifest: in a folder below
/// the project, PROGRAM refers to the files there.
fn find_entry(
    program: &Path,
    folder: &ProjectFolder,
    manifest: &Manifest,
    package: &PackageJson,
) -> Result<PathBuf, ProjectError> {
    let is_top = folder.path == program;
    if let (true, Some(main), Some(file)) = (is_top, &manifest.main, folder.defining_file()) {
        return main_file(program, main, file);
    }
    let package_main = package.main.as_deref().filter(|_| is_top);
    let named = entry_file(program, package_main);
    let Some(entry) = named.or_else(|| CompiledLanguage::any_entry_file(program)) else {
        return Err(match (package_main, &folder.package) {
            (Some(main), Some(file)) => no_main(&program.join(main), file),
            _ => ProjectError::NoEntry {
                folder: program.to_owned(),
                looked_for: entry_names(),
                has_package: is_top && folder.package.is_some(),
                foreign: foreign_program(program),
            },
        });
    };
    let file = folder.package.as_deref().unwrap_or(program);
    inside(&entry, program, file)
}

/// The file that `main` of a manifest names.
fn main_file(folder: &Path, main: &str, file: &Path) -> Result<PathBuf, ProjectError> {
    let path = folder.join(main);
    match path.is_file() {
        true => inside(&path, folder, file),
        false => Err(no_main(&path, file)),
    }
}

/// Names the kind of program that Lumi runs if the settings of a folder say so.
fn foreign_program(folder: &Path) -> Option<ForeignProgram> {
    if folder.join(CdktfSettings::FILE).exists() {
        return Some(ForeignProgram::Cdktf);
    }
    has_files(folder).then_some(ForeignProgram::Hcl)
}

fn no_main(main: &Path, file: &Path) -> ProjectError {
    ProjectError::NoMain {
        file: file.to_owned(),
        similar: nearest_file(main),
        main: main.to_owned(),
    }
}

fn inside(entry: &Path, folder: &Path, file: &Path) -> Result<PathBuf, ProjectError> {
    let real = entry
        .canonicalize()
        .map_err(|source| unreadable(entry, source))?;
    match real.starts_with(folder) {
        true => Ok(real),
        false => Err(ProjectError::MainOutside {
            file: file.to_owned(),
            main: real,
        }),
    }
}

#[cfg(test)]
mod tests;
