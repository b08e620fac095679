//! The project of a program.

use std::io;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use crate::host::{ConfigValue, entry_file, entry_names};

use super::config_flag::parse_config_flags;
use super::manifest::Manifest;
use super::name::{check_stack_name, project_name_of_folder};
use super::nearest::nearest_file;
use super::package_json::PackageJson;
use super::project_error::ProjectError;
use super::project_folder::ProjectFolder;
use super::stack_file::StackFile;

/// A program, and the folder with settings that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The entry module; canonical.
    pub entry: PathBuf,
    /// The folder the program may read; canonical.
    pub folder: PathBuf,
    /// `name` of `Lumi.yaml`, else of `package.json`, else the folder's; never empty, without
    /// colons and control characters.
    pub name: String,
    /// What `Lumi.yaml` says; all defaults without one.
    pub manifest: Manifest,
}

impl Project {
    /// Finds the project of PROGRAM, a file or a folder; relative paths start at `cwd`.
    ///
    /// The project folder is the nearest one at or above the program that has a `Lumi.yaml` or
    /// `package.json`, looking no higher than below the home folder.
    pub fn find(program: &Path, cwd: &Path) -> Result<Self, ProjectError> {
        let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
        Self::find_below(program, cwd, home.as_deref())
    }

    fn find_below(program: &Path, cwd: &Path, home: Option<&Path>) -> Result<Self, ProjectError> {
        let program = resolve(program, cwd)?;
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
        let folder = ProjectFolder::around(start, home)?;
        let manifest = folder.manifest.as_deref().map(Manifest::read).transpose()?;
        let package = folder
            .package
            .as_deref()
            .map(PackageJson::read)
            .transpose()?;
        let manifest = manifest.unwrap_or_default();
        let package = package.unwrap_or_default();
        let entry = match kind.is_file() {
            true => program.clone(),
            false => find_entry(&program, &folder, &manifest, &package)?,
        };
        let name = manifest.name.clone().or(package.name);
        Ok(Self {
            name: name.unwrap_or_else(|| project_name_of_folder(&folder.path)),
            entry,
            folder: folder.path,
            manifest,
        })
    }

    /// The configuration of a stack: `Lumi.<stack>.yaml`, if there is one, and above it the `-c`
    /// flags (`key=value`). Full key (`project:key`) to value; what the file calls secret stays
    /// secret when a flag replaces it.
    pub fn config(
        &self,
        stack: &str,
        flags: &[String],
    ) -> Result<Vec<(String, ConfigValue)>, ProjectError> {
        let file = self.stack_file(stack)?;
        let mut config: IndexMap<String, ConfigValue> = file.config.into_iter().collect();
        for (key, mut value) in parse_config_flags(flags, &self.name)? {
            value.secret = config.get(&key).is_some_and(|it| it.secret);
            config.insert(key, value);
        }
        Ok(config.into_iter().collect())
    }

    /// What the stack's file says; nothing if there is none.
    pub fn stack_file(&self, stack: &str) -> Result<StackFile, ProjectError> {
        check_stack_name(stack)?;
        let wanted = StackFile::name(stack);
        let path = self.folder.join(&wanted);
        if path.exists() {
            return StackFile::read(&path, &self.name);
        }
        let path = self.folder.join(format!("Lumi.{stack}.yml"));
        match path.exists() {
            true => Err(ProjectError::Misnamed { path, wanted }),
            false => Ok(StackFile::default()),
        }
    }
}

/// PROGRAM without symbolic links.
fn resolve(program: &Path, cwd: &Path) -> Result<PathBuf, ProjectError> {
    let path = cwd.join(program);
    path.canonicalize().map_err(|source| match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ProjectError::NoProgram {
            similar: nearest_file(&path).map(|name| beside(program, &name)),
            path: program.to_owned(),
        },
        _ => unreadable(program, source),
    })
}

/// A file in the same folder, spelled as the user spelled the folder.
fn beside(program: &Path, name: &str) -> String {
    program.with_file_name(name).to_string_lossy().into_owned()
}

fn unreadable(path: &Path, source: io::Error) -> ProjectError {
    ProjectError::Unreadable {
        path: path.to_owned(),
        source,
    }
}

/// The entry file of a folder. `main` counts only in the folder that it was said in: in a folder
/// below the project, PROGRAM means what is in there.
fn find_entry(
    program: &Path,
    folder: &ProjectFolder,
    manifest: &Manifest,
    package: &PackageJson,
) -> Result<PathBuf, ProjectError> {
    let is_top = folder.path == program;
    if let (true, Some(main), Some(file)) = (is_top, &manifest.main, &folder.manifest) {
        return main_file(program, main, file);
    }
    let package_main = package.main.as_deref().filter(|_| is_top);
    let Some(entry) = entry_file(program, package_main) else {
        return Err(match (package_main, &folder.package) {
            (Some(main), Some(file)) => no_main(&program.join(main), file),
            _ => ProjectError::NoEntry {
                folder: program.to_owned(),
                looked_for: entry_names(),
                has_package: is_top && folder.package.is_some(),
            },
        });
    };
    let file = folder.package.as_deref().unwrap_or(program);
    inside(&entry, program, file)
}

/// `main` of a manifest, as exactly the file it names.
fn main_file(folder: &Path, main: &str, file: &Path) -> Result<PathBuf, ProjectError> {
    let path = folder.join(main);
    match path.is_file() {
        true => inside(&path, folder, file),
        false => Err(no_main(&path, file)),
    }
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
