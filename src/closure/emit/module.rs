//! Writes a module: variables before the functions that use them, helpers, and the export.

use std::collections::BTreeSet;

use crate::capture::{Capture, Captured, CellId, MemberContent, ValueId};

use super::code::Code;
use super::names::{Names, is_reserved};
use super::sources::Sources;
use super::values::ValueWriter;
use super::{EmitOptions, EmittedModule, Format, minify, order, reserved_names, source_map};

/// Writes one module.
pub struct ModuleWriter<'a> {
    capture: &'a Capture,
    options: EmitOptions,
    values: ValueWriter<'a>,
}

impl<'a> ModuleWriter<'a> {
    pub fn new(capture: &'a Capture, options: EmitOptions, sources: &'a mut Sources) -> Self {
        let mut names = reserved_names::names(capture, sources);
        let cell_names = cell_names(capture, &mut names);
        let values = ValueWriter::new(capture, options.environment, sources, cell_names, names);
        Self {
            capture,
            options,
            values,
        }
    }

    pub fn write(mut self) -> EmittedModule {
        let exported = self.capture.root.map(|root| {
            self.announce(root);
            let exported = self.values.expression(root, "", 0);
            self.values.statements.flush();
            exported
        });
        let mut code = self.head();
        for statement in self.values.statements.take() {
            code.append(statement);
            code.push("\n");
        }
        let definitions = &self.values.definitions;
        let name = |class| definitions.value_name(class);
        for statement in self.values.instances.remove_fill(name) {
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
        let modules = &self.capture.modules;
        EmittedModule {
            map: source_map::source_map(file, &code.marks, modules, self.values.sources),
            code: code.text,
            imports: self.values.imports.into_specifiers(),
            environment: self.values.environment.into_variables(),
        }
    }

    /// Writes the dependencies of functions in a value before the value itself, for readability.
    fn announce(&mut self, value: ValueId) {
        if !self.values.definitions.announce_value(value) {
            return;
        }
        let captured = self.capture.value(value);
        if let Captured::Function(function) = captured {
            for &(_, cell) in &function.cells {
                self.write_cell(cell);
            }
        }
        if let Captured::Object(object) = captured {
            for member in &object.members {
                if let MemberContent::Live(cell) = member.content {
                    self.write_cell(cell);
                }
            }
        }
        for child in order::children(captured) {
            self.announce(child);
        }
    }

    fn write_cell(&mut self, cell: CellId) {
        if !self.values.definitions.announce_cell(cell) {
            return;
        }
        self.announce(self.capture.cell(cell).value);
        self.define_cell(cell);
        self.values.statements.flush();
    }

    fn define_cell(&mut self, id: CellId) {
        let values = &mut self.values;
        if !values.definitions.open_cell(id) {
            return;
        }
        let cell = self.capture.cell(id);
        let name = values.definitions.cell_name(id).to_owned();
        let is_simple = values.facts.is_simple(cell.value);
        let is_named = values.definitions.value_name(cell.value).is_some();
        if let Captured::Import {
            specifier,
            imported,
        } = self.capture.value(cell.value)
            && !cell.is_assigned
        {
            values.imports.add(specifier, &name, imported.clone());
            if !is_named {
                values.definitions.name_value(cell.value, &name);
            }
        } else if is_simple || is_named || (cell.is_assigned && values.facts.uses(cell.value) > 1) {
            let value = values.expression(cell.value, &name, 0);
            let keyword = if cell.is_assigned { "let" } else { "const" };
            let statement = value.wrapped(&format!("{keyword} {name} = "), ";");
            values.statements.push(statement);
        } else {
            values.define(cell.value, name, cell.is_assigned);
        }
        values.definitions.close_cell(id);
    }

    /// Imports and helper functions of the module.
    fn head(&mut self) -> Code {
        let values = &mut self.values;
        let mut text = String::new();
        if self.options.format == Format::CommonJs {
            text.push_str("\"use strict\";\n");
        }
        values.environment.add_imports(&mut values.imports);
        text.push_str(&values.imports.text(self.options.format));
        text.push_str(&values.environment.text());
        text.push_str(&values.instances.helpers());
        Code::new(text)
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
