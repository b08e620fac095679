//! Writes values as expressions.

use crate::analysis::UnitKind;
use crate::capture::{
    Captured, CapturedFunction, CapturedResource, Deferred, MemberKey, Origin, OwnerPart,
    Prototype, ValueId,
};

use super::Bound;
use super::code::Code;
use super::literal::{access, key, number, string, utf16};
use super::module::Writer;
use super::slice::Replacements;

/// Maximum nesting of literals, for readability and for parsers.
pub(super) const DEEPEST: usize = 40;

/// The method that sets static `#private` fields, then deletes itself.
pub(super) const RESTORE: &str = "$restore";

impl Writer<'_> {
    /// A value at its place of use. `context` is the name that an anonymous function gets there,
    /// `indent` the depth of the line.
    pub(super) fn expression(&mut self, value: ValueId, context: &str, indent: usize) -> Code {
        if let Some(name) = self.definitions.value_name(value)
            && !matches!(self.capture.value(value), Captured::Import { .. })
        {
            return Code::new(name.to_owned());
        }
        if self.is_simple(value) || (indent < DEEPEST && !self.needs_name(value)) {
            return self.written(value, context, "", indent);
        }
        let name = self.name_for(value);
        self.define(value, name.clone(), false);
        Code::new(name)
    }

    /// A value by name, or a short expression.
    pub(super) fn reference(&mut self, value: ValueId) -> String {
        if self.definitions.value_name(value).is_none() && !self.is_simple(value) {
            let name = self.name_for(value);
            self.define(value, name, false);
        }
        self.expression(value, "", 0).text
    }

    fn needs_name(&self, value: ValueId) -> bool {
        self.uses[value.0 as usize] > 1
            || match self.capture.value(value) {
                Captured::Object(object) => self.object_needs_name(object),
                Captured::Function(function) => {
                    !function.members.is_empty()
                        || !function.prototype_members.is_empty()
                        || !self.restored(function).is_empty()
                        || function.integrity != Default::default()
                }
                Captured::Bound { members, .. } => !members.is_empty(),
                Captured::Resource(_) => true,
                _ => false,
            }
    }

    /// A name that describes the path to the value.
    pub(super) fn name_for(&mut self, value: ValueId) -> String {
        let like = match &self.capture.origins[value.0 as usize] {
            Origin::Root => match self.capture.value(value) {
                Captured::Function(function) => function
                    .name
                    .clone()
                    .filter(|it| !it.is_empty())
                    .unwrap_or("handler".to_owned()),
                _ => "handler".to_owned(),
            },
            Origin::Cell(cell) => self.definitions.cell_name(*cell).to_owned(),
            Origin::Member(_, text) => text.rsplit('.').next().unwrap_or(text).to_owned(),
        };
        let like = match self.capture.value(value) {
            Captured::Function(function) => match &function.name {
                Some(name) if !name.is_empty() => name.clone(),
                _ => like,
            },
            _ => like,
        };
        self.names.invent(&like)
    }

    /// The value itself. `path` is the expression by which later statements refer to it, if any.
    pub(super) fn written(
        &mut self,
        value: ValueId,
        context: &str,
        path: &str,
        indent: usize,
    ) -> Code {
        let capture = self.capture;
        match capture.value(value) {
            Captured::Undefined => Code::new("undefined"),
            Captured::Null => Code::new("null"),
            Captured::Bool(it) => Code::new(it.to_string()),
            Captured::Number(it) => Code::new(number(*it)),
            Captured::BigInt(digits) => Code::new(format!("{digits}n")),
            Captured::String(text) => Code::new(string(text)),
            Captured::Utf16(units) => Code::new(utf16(units)),
            Captured::RegisteredSymbol(name) => Code::new(format!("Symbol.for({})", string(name))),
            Captured::UniqueSymbol(description) => Code::new(match description {
                Some(text) => format!("Symbol({})", string(text)),
                None => "Symbol()".to_owned(),
            }),
            Captured::Global(path) => Code::new(path.clone()),
            Captured::Import {
                specifier,
                imported,
            } => Code::new(self.import(value, specifier, imported)),
            Captured::Object(object) => self.object(value, object, path, indent),
            Captured::Function(function) => self.function(function, context, indent),
            Captured::Bound {
                target,
                this,
                arguments,
                ..
            } => {
                let mut code = Code::new(self.reference(*target));
                code.push(".bind(");
                code.append(self.expression(*this, "", indent));
                for argument in arguments {
                    code.push(", ");
                    code.append(self.expression(*argument, "", indent));
                }
                code.push(")");
                code
            }
            Captured::PrototypeOf(function) => {
                Code::new(format!("{}.prototype", self.reference(*function)))
            }
            Captured::Resource(resource) => self.resource(resource, indent),
            Captured::Deferred(deferred) => self.deferred(value, deferred),
        }
    }

    /// `function f() {}` or `class K {}` as a statement, if the value is one of that name.
    pub(super) fn declaration(
        &mut self,
        value: ValueId,
        name: &str,
        is_variable: bool,
    ) -> Option<Code> {
        let Captured::Function(function) = self.capture.value(value) else {
            return None;
        };
        let unit = self.capture.modules[function.module.0 as usize].unit(function.unit);
        let is_declared = match unit.kind {
            UnitKind::Declaration => true,
            UnitKind::Class { is_declaration } => is_declaration,
            _ => false,
        };
        if is_variable || !is_declared || unit.name != name || function.owner.is_some() {
            return None;
        }
        Some(self.slice(function, None, 0))
    }

    fn function(&mut self, function: &CapturedFunction, context: &str, indent: usize) -> Code {
        if let Some(owner) = &function.owner {
            let class = self.reference(owner.class);
            let holder = if owner.is_static {
                class
            } else {
                format!("{class}.prototype")
            };
            let member = self.member_text(&owner.key);
            return Code::new(match owner.part {
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
            });
        }
        let unit = self.capture.modules[function.module.0 as usize].unit(function.unit);
        let (kind, unit_name) = (unit.kind, unit.name.clone());
        let wanted = function.name.clone().unwrap_or_default();
        match kind {
            UnitKind::Method { .. } | UnitKind::Getter { .. } | UnitKind::Setter { .. } => {
                self.lone_method(function, kind, &unit_name, &wanted, indent)
            }
            UnitKind::Arrow if unit.traits.uses_super => self.arrow_with_super(function, indent),
            _ => {
                let code = self.slice(function, None, indent);
                let made = if unit_name.is_empty() {
                    context
                } else {
                    &unit_name
                };
                if wanted == made || !unit_name.is_empty() {
                    return code;
                }
                if wanted.is_empty() {
                    // The operand of a comma expression gets no name.
                    return code.wrapped("(0, ", ")");
                }
                code.wrapped(
                    &format!("{{ {}: ", key(&wanted)),
                    &format!(" }}{}", access(&wanted)),
                )
            }
        }
    }

    /// A method outside its object.
    fn lone_method(
        &mut self,
        function: &CapturedFunction,
        kind: UnitKind,
        unit_name: &str,
        wanted: &str,
        indent: usize,
    ) -> Code {
        let wanted = wanted
            .strip_prefix("get ")
            .or(wanted.strip_prefix("set "))
            .unwrap_or(wanted);
        let is_constant = !unit_name.is_empty() && unit_name == wanted;
        let new_key = (!is_constant).then(|| string(wanted));
        let code = self.slice(function, new_key, indent);
        let home = match function.home {
            Some(home) => format!(
                "__proto__: Object.getPrototypeOf({}), ",
                self.reference(home)
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
    fn arrow_with_super(&mut self, function: &CapturedFunction, indent: usize) -> Code {
        let home = match function.home {
            Some(home) => self.reference(home),
            None => "Object.prototype".to_owned(),
        };
        let this = match function.this {
            Some(this) => self.reference(this),
            None => "undefined".to_owned(),
        };
        let without_this = CapturedFunction {
            this: None,
            ..function.clone()
        };
        let mut code = self.slice(&without_this, None, indent);
        if let Some(name) = function.name.as_deref().filter(|it| !it.is_empty()) {
            code = code.wrapped(
                &format!("{{ {}: ", key(name)),
                &format!(" }}{}", access(name)),
            );
        }
        // The arrow reads a value that is still being written when it is called.
        let (before, after) = match function.this.is_some_and(|it| self.is_open(it)) {
            true => ("(...values)=>(", ")(...values)"),
            false => ("", ""),
        };
        code.wrapped(
            &format!("{before}{{ __proto__: Object.getPrototypeOf({home}), around() {{ return "),
            &format!("; }} }}.around.call({this}){after}"),
        )
    }

    /// The source of a function with the names of the emitted module.
    pub(super) fn slice(
        &mut self,
        function: &CapturedFunction,
        new_key: Option<String>,
        indent: usize,
    ) -> Code {
        let capture = self.capture;
        let analysis = &capture.modules[function.module.0 as usize];
        let is_class = matches!(analysis.unit(function.unit).kind, UnitKind::Class { .. });
        let mut replacements = Replacements {
            key: new_key,
            ..Replacements::default()
        };
        for &(binding, cell) in &function.cells {
            let name = self.definitions.cell_name(cell);
            if *name != analysis.binding(binding).name {
                let id = analysis.ids[binding.0 as usize].clone();
                replacements.names.insert(id, name.to_owned());
            }
        }
        replacements.this = function.this.map(|it| self.reference(it));
        replacements.new_target = function.new_target.map(|it| self.reference(it));
        replacements.arguments = function.arguments.map(|it| self.reference(it));
        if let (true, Prototype::Value(parent)) = (is_class, function.superclass) {
            replacements.superclass = Some(self.reference(parent));
        }
        if is_class {
            for (name, field) in &function.private {
                if self.is_simple(*field) {
                    let text = self.reference(*field);
                    replacements.private.insert(name.clone(), text);
                }
            }
            let restored = self.restored(function);
            if !restored.is_empty() {
                let names = restored.iter().map(|it| it.0.clone()).collect();
                replacements.restored = Some((RESTORE.to_owned(), names));
            }
            replacements.extends_null = function.superclass == Prototype::Null;
            for (unit, key) in &function.keys {
                let text = self.member_text(key);
                let start = analysis.unit(*unit).span.start;
                replacements.keys.insert(start, text);
            }
            replacements.guard = self.guard_of(function);
        }
        let source = self.sources.of(analysis);
        source.text(function.module, function.unit, replacements, indent)
    }

    /// Static `#private` fields whose values may refer to the class itself.
    pub(super) fn restored(&self, function: &CapturedFunction) -> Vec<(String, ValueId)> {
        let is_late = |it: &&(String, ValueId)| !self.is_simple(it.1);
        function.private.iter().filter(is_late).cloned().collect()
    }

    /// A key as an expression.
    pub(super) fn member_text(&mut self, key: &MemberKey) -> String {
        match key {
            MemberKey::Name(name) => string(name),
            MemberKey::Symbol(symbol) => self.reference(*symbol),
        }
    }

    /// The client of a resource with the outputs that the code reads.
    fn resource(&mut self, resource: &CapturedResource, indent: usize) -> Code {
        let outputs = self
            .outputs
            .get(&resource.serial)
            .cloned()
            .unwrap_or_default();
        let mut read = |properties: &mut dyn Iterator<Item = &String>| {
            let members: Vec<String> = properties
                .map(|property| {
                    let bound = Bound::Output {
                        serial: resource.serial,
                        property: property.clone(),
                    };
                    let value = self.environment(&resource.name, property, bound);
                    format!("{}: {value}", key(property))
                })
                .collect();
            members
        };
        let literal = |members: &[String]| match members.is_empty() {
            true => "{}".to_owned(),
            false => format!("{{ {} }}", members.join(", ")),
        };
        let mut own = read(&mut outputs.iter());
        let bindings = literal(&read(&mut resource.bindings.iter()));
        for (name, held) in &resource.members {
            if self.members.contains(&(resource.serial, name.clone())) {
                let held = self.reference(*held);
                own.push(format!("{}: {held}", key(name)));
            }
        }
        let is_bare = own.is_empty();
        let own = literal(&own);
        let Some(client) = resource.client else {
            return Code::new(own);
        };
        let _ = indent;
        let client = format!("{}({bindings})", self.reference(client));
        Code::new(match is_bare {
            true => client,
            false => format!("Object.assign({client}, {own})"),
        })
    }

    fn deferred(&mut self, value: ValueId, deferred: &Deferred) -> Code {
        let bound = Bound::Property { key: deferred.key };
        // A value that is not an output of a resource gets the name of its variable.
        let name = match &self.capture.origins[value.0 as usize] {
            Origin::Cell(cell) if deferred.name.is_empty() => self.capture.cell(*cell).name.clone(),
            Origin::Member(_, text) if deferred.name.is_empty() => text.clone(),
            _ => deferred.name.clone(),
        };
        let name = name.trim_matches(|it: char| !it.is_alphanumeric());
        Code::new(self.environment(name, "", bound))
    }

    /// Whether the value is still being written, so that only a later statement can refer to it.
    pub(super) fn is_open(&self, value: ValueId) -> bool {
        self.definitions.is_open(value)
    }

    /// Text that reads a value from the environment.
    fn environment(&mut self, resource: &str, property: &str, bound: Bound) -> String {
        let source = self.options.environment;
        self.environment
            .read(&mut self.names, source, (resource, property), bound)
    }
}
