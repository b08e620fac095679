//! The modules of a package as files.

use std::collections::HashMap;

use lumi_closure::nesting::with_stack;
use lumi_pack::il::{Module, Slot};
use lumi_pack::{Doc, Layout, Pack, PackKind, SourceFiles, SourceProblem};

use super::imports::Imports;
use super::layout::{PYTHON, begins_declaration, is_empty};
use super::raiser::Raiser;
use super::sameness::difference;
use crate::depth::{MAX_LEVELS, MAX_OPERATORS};
use crate::library::FOLDER;

/// The modules of a verified package as Python: files and texts. Modules that were TypeScript stay that. Packed again, they have
/// the code of the package. `libraries` are the dependencies that are packages of LumiPack.
pub fn raise(
    pack: &Pack,
    libraries: &[String],
) -> Result<Vec<(String, String)>, Vec<SourceProblem>> {
    if pack.manifest.kind == PackKind::Library {
        return Err(vec![SourceProblem {
            file: pack.manifest.entry_file().to_owned(),
            line: 1,
            column: 1,
            message: "libraries cannot be raised to Python yet".to_owned(),
            help: None,
        }]);
    }
    with_stack(MAX_LEVELS + MAX_OPERATORS, || raised(pack, libraries))
}

fn raised(pack: &Pack, libraries: &[String]) -> Result<Vec<(String, String)>, Vec<SourceProblem>> {
    let entry = &pack.manifest.entry;
    let root = entry.rfind('/').map_or("", |at| &entry[..=at]);
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let modules = pack.manifest.modules.iter().zip(pack.modules());
    for ((about, module), typescript) in modules.zip(pack.sources()) {
        if module.name.starts_with(FOLDER) {
            continue;
        }
        let is_entry = about.name == *entry;
        if !is_entry && !about.file.ends_with(".py") {
            files.push(typescript);
            continue;
        }
        let mut raiser = Raiser::new(module, &about.file, Imports::new(module, root), is_entry);
        files.push((python_file(&about.file), text_of(module, &mut raiser)));
        problems.append(&mut raiser.problems);
    }
    match problems.is_empty() {
        true => checked(pack, files, libraries),
        false => Err(problems),
    }
}

/// The files, if they have the code of the package.
fn checked(
    pack: &Pack,
    files: Vec<(String, String)>,
    libraries: &[String],
) -> Result<Vec<(String, String)>, Vec<SourceProblem>> {
    let entry = python_file(pack.manifest.entry_file());
    let mut texts = RaisedFiles {
        files: files.iter().cloned().collect(),
        libraries,
    };
    let data = pack
        .data()
        .map(|(file, text)| (file.to_owned(), text.to_owned()));
    texts.files.extend(data);
    let compiled = crate::compile(&entry, &mut texts).map_err(|problems| {
        problems
            .into_iter()
            .map(|it| of_package(pack, it))
            .collect::<Vec<_>>()
    })?;
    let problems = difference(pack, &compiled);
    match problems.is_empty() {
        true => Ok(files),
        false => Err(problems),
    }
}

/// A problem of raised source, which is in no file, as one of the package.
fn of_package(pack: &Pack, problem: SourceProblem) -> SourceProblem {
    let language = match problem.file.ends_with(".py") {
        true => "Python",
        false => "TypeScript",
    };
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |it| it.0).to_owned();
    let raised = stem(&problem.file);
    let mut modules = pack.manifest.modules.iter();
    let module = modules.find(|it| stem(&it.file) == raised);
    SourceProblem {
        message: format!(
            "the {language} of this module, in its line {}, is refused: {}",
            problem.line, problem.message
        ),
        file: module.map_or(problem.file, |it| it.file.clone()),
        line: 1,
        column: 1,
        help: None,
    }
}

/// The file of a module in raised source.
fn python_file(file: &str) -> String {
    let stem = file.rsplit_once('.').map_or(file, |it| it.0);
    format!("{stem}.py")
}

/// The text of a module.
fn text_of(module: &Module, raiser: &mut Raiser<'_>) -> String {
    let code = serde_json::to_string(&module.body).unwrap_or_default();
    let defaults = defaults(&code).into_iter();
    raiser.defaults.extend(defaults.map(|it| (it, None)));
    raiser.uses = uses(&code);
    let body = raiser.body(&module.body);
    let imports = raiser.imports.lines();
    let mut lines: Vec<Doc> = Vec::new();
    let mut blank = 0;
    let mut is_first = true;
    for group in imports {
        if !is_first {
            lines.push(Doc::Break);
        }
        for it in group {
            lines.push(it);
            lines.push(Doc::Break);
        }
        is_first = false;
        blank = 1;
    }
    for it in body.into_iter().filter(|it| !is_empty(it)) {
        let is_declaration = begins_declaration(&it);
        let wanted = match (lines.is_empty(), is_declaration) {
            (true, _) => 0,
            (_, true) => 2,
            (_, false) => blank,
        };
        lines.extend(std::iter::repeat_n(Doc::Break, wanted));
        blank = if is_declaration { 2 } else { 0 };
        lines.push(it);
        lines.push(Doc::Break);
    }
    Layout::shaped(&Doc::List(lines), PYTHON).text
}

/// The variables that hold defaults of parameters, in the JSON of code.
fn defaults(code: &str) -> Vec<Slot> {
    const VALUE: &str = "},\"value\":{\"local\":";
    let places = code.match_indices("\"default\":{\"pattern\":{\"bind\":");
    let found = places.filter_map(|(at, begin)| {
        let rest = code[at + begin.len()..].trim_start_matches(|it: char| it.is_ascii_digit());
        slot(rest.strip_prefix(VALUE)?)
    });
    found.collect()
}

/// The number of places that name each variable, in the JSON of code.
fn uses(code: &str) -> HashMap<Slot, usize> {
    let mut found = HashMap::new();
    for (at, begin) in code.match_indices("\"local\":") {
        if let Some(it) = slot(&code[at + begin.len()..]) {
            *found.entry(it).or_insert(0) += 1;
        }
    }
    found
}

/// The slot at the beginning of a text.
fn slot(text: &str) -> Option<Slot> {
    let end = text.find(|it: char| !it.is_ascii_digit())?;
    text[..end].parse().ok()
}

/// The files of raised source.
struct RaisedFiles<'a> {
    files: HashMap<String, String>,
    libraries: &'a [String],
}

impl SourceFiles for RaisedFiles<'_> {
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let folder = importer.rsplit_once('/').map_or("", |it| it.0);
        let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
        for part in specifier.split('/') {
            match part {
                "." | "" => {}
                ".." => drop(parts.pop()),
                other => parts.push(other),
            }
        }
        let path = parts.join("/");
        // TypeScript imports a.ts under the name a.js.
        let stem = path.strip_suffix(".js").or(path.strip_suffix(".mjs"));
        let typescript = stem.map(|it| format!("{it}.ts"));
        let mut candidates = std::iter::once(path).chain(typescript);
        let file = candidates.find(|it| self.files.contains_key(it));
        file.ok_or_else(|| format!("there is no {specifier}"))
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let text = self.files.get(file).cloned();
        text.ok_or_else(|| format!("there is no {file}"))
    }

    fn is_library(&self, package: &str) -> bool {
        self.libraries.iter().any(|it| it == package)
    }
}
