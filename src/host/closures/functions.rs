//! Captures functions: those of the program and foreign ones.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::analysis::{Traits, Unit, UnitId, UnitKind};
use lumi_closure::capture::{Captured, CapturedFunction, Integrity, ModuleId, Prototype, ValueId};
use lumi_closure::instrument::{NEW_TARGET, THIS};

use super::capture_builder::{CaptureBuilder, CaptureResult, Need, member};
use super::error::{Failure, Problem};
use super::globals::is_added;
use super::module::Module;
use super::modules::FunctionOrigin;
use super::objects::members::is_method;
use super::objects::object_parts::own_value;
use super::reader::{RawMember, Reader};
use super::variables::Closure;

impl<'s> CaptureBuilder<'s, '_> {
    pub fn function(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
    ) -> CaptureResult<()> {
        let name = function.get_name(scope).to_rust_string_lossy(scope);
        match self.origin_of(scope, function) {
            FunctionOrigin::Program(module, unit) => {
                self.own_function(scope, id, function, &module, unit)
            }
            FunctionOrigin::Native => self.native_function(scope, id, function, name),
            FunctionOrigin::Lumi => self.foreign_function(scope, id, function, name),
            FunctionOrigin::Package(package) => {
                Err(self.refuse(id, Problem::PackageFunction { name, package }))
            }
            FunctionOrigin::Unknown => Err(self.refuse(id, Problem::UnknownSource(name))),
            FunctionOrigin::Malformed(message) => Err(self.refuse(id, Problem::Syntax(message))),
        }
    }

    fn native_function(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
        name: String,
    ) -> CaptureResult<()> {
        let inspector = self.context.inspector(scope);
        let internals = inspector.and_then(|it| it.internals(scope, function.into()));
        let Some([target, this, list]) = internals.and_then(|it| it.bound) else {
            return match self.path_after_rescan(scope, function) {
                Some(path) => {
                    self.capture.values[id.0 as usize] = Captured::Global(path);
                    Ok(())
                }
                None => Err(self.refuse(id, Problem::NativeFunction(name))),
            };
        };
        let target = self.value(scope, target, member(id, " target"), Need::All)?;
        let this = self.value(scope, this, member(id, " bound this"), Need::All)?;
        let list = v8::Local::<v8::Array>::try_from(list).map_err(|_| Failure::Thrown)?;
        let mut arguments = Vec::new();
        for index in 0..list.length() {
            let argument = list.get_index(scope, index).ok_or(Failure::Thrown)?;
            let origin = member(id, format!(" bound argument {index}"));
            arguments.push(self.value(scope, argument, origin, Need::All)?);
        }
        let read = self.reader.members(scope, function.into());
        let (_, found) = read.ok_or(Failure::Thrown)?;
        let mut members = Vec::new();
        for raw in &found {
            if !is_implied(scope, raw) {
                members.push(self.member(scope, id, "", raw)?);
            }
        }
        self.capture.values[id.0 as usize] = Captured::Bound {
            target,
            this,
            arguments,
            members,
        };
        Ok(())
    }

    /// The path of a function that was added to the global object after the first scan.
    fn path_after_rescan(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        function: v8::Local<'s, v8::Function>,
    ) -> Option<String> {
        self.renew_globals(scope);
        self.globals.path(function.into()).map(str::to_owned)
    }

    fn foreign_function(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
        name: String,
    ) -> CaptureResult<()> {
        let captured = match self.path_after_rescan(scope, function) {
            Some(path) => Captured::Global(path),
            None => match self.reached(scope, id, function.into())? {
                Some(captured) => captured,
                None => return Err(self.refuse(id, Problem::PrivateFunction(name))),
            },
        };
        self.capture.values[id.0 as usize] = captured;
        Ok(())
    }

    fn own_function(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
        module: &Rc<Module>,
        unit_id: UnitId,
    ) -> CaptureResult<()> {
        let module_id = self.module_id(module, Some(function));
        let unit = module.analysis.unit(unit_id);
        // Stored before its parts are captured, because their errors refer to it.
        self.capture.values[id.0 as usize] = Captured::Function(Box::new(isolate(
            module_id,
            unit_id,
            own_name(scope, function),
        )));
        if let Some(problem) = refused(module, unit) {
            return Err(self.refuse(id, problem));
        }
        for name in &unit.globals {
            if is_added(scope, name) {
                return Err(self.refuse(id, Problem::AddedGlobal(name.clone())));
            }
        }
        if is_method(unit.kind) {
            self.method_homes.add((id, function));
        }
        let scopes = self.scopes.remove(&id);
        let mut closure = Closure::new(id, function, module_id, scopes);
        let cells = self.cells(scope, &mut closure, unit_id)?;
        self.captured(id, |it| it.cells = cells);
        if unit.kind.is_lexical() {
            self.lexical_context(scope, &mut closure, module, unit)?;
        }
        match unit.kind {
            UnitKind::Class { .. } => self.class(scope, id, function, module, unit_id),
            _ => self.plain_function(scope, id, function, unit),
        }
    }

    /// Captures what an arrow function takes from the enclosing function: `this`, `arguments`,
    /// `new.target`.
    fn lexical_context(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        closure: &mut Closure<'s>,
        module: &Rc<Module>,
        unit: &Unit,
    ) -> CaptureResult<()> {
        let Traits {
            uses_this,
            uses_arguments,
            uses_new_target,
            ..
        } = unit.traits;
        let id = closure.id;
        if uses_this {
            let this = match self.hidden_variable(scope, closure, THIS)? {
                Some(this) => this,
                None if is_at_top(module, unit) => v8::undefined(scope).into(),
                None => return Err(self.refuse(id, Problem::UnknownThis)),
            };
            if unit.traits.uses_super {
                let home = self.home_around(scope, id, module, unit, this)?;
                self.captured(id, |it| it.home = Some(home));
            }
            let this = self.value(scope, this, member(id, " this"), Need::All)?;
            self.captured(id, |it| it.this = Some(this));
        }
        if uses_new_target {
            let target = match self.hidden_variable(scope, closure, NEW_TARGET)? {
                Some(target) => target,
                None => return Err(self.refuse(id, Problem::UnknownThis)),
            };
            let target = self.value(scope, target, member(id, " new.target"), Need::All)?;
            self.captured(id, |it| it.new_target = Some(target));
        }
        if uses_arguments {
            let Some(list) = self.hidden_variable(scope, closure, "arguments")? else {
                let problem = Problem::Unavailable("arguments".to_owned());
                return Err(self.refuse(id, problem));
            };
            let list = self.value(scope, list, member(id, " arguments"), Need::All)?;
            self.captured(id, |it| it.arguments = Some(list));
        }
        Ok(())
    }

    fn plain_function(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
        unit: &Unit,
    ) -> CaptureResult<()> {
        let (integrity, found) = self
            .reader
            .members(scope, function.into())
            .ok_or(Failure::Thrown)?;
        let mut members = Vec::new();
        for raw in &found {
            if raw.is_named(scope, "prototype")
                && !raw.is_accessor()
                && self.own_prototype(scope, id, function, raw, unit)?
            {
                continue;
            }
            let is_changed = raw.is_named(scope, "length")
                && !is_method_like(unit)
                && raw.value.integer_value(scope) != i64::try_from(unit.length).ok();
            if is_changed || !is_implied(scope, raw) {
                members.push(self.member(scope, id, "", raw)?);
            }
        }
        let above = function.get_prototype(scope);
        let mut parent = Prototype::Usual;
        if let Some(above) = above
            && !Reader::is_among(scope, &self.reader.functions, above)
        {
            parent = self.prototype_value(scope, id, above, ".__proto__")?;
        }
        self.captured(id, |it| {
            it.members = members;
            it.integrity = integrity;
            it.superclass = parent;
        });
        Ok(())
    }

    /// Captures additions to a function's `prototype`; returns false if the prototype was replaced.
    fn own_prototype(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        function: v8::Local<'s, v8::Function>,
        raw: &RawMember<'s>,
        unit: &Unit,
    ) -> CaptureResult<bool> {
        let Ok(prototype) = v8::Local::<v8::Object>::try_from(raw.value) else {
            return Ok(false);
        };
        let constructor = own_value(scope, prototype, "constructor");
        let is_own =
            unit.is_generator || constructor.is_some_and(|it| it.strict_equals(function.into()));
        if !is_own {
            return Ok(false);
        }
        let (_, found) = self
            .reader
            .members(scope, prototype)
            .ok_or(Failure::Thrown)?;
        let mut members = Vec::new();
        for raw in &found {
            if !raw.is_named(scope, "constructor") {
                members.push(self.member(scope, id, ".prototype", raw)?);
            }
        }
        let above = prototype.get_prototype(scope);
        let parent = match above {
            Some(above) if !unit.is_generator && self.reader.object_prototype != above => {
                self.prototype_value(scope, id, above, ".prototype.__proto__")?
            }
            _ => Prototype::Usual,
        };
        self.captured(id, |it| {
            it.prototype_members = members;
            it.prototype_parent = parent;
        });
        Ok(true)
    }

    pub fn prototype_value(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        prototype: v8::Local<'s, v8::Value>,
        path: &str,
    ) -> CaptureResult<Prototype> {
        if prototype.is_null() {
            return Ok(Prototype::Null);
        }
        let value = self.value(scope, prototype, member(id, path), Need::All)?;
        Ok(Prototype::Value(value))
    }

    pub fn captured(&mut self, id: ValueId, change: impl FnOnce(&mut CapturedFunction)) {
        if let Captured::Function(function) = &mut self.capture.values[id.0 as usize] {
            change(function);
        }
    }
}

/// The reason why a function cannot be captured, judged by its text.
fn refused(module: &Module, unit: &Unit) -> Option<Problem> {
    let parent = unit.parent.map(|it| module.analysis.unit(it).kind);
    let is_in_class = matches!(parent, Some(UnitKind::Class { .. }));
    let traits = unit.traits;
    Some(match unit.kind {
        _ if traits.calls_eval => Problem::Eval,
        _ if traits.uses_import_meta => Problem::ImportMeta,
        _ if traits.imports_file => Problem::ImportsFile,
        // Methods are captured through their class.
        kind if is_method(kind) && is_in_class => return None,
        _ if traits.uses_private => Problem::DetachedPrivate,
        _ => return None,
    })
}

/// Whether the unit is enclosed only by arrows, so that its `this` is that of the module.
fn is_at_top(module: &Module, unit: &Unit) -> bool {
    let mut at = unit.parent;
    while let Some(id) = at {
        let unit = module.analysis.unit(id);
        if !unit.kind.is_lexical() {
            return false;
        }
        at = unit.parent;
    }
    true
}

/// Whether the unit is a getter or setter, whose parameters are not counted.
fn is_method_like(unit: &Unit) -> bool {
    matches!(unit.kind, UnitKind::Getter { .. } | UnitKind::Setter { .. })
}

/// Whether a member exists on every function and follows from its text.
pub fn is_implied(scope: &mut v8::PinScope<'_, '_>, raw: &RawMember<'_>) -> bool {
    let is_default = !raw.is_writable() && !raw.is_enumerable() && !raw.is_accessor();
    (is_default && raw.is_named(scope, "length") && raw.value.is_number())
        || (is_default && raw.is_named(scope, "name") && raw.value.is_string())
}

fn own_name<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    function: v8::Local<'s, v8::Function>,
) -> Option<String> {
    let name = own_value(scope, function.into(), "name")?;
    name.is_string().then(|| name.to_rust_string_lossy(scope))
}

fn isolate(module: ModuleId, unit: UnitId, name: Option<String>) -> CapturedFunction {
    CapturedFunction {
        module,
        unit,
        cells: Vec::new(),
        this: None,
        new_target: None,
        arguments: None,
        home: None,
        superclass: Prototype::Usual,
        prototype_parent: Prototype::Usual,
        private: Vec::new(),
        name,
        members: Vec::new(),
        prototype_members: Vec::new(),
        keys: Vec::new(),
        owner: None,
        integrity: Integrity::Extensible,
    }
}
