//! The statements that complete an object or function once it has a name.

use std::fmt::Write as _;

use crate::capture::{
    Captured, CapturedObject, Integrity, Member, MemberContent, MemberKey, ObjectKind, Prototype,
    ValueId,
};

use super::code::Code;
use super::literal::access;
use super::module::Writer;
use super::objects::{is_array_index, is_error_member, is_of_literal};
use super::values::RESTORE;

impl Writer<'_> {
    /// Writes the statements after the one that defines an object or function.
    pub(super) fn complete(&mut self, value: ValueId, name: &str) {
        let capture = self.capture;
        match capture.value(value) {
            Captured::Object(object) => {
                if object.private.is_empty() {
                    self.complete_object(object, name);
                } else {
                    self.refill(object, name);
                }
                self.protect(object.integrity, name);
            }
            Captured::Function(function) => {
                let restored = self.restored(function);
                if !restored.is_empty() {
                    let mut code = Code::new(format!("{name}.{RESTORE}("));
                    for (index, (_, field)) in restored.into_iter().enumerate() {
                        code.push(if index > 0 { ", " } else { "" });
                        code.append(self.expression(field, "", 0));
                    }
                    code.push(&format!(");\ndelete {name}.{RESTORE};"));
                    self.statements.push_late(code);
                }
                for member in &function.members {
                    self.add(name, member);
                }
                for member in &function.prototype_members {
                    self.add(&format!("{name}.prototype"), member);
                }
                self.protect(function.integrity, name);
            }
            Captured::Bound { members, .. } => {
                for member in members {
                    self.add(name, member);
                }
            }
            _ => {}
        }
    }

    pub(super) fn complete_object(&mut self, object: &CapturedObject, name: &str) {
        let is_plain = matches!(object.kind, ObjectKind::Plain);
        if !is_plain {
            match object.prototype {
                Prototype::Usual => {}
                Prototype::Null => self.later(format!("Object.setPrototypeOf({name}, null);")),
                Prototype::Value(prototype) => {
                    let prototype = self.reference(prototype);
                    self.later(format!("Object.setPrototypeOf({name}, {prototype});"));
                }
            }
        }
        if let ObjectKind::Promise {
            is_rejected: true, ..
        } = object.kind
        {
            self.later(format!("{name}.catch(() => {{}});"));
        }
        let is_literal = is_plain || matches!(object.kind, ObjectKind::Array { .. });
        let mut is_later = !is_literal;
        for member in &object.members {
            if matches!(object.kind, ObjectKind::Error { .. }) && is_error_member(member) {
                continue;
            }
            // All members after the first that does not fit, to preserve their order.
            is_later |= !is_of_literal(object, member)
                || !self.fits_literal(object, member) && !is_array_index(object, member);
            if is_later && !(is_array_index(object, member) && self.fits_literal(object, member)) {
                self.add(name, member);
            }
        }
    }

    pub(super) fn protect(&mut self, integrity: Integrity, name: &str) {
        let call = match integrity {
            Integrity::Extensible => return,
            Integrity::Fixed => "preventExtensions",
            Integrity::Sealed => "seal",
            Integrity::Frozen => "freeze",
        };
        self.statements
            .push_frozen(Code::new(format!("Object.{call}({name});")));
    }

    pub(super) fn later(&mut self, text: String) {
        self.statements.push_late(Code::new(text));
    }

    /// Writes a statement that adds a member to a named object.
    pub(super) fn add(&mut self, name: &str, member: &Member) {
        let place = match &member.key {
            MemberKey::Name(key) => access(key),
            MemberKey::Symbol(symbol) => format!("[{}]", self.reference(*symbol)),
        };
        let is_usual = member.is_enumerable && member.is_configurable;
        let code = match &member.content {
            MemberContent::Data {
                value,
                is_writable: true,
            } if is_usual || matches!(&member.key, MemberKey::Name(it) if it == "lastIndex") => {
                let context = match &member.key {
                    // Assignments to members do not name functions.
                    MemberKey::Name(_) | MemberKey::Symbol(_) => "",
                };
                self.expression(*value, context, 0)
                    .wrapped(&format!("{name}{place} = "), ";")
            }
            MemberContent::Data { value, is_writable } => {
                let mut attributes = String::new();
                for (attribute, is_set) in [
                    ("writable", *is_writable),
                    ("enumerable", member.is_enumerable),
                    ("configurable", member.is_configurable),
                ] {
                    if is_set {
                        let _ = write!(attributes, ", {attribute}: true");
                    }
                }
                let key = self.member_text(&member.key);
                let value = self.expression(*value, "value", 0);
                value.wrapped(
                    &format!("Object.defineProperty({name}, {key}, {{ value: "),
                    &format!("{attributes} }});"),
                )
            }
            MemberContent::Live(cell) => {
                let key = self.member_text(&member.key);
                let variable = self.definitions.cell_name(*cell);
                Code::new(format!(
                    "Object.defineProperty({name}, {key}, {{ get: () => {variable}, enumerable: true }});"
                ))
            }
            MemberContent::Accessor { get, set } => {
                let key = self.member_text(&member.key);
                let mut code = Code::new(format!("Object.defineProperty({name}, {key}, {{ "));
                for (part, function) in [("get", get), ("set", set)] {
                    if let Some(function) = function {
                        let function = self.reference(*function);
                        code.push(&format!("{part}: {function}, "));
                    }
                }
                code.push(&format!(
                    "enumerable: {}, configurable: {} }});",
                    member.is_enumerable, member.is_configurable
                ));
                code
            }
        };
        self.statements.push_late(code);
    }
}
