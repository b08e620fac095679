//! The source of a package: a program of a project, or a package of npm.

use std::path::Path;

use semver::Version;
use serde_json::{Map, Value};

use lumi_pack::{Compiled, SourceProblem, compile};
use lumi_project::{
    CompiledLanguage, NpmPackage, Project, ProjectFailure, ProjectFiles, ProjectSettings,
    pack_settings, relative_name,
};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// The begin of a name that means a package of npm.
const NPM: &str = "npm:";

pub struct SourceProgram {
    pub settings: ProjectSettings,
    /// The entry module, relative to the folder of the settings.
    entry: String,
    pub files: ProjectFiles,
    pub is_library: bool,
    /// The version and the licence, if the source says them.
    pub version: Option<Version>,
    pub license: Option<String>,
    pub description: Option<String>,
    /// The settings of the project that a run needs.
    pub kept_settings: Map<String, Value>,
}

impl SourceProgram {
    /// `program` is a path, or `npm:NAME`.
    pub fn find(program: &Path, is_library: bool, current: &Path) -> Result<Self, Failure> {
        match program.to_str().and_then(|it| it.strip_prefix(NPM)) {
            Some(name) => Self::of_npm(name, current),
            None => Self::of_project(program, is_library, current),
        }
    }

    /// A package is always a library.
    fn of_npm(name: &str, current: &Path) -> Result<Self, Failure> {
        let current = current.canonicalize()?;
        let package = NpmPackage::find(name, &current).map_err(ProjectFailure::from)?;
        Ok(Self {
            files: package.files(),
            settings: package.settings,
            entry: package.entry,
            is_library: true,
            version: Some(package.version),
            license: package.license,
            description: package.description,
            kept_settings: Map::new(),
        })
    }

    fn of_project(program: &Path, is_library: bool, current: &Path) -> Result<Self, Failure> {
        let project = Project::locate(program, current)?;
        refuse_others(&project)?;
        let settings = project.settings;
        let entry = relative_name(&project.entry, &settings.folder);
        let entry = entry.ok_or_else(|| {
            let place = project.entry.display();
            Failure::error(format!("{place} has a name that no package can have"))
        })?;
        Ok(Self {
            files: ProjectFiles::new(&settings),
            entry,
            is_library,
            version: None,
            license: None,
            description: settings.manifest.description.clone(),
            kept_settings: pack_settings(&settings)?,
            settings,
        })
    }

    pub fn compile(&mut self) -> Result<Compiled, Vec<SourceProblem>> {
        let (entry, files) = (&self.entry, &mut self.files);
        match (CompiledLanguage::of(Path::new(entry)), self.is_library) {
            (Some(language), true) => language.compile_library(entry, files),
            (Some(language), false) => language.compile(entry, files),
            (None, _) => compile(entry, files),
        }
    }
}

fn refuse_others(project: &Project) -> Result<(), Failure> {
    if project.pack.is_some() && !project.has_sources {
        let report = Report::error("the program is a package already");
        return Err(Failure::new(Exit::Usage, report));
    }
    let Some(runtime) = project.settings.foreign_runtime() else {
        return Ok(());
    };
    let message = format!(
        "packages are made of programs of Lumi in TypeScript, JavaScript, Python and Go, and {} says `runtime: {runtime}`",
        project.settings.file_name()
    );
    Err(Failure::new(Exit::Usage, Report::error(message)))
}
