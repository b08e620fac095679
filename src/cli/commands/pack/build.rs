//! `lumi pack build`: makes a package of a program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use semver::Version;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::libraries::{Libraries, is_plain};
use crate::project::{PackageRequirement, Project, ProjectSettings, is_python, pack_settings};
use crate::terminal::Terminal;
use crate::ui::report::{Report, SourceExcerpt};
use lumi_graph::SourceText;
use lumi_host::ProgramFiles;
use lumi_pack::{
    Compiled, Dependency, PackDescription, PackKind, SourceFiles, SourceProblem, VerifyError,
    compile, verify,
};
use lumi_packages::{LockFile, PackSource};

/// Make a package of a program
///
/// The package has all code of the program as LumiIL, the functions that resources may take as inputs as JavaScript,
/// the data that it imports, and what of Lumi.yaml a run needs. The same program always gives the same bytes.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The program, as with lumi run
    #[arg(default_value = ".")]
    pub program: PathBuf,
    /// The file to write [default: NAME-VERSION.lumipack]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The version of the package
    #[arg(long, value_name = "VERSION", default_value = "0.1.0")]
    pub pack_version: Version,
    /// The licence, as an identifier of SPDX
    #[arg(long, value_name = "LICENSE")]
    pub license: Option<String>,
    /// Mark it as a library, whose modules other programs import
    #[arg(long)]
    pub library: bool,
}

struct Files(ProgramFiles);

impl SourceFiles for Files {
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        self.0.resolve(specifier, importer)
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        self.0.read(file)
    }
}

pub fn run(args: &BuildArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let project = Project::find(&args.program, current)?;
    refuse_others(&project)?;
    let libraries = Libraries::of_settings(&project.settings)?;
    let mut files = Files(ProgramFiles::new(&project.settings.folder));
    let entry = entry(&project)?;
    let compiled = match is_python(&project.entry) {
        true => lumi_lumipy::compile(&entry, &mut files),
        false => compile(&entry, &mut files),
    };
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(problems) => return Err(refused(&problems, &mut files, terminal)),
    };
    let about = PackDescription {
        name: project.settings.name.clone(),
        version: args.pack_version.to_string(),
        description: project.settings.manifest.description.clone(),
        license: args.license.clone(),
        kind: match args.library {
            true => PackKind::Library,
            false => PackKind::Executable,
        },
        dependencies: dependencies(&compiled, &project.settings)?,
        settings: pack_settings(&project.settings)?,
    };
    let built = lumi_pack::build(&compiled, about);
    let built = built.map_err(|error| failure(error.to_string()))?;
    check(&built.bytes, &libraries, args.library)?;
    let name = format!(
        "{}-{}.{}",
        file_name(&project.settings.name),
        args.pack_version,
        PackSource::EXTENSION
    );
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(name));
    let path = current.join(&out);
    std::fs::write(&path, &built.bytes).map_err(|error| Failure::unwritable(&out, &error))?;
    terminal.print_line(&format!("wrote {}, {}", out.display(), built.manifest.hash));
    Ok(Exit::Success)
}

/// Fails unless what is written can be run, with the libraries that there are.
fn check(bytes: &[u8], libraries: &Libraries, is_library: bool) -> Result<(), Failure> {
    let refused = |message: String| failure(format!("the program cannot be packed: {message}"));
    let pack = verify(bytes).map_err(|error| {
        let first = match &error {
            VerifyError::Broken(list) => list.first().map(ToString::to_string),
            VerifyError::Unreadable(_) => None,
        };
        refused(first.unwrap_or_else(|| error.to_string()))
    })?;
    let dependencies = &pack.manifest.dependencies;
    let imports = pack.library_imports();
    let direct = libraries.direct.iter();
    for (name, index) in direct.filter(|it| dependencies.contains_key(it.0)) {
        let library = &libraries.all[*index];
        if let Some(first) = imports.broken(name, &library.pack.manifest).first() {
            return Err(refused(first.to_string()));
        }
    }
    let manifest = &pack.manifest;
    if is_library && !is_plain(&manifest.name) {
        let message = format!("`{}` cannot be the name of a library", manifest.name);
        let help = "names of libraries have letters, digits, `-`, `_` and `.` only: set `name` in Lumi.yaml";
        return Err(failure(message).help(help));
    }
    let mut others = libraries.all.iter();
    let same = others.find(|it| is_library && it.pack.manifest.name == manifest.name);
    match same {
        None => Ok(()),
        Some(it) => {
            let message = format!(
                "it is the library {}, and needs {}: libraries may not need each other",
                manifest.name,
                it.title()
            );
            Err(refused(message))
        }
    }
}

fn failure(message: String) -> Failure {
    Failure::new(Exit::Failure, Report::error(message))
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
        "packages are made of TypeScript and JavaScript, and Lumi.yaml says `runtime: {runtime}`"
    );
    Err(Failure::new(Exit::Usage, Report::error(message)))
}

/// The entry module, relative to the project folder.
fn entry(project: &Project) -> Result<String, Failure> {
    let relative = project.entry.strip_prefix(&project.settings.folder).ok();
    let text = relative.and_then(Path::to_str);
    let text = text.map(|it| it.replace(std::path::MAIN_SEPARATOR, "/"));
    text.ok_or_else(|| {
        failure(format!(
            "{} has a name that no package can have",
            project.entry.display()
        ))
    })
}

/// Reports each place, and answers the failure of all.
fn refused(problems: &[SourceProblem], files: &mut Files, terminal: Terminal) -> Failure {
    for problem in problems {
        let text = files.read(&problem.file).ok();
        let mut report = Report::error(problem.message.clone());
        report.at = Some(SourceExcerpt {
            file: problem.file.clone(),
            line: problem.line,
            column: problem.column,
            text: text.map(|it| SourceText(&it).line(problem.line).to_owned()),
        });
        if let Some(help) = &problem.help {
            report = report.help(help);
        }
        terminal.report(&report);
    }
    let places = match problems.len() {
        1 => "one place".to_owned(),
        many => format!("{many} places"),
    };
    failure(format!("the program cannot be packed, because of {places}"))
}

/// The packages that the program imports, with the versions of the lock.
fn dependencies(
    compiled: &Compiled,
    settings: &ProjectSettings,
) -> Result<BTreeMap<String, Dependency>, Failure> {
    let lock = LockFile::read(&settings.folder).map_err(|error| failure(error.to_string()))?;
    let mut found = BTreeMap::new();
    for name in &compiled.packages {
        let mut wanted = settings.manifest.packages.iter();
        let wanted = wanted.find(|it| it.0.as_str() == name).map(|it| it.1);
        let dependency = match wanted {
            None => {
                let message = format!(
                    "the program imports `lumi:{name}`, and `packages` of Lumi.yaml has no {name}"
                );
                return Err(failure(message).help(&format!("add it with `lumi add {name}`")));
            }
            Some(PackageRequirement::Path(path)) => {
                let message = format!(
                    "the package {name} is the path {} of this machine",
                    path.display()
                );
                return Err(
                    failure(message).help("name a source and a version in `packages` of Lumi.yaml")
                );
            }
            Some(PackageRequirement::Library { source, range }) => {
                let locked = lock.libraries.get(name);
                Dependency {
                    wanted: format!("{source}@{range}"),
                    version: locked.map(|it| it.version.to_string()),
                    hashes: locked.map(|it| it.hash.to_string()).into_iter().collect(),
                }
            }
            Some(PackageRequirement::Source { source, range, .. }) => {
                let locked = lock.packages.get(name);
                Dependency {
                    wanted: format!("{source}@{range}"),
                    version: locked.map(|it| it.version.to_string()),
                    hashes: locked
                        .map(|it| it.hashes.iter().map(ToString::to_string).collect())
                        .unwrap_or_default(),
                }
            }
        };
        found.insert(name.clone(), dependency);
    }
    Ok(found)
}

/// A name as a part of the name of a file.
fn file_name(name: &str) -> String {
    let plain = |it: char| {
        if it.is_alphanumeric() || matches!(it, '-' | '_' | '.') {
            it
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect()
}
