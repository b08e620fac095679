//! All modules of a program, read and parsed, but not run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use deno_core::url::Url;
use lumi_closure::analysis::Analysis;
use lumi_graph::{PackageInterfaces, SourcePosition, SourceText};

use crate::errors::error::{ProgramError, SourceLine, Thrown};
use crate::errors::position::display_file;

use super::builtin::builtin_name;
use super::described_packages::DescribedPackages;
use super::error::{LoadError, Position};
use super::media::{Media, is_declaration};
use super::packages::Format;
use super::program_files::ProgramFiles;
use super::requests::{Request, requests};
use super::require::commonjs;
use super::resolver::Resolved;
use super::source::{find_import, read_json, read_text};
use super::transpile::{Decorators, Emitted, check_decorators, javascript, javascript_error};

#[derive(Debug)]
pub struct SourceModule {
    pub path: PathBuf,
    /// The JavaScript of the module; empty for CommonJS.
    pub analysis: Analysis,
    /// The meaning of each specifier.
    pub imports: HashMap<String, ImportTarget>,
    pub is_commonjs: bool,
}

/// The meaning of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportTarget {
    /// A module of the program, by index.
    Module(usize),
    /// Data: JSON, text or bytes.
    Data,
    /// A module of Node, by its name without `node:`.
    Node(String),
    /// A module of Lumi, or a package of the project: `lumi`, `lumi:aws`.
    Lumi(String),
    /// An installed package.
    Package(String),
}

/// A program whose modules are being found.
struct Search {
    files: ProgramFiles,
    described: DescribedPackages,
    /// The URLs of modules, each with its index.
    indices: HashMap<Url, usize>,
    /// In the order of their indices; those from `parsed` on are not read yet.
    wanted: Vec<Resolved>,
    modules: Vec<SourceModule>,
    errors: Vec<ProgramError>,
}

/// The modules of the program at `entry`, which comes first, or all errors of reading and parsing them. Any file
/// may be imported: nothing runs.
pub fn program_modules(
    entry: &Path,
    project: &Path,
    packages: Arc<dyn PackageInterfaces>,
) -> Result<Vec<SourceModule>, Vec<ProgramError>> {
    let mut search = Search {
        files: ProgramFiles::anywhere(project),
        described: DescribedPackages::new(packages),
        indices: HashMap::new(),
        wanted: Vec::new(),
        modules: Vec::new(),
        errors: Vec::new(),
    };
    let url = Url::from_file_path(entry).expect("BUG: the path of a program is absolute");
    match search.files.packages().format(entry) {
        Ok(format) => {
            search.index(Resolved { url, format });
        }
        Err(error) => search.failed(error, None),
    }
    while search.modules.len() < search.wanted.len() && search.errors.is_empty() {
        search.read_wave();
    }
    match search.errors.is_empty() {
        true => Ok(search.modules),
        false => Err(search.errors),
    }
}

impl Search {
    fn index(&mut self, module: Resolved) -> usize {
        if let Some(known) = self.indices.get(&module.url) {
            return *known;
        }
        let index = self.wanted.len();
        self.indices.insert(module.url.clone(), index);
        self.wanted.push(module);
        index
    }

    /// Reads all modules that are known by now, on several threads, and finds those that they import.
    fn read_wave(&mut self) {
        let begin = self.modules.len();
        let kinds: Vec<Decorators> = (begin..self.wanted.len())
            .map(|index| self.decorators(index))
            .collect();
        let wave: Vec<_> = self.wanted[begin..].iter().zip(kinds).collect();
        let threads = thread::available_parallelism()
            .map_or(1, usize::from)
            .min(8);
        let size = wave.len().div_ceil(threads).max(1);
        let project = self.files.project();
        let read: Vec<_> = thread::scope(|scope| {
            let chunks = wave.chunks(size);
            let running: Vec<_> = chunks
                .map(|chunk| {
                    let read = |(it, kind): &(&Resolved, Decorators)| read(it, *kind, project);
                    scope.spawn(move || chunk.iter().map(read).collect::<Vec<_>>())
                })
                .collect();
            let joined = running
                .into_iter()
                .map(|it| it.join().expect("BUG: reading does not panic"));
            joined.flatten().collect()
        });
        for module in read {
            match module {
                Ok((module, requests)) => self.add(module, requests),
                Err(error) => self.failed(error, None),
            }
        }
    }

    /// The kind of decorators of a module that is wanted.
    fn decorators(&mut self, index: usize) -> Decorators {
        match commonjs::file_of(&self.wanted[index].url) {
            Some(path) => self.files.packages().decorators(&path),
            None => Decorators::Standard,
        }
    }

    fn add(&mut self, mut module: SourceModule, requests: Vec<Request>) {
        let url = Url::from_file_path(&module.path).expect("BUG: a real path is absolute");
        for request in requests {
            match self.target(&request, &url) {
                Ok(target) => {
                    module.imports.insert(request.specifier, target);
                }
                Err(error) => self.failed(error, Some((&url, &request.specifier))),
            }
        }
        self.modules.push(module);
    }

    fn target(&mut self, request: &Request, importer: &Url) -> Result<ImportTarget, LoadError> {
        let specifier = &request.specifier;
        if let Some(resolved) = self.described.resolve(specifier, importer.as_str()) {
            return resolved.map(|_| ImportTarget::Lumi(specifier.clone()));
        }
        let resolved = self.files.module(specifier, importer)?;
        if let Some(name) = builtin_name(&resolved.url) {
            return Ok(match name.strip_prefix("node:") {
                Some(name) => ImportTarget::Node(name.to_owned()),
                None => ImportTarget::Lumi(name),
            });
        }
        let url = commonjs::real_url(&resolved.url);
        let Some(path) = commonjs::file_of(&url) else {
            return Ok(ImportTarget::Lumi(specifier.clone()));
        };
        if self.files.packages().is_packaged(&path) {
            let package = self.files.packages().package_of(&path);
            return Ok(ImportTarget::Package(
                package.map_or_else(|| specifier.clone(), |it| it.name),
            ));
        }
        let file = self.files.shown(&url);
        match Media::of(&path) {
            _ if request.is_data => Ok(ImportTarget::Data),
            Media::Json => read_json(&path, &file).map(|_| ImportTarget::Data),
            Media::Other if path.extension().is_some() => Err(LoadError::NotCode { file }),
            _ if is_declaration(&path) => Err(LoadError::Declaration { file }),
            _ => Ok(ImportTarget::Module(
                self.index(Resolved { url, ..resolved }),
            )),
        }
    }

    /// Keeps an error, with the position of the import that it is about.
    fn failed(&mut self, error: LoadError, import: Option<(&Url, &str)>) {
        let message = error.to_string();
        let position = match (error, import) {
            (LoadError::Syntax { position, .. }, _) => Some(position.0),
            (_, Some((importer, specifier))) => {
                let file = self.files.shown(importer);
                let text = importer
                    .to_file_path()
                    .ok()
                    .and_then(|it| read_text(&it, &file).ok());
                text.and_then(|text| find_import(&text, &file, specifier))
            }
            _ => None,
        };
        let excerpt = position.map(|position| self.line(position));
        let thrown = Thrown {
            class: Some("Error".to_owned()),
            message,
            excerpt,
            ..Thrown::default()
        };
        self.errors.push(ProgramError::Thrown(Box::new(thrown)));
    }

    fn line(&self, position: SourcePosition) -> SourceLine {
        let text = read_text(&self.files.project().join(&*position.file), &position.file);
        let line = text.map(|it| SourceText(&it).line(position.line).to_owned());
        SourceLine {
            position,
            line: line.ok(),
        }
    }
}

fn read(
    module: &Resolved,
    decorators: Decorators,
    project: &Path,
) -> Result<(SourceModule, Vec<Request>), LoadError> {
    let path = commonjs::file_of(&module.url).ok_or_else(|| LoadError::Scheme {
        specifier: module.url.to_string(),
        scheme: module.url.scheme().to_owned(),
    })?;
    let file = display_file(module.url.as_str(), project);
    let is_commonjs = module.format == Format::CommonJs;
    let text = read_text(&path, &file)?;
    let analysis = match is_commonjs {
        true => {
            let nothing = Emitted {
                code: "".into(),
                map: None,
            };
            analysed(&module.url, &file, nothing)?
        }
        false => undecorated(&module.url, &file, Media::of(&path), decorators, text)?,
    };
    let requests = requests(&analysis);
    let module = SourceModule {
        path,
        analysis,
        imports: HashMap::new(),
        is_commonjs,
    };
    Ok((module, requests))
}

/// The JavaScript of a module, and its analysis. Decorators are as they are written, because helpers that a compiler adds
/// for them are not the user's code. Decorators of parameters have no place in JavaScript, so that the code for them is
/// there instead.
fn undecorated(
    url: &Url,
    file: &str,
    media: Media,
    decorators: Decorators,
    text: String,
) -> Result<Analysis, LoadError> {
    check_decorators(url, file, media, decorators, &text)?;
    let written = text.contains('@').then(|| text.clone());
    let kept = javascript(url, file, media, Decorators::Kept, text)?;
    let analysis = analysed(url, file, kept);
    match written {
        Some(text) if analysis.is_err() => {
            let running = javascript(url, file, media, decorators, text)?;
            analysed(url, file, running)
        }
        _ => analysis,
    }
}

fn analysed(url: &Url, file: &str, emitted: Emitted) -> Result<Analysis, LoadError> {
    let code = emitted.code;
    Analysis::new(file, Arc::clone(&code), emitted.map).map_err(|error| {
        let positioned = javascript_error(url, file, &code);
        positioned.unwrap_or_else(|| LoadError::Syntax {
            message: error.message,
            position: Position(SourcePosition {
                file: file.into(),
                line: 1,
                column: 1,
            }),
        })
    })
}
