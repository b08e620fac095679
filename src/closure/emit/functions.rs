//! Functions and classes as expressions and declarations.

use crate::analysis::{Analysis, UnitKind};
use crate::capture::{CapturedFunction, MemberKey, Owner, OwnerPart, Prototype};

use super::code::Code;
use super::literal::{access, key, string};
use super::slice::Replacements;
use super::values::ValueWriter;

/// The method that sets static `#private` fields, then deletes itself.
pub const RESTORE: &str = "$restore";

/// Writes one function or class.
pub struct FunctionWriter<'w, 'a, 'f> {
    writer: &'w mut ValueWriter<'a>,
    function: &'f CapturedFunction,
    /// The depth of all lines but the first.
    indent: usize,
}

impl<'w, 'a, 'f> FunctionWriter<'w, 'a, 'f> {
    pub fn new(
        writer: &'w mut ValueWriter<'a>,
        function: &'f CapturedFunction,
        indent: usize,
    ) -> Self {
        Self {
            writer,
            function,
            indent,
        }
    }

    /// `function f() {}` or `class K {}` as a statement, if the function is one of that name.
    pub fn declaration(&mut self, name: &str) -> Option<Code> {
        let unit = self.writer.facts.unit(self.function);
        let is_declared = match unit.kind {
            UnitKind::Declaration => true,
            UnitKind::Class { is_declaration } => is_declaration,
            _ => false,
        };
        if !is_declared || unit.name != name || self.function.owner.is_some() {
            return None;
        }
        Some(self.source(None))
    }

    /// The function as an expression. `context` is the name that an anonymous function gets at its
    /// place.
    pub fn expression(&mut self, context: &str) -> Code {
        if let Some(owner) = &self.function.owner {
            return self.member_of_class(owner);
        }
        let unit = self.writer.facts.unit(self.function);
        let wanted = self.function.name.as_deref().unwrap_or_default();
        match unit.kind {
            UnitKind::Method { .. } | UnitKind::Getter { .. } | UnitKind::Setter { .. } => {
                self.lone_method(unit.kind, &unit.name, wanted)
            }
            UnitKind::Arrow if unit.traits.uses_super => self.arrow_with_super(),
            _ => {
                let code = self.source(None);
                if wanted == context || !unit.name.is_empty() {
                    return code;
                }
                if wanted.is_empty() {
                    // The operand of a comma expression gets no name.
                    return code.wrapped("(0, ", ")");
                }
                named(code, wanted)
            }
        }
    }

    /// A method, getter or setter of a captured class.
    fn member_of_class(&mut self, owner: &Owner) -> Code {
        let class = self.writer.reference(owner.class);
        let holder = match owner.is_static {
            true => class,
            false => format!("{class}.prototype"),
        };
        let member = self.writer.member_key(&owner.key);
        Code::new(match owner.part {
            OwnerPart::Method => match &owner.key {
                MemberKey::Name(name) => format!("{holder}{}", access(name)),
                MemberKey::Symbol(_) => format!("{holder}[{member}]"),
            },
            OwnerPart::Getter => {
                format!("Object.getOwnPropertyDescriptor({holder}, {member}).get")
            }
            OwnerPart::Setter => {
                format!("Object.getOwnPropertyDescriptor({holder}, {member}).set")
            }
        })
    }

    /// A method outside its object.
    fn lone_method(&mut self, kind: UnitKind, unit_name: &str, wanted: &str) -> Code {
        let wanted = wanted
            .strip_prefix("get ")
            .or(wanted.strip_prefix("set "))
            .unwrap_or(wanted);
        let is_constant = !unit_name.is_empty() && unit_name == wanted;
        let new_key = (!is_constant).then(|| string(wanted));
        let code = self.source(new_key);
        let home = match self.function.home {
            Some(home) => format!(
                "__proto__: Object.getPrototypeOf({}), ",
                self.writer.reference(home)
            ),
            None => String::new(),
        };
        let name = string(wanted);
        match kind {
            UnitKind::Getter { .. } => code.wrapped(
                &format!("Object.getOwnPropertyDescriptor({{ {home}"),
                &format!(" }}, {name}).get"),
            ),
            UnitKind::Setter { .. } => code.wrapped(
                &format!("Object.getOwnPropertyDescriptor({{ {home}"),
                &format!(" }}, {name}).set"),
            ),
            _ => code.wrapped(&format!("{{ {home}"), &format!(" }}{}", access(wanted))),
        }
    }

    /// Writes an arrow in a method that provides its `super`.
    fn arrow_with_super(&mut self) -> Code {
        let function = self.function;
        let home = match function.home {
            Some(home) => self.writer.reference(home),
            None => "Object.prototype".to_owned(),
        };
        let this = match function.this {
            Some(this) => self.writer.reference(this),
            None => "undefined".to_owned(),
        };
        let without_this = CapturedFunction {
            this: None,
            ..function.clone()
        };
        let mut code = FunctionWriter::new(self.writer, &without_this, self.indent).source(None);
        if let Some(name) = function.name.as_deref().filter(|it| !it.is_empty()) {
            code = named(code, name);
        }
        // The arrow reads a value that is still being written when it is called.
        let (before, after) = match function.this.is_some_and(|it| self.writer.is_open(it)) {
            true => ("(...values)=>(", ")(...values)"),
            false => ("", ""),
        };
        code.wrapped(
            &format!("{before}{{ __proto__: Object.getPrototypeOf({home}), around() {{ return "),
            &format!("; }} }}.around.call({this}){after}"),
        )
    }

    /// The source with the names of the emitted module. `new_key` replaces the key of a method.
    pub fn source(&mut self, new_key: Option<String>) -> Code {
        let function = self.function;
        let analysis = &self.writer.facts.capture.modules[function.module.0 as usize];
        let mut replacements = Replacements {
            key: new_key,
            ..Replacements::default()
        };
        self.replace_variables(&mut replacements, analysis);
        if matches!(
            self.writer.facts.unit(function).kind,
            UnitKind::Class { .. }
        ) {
            self.replace_parts_of_class(&mut replacements, analysis);
        }
        let source = self.writer.sources.of(analysis);
        source.text(function.module, function.unit, replacements, self.indent)
    }

    fn replace_variables(&mut self, replacements: &mut Replacements, analysis: &Analysis) {
        let function = self.function;
        for &(binding, cell) in &function.cells {
            let name = self.writer.definitions.cell_name(cell);
            if *name != analysis.binding(binding).name {
                let id = analysis.ids[binding.0 as usize].clone();
                replacements.names.insert(id, name.to_owned());
            }
        }
        replacements.this = function.this.map(|it| self.writer.reference(it));
        replacements.new_target = function.new_target.map(|it| self.writer.reference(it));
        replacements.arguments = function.arguments.map(|it| self.writer.reference(it));
    }

    fn replace_parts_of_class(&mut self, replacements: &mut Replacements, analysis: &Analysis) {
        let class = self.function;
        if let Prototype::Value(parent) = class.superclass {
            replacements.superclass = Some(self.writer.reference(parent));
        }
        for (name, field) in &class.private {
            if self.writer.facts.is_simple(*field) {
                let text = self.writer.reference(*field);
                replacements.private.insert(name.clone(), text);
            }
        }
        let restored = self.writer.facts.restored(class);
        let names: Vec<String> = restored.map(|it| it.0.clone()).collect();
        if !names.is_empty() {
            replacements.restored = Some((RESTORE.to_owned(), names));
        }
        replacements.extends_null = class.superclass == Prototype::Null;
        for (unit, key) in &class.keys {
            let text = self.writer.member_key(key);
            let start = analysis.unit(*unit).span.start;
            replacements.keys.insert(start, text);
        }
        let writer = &mut *self.writer;
        replacements.guard = writer.instances.guard_of(class, writer.sources);
    }
}

/// Wraps an anonymous function so that it gets a name.
fn named(function: Code, name: &str) -> Code {
    function.wrapped(
        &format!("{{ {}: ", key(name)),
        &format!(" }}{}", access(name)),
    )
}
