//! A program in a compiled language: it becomes a package in memory, which is verified and run as any other.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use lumi_pack::{Compiled, Dependency, PackDescription, PackKind, PackedProgram, build, verify};

use super::compiled_language::CompiledLanguage;
use super::kept_program::{KeptProgram, RecordedFiles};
use super::pack_program::PackProgram;
use super::project_error::ProjectError;
use super::project_settings::ProjectSettings;
use super::source_files::{ProjectFiles, relative_name};

/// Whether a project has a program in a language.
pub fn is_written_in(settings: &ProjectSettings, language: CompiledLanguage) -> bool {
    let main = settings.manifest.main.as_deref();
    main.is_some_and(|it| CompiledLanguage::of(Path::new(it)) == Some(language))
        || language.entry_file(&settings.folder).is_some()
}

/// The package of a program. One whose files are those of an earlier run is not compiled again.
pub fn compiled(
    language: CompiledLanguage,
    entry: &Path,
    settings: &ProjectSettings,
) -> Result<PackProgram, ProjectError> {
    let unpackable = |message: String| ProjectError::Unpackable {
        path: entry.to_owned(),
        message,
    };
    let name = relative_name(entry, &settings.folder);
    let name =
        name.ok_or_else(|| unpackable("its name is none that a package can have".to_owned()))?;
    let mut files = ProjectFiles::new(settings);
    let kept = KeptProgram::of(entry, settings);
    if let Some(program) = kept.as_ref().and_then(|it| it.load(&mut files)) {
        return Ok(of_sources(program, settings));
    }
    let mut files = RecordedFiles::new(&mut files);
    let compiled =
        language
            .compile(&name, &mut files)
            .map_err(|problems| ProjectError::Refused {
                language: language.name(),
                problems,
            })?;
    let built = build(&compiled, description(&compiled, settings));
    let built = built.map_err(|error| unpackable(error.to_string()))?;
    let pack = verify(&built.bytes).map_err(|error| unpackable(error.first()))?;
    let program = PackedProgram::from(&pack);
    if let Some(kept) = kept {
        kept.store(files, &program);
    }
    Ok(of_sources(program, settings))
}

fn of_sources(program: PackedProgram, settings: &ProjectSettings) -> PackProgram {
    PackProgram {
        pack: Arc::new(program),
        folder: settings.folder.clone(),
        bytes: None,
    }
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
