//! A program in LumiPy: it becomes a package in memory, which is verified and run as any other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lumi_pack::{Compiled, Dependency, PackDescription, PackKind, PackedProgram, build, verify};

use super::pack_program::PackProgram;
use super::project_error::ProjectError;
use super::project_settings::ProjectSettings;
use super::source_files::{ProjectFiles, relative_name};

/// The entry modules of a folder, if none is in TypeScript or JavaScript.
const ENTRIES: &[&str] = &["index.py", "__main__.py", "main.py"];

/// Whether a program is in Python.
pub fn is_python(entry: &Path) -> bool {
    entry
        .extension()
        .is_some_and(|it| it == lumi_lumipy::EXTENSION)
}

/// The entry module of a folder.
pub fn entry_file(folder: &Path) -> Option<PathBuf> {
    let files = ENTRIES.iter().map(|it| folder.join(it));
    files.into_iter().find(|it| it.is_file())
}

/// The package of a program.
pub fn compiled(entry: &Path, settings: &ProjectSettings) -> Result<PackProgram, ProjectError> {
    let unpackable = |message: String| ProjectError::Unpackable {
        path: entry.to_owned(),
        message,
    };
    let name = relative_name(entry, &settings.folder);
    let name =
        name.ok_or_else(|| unpackable("its name is none that a package can have".to_owned()))?;
    let mut files = ProjectFiles::new(&settings.folder);
    let compiled = lumi_lumipy::compile(&name, &mut files).map_err(ProjectError::Refused)?;
    let built = build(&compiled, description(&compiled, settings));
    let built = built.map_err(|error| unpackable(error.to_string()))?;
    let pack = verify(&built.bytes).map_err(|error| unpackable(error.first()))?;
    Ok(PackProgram {
        pack: Arc::new(PackedProgram::from(&pack)),
        folder: settings.folder.clone(),
        bytes: None,
    })
}

/// The facts of a package that is never written.
fn description(compiled: &Compiled, settings: &ProjectSettings) -> PackDescription {
    let packages = compiled.packages.iter();
    let dependencies: BTreeMap<String, Dependency> = packages
        .map(|it| (it.clone(), Dependency::default()))
        .collect();
    PackDescription {
        name: settings.name.clone(),
        version: "0.0.0".to_owned(),
        description: None,
        license: None,
        kind: PackKind::Executable,
        dependencies,
        settings: serde_json::Map::new(),
    }
}
