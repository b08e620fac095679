//! Prototype chains and inherited classes.

use std::borrow::Cow;

use deno_core::v8;

use lumi_closure::analysis::UnitKind;
use lumi_closure::capture::{ObjectKind, Prototype, ValueId};

use super::object_parts::{get, own_value};
use crate::closures::capture_builder::{CaptureBuilder, CaptureResult, Need, member};
use crate::closures::error::Problem;
use crate::closures::modules::FunctionOrigin;
use crate::closures::reader::Reader;

/// Built-in classes whose instances can be recreated; instances of other built-in classes belong to
/// the process.
const RECREATABLE: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "Buffer",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "Float16Array",
    "Float32Array",
    "Float64Array",
    "Function",
    "Headers",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Iterator",
    "Map",
    "Number",
    "Object",
    "Promise",
    "RangeError",
    "ReferenceError",
    "RegExp",
    "Set",
    "String",
    "SuppressedError",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "URL",
    "URLSearchParams",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
];

/// The facts about an object's prototype chain.
#[derive(Default)]
pub struct PrototypeChain {
    /// The nearest built-in class.
    pub builtin: Option<Cow<'static, str>>,
    /// Whether a class in the chain may have `#private` names.
    pub may_have_private: bool,
    /// The nearest class of a package, and the package.
    pub package_class: Option<(String, String)>,
}

impl<'s> CaptureBuilder<'s, '_> {
    pub fn prototypes(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> CaptureResult<PrototypeChain> {
        let mut prototypes = PrototypeChain::default();
        let mut at = object.get_prototype(scope);
        while let Some(prototype) = at.and_then(|it| v8::Local::<v8::Object>::try_from(it).ok()) {
            if prototype.is_proxy() {
                break;
            }
            if let Some(class) = self.builtin_class(prototype) {
                if !RECREATABLE.contains(&&*class) {
                    return Err(self.refuse(id, weak_or_host(class.into_owned())));
                }
                prototypes.builtin = Some(class);
                return Ok(prototypes);
            }
            if Reader::is_among(scope, &self.reader.iterators, prototype.into()) {
                return Err(self.refuse(id, Problem::Iterator));
            }
            if let Some(class) = own_value(scope, prototype, "constructor")
                && let Ok(class) = v8::Local::<v8::Function>::try_from(class)
            {
                match self.origin_of(scope, class) {
                    FunctionOrigin::Program(module, unit) => {
                        prototypes.may_have_private |= module.may_have_private(unit);
                    }
                    FunctionOrigin::Package(package) => {
                        let name = class.get_name(scope).to_rust_string_lossy(scope);
                        prototypes.package_class.get_or_insert((name, package));
                    }
                    FunctionOrigin::Lumi | FunctionOrigin::Native => {
                        if self.renew_globals(scope) {
                            continue;
                        }
                        let name = class_name(scope, class);
                        if name == "Buffer" {
                            prototypes.builtin = Some(name.into());
                            return Ok(prototypes);
                        }
                        return Err(self.refuse(id, weak_or_host(name)));
                    }
                    _ => {}
                }
            }
            at = prototype.get_prototype(scope);
        }
        Ok(prototypes)
    }

    /// The name of the class if it is built in.
    fn builtin_class(&self, prototype: v8::Local<'s, v8::Object>) -> Option<Cow<'static, str>> {
        let value: v8::Local<v8::Value> = prototype.into();
        if value.strict_equals(self.names.object_prototype) {
            return Some("Object".into());
        }
        if value.strict_equals(self.names.array_prototype) {
            return Some("Array".into());
        }
        let path = self.globals.path(value)?;
        if path.starts_with("Object.getPrototypeOf(Int8Array") {
            return Some("Object".into());
        }
        path.strip_suffix(".prototype")
            .map(|it| it.to_owned().into())
    }

    pub fn prototype(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
        kind: &ObjectKind,
        prototypes: &PrototypeChain,
    ) -> CaptureResult<Prototype> {
        let Some(prototype) = object.get_prototype(scope) else {
            return Ok(Prototype::Null);
        };
        if prototype.is_null() {
            return Ok(Prototype::Null);
        }
        let direct = v8::Local::<v8::Object>::try_from(prototype)
            .ok()
            .and_then(|it| self.builtin_class(it));
        // `Buffer` is a lazy member of the global object.
        let is_buffer = prototypes.builtin.as_deref() == Some("Buffer")
            && self.buffer_prototype(scope, prototype);
        if is_buffer || direct.as_deref() == Some(usual_class(kind, prototypes)) {
            return Ok(Prototype::Usual);
        }
        let origin = member(id, ".__proto__");
        Ok(Prototype::Value(self.value(
            scope,
            prototype,
            origin,
            Need::All,
        )?))
    }

    fn buffer_prototype(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        prototype: v8::Local<'s, v8::Value>,
    ) -> bool {
        let Ok(prototype) = v8::Local::<v8::Object>::try_from(prototype) else {
            return false;
        };
        own_value(scope, prototype, "constructor")
            .and_then(|it| v8::Local::<v8::Function>::try_from(it).ok())
            .is_some_and(|it| matches!(self.origin_of(scope, it), FunctionOrigin::Lumi))
    }

    /// The class or function that has this object as its `prototype`.
    pub fn class_of_prototype(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
    ) -> Option<v8::Local<'s, v8::Value>> {
        if object.is_array() || object.is_function() || object.is_module_namespace_object() {
            return None;
        }
        // Few objects have an own `constructor`, and this check is fast.
        object
            .has_own_property(scope, self.names.constructor)
            .filter(|&it| it)?;
        let class = own_value(scope, object, "constructor")?;
        let function = v8::Local::<v8::Function>::try_from(class).ok()?;
        if function.is_proxy() || matches!(self.origin_of(scope, function), FunctionOrigin::Native)
        {
            return None;
        }
        let prototype = own_value(scope, function.into(), "prototype")?;
        prototype.strict_equals(object.into()).then_some(class)
    }

    /// Whether single members of the object can be captured without the others.
    pub fn is_divisible(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        object: v8::Local<'s, v8::Object>,
    ) -> bool {
        let value: v8::Local<v8::Value> = object.into();
        if value.is_module_namespace_object() {
            return true;
        }
        let is_special = value.is_function()
            || value.is_array()
            || value.is_arguments_object()
            || value.is_native_error()
            || object.internal_field_count() > 0;
        let prototype = object.get_prototype(scope);
        !is_special
            && prototype
                .is_some_and(|it| it.is_null() || it.strict_equals(self.names.object_prototype))
    }

    /// Whether `value` is a method or accessor with the name `name` in its source.
    pub fn is_method_named(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        name: &str,
    ) -> bool {
        let Ok(function) = v8::Local::<v8::Function>::try_from(value) else {
            return false;
        };
        let FunctionOrigin::Program(module, unit) = self.origin_of(scope, function) else {
            return false;
        };
        let unit = module.analysis.unit(unit);
        unit.name == name
            && matches!(
                unit.kind,
                UnitKind::Method { .. } | UnitKind::Getter { .. } | UnitKind::Setter { .. }
            )
    }

    /// Whether a member that is called may read other members through `this`. If so, the whole
    /// object is captured from now on.
    pub fn called_with_this(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> bool {
        let Some(wanted) = self.wanted.get(&id).cloned() else {
            return false;
        };
        let called = wanted.iter().filter(|it| it.is_called);
        let mut names = called.map(|it| it.name.clone());
        let uses = names.any(|name| {
            v8::tc_scope!(let scope, scope);
            get(scope, object, &name).is_some_and(|it| !self.is_free_of_this(scope, it))
        });
        if uses {
            self.wanted.remove(&id);
        }
        uses
    }

    fn is_free_of_this(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
    ) -> bool {
        let Ok(function) = v8::Local::<v8::Function>::try_from(value) else {
            // It is not callable.
            return true;
        };
        let FunctionOrigin::Program(module, unit) = self.origin_of(scope, function) else {
            return false;
        };
        let unit = module.analysis.unit(unit);
        unit.kind.is_lexical() || !unit.traits.uses_this
    }
}

/// The name of a class as programs see it: V8 calls classes that can be called without `new` after their code.
fn class_name<'s>(scope: &mut v8::PinScope<'s, '_>, class: v8::Local<'s, v8::Function>) -> String {
    let own = own_value(scope, class.into(), "name").filter(|it| it.is_string());
    let own = own.map(|it| it.to_rust_string_lossy(scope));
    own.filter(|it| !it.is_empty())
        .unwrap_or_else(|| class.get_name(scope).to_rust_string_lossy(scope))
}

fn weak_or_host(class: String) -> Problem {
    match class.as_str() {
        "WeakRef" => Problem::Weak("WeakRef"),
        "WeakMap" => Problem::Weak("WeakMap"),
        "WeakSet" => Problem::Weak("WeakSet"),
        _ => Problem::HostObject(class),
    }
}

/// The class that objects of this kind have by default.
fn usual_class<'a>(kind: &'a ObjectKind, prototypes: &'a PrototypeChain) -> &'a str {
    match kind {
        ObjectKind::Plain | ObjectKind::Arguments { .. } => "Object",
        ObjectKind::Array { .. } => "Array",
        ObjectKind::Date(_) => "Date",
        ObjectKind::RegExp { .. } => "RegExp",
        ObjectKind::Map(_) => "Map",
        ObjectKind::Set(_) => "Set",
        ObjectKind::ArrayBuffer { .. } => "ArrayBuffer",
        ObjectKind::View { kind, .. } => kind,
        ObjectKind::Error { class } | ObjectKind::FromText { class, .. } => class,
        // The class of the wrapped primitive.
        ObjectKind::Wrapper(_) => prototypes.builtin.as_deref().unwrap_or("Object"),
        ObjectKind::Promise { .. } => "Promise",
    }
}
