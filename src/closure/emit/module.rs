//! Writes the statements of a module.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::analysis::Imported;
use crate::capture::{Capture, Captured, CellId, MemberContent, ObjectKind, ValueId};
use crate::dependencies::{Access, used};

use super::code::Code;
use super::data::Purity;
use super::definitions::Definitions;
use super::environment::Environment;
use super::imports::Imports;
use super::names::{Names, is_reserved};
use super::sources::Sources;
use super::statements::Statements;
use super::{
    EmitOptions, EmittedModule, Format, minify, order, reserved_names, revival, source_map,
};

/// Writes one module.
pub(super) struct Writer<'a> {
    pub capture: &'a Capture,
    pub options: EmitOptions,
    pub sources: &'a mut Sources,
    pub names: Names,
    pub uses: Vec<usize>,
    pub definitions: Definitions,
    pub statements: Statements,
    pub imports: Imports,
    pub environment: Environment,
    /// The outputs of each resource that the code reads.
    pub outputs: BTreeMap<u32, BTreeSet<String>>,
    /// Resources that are read from fields of others.
    pub members: BTreeSet<(u32, String)>,
    /// Classes whose instances have `#private` fields, including their superclasses.
    pub guarded: HashSet<ValueId>,
    /// Classes in `guarded` whose instances are referred to by their own fields.
    pub filled: HashSet<ValueId>,
    /// `(revive, revived)`
    pub revival: Option<(String, String)>,
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
        let mut names = reserved_names::names(capture, sources);
        let mut writer = Self {
            capture,
            options,
            definitions: Definitions::new(capture, cell_names(capture, &mut names)),
            names,
            sources,
            uses: order::uses(capture),
            statements: Statements::default(),
            imports: Imports::default(),
            environment: Environment::default(),
            outputs,
            members,
            guarded: HashSet::new(),
            filled: HashSet::new(),
            revival: None,
            purity: vec![Purity::Unknown; capture.values.len()],
        };
        writer.find_guarded();
        writer
    }

    pub fn write(mut self) -> EmittedModule {
        let root = self.capture.root;
        let exported = root.map(|root| {
            self.announce(root);
            let exported = self.expression(root, "", 0);
            self.statements.flush();
            exported
        });
        let mut code = self.head();
        for statement in self.statements.take() {
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
            imports: self.imports.into_specifiers(),
            environment: self.environment.into_variables(),
        }
    }

    /// Writes the dependencies of functions in a value before the value itself, for readability.
    pub fn announce(&mut self, value: ValueId) {
        if !self.definitions.announce_value(value) {
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
        if !self.definitions.announce_cell(cell) {
            return;
        }
        self.announce(self.capture.cell(cell).value);
        self.define_cell(cell);
        self.statements.flush();
    }

    fn define_cell(&mut self, id: CellId) {
        if !self.definitions.open_cell(id) {
            return;
        }
        let cell = self.capture.cell(id);
        let name = self.definitions.cell_name(id).to_owned();
        let is_simple = self.is_simple(cell.value);
        let is_named = self.definitions.value_name(cell.value).is_some();
        if let Captured::Import {
            specifier,
            imported,
        } = self.capture.value(cell.value)
            && !cell.is_assigned
        {
            self.imports.add(specifier, &name, imported.clone());
            if !is_named {
                self.definitions.name_value(cell.value, &name);
            }
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
        self.definitions.close_cell(id);
    }

    /// Writes the statement that defines a value.
    pub fn define(&mut self, value: ValueId, name: String, is_variable: bool) {
        self.definitions.open_value(value, &name);
        let statement = match self.declaration(value, &name, is_variable) {
            Some(declaration) => declaration,
            None => {
                let keyword = if is_variable { "let" } else { "const" };
                let written = self.written(value, &name, &name, 0);
                written.wrapped(&format!("{keyword} {name} = "), ";")
            }
        };
        self.statements.push(statement);
        self.definitions.close_value(value);
        self.complete(value, &name);
    }

    /// The local name of an import.
    pub fn import(&mut self, value: ValueId, specifier: &str, imported: &Imported) -> String {
        if let Some(name) = self.definitions.value_name(value) {
            return name.to_owned();
        }
        // A variable that only holds this import determines the name.
        let cell = self
            .capture
            .cells
            .iter()
            .position(|it| it.value == value && !it.is_assigned);
        let name = match (cell, imported) {
            (Some(cell), _) => self.definitions.cell_name(CellId(cell as u32)).to_owned(),
            (None, Imported::Name(name)) => self.names.invent(name),
            (None, _) => self
                .names
                .invent(specifier.rsplit(['/', ':']).next().unwrap_or(specifier)),
        };
        self.imports.add(specifier, &name, imported.clone());
        self.definitions.name_value(value, &name);
        name
    }

    /// Imports and helper functions of the module.
    fn head(&mut self) -> Code {
        let mut text = String::new();
        if self.options.format == Format::CommonJs {
            text.push_str("\"use strict\";\n");
        }
        self.environment.add_imports(&mut self.imports);
        text.push_str(&self.imports.text(self.options.format));
        text.push_str(&self.environment.text());
        if let Some((revive, revived)) = &self.revival {
            text.push_str(&revival::helper(revive, revived));
        }
        Code::new(text)
    }

    /// Whether a value is written inline at every use.
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

/// The names of the variables. A variable keeps its name if all functions use the same name.
fn cell_names(capture: &Capture, names: &mut Names) -> Vec<String> {
    let mut known_as: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); capture.cells.len()];
    for value in &capture.values {
        if let Captured::Function(function) = value {
            let analysis = &capture.modules[function.module.0 as usize];
            for (binding, cell) in &function.cells {
                known_as[cell.0 as usize].insert(&analysis.binding(*binding).name);
            }
        }
    }
    let cells = capture.cells.iter().zip(known_as);
    cells
        .map(|(cell, known_as)| {
            let is_known = known_as.iter().all(|it| **it == cell.name) && !is_reserved(&cell.name);
            match is_known {
                true => names.keep(&cell.name),
                false => names.invent(&cell.name),
            }
        })
        .collect()
}
