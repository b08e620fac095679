//! Classes of the program.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::analysis::{UnitId, UnitKind};
use lumi_closure::capture::{Member, Owner, OwnerPart, Prototype, ValueId};

use super::capture_builder::{CaptureBuilder, CaptureResult};
use super::error::Failure;
use super::functions::is_implied;
use super::module::Module;
use super::modules::FunctionOrigin;
use super::objects::object_parts::own_value;
use super::reader::{RawMember, Reader};

/// The object that the members of one side of a class (static or prototype) belong to.
struct ClassSide<'a> {
    class: ValueId,
    module: &'a Rc<Module>,
    unit: UnitId,
    is_static: bool,
}

impl<'s> CaptureBuilder<'s, '_> {
    pub fn class(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        class: v8::Local<'s, v8::Function>,
        module: &Rc<Module>,
        unit: UnitId,
    ) -> CaptureResult<()> {
        let mut side = ClassSide {
            class: id,
            module,
            unit,
            is_static: true,
        };
        let read = self.reader.members(scope, class.into());
        let (integrity, found) = read.ok_or(Failure::Thrown)?;
        let members = self.class_members(scope, &side, &found)?;
        self.captured(id, |it| {
            it.members = members;
            it.integrity = integrity;
        });
        if let Some(prototype) = own_value(scope, class.into(), "prototype")
            && let Ok(prototype) = v8::Local::<v8::Object>::try_from(prototype)
        {
            side.is_static = false;
            let read = self.reader.members(scope, prototype);
            let (_, found) = read.ok_or(Failure::Thrown)?;
            let members = self.class_members(scope, &side, &found)?;
            self.captured(id, |it| it.prototype_members = members);
            self.parents(scope, id, class, prototype)?;
        }
        if module.may_have_private(unit) {
            let private = self.static_private_fields(scope, id, class)?;
            self.captured(id, |it| it.private = private);
        }
        Ok(())
    }

    fn parents(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        class: v8::Local<'s, v8::Function>,
        prototype: v8::Local<'s, v8::Object>,
    ) -> CaptureResult<()> {
        let (Some(above), Some(beside)) =
            (class.get_prototype(scope), prototype.get_prototype(scope))
        else {
            return Ok(());
        };
        let is_base = Reader::is_among(scope, &self.reader.functions, above);
        let superclass = match is_base {
            true if beside.is_null() => Prototype::Null,
            true => Prototype::Usual,
            false => self.prototype_value(scope, id, above, " superclass")?,
        };
        let expected = match v8::Local::<v8::Object>::try_from(above) {
            Ok(above) if !is_base => own_value(scope, above, "prototype"),
            _ => None,
        };
        let is_expected = match expected {
            Some(expected) => expected.strict_equals(beside),
            None => beside.is_null() || self.reader.object_prototype == beside,
        };
        let parent = match is_expected {
            true => Prototype::Usual,
            false => self.prototype_value(scope, id, beside, ".prototype.__proto__")?,
        };
        self.captured(id, |it| {
            it.superclass = superclass;
            it.prototype_parent = parent;
        });
        Ok(())
    }

    /// Captures members that are not in the text of the class, and records the class of its
    /// methods.
    fn class_members(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        side: &ClassSide<'_>,
        found: &[RawMember<'s>],
    ) -> CaptureResult<Vec<Member>> {
        let mut members = Vec::new();
        for raw in found {
            let is_implied = match side.is_static {
                true => raw.is_named(scope, "prototype") || is_implied(scope, raw),
                false => raw.is_named(scope, "constructor"),
            };
            if is_implied || self.is_of_class(scope, side, raw)? {
                continue;
            }
            let part = if side.is_static { "" } else { ".prototype" };
            members.push(self.member(scope, side.class, part, raw)?);
        }
        Ok(members)
    }

    fn is_of_class(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        side: &ClassSide<'_>,
        raw: &RawMember<'s>,
    ) -> CaptureResult<bool> {
        let is_static = side.is_static;
        let wanted = match raw.is_accessor() {
            false => vec![(raw.value, UnitKind::Method { is_static }, OwnerPart::Method)],
            true => vec![
                (raw.value, UnitKind::Getter { is_static }, OwnerPart::Getter),
                (
                    raw.setter,
                    UnitKind::Setter { is_static },
                    OwnerPart::Setter,
                ),
            ],
        };
        let wanted: Vec<_> = wanted
            .into_iter()
            .filter(|(value, _, _)| !(raw.is_accessor() && value.is_undefined()))
            .collect();
        for (value, kind, _) in &wanted {
            if !self.is_written_in(scope, side, *value, *kind) {
                return Ok(false);
            }
        }
        for (value, _, part) in wanted {
            let (key, _) = self.key(scope, side.class, raw)?;
            if let Ok(method) = v8::Local::<v8::Function>::try_from(value)
                && let FunctionOrigin::Program(module, unit) = self.origin_of(scope, method)
                && module.analysis.unit(unit).name.is_empty()
            {
                self.captured(side.class, |it| it.keys.push((unit, key.clone())));
            }
            let owner = Owner {
                class: side.class,
                key,
                is_static,
                part,
            };
            self.method_homes.add_class(value, owner);
        }
        Ok(true)
    }

    fn is_written_in(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        side: &ClassSide<'_>,
        value: v8::Local<'s, v8::Value>,
        kind: UnitKind,
    ) -> bool {
        let Ok(function) = v8::Local::<v8::Function>::try_from(value) else {
            return false;
        };
        let FunctionOrigin::Program(module, id) = self.origin_of(scope, function) else {
            return false;
        };
        let unit = module.analysis.unit(id);
        Rc::ptr_eq(&module, side.module) && unit.parent == Some(side.unit) && unit.kind == kind
    }
}
