//! Puts the statements of a module together.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::analysis::Imported;
use crate::capture::{Capture, Captured, CellId, MemberContent, ObjectKind, ValueId};
use crate::dependencies::{Access, used};

use super::code::Code;
use super::data::Purity;
use super::literal::{key, string};
use super::names::{Names, is_reserved};
use super::sources::Sources;
use super::{
    Bound, ENVIRONMENT_MODULE, EmitOptions, EmittedModule, EnvironmentSource, Format, minify,
    order, revival, source_map, surroundings,
};

/// How far a value or variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Unseen,
    /// What it needs later is being written.
    Announced,
    /// Its own statement is being written.
    Open,
    Done,
}

/// Writes one module.
pub(super) struct Writer<'a> {
    pub capture: &'a Capture,
    pub options: EmitOptions,
    pub sources: &'a mut Sources,
    pub names: Names,
    pub uses: Vec<usize>,
    pub cell_names: Vec<String>,
    pub cells: Vec<Progress>,
    pub value_names: Vec<Option<String>>,
    pub values: Vec<Progress>,
    pub statements: Vec<Code>,
    /// Statements that close cycles and freeze: after the statement that is being written.
    pub late: Vec<Code>,
    pub frozen: Vec<Code>,
    pub imports: BTreeMap<String, BTreeMap<String, Imported>>,
    pub environment: BTreeMap<String, Bound>,
    /// Outputs of each resource that the code reads.
    pub outputs: BTreeMap<u32, BTreeSet<String>>,
    /// Resources that are taken out of others.
    pub members: BTreeSet<(u32, String)>,
    /// Classes whose instances have `#private` fields, those that they extend included.
    pub guarded: HashSet<ValueId>,
    /// Those among them whose instances are part of what their fields hold.
    pub filled: HashSet<ValueId>,
    /// `(revive, revived)`
    pub revival: Option<(String, String)>,
    pub environment_reader: Option<(String, Option<String>)>,
    announced: Vec<bool>,
    pub purity: Vec<Purity>,
}

impl<'a> Writer<'a> {
    pub fn new(capture: &'a Capture, options: EmitOptions, sources: &'a mut Sources) -> Self {
        let mut outputs: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        let (found, members) = used(capture);
        for dependency in found {
            if let Access::Property(name) = dependency.access {
                outputs.entry(dependency.serial).or_default().insert(name);
            }
        }
        let mut writer = Self {
            capture,
            options,
            names: surroundings::names(capture, sources),
            sources,
            uses: order::uses(capture),
            cell_names: Vec::new(),
            cells: vec![Progress::Unseen; capture.cells.len()],
            value_names: vec![None; capture.values.len()],
            values: vec![Progress::Unseen; capture.values.len()],
            statements: Vec::new(),
            late: Vec::new(),
            frozen: Vec::new(),
            imports: BTreeMap::new(),
            environment: BTreeMap::new(),
            outputs,
            members,
            guarded: HashSet::new(),
            filled: HashSet::new(),
            revival: None,
            environment_reader: None,
            announced: vec![false; capture.values.len()],
            purity: vec![Purity::Unknown; capture.values.len()],
        };
        writer.name_cells();
        writer.find_guarded();
        writer
    }

    pub fn write(mut self) -> EmittedModule {
        let root = self.capture.root;
        let exported = root.map(|root| {
            self.announce(root);
            let exported = self.expression(root, "", 0);
            self.flush();
            exported
        });
        let mut code = self.head();
        for statement in std::mem::take(&mut self.statements) {
            code.append(statement);
            code.push("\n");
        }
        for statement in self.remove_fill() {
            code.push(&statement);
        }
        if let Some(exported) = exported {
            let before = match self.options.format {
                Format::Esm => "export default ",
                Format::CommonJs => "module.exports = ",
            };
            code.append(exported.wrapped(before, ";\n"));
        }
        self.finish(code)
    }

    fn finish(self, code: Code) -> EmittedModule {
        let code = match self.options.minify {
            true => minify::minify(code, self.options.format),
            false => code,
        };
        let file = self.options.format.entry();
        EmittedModule {
            map: source_map::source_map(file, &code.marks, &self.capture.modules, self.sources),
            code: code.text,
            imports: self.imports.into_keys().collect(),
            environment: self.environment,
        }
    }

    /// A variable keeps its name if all functions know it by that name.
    fn name_cells(&mut self) {
        let mut known_as: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); self.capture.cells.len()];
        for value in &self.capture.values {
            if let Captured::Function(function) = value {
                let analysis = &self.capture.modules[function.module.0 as usize];
                for (binding, cell) in &function.cells {
                    known_as[cell.0 as usize].insert(&analysis.binding(*binding).name);
                }
            }
        }
        for (cell, known_as) in self.capture.cells.iter().zip(known_as) {
            let is_known = known_as.iter().all(|it| **it == cell.name) && !is_reserved(&cell.name);
            let name = match is_known {
                true => self.names.keep(&cell.name),
                false => self.names.invent(&cell.name),
            };
            self.cell_names.push(name);
        }
    }

    /// Writes what the functions in a value refer to when they run: before the value itself, for
    /// the reader.
    pub fn announce(&mut self, value: ValueId) {
        if std::mem::replace(&mut self.announced[value.0 as usize], true) {
            return;
        }
        let capture = self.capture;
        if let Captured::Function(function) = capture.value(value) {
            for &(_, cell) in &function.cells {
                self.write_cell(cell);
            }
        }
        if let Captured::Object(object) = capture.value(value) {
            for member in &object.members {
                if let MemberContent::Live(cell) = member.content {
                    self.write_cell(cell);
                }
            }
        }
        for child in order::children(capture.value(value)) {
            self.announce(child);
        }
    }

    fn write_cell(&mut self, cell: CellId) {
        if self.cells[cell.0 as usize] != Progress::Unseen {
            return;
        }
        self.cells[cell.0 as usize] = Progress::Announced;
        self.announce(self.capture.cell(cell).value);
        self.define_cell(cell);
        self.flush();
    }

    fn flush(&mut self) {
        self.statements.append(&mut self.late);
        self.statements.append(&mut self.frozen);
    }

    fn define_cell(&mut self, id: CellId) {
        if matches!(self.cells[id.0 as usize], Progress::Open | Progress::Done) {
            return;
        }
        self.cells[id.0 as usize] = Progress::Open;
        let cell = self.capture.cell(id);
        let name = self.cell_names[id.0 as usize].clone();
        let is_simple = self.is_simple(cell.value);
        let is_named = self.value_names[cell.value.0 as usize].is_some();
        if let Captured::Import {
            specifier,
            imported,
        } = self.capture.value(cell.value)
            && !cell.is_assigned
        {
            self.imports
                .entry(specifier.clone())
                .or_default()
                .insert(name.clone(), imported.clone());
            self.value_names[cell.value.0 as usize].get_or_insert(name);
        } else if is_simple
            || is_named
            || (cell.is_assigned && self.uses[cell.value.0 as usize] > 1)
        {
            let value = self.expression(cell.value, &name, 0);
            let keyword = if cell.is_assigned { "let" } else { "const" };
            self.statements
                .push(value.wrapped(&format!("{keyword} {name} = "), ";"));
        } else {
            self.define(cell.value, name, cell.is_assigned);
        }
        self.cells[id.0 as usize] = Progress::Done;
    }

    /// Writes the statement that gives a value its name.
    pub fn define(&mut self, value: ValueId, name: String, is_variable: bool) {
        self.value_names[value.0 as usize] = Some(name.clone());
        self.values[value.0 as usize] = Progress::Open;
        let statement = match self.declaration(value, &name, is_variable) {
            Some(declaration) => declaration,
            None => {
                let keyword = if is_variable { "let" } else { "const" };
                let written = self.written(value, &name, &name, 0);
                written.wrapped(&format!("{keyword} {name} = "), ";")
            }
        };
        self.statements.push(statement);
        self.values[value.0 as usize] = Progress::Done;
        self.complete(value, &name);
    }

    /// The local name of something imported.
    pub fn import(&mut self, value: ValueId, specifier: &str, imported: &Imported) -> String {
        if let Some(name) = &self.value_names[value.0 as usize] {
            return name.clone();
        }
        // A variable that is nothing but this import gives it its name.
        let cell = self
            .capture
            .cells
            .iter()
            .position(|it| it.value == value && !it.is_assigned);
        let name = match (cell, imported) {
            (Some(cell), _) => self.cell_names[cell].clone(),
            (None, Imported::Name(name)) => self.names.invent(name),
            (None, _) => self
                .names
                .invent(specifier.rsplit(['/', ':']).next().unwrap_or(specifier)),
        };
        self.imports
            .entry(specifier.to_owned())
            .or_default()
            .insert(name.clone(), imported.clone());
        self.value_names[value.0 as usize] = Some(name.clone());
        name
    }

    /// Text that reads a value from the environment.
    pub fn environment(&mut self, resource: &str, property: &str, bound: Bound) -> String {
        let known = self.environment.iter().find(|(_, it)| **it == bound);
        let variable = match known {
            Some((name, _)) => name.clone(),
            None => {
                let name = self.variable(resource, property);
                self.environment.insert(name.clone(), bound);
                name
            }
        };
        let names = &mut self.names;
        let source = self.options.environment;
        let (reader, _) = self.environment_reader.get_or_insert_with(|| {
            let reader = names.invent("environment");
            let process = match source {
                EnvironmentSource::Process => Some(names.invent("process")),
                EnvironmentSource::Module => None,
            };
            (reader, process)
        });
        format!("{reader}({})", string(&variable))
    }

    fn variable(&self, resource: &str, property: &str) -> String {
        let mut base = String::from("LUMI");
        for part in [resource, property] {
            if part.is_empty() {
                continue;
            }
            base.push('_');
            let mut was_lower = false;
            for character in part.chars() {
                if character.is_ascii_uppercase() && was_lower {
                    base.push('_');
                }
                was_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
                let upper = character.to_ascii_uppercase();
                base.push(if upper.is_ascii_alphanumeric() {
                    upper
                } else {
                    '_'
                });
            }
        }
        let mut name = base.clone();
        let mut number = 2;
        while self.environment.contains_key(&name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }

    /// Imports and what the module needs to run.
    fn head(&mut self) -> Code {
        let mut text = String::new();
        if self.options.format == Format::CommonJs {
            text.push_str("\"use strict\";\n");
        }
        if let Some((reader, process)) = &self.environment_reader {
            let (module, name) = match process {
                Some(process) => ("node:process", process),
                None => (ENVIRONMENT_MODULE, reader),
            };
            self.imports
                .entry(module.to_owned())
                .or_default()
                .insert(name.clone(), Imported::Default);
        }
        for (specifier, names) in &self.imports {
            text.push_str(&match self.options.format {
                Format::Esm => import_text(specifier, names),
                Format::CommonJs => require_text(specifier, names),
            });
        }
        if let Some((reader, Some(process))) = &self.environment_reader {
            text.push_str(&format!(
                "const {reader} = (name) => {{\n  const text = {process}.env[name];\n  try {{\n    \
                 return JSON.parse(text);\n  }} catch {{\n    return text;\n  }}\n}};\n"
            ));
        }
        if let Some((revive, revived)) = &self.revival {
            text.push_str(&revival::helper(revive, revived));
        }
        Code::new(text)
    }

    /// Whether a value is written where it is used, however often that is.
    pub fn is_simple(&self, value: ValueId) -> bool {
        match self.capture.value(value) {
            Captured::Undefined
            | Captured::Null
            | Captured::Bool(_)
            | Captured::Number(_)
            | Captured::BigInt(_)
            | Captured::RegisteredSymbol(_)
            | Captured::Global(_)
            | Captured::PrototypeOf(_)
            | Captured::Deferred(_)
            | Captured::Import { .. } => true,
            Captured::Utf16(_) => true,
            Captured::String(text) => text.len() <= 60 || self.uses[value.0 as usize] <= 1,
            Captured::Object(object) => {
                matches!(object.kind, ObjectKind::Wrapper(_))
                    && object.members.is_empty()
                    && self.uses[value.0 as usize] <= 1
            }
            _ => false,
        }
    }
}

fn import_text(specifier: &str, names: &BTreeMap<String, Imported>) -> String {
    let source = string(specifier);
    let mut text = String::new();
    let mut named = Vec::new();
    for (local, imported) in names {
        match imported {
            Imported::Namespace => text.push_str(&format!("import * as {local} from {source};\n")),
            Imported::Default => text.push_str(&format!("import {local} from {source};\n")),
            Imported::Name(name) if name == local => named.push(local.clone()),
            Imported::Name(name) => {
                let key = key(name);
                named.push(format!("{key} as {local}"));
            }
        }
    }
    if !named.is_empty() {
        text.push_str(&format!(
            "import {{ {} }} from {source};\n",
            named.join(", ")
        ));
    }
    text
}

fn require_text(specifier: &str, names: &BTreeMap<String, Imported>) -> String {
    let source = format!("require({})", string(specifier));
    let mut text = String::new();
    let mut named = Vec::new();
    for (local, imported) in names {
        match imported {
            Imported::Namespace => text.push_str(&format!("const {local} = {source};\n")),
            Imported::Default => text.push_str(&format!(
                "const {local} = ((it) => it && it.__esModule ? it.default : it)({source});\n"
            )),
            Imported::Name(name) if name == local => named.push(local.clone()),
            Imported::Name(name) => named.push(format!("{}: {local}", key(name))),
        }
    }
    if !named.is_empty() {
        text.push_str(&format!("const {{ {} }} = {source};\n", named.join(", ")));
    }
    text
}
