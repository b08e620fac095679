//! Captures objects other than functions.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::analysis::BindingId;
use lumi_closure::capture::{
    Captured, CapturedObject, Integrity, Member, MemberContent, MemberKey, ObjectKind, Prototype,
    ValueId,
};

use super::inherited::PrototypeChain;
use crate::closures::capture_builder::{CaptureBuilder, CaptureResult, Need, member};
use crate::closures::error::{Failure, Problem};
use crate::closures::module::Module;
use crate::closures::modules::FunctionOrigin;

impl<'s> CaptureBuilder<'s, '_> {
    pub fn object(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> CaptureResult<()> {
        let value: v8::Local<v8::Value> = object.into();
        if let Some(problem) = refused(value) {
            return Err(self.refuse(id, problem));
        }
        if value.is_module_namespace_object() {
            return self.namespace(scope, id, object);
        }
        let prototypes = self.prototypes(scope, id, object)?;
        self.check_package_class(scope, id, object, &prototypes)?;
        let kind = self.kind(scope, id, object, &prototypes)?;
        let Some(kind) = kind else {
            // The promise must settle first.
            return Ok(());
        };
        let prototype = self.prototype(scope, id, object, &kind, &prototypes)?;
        let (integrity, members) = self.members_of(scope, id, object, &kind)?;
        let private = match prototypes.may_have_private {
            true => self.private_fields(scope, id, object)?,
            false => Vec::new(),
        };
        self.capture.values[id.0 as usize] = Captured::Object(CapturedObject {
            kind,
            prototype,
            members,
            integrity,
            private,
        });
        Ok(())
    }

    /// An object that its class makes of a text.
    fn text_kind(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        class: &str,
    ) -> CaptureResult<ObjectKind> {
        let text = match class {
            "Headers" => self.reader.entries(scope, value),
            _ => value
                .to_string(scope)
                .map(|it| it.to_rust_string_lossy(scope)),
        };
        Ok(ObjectKind::FromText {
            class: class.to_owned(),
            text: text.ok_or(Failure::Thrown)?,
        })
    }

    fn kind(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
        prototypes: &PrototypeChain,
    ) -> CaptureResult<Option<ObjectKind>> {
        let value: v8::Local<v8::Value> = object.into();
        let kind = if let Ok(array) = v8::Local::<v8::Array>::try_from(value) {
            ObjectKind::Array {
                length: array.length(),
            }
        } else if value.is_arguments_object() {
            let length = super::object_parts::get(scope, object, "length");
            ObjectKind::Arguments {
                length: length.and_then(|it| it.uint32_value(scope)).unwrap_or(0),
            }
        } else if let Ok(date) = v8::Local::<v8::Date>::try_from(value) {
            ObjectKind::Date(date.value_of())
        } else if let Ok(expression) = v8::Local::<v8::RegExp>::try_from(value) {
            ObjectKind::RegExp {
                source: expression.get_source(scope).to_rust_string_lossy(scope),
                flags: self.reader.flags(scope, value).ok_or(Failure::Thrown)?,
            }
        } else if let Ok(map) = v8::Local::<v8::Map>::try_from(value) {
            self.map(scope, id, map)?
        } else if let Ok(set) = v8::Local::<v8::Set>::try_from(value) {
            self.set(scope, id, set)?
        } else if let Ok(promise) = v8::Local::<v8::Promise>::try_from(value) {
            return self.promise(scope, id, promise);
        } else if let Ok(buffer) = v8::Local::<v8::ArrayBuffer>::try_from(value) {
            self.buffer(scope, id, buffer)?
        } else if let Ok(view) = v8::Local::<v8::ArrayBufferView>::try_from(value) {
            self.view(scope, id, view, prototypes)?
        } else if value.is_native_error() {
            ObjectKind::Error {
                class: prototypes.builtin.as_deref().unwrap_or("Error").to_owned(),
            }
        } else if is_wrapper(value) {
            let inner = self.reader.unbox(scope, value).ok_or(Failure::Thrown)?;
            let inner = self.value(scope, inner, member(id, ".valueOf()"), Need::All)?;
            ObjectKind::Wrapper(inner)
        } else if let Some(class @ ("URL" | "URLSearchParams" | "Headers")) =
            prototypes.builtin.as_deref()
        {
            self.text_kind(scope, value, class)?
        } else if object.internal_field_count() > 0 || object.is_api_wrapper() {
            return Err(self.refuse(id, Problem::Native));
        } else {
            ObjectKind::Plain
        };
        Ok(Some(kind))
    }

    fn map(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        map: v8::Local<'s, v8::Map>,
    ) -> CaptureResult<ObjectKind> {
        let list = map.as_array(scope);
        let mut entries = Vec::with_capacity(map.size());
        for at in (0..list.length()).step_by(2) {
            let key = list.get_index(scope, at).ok_or(Failure::Thrown)?;
            let value = list.get_index(scope, at + 1).ok_or(Failure::Thrown)?;
            let path = match key.is_string() {
                true => format!(".get({:?})", key.to_rust_string_lossy(scope)),
                false => format!(" value {}", at / 2),
            };
            let key = self.value(
                scope,
                key,
                member(id, format!(" key {}", at / 2)),
                Need::All,
            )?;
            let value = self.value(scope, value, member(id, path), Need::All)?;
            entries.push((key, value));
        }
        Ok(ObjectKind::Map(entries))
    }

    fn set(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        set: v8::Local<'s, v8::Set>,
    ) -> CaptureResult<ObjectKind> {
        let list = set.as_array(scope);
        let mut elements = Vec::with_capacity(set.size());
        for at in 0..list.length() {
            let element = list.get_index(scope, at).ok_or(Failure::Thrown)?;
            let origin = member(id, format!(" element {at}"));
            elements.push(self.value(scope, element, origin, Need::All)?);
        }
        Ok(ObjectKind::Set(elements))
    }

    fn promise(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        promise: v8::Local<'s, v8::Promise>,
    ) -> CaptureResult<Option<ObjectKind>> {
        let is_rejected = match promise.state() {
            v8::PromiseState::Pending => {
                self.pending.push(promise);
                return Ok(None);
            }
            v8::PromiseState::Fulfilled => false,
            v8::PromiseState::Rejected => true,
        };
        let result = promise.result(scope);
        let value = self.value(scope, result, member(id, " result"), Need::All)?;
        Ok(Some(ObjectKind::Promise { value, is_rejected }))
    }

    fn buffer(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        buffer: v8::Local<'s, v8::ArrayBuffer>,
    ) -> CaptureResult<ObjectKind> {
        if buffer.was_detached() {
            return Err(self.refuse(id, Problem::Detached));
        }
        let store = buffer.get_backing_store();
        Ok(ObjectKind::ArrayBuffer {
            bytes: store.iter().map(std::cell::Cell::get).collect(),
            max_length: self.reader.max_length(scope, buffer.into()),
        })
    }

    fn view(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        view: v8::Local<'s, v8::ArrayBufferView>,
        prototypes: &PrototypeChain,
    ) -> CaptureResult<ObjectKind> {
        let buffer = view.buffer(scope).ok_or(Failure::Thrown)?;
        let value: v8::Local<v8::Value> = view.into();
        let (kind, size) = view_kind(value);
        let kind = match prototypes.builtin.as_deref() {
            Some("Buffer") => "Buffer",
            _ => kind,
        };
        let buffer = self.value(scope, buffer.into(), member(id, ".buffer"), Need::All)?;
        Ok(ObjectKind::View {
            kind: kind.to_owned(),
            buffer,
            offset: view.byte_offset(),
            length: view.byte_length() / size,
        })
    }

    /// Captures the exports of a module of the program as members of an object.
    fn namespace(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> CaptureResult<()> {
        if self.is_of_lumi(scope, object)
            && let Some((specifier, imported)) = self.exported(scope, object.into())?
        {
            self.capture.values[id.0 as usize] = Captured::Import {
                specifier,
                imported,
            };
            return Ok(());
        }
        let wanted = match self.called_with_this(scope, id, object) {
            true => None,
            false => self.wanted.get(&id).cloned(),
        };
        let mut members = Vec::new();
        for name in super::object_parts::names(scope, object) {
            let text = name.to_rust_string_lossy(scope);
            let is_wanted =
                |it: &Vec<crate::closures::module::UsedMember>| it.iter().any(|it| it.name == text);
            if !wanted.as_ref().is_none_or(is_wanted) {
                continue;
            }
            let value = {
                v8::tc_scope!(let scope, scope);
                object.get(scope, name)
            };
            let Some(value) = value else {
                let origin = member(id, format!(".{text}"));
                return Err(self.refuse_new(origin, Problem::Uninitialised(text)));
            };
            let live = self.namespaces.get(&id).and_then(|url| {
                let modules = &self.context.modules;
                modules.live_export(url, &text)
            });
            members.push(match live {
                Some(variable) => self.live_member(scope, id, text, variable, value)?,
                None => {
                    let origin = member(id, format!(".{text}"));
                    let value = self.value(scope, value, origin, Need::All)?;
                    super::object_parts::constant(MemberKey::Name(text), value)
                }
            });
        }
        self.capture.values[id.0 as usize] = Captured::Object(CapturedObject {
            kind: ObjectKind::Plain,
            prototype: Prototype::Null,
            members,
            integrity: Integrity::Extensible,
            private: Vec::new(),
        });
        Ok(())
    }

    /// An export that is bound to its variable.
    fn live_member(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        name: String,
        variable: (Rc<Module>, BindingId),
        value: v8::Local<'s, v8::Value>,
    ) -> CaptureResult<Member> {
        let (cell, is_new) = self.live_cell(id, variable);
        if is_new {
            let origin = member(id, format!(".{name}"));
            let value = self.value(scope, value, origin, Need::All)?;
            self.capture.cells[cell.0 as usize].value = value;
        }
        Ok(Member {
            key: MemberKey::Name(name),
            content: MemberContent::Live(cell),
            is_enumerable: true,
            is_configurable: true,
        })
    }

    /// Whether the first function of a namespace belongs to Lumi.
    fn is_of_lumi(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        namespace: v8::Local<'s, v8::Object>,
    ) -> bool {
        let names = super::object_parts::names(scope, namespace);
        v8::tc_scope!(let scope, scope);
        let mut functions = names.into_iter().filter_map(|name| {
            let value = namespace.get(scope, name)?;
            v8::Local::<v8::Function>::try_from(value).ok()
        });
        let first = functions.next();
        first.is_some_and(|it| matches!(self.origin_of(scope, it), FunctionOrigin::Lumi))
    }

    /// Refuses objects with `#private` names of a package: its code is imported, and only its own
    /// constructor can give an object such names.
    fn check_package_class(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
        prototypes: &PrototypeChain,
    ) -> CaptureResult<()> {
        let Some((class, package)) = &prototypes.package_class else {
            return Ok(());
        };
        let inspector = self.context.inspector(scope);
        let internals = inspector.and_then(|it| it.internals(scope, object));
        if internals.is_none_or(|it| it.private.is_empty()) {
            return Ok(());
        }
        let problem = Problem::PackagePrivate {
            class: class.clone(),
            package: package.clone(),
        };
        Err(self.refuse(id, problem))
    }

    fn private_fields(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> CaptureResult<Vec<(String, ValueId)>> {
        let Some(inspector) = self.context.inspector(scope) else {
            return Err(self.refuse(id, Problem::Native));
        };
        let internals = inspector.internals(scope, object).unwrap_or_default();
        let mut fields = Vec::new();
        for (name, value) in internals.private {
            if self.is_method_named(scope, value, &name) {
                continue;
            }
            let origin = member(id, format!(".{name}"));
            fields.push((name, self.value(scope, value, origin, Need::All)?));
        }
        Ok(fields)
    }

    pub fn static_private_fields(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        class: v8::Local<'s, v8::Function>,
    ) -> CaptureResult<Vec<(String, ValueId)>> {
        self.private_fields(scope, id, class.into())
    }
}

/// The reason why a value cannot be captured, judged by its kind.
fn refused(value: v8::Local<v8::Value>) -> Option<Problem> {
    Some(match value {
        it if it.is_weak_map() => Problem::Weak("WeakMap"),
        it if it.is_weak_set() => Problem::Weak("WeakSet"),
        it if it.is_generator_object() || it.is_map_iterator() || it.is_set_iterator() => {
            Problem::Iterator
        }
        it if it.is_shared_array_buffer() => Problem::SharedMemory,
        it if it.is_wasm_memory_object() || it.is_wasm_module_object() => Problem::Native,
        _ => return None,
    })
}

/// Whether V8 treats it as an ordinary object, which consists of its members.
pub fn is_ordinary(object: v8::Local<v8::Object>) -> bool {
    let value: v8::Local<v8::Value> = object.into();
    let is_special = refused(value).is_some()
        || is_wrapper(value)
        || value.is_function()
        || value.is_array()
        || value.is_arguments_object()
        || value.is_array_buffer()
        || value.is_array_buffer_view()
        || value.is_date()
        || value.is_map()
        || value.is_module_namespace_object()
        || value.is_native_error()
        || value.is_promise()
        || value.is_proxy()
        || value.is_reg_exp()
        || value.is_set();
    !is_special && object.internal_field_count() == 0 && !object.is_api_wrapper()
}

pub fn is_wrapper(value: v8::Local<v8::Value>) -> bool {
    value.is_number_object()
        || value.is_string_object()
        || value.is_boolean_object()
        || value.is_big_int_object()
        || value.is_symbol_object()
}

/// The constructor of a view and the size of an element in bytes.
fn view_kind(value: v8::Local<v8::Value>) -> (&'static str, usize) {
    match value {
        it if it.is_uint8_array() => ("Uint8Array", 1),
        it if it.is_uint8_clamped_array() => ("Uint8ClampedArray", 1),
        it if it.is_int8_array() => ("Int8Array", 1),
        it if it.is_uint16_array() => ("Uint16Array", 2),
        it if it.is_int16_array() => ("Int16Array", 2),
        it if it.is_float16_array() => ("Float16Array", 2),
        it if it.is_uint32_array() => ("Uint32Array", 4),
        it if it.is_int32_array() => ("Int32Array", 4),
        it if it.is_float32_array() => ("Float32Array", 4),
        it if it.is_float64_array() => ("Float64Array", 8),
        it if it.is_big_int64_array() => ("BigInt64Array", 8),
        it if it.is_big_uint64_array() => ("BigUint64Array", 8),
        _ => ("DataView", 1),
    }
}
