//! `lumi pack build`: makes a package of a program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use semver::Version;

use super::super::file_writer;
use super::assets::add_assets;
use super::show::document_of;
use super::source_program::SourceProgram;
use lumi_graph::SourceText;
use lumi_pack::{
    Compiled, Dependency, DocumentFormat, PackDescription, PackKind, SourceFiles, SourceProblem,
    verify,
};
use lumi_packages::{LockFile, PackSource};
use lumi_project::libraries::{Libraries, is_plain};
use lumi_project::reports::source_report;
use lumi_project::{PackageRequirement, ProjectFiles, ProjectSettings, document_format};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::import_advice::import_problem;
use lumi_terminal::ui::report::Report;

/// The version of packages whose source says none.
const DEFAULT_VERSION: Version = Version::new(0, 1, 0);

/// Make a package of a program
///
/// The package has all code of the program as LumiIL, the functions that resources may take as inputs as JavaScript,
/// the data that it imports, and what of Lumi.yaml a run needs. The same program always gives the same bytes.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The program, as with lumi run; npm:NAME makes a library of an installed package of npm
    #[arg(default_value = ".")]
    pub program: PathBuf,
    /// The file to write [default: NAME-VERSION.lumipack]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write one document in JSON or YAML, a file whose name ends in .lumipack.json or .lumipack.yaml; no archive is
    /// written without --out
    #[arg(long, value_name = "FILE")]
    pub document: Option<PathBuf>,
    /// The version of the package [default: 0.1.0, or that of the package of npm]
    #[arg(long, value_name = "VERSION")]
    pub pack_version: Option<Version>,
    /// The licence, as an identifier of SPDX
    #[arg(long, value_name = "LICENSE")]
    pub license: Option<String>,
    /// Mark it as a library, whose modules other programs import
    #[arg(long)]
    pub library: bool,
}

pub fn run(args: &BuildArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let document = args.document.as_deref().map(named_document).transpose()?;
    let mut program = SourceProgram::find(&args.program, args.library, current)?;
    let libraries = Libraries::of_settings(&program.settings)?;
    let compiled = compiled(&mut program, terminal)?;
    let is_library = program.is_library;
    let version = args.pack_version.clone().or(program.version);
    let version = version.unwrap_or(DEFAULT_VERSION);
    let name = program.settings.name.clone();
    let about = PackDescription {
        name: name.clone(),
        version: version.to_string(),
        description: program.description,
        license: args.license.clone().or(program.license),
        kind: match is_library {
            true => PackKind::Library,
            false => PackKind::Executable,
        },
        dependencies: dependencies(&compiled, &program.settings)?,
        settings: program.kept_settings,
    };
    let built = lumi_pack::build(&compiled, about);
    let built = built.map_err(|error| Failure::error(error.to_string()))?;
    check(&built.bytes, &libraries, is_library)?;
    let write = |file: &Path, bytes: &[u8]| {
        file_writer::replace_bytes(&current.join(file), bytes)
            .map_err(|error| Failure::unwritable(file, &error))?;
        terminal.print_line(&format!(
            "wrote {}, {}",
            file.display(),
            built.manifest.hash
        ));
        Ok::<_, Failure>(())
    };
    if let Some((file, format)) = document {
        write(file, document_of(&built.bytes, format)?.as_bytes())?;
    }
    if document.is_none() || args.out.is_some() {
        let file = || PackSource::file_name(&plain_name(&name), &version.to_string()).into();
        write(&args.out.clone().unwrap_or_else(file), &built.bytes)?;
    }
    Ok(Exit::Success)
}

/// The program with its assets. What cannot be packed is reported.
fn compiled(program: &mut SourceProgram, terminal: Terminal) -> Result<Compiled, Failure> {
    let mut compiled = match program.compile() {
        Ok(compiled) => compiled,
        Err(problems) => return Err(refused(&problems, &mut program.files, terminal)),
    };
    let problems = add_assets(&mut compiled, &program.settings, program.is_library)?;
    if !problems.is_empty() {
        return Err(refused(&problems, &mut program.files, terminal));
    }
    Ok(compiled)
}

/// The file of a document, and the format that its name says.
fn named_document(file: &Path) -> Result<(&Path, DocumentFormat), Failure> {
    document_format(file).map(|it| (file, it)).ok_or_else(|| {
        let message = format!(
            "`--document {}` must end in .lumipack.json or .lumipack.yaml",
            file.display()
        );
        Failure::new(Exit::Usage, Report::error(message))
    })
}

/// Fails unless what is written can be run, with the libraries that there are.
fn check(bytes: &[u8], libraries: &Libraries, is_library: bool) -> Result<(), Failure> {
    let refused =
        |message: String| Failure::error(format!("the program cannot be packed: {message}"));
    let pack = verify(bytes).map_err(|error| refused(error.first()))?;
    if let Some(first) = pack.sdk_violations(import_problem).first() {
        return Err(refused(first.to_string()));
    }
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
        return Err(Failure::error(message).help(help));
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

/// Reports each place, and answers the failure of all.
fn refused(problems: &[SourceProblem], files: &mut ProjectFiles, terminal: Terminal) -> Failure {
    for problem in problems {
        let text = files.read(&problem.file).ok();
        let line = text.map(|it| SourceText(&it).line(problem.line).to_owned());
        terminal.report(&source_report(problem, line));
    }
    let places = match problems.len() {
        1 => "one place".to_owned(),
        many => format!("{many} places"),
    };
    Failure::error(format!("the program cannot be packed, because of {places}"))
}

/// The packages that the program imports, with the versions of the lock.
fn dependencies(
    compiled: &Compiled,
    settings: &ProjectSettings,
) -> Result<BTreeMap<String, Dependency>, Failure> {
    let lock =
        LockFile::read(&settings.folder).map_err(|error| Failure::error(error.to_string()))?;
    let mut found = BTreeMap::new();
    for name in &compiled.packages {
        let mut wanted = settings.manifest.packages.iter();
        let wanted = wanted.find(|it| it.0.as_str() == name).map(|it| it.1);
        let dependency = match wanted {
            None => {
                let message = format!(
                    "the program imports `lumi:{name}`, and `packages` of Lumi.yaml has no {name}"
                );
                return Err(Failure::error(message).help(&format!("add it with `lumi add {name}`")));
            }
            Some(PackageRequirement::Path(path)) => {
                let message = format!(
                    "the package {name} is the path {} of this machine",
                    path.display()
                );
                return Err(Failure::error(message)
                    .help("name a source and a version in `packages` of Lumi.yaml"));
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
fn plain_name(name: &str) -> String {
    let plain = |it: char| {
        if it.is_alphanumeric() || matches!(it, '-' | '_' | '.') {
            it
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect()
}
