//! Writes values as expressions, and the statements that define them.

use std::iter;

use crate::analysis::Imported;
use crate::capture::{
    Capture, Captured, CapturedFunction, CellId, Deferred, Integrity, MemberKey, Origin, ValueId,
};

use super::capture_facts::CaptureFacts;
use super::code::Code;
use super::completion::CompletionWriter;
use super::data::PlainData;
use super::definitions::Definitions;
use super::environment::Environment;
use super::functions::FunctionWriter;
use super::imports::Imports;
use super::instances::PrivateInstances;
use super::literal::{number, string, utf16};
use super::names::Names;
use super::naming::Naming;
use super::objects::{Destination, ObjectWriter};
use super::resources::{ResourceUses, ResourceWriter};
use super::sources::Sources;
use super::statements::Statements;
use super::{Bound, EnvironmentSource};

/// Maximum nesting of literals, for readability and for parsers.
pub const MAX_NESTING: usize = 40;

/// Writes values of one capture. The writers of objects, functions and resources borrow this one
/// for the values inside.
pub struct ValueWriter<'a> {
    pub facts: CaptureFacts<'a>,
    pub definitions: Definitions,
    pub statements: Statements,
    pub imports: Imports,
    pub instances: PrivateInstances<'a>,
    pub resources: ResourceUses,
    pub data: PlainData,
    pub sources: &'a mut Sources,
    pub environment: Environment,
    environment_source: EnvironmentSource,
    names: Names,
}

impl<'a> ValueWriter<'a> {
    /// `cell_names` are the names of the variables, by index; `names` holds all names in use.
    pub fn new(
        capture: &'a Capture,
        environment_source: EnvironmentSource,
        sources: &'a mut Sources,
        cell_names: Vec<String>,
        mut names: Names,
    ) -> Self {
        Self {
            facts: CaptureFacts::new(capture),
            definitions: Definitions::new(capture, cell_names),
            statements: Statements::default(),
            imports: Imports::default(),
            instances: PrivateInstances::find(capture, &mut names),
            resources: ResourceUses::find(capture),
            data: PlainData::new(capture),
            sources,
            environment: Environment::default(),
            environment_source,
            names,
        }
    }

    /// A value at its place of use. `context` is the name that an anonymous function gets there,
    /// `indent` the depth of the line.
    pub fn expression(&mut self, value: ValueId, context: &str, indent: usize) -> Code {
        if let Some(name) = self.definitions.value_name(value)
            && !matches!(self.facts.value(value), Captured::Import { .. })
        {
            return Code::new(name.to_owned());
        }
        if self.facts.is_simple(value) || (indent < MAX_NESTING && !self.naming().needs_name(value))
        {
            return self.written(value, context, Destination { path: "", indent });
        }
        let name = self.name_for(value);
        self.define(value, name.clone(), false);
        Code::new(name)
    }

    /// A value by name, or a short expression.
    pub fn reference(&mut self, value: ValueId) -> String {
        if self.definitions.value_name(value).is_none() && !self.facts.is_simple(value) {
            let name = self.name_for(value);
            self.define(value, name, false);
        }
        self.expression(value, "", 0).text
    }

    /// The value at `place` of an object; `undefined` if the value is still being written, to be
    /// assigned later.
    pub fn content(
        &mut self,
        value: ValueId,
        context: &str,
        at: Destination<'_>,
        place: &str,
    ) -> Code {
        if self.is_open(value)
            && let Some(name) = self.definitions.value_name(value).map(str::to_owned)
            && at.has_path()
        {
            self.later(format!("{}{place} = {name};", at.path));
            return Code::new("undefined");
        }
        let path = match at.has_path() {
            true => format!("{}{place}", at.path),
            false => String::new(),
        };
        if self.definitions.value_name(value).is_none()
            && !self.facts.is_simple(value)
            && self.facts.uses(value) == 1
            && at.indent < MAX_NESTING
            && let Captured::Object(object) = self.facts.value(value)
            && !self.naming().object_needs_name(object)
            && object.integrity == Integrity::Extensible
        {
            let path = path.as_str();
            return self.written(value, context, Destination { path, ..at });
        }
        self.expression(value, context, at.indent)
    }

    /// Writes the statements that define a value.
    pub fn define(&mut self, value: ValueId, name: String, is_variable: bool) {
        self.definitions.open_value(value, &name);
        let statement = match self.declaration(value, &name, is_variable) {
            Some(declaration) => declaration,
            None => {
                let keyword = if is_variable { "let" } else { "const" };
                let at = Destination {
                    path: &name,
                    indent: 0,
                };
                let written = self.written(value, &name, at);
                written.wrapped(&format!("{keyword} {name} = "), ";")
            }
        };
        self.statements.push(statement);
        self.definitions.close_value(value);
        CompletionWriter::new(self, &name).complete(value);
    }

    fn declaration(&mut self, value: ValueId, name: &str, is_variable: bool) -> Option<Code> {
        match self.facts.value(value) {
            Captured::Function(function) if !is_variable => {
                self.function(function, 0).declaration(name)
            }
            _ => None,
        }
    }

    fn function<'w, 'f>(
        &'w mut self,
        function: &'f CapturedFunction,
        indent: usize,
    ) -> FunctionWriter<'w, 'a, 'f> {
        FunctionWriter::new(self, function, indent)
    }

    /// Adds a statement that follows the current one.
    pub fn later(&mut self, text: String) {
        self.statements.push_late(Code::new(text));
    }

    /// Whether the value is still being written, so that only a later statement can refer to it.
    pub fn is_open(&self, value: ValueId) -> bool {
        self.definitions.is_open(value)
    }

    /// A key as an expression.
    pub fn member_key(&mut self, key: &MemberKey) -> String {
        match key {
            MemberKey::Name(name) => string(name),
            MemberKey::Symbol(symbol) => self.reference(*symbol),
        }
    }

    /// Text that reads a value from the environment.
    pub fn environment(&mut self, resource: &str, property: &str, bound: Bound) -> String {
        let source = self.environment_source;
        self.environment
            .read(&mut self.names, source, (resource, property), bound)
    }

    fn naming(&self) -> Naming<'_, 'a> {
        Naming {
            facts: &self.facts,
            definitions: &self.definitions,
            instances: &self.instances,
        }
    }

    /// A name that describes the path to the value.
    fn name_for(&mut self, value: ValueId) -> String {
        let like = match self.facts.value(value) {
            Captured::Function(function) => function.name.as_deref().filter(|it| !it.is_empty()),
            _ => None,
        };
        let like = match (like, &self.facts.capture.origins[value.0 as usize]) {
            (Some(name), _) => name,
            (None, Origin::Root) => "handler",
            (None, Origin::Cell(cell)) => self.definitions.cell_name(*cell),
            (None, Origin::Member(_, text)) => text.rsplit('.').next().unwrap_or(text),
        };
        self.names.invent(like)
    }

    /// The value itself.
    fn written(&mut self, value: ValueId, context: &str, at: Destination<'_>) -> Code {
        let indent = at.indent;
        match self.facts.value(value) {
            Captured::Import {
                specifier,
                imported,
            } => Code::new(self.import(value, specifier, imported)),
            Captured::Object(object) => ObjectWriter {
                writer: self,
                value,
                object,
            }
            .expression(at),
            Captured::Function(function) => self.function(function, indent).expression(context),
            Captured::Bound {
                target,
                this,
                arguments,
                ..
            } => {
                let all: Vec<_> = iter::once(this).chain(arguments).copied().collect();
                self.call(".bind", *target, &all, indent)
            }
            Captured::PrototypeOf(function) => {
                Code::new(format!("{}.prototype", self.reference(*function)))
            }
            Captured::MemberOf { object, name } => {
                Code::new(format!("{}.{name}", self.reference(*object)))
            }
            Captured::Derived {
                function,
                arguments,
            } => self.call("", *function, arguments, indent),
            Captured::Resource(resource) => ResourceWriter {
                writer: self,
                resource,
            }
            .expression(),
            Captured::Deferred(deferred) => self.deferred(value, deferred),
            plain => Code::new(plain_text(plain)),
        }
    }

    /// `function(…arguments)`, or a call of one of its methods, such as `.bind`.
    fn call(
        &mut self,
        method: &str,
        function: ValueId,
        arguments: &[ValueId],
        indent: usize,
    ) -> Code {
        let mut code = Code::new(format!("{}{method}(", self.reference(function)));
        for (index, argument) in arguments.iter().enumerate() {
            code.push(if index == 0 { "" } else { ", " });
            code.append(self.expression(*argument, "", indent));
        }
        code.push(")");
        code
    }

    /// The local name of an import.
    fn import(&mut self, value: ValueId, specifier: &str, imported: &Imported) -> String {
        if let Some(name) = self.definitions.value_name(value) {
            return name.to_owned();
        }
        // A variable that only holds this import determines the name.
        let mut cells = self.facts.capture.cells.iter();
        let cell = cells.position(|it| it.value == value && !it.is_assigned);
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

    fn deferred(&mut self, value: ValueId, deferred: &Deferred) -> Code {
        let bound = Bound::Property { key: deferred.key };
        let capture = self.facts.capture;
        // A value that is not an output of a resource gets the name of its variable.
        let name = match &capture.origins[value.0 as usize] {
            Origin::Cell(cell) if deferred.name.is_empty() => &capture.cell(*cell).name,
            Origin::Member(_, text) if deferred.name.is_empty() => text,
            _ => &deferred.name,
        };
        let name = name.trim_matches(|it: char| !it.is_alphanumeric());
        Code::new(self.environment(name, "", bound))
    }
}

/// A value that has no parts.
fn plain_text(value: &Captured) -> String {
    match value {
        Captured::Null => "null".to_owned(),
        Captured::Bool(it) => it.to_string(),
        Captured::Number(it) => number(*it),
        Captured::BigInt(digits) => format!("{digits}n"),
        Captured::String(text) => string(text),
        Captured::Utf16(units) => utf16(units),
        Captured::RegisteredSymbol(name) => format!("Symbol.for({})", string(name)),
        Captured::UniqueSymbol(description) => {
            format!(
                "Symbol({})",
                description.as_deref().map(string).unwrap_or_default()
            )
        }
        Captured::Global(path) => path.clone(),
        _ => "undefined".to_owned(),
    }
}
