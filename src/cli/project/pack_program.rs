//! The program of a package: a `.lumipack` in place of source.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use lumi_host::{MemoryModule, MemoryModules};
use lumi_pack::{Pack, PackKind, Rule, VerifyError, Violation, verify};

use super::manifest::Manifest;
use super::name::check_project_name;
use super::project::{Project, resolve, unreadable};
use super::project_error::ProjectError;
use super::project_folder::ProjectFolder;
use super::project_settings::ProjectSettings;
use super::settings_file::read_yaml;

/// The extension of packages.
pub const EXTENSION: &str = "lumipack";

/// Larger files are not read: no package is as large.
const MAX_BYTES: u64 = (256 << 20) + 1;

/// The keys of `Lumi.yaml` that a run of the program needs.
const SETTINGS: &[&str] = &["description", "config", "packages"];

/// A verified package. Packages are equal if their hashes are.
#[derive(Clone, Debug)]
pub struct PackProgram(pub Arc<Pack>);

impl PartialEq for PackProgram {
    fn eq(&self, other: &Self) -> bool {
        self.0.manifest.hash == other.0.manifest.hash
    }
}

impl Eq for PackProgram {}

/// Whether PROGRAM names a package.
pub fn is_pack(program: &Path) -> bool {
    program.extension().is_some_and(|it| it == EXTENSION)
}

/// Reads and verifies a package; relative paths start at `cwd`.
pub fn read_pack(program: &Path, cwd: &Path) -> Result<Pack, ProjectError> {
    let path = resolve(program, cwd)?;
    if !path.is_file() {
        return Err(ProjectError::NotAFile { path });
    }
    let mut bytes = Vec::new();
    let file = File::open(&path).map_err(|error| unreadable(&path, error))?;
    file.take(MAX_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&path, error))?;
    verify(&bytes).map_err(|problem| ProjectError::Pack {
        path: program.to_owned(),
        problem: Box::new(problem),
    })
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

/// The project of a package: its settings are in it, and its folder is `cwd`, where states and the files of
/// stacks are.
pub fn project(program: &Path, cwd: &Path) -> Result<Project, ProjectError> {
    let pack = read_pack(program, cwd)?;
    if pack.manifest.kind == PackKind::Library {
        let path = program.to_owned();
        return Err(ProjectError::Library { path });
    }
    let folder = cwd.canonicalize().map_err(|error| unreadable(cwd, error))?;
    check_project_name(&pack.manifest.name)?;
    let mut manifest = Manifest::interpret(&pack.manifest.settings).map_err(|error| {
        let message = format!("its settings cannot be used: {}", error.fault);
        let violation = Violation::of_package(Rule::WellFormed, message);
        ProjectError::Pack {
            path: program.to_owned(),
            problem: Box::new(VerifyError::Broken(vec![violation])),
        }
    })?;
    // Where states are is a matter of who deploys.
    if let Some(file) = ProjectFolder::at(&folder)?.manifest {
        manifest.backend = Manifest::read(&file)?.backend;
    }
    Ok(Project {
        entry: folder.join(pack.entry()),
        settings: ProjectSettings {
            name: pack.manifest.name.clone(),
            folder,
            manifest,
            pulumi: None,
        },
        pack: Some(PackProgram(Arc::new(pack))),
    })
}

impl PackProgram {
    /// The modules as if they were files of `folder`.
    pub fn modules(&self, folder: &Path) -> MemoryModules {
        let scripts = self.0.scripts().into_iter().map(|it| {
            let module = MemoryModule::Script {
                code: it.code.into(),
                map: it.map.into(),
            };
            (folder.join(it.file), module)
        });
        let data = self.0.data();
        let data = data.map(|(file, text)| (folder.join(file), MemoryModule::Data(text.into())));
        MemoryModules(scripts.chain(data).collect())
    }
}
