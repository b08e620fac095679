//! The program of a package: a `.lumipack` in place of source, or its document.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use lumi_pack::{
    DocumentFormat, Pack, PackKind, PackedProgram, Rule, VerifyError, Violation, archive_of, verify,
};
use lumi_packages::{PackSource, PackStore};

use super::manifest::Manifest;
use super::name::check_project_name;
use super::program_path::{resolve, unreadable};
use super::project_error::ProjectError;
use super::project_folder::ProjectFolder;
use super::project_settings::ProjectSettings;
use super::yaml_files::settings_file::read_yaml;
use crate::packed_programs::packed_program;
use crate::reports::import_advice::import_problem;

/// The keys of `Lumi.yaml` that a run of the program needs.
const SETTINGS: &[&str] = &[
    "description",
    "config",
    "packages",
    "assets",
    "tagResources",
];

/// A verified package. Packages are equal if their hashes are.
#[derive(Clone, Debug)]
pub struct PackProgram {
    pub pack: Arc<PackedProgram>,
    /// The folder of its file, where libraries may be, too.
    pub folder: PathBuf,
    /// The file, if it has assets.
    pub bytes: Option<Arc<[u8]>>,
}

impl PartialEq for PackProgram {
    fn eq(&self, other: &Self) -> bool {
        self.pack.manifest.hash == other.pack.manifest.hash
    }
}

impl Eq for PackProgram {}

/// Whether PROGRAM names a package or a document of one.
pub fn is_pack(program: &Path) -> bool {
    let is_archive = program
        .extension()
        .is_some_and(|it| it == PackSource::EXTENSION);
    is_archive || document_format(program).is_some()
}

/// The format of a document of a package, as its name says.
pub fn document_format(file: &Path) -> Option<DocumentFormat> {
    DocumentFormat::of_file(file.file_name()?.to_str()?)
}

/// Reads and verifies a package; relative paths start at `cwd`.
pub fn read_pack(program: &Path, cwd: &Path) -> Result<Pack, ProjectError> {
    Ok(read_archive(program, cwd)?.0)
}

/// Reads and verifies a package, and answers its archive, too; relative paths start at `cwd`.
pub fn read_archive(program: &Path, cwd: &Path) -> Result<(Pack, Vec<u8>), ProjectError> {
    let bytes = bytes_of(program, cwd)?;
    let pack = verify(&bytes).map_err(|problem| refused(program, problem))?;
    settings_of(program, &pack.manifest.settings)?;
    let violations = pack.sdk_violations(import_problem);
    match violations.is_empty() {
        true => Ok((pack, bytes)),
        false => Err(refused(program, VerifyError::Broken(violations))),
    }
}

/// The settings of a package, which a run needs.
fn settings_of(program: &Path, settings: &Map<String, Value>) -> Result<Manifest, ProjectError> {
    Manifest::interpret(settings).map_err(|error| {
        let message = format!("its settings cannot be used: {}", error.fault);
        let violation = Violation::of_package(Rule::WellFormed, message);
        refused(program, VerifyError::Broken(vec![violation]))
    })
}

/// The archive, which is made if the file is a document.
fn bytes_of(program: &Path, cwd: &Path) -> Result<Vec<u8>, ProjectError> {
    let path = resolve(program, cwd)?;
    if !path.is_file() {
        return Err(ProjectError::NotAFile { path });
    }
    let bytes = PackStore::read_file(&path).map_err(|error| unreadable(&path, error))?;
    match document_format(program) {
        None => Ok(bytes),
        Some(format) => archive_of(&bytes, format)
            .map_err(|error| refused(program, VerifyError::Unreadable(error))),
    }
}

fn refused(program: &Path, problem: VerifyError) -> ProjectError {
    ProjectError::Pack {
        path: program.to_owned(),
        problem: Box::new(problem),
    }
}

/// The part of `Lumi.yaml` that goes into the package of a program.
pub fn pack_settings(settings: &ProjectSettings) -> Result<Map<String, Value>, ProjectError> {
    let Some(file) = ProjectFolder::at(&settings.folder)?.manifest else {
        return Ok(Map::new());
    };
    read_yaml(&file, |document| {
        let kept = document
            .iter()
            .filter(|it| SETTINGS.contains(&it.0.as_str()) && !it.1.is_null());
        Ok(kept
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    })
}

/// The program of a package, with its settings. The project folder is `cwd`, where states and the files of stacks are.
pub fn read_program(
    program: &Path,
    cwd: &Path,
) -> Result<(ProjectSettings, PackProgram), ProjectError> {
    let bytes = bytes_of(program, cwd)?;
    let pack = packed_program(&bytes);
    let pack = pack.map_err(|problem| refused(program, problem))?;
    if pack.manifest.kind == PackKind::Library {
        let path = program.to_owned();
        return Err(ProjectError::Library { path });
    }
    let folder = cwd.canonicalize().map_err(|error| unreadable(cwd, error))?;
    let file = resolve(program, cwd)?;
    check_project_name(&pack.manifest.name)?;
    let mut manifest = settings_of(program, &pack.manifest.settings)?;
    // Where states are is a matter of who deploys.
    if let Some(file) = ProjectFolder::at(&folder)?.manifest {
        manifest.backend = Manifest::read(&file)?.backend;
    }
    let settings = ProjectSettings {
        name: pack.manifest.name.clone(),
        folder,
        manifest,
        pulumi: None,
    };
    let program = PackProgram {
        bytes: pack.manifest.has_assets().then(|| bytes.into()),
        pack: Arc::new(pack),
        folder: file.parent().unwrap_or(&file).to_owned(),
    };
    Ok((settings, program))
}
