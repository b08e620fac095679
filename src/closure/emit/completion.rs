//! The statements that complete an object or function once it has a name.

use std::fmt::Write as _;

use crate::capture::{
    Captured, CapturedFunction, CapturedObject, Integrity, Member, MemberContent, MemberKey,
    ObjectKind, Prototype, ValueId,
};

use super::capture_facts::{is_array_index, is_error_member, is_of_literal};
use super::code::Code;
use super::functions::RESTORE;
use super::literal::{access, number};
use super::values::ValueWriter;

/// Writes the statements that follow the definition of one value.
pub struct CompletionWriter<'w, 'a, 'n> {
    writer: &'w mut ValueWriter<'a>,
    /// The name of the value, or another expression that refers to it.
    name: &'n str,
}

impl<'w, 'a, 'n> CompletionWriter<'w, 'a, 'n> {
    pub fn new(writer: &'w mut ValueWriter<'a>, name: &'n str) -> Self {
        Self { writer, name }
    }

    /// Completes an object or function.
    pub fn complete(&mut self, value: ValueId) {
        match self.writer.facts.value(value) {
            Captured::Object(object) => {
                match object.private.is_empty() {
                    true => self.object(object),
                    false => self.internal_state(object),
                }
                self.protect(object.integrity);
            }
            Captured::Function(function) => self.function(function),
            Captured::Bound { members, .. } => self.add_all(members),
            _ => {}
        }
    }

    fn function(&mut self, function: &CapturedFunction) {
        let name = self.name;
        let restored: Vec<ValueId> = self
            .writer
            .facts
            .restored(function)
            .map(|it| it.1)
            .collect();
        if !restored.is_empty() {
            let mut code = Code::new(format!("{name}.{RESTORE}("));
            for (index, field) in restored.into_iter().enumerate() {
                code.push(if index > 0 { ", " } else { "" });
                code.append(self.writer.expression(field, "", 0));
            }
            code.push(&format!(");\ndelete {name}.{RESTORE};"));
            self.writer.statements.push_late(code);
        }
        self.add_all(&function.members);
        let prototype = format!("{name}.prototype");
        CompletionWriter::new(self.writer, &prototype).add_all(&function.prototype_members);
        self.protect(function.integrity);
    }

    fn object(&mut self, object: &CapturedObject) {
        let name = self.name;
        let is_plain = matches!(object.kind, ObjectKind::Plain);
        if !is_plain {
            match object.prototype {
                Prototype::Usual => {}
                Prototype::Null => {
                    self.writer
                        .later(format!("Object.setPrototypeOf({name}, null);"));
                }
                Prototype::Value(prototype) => {
                    let prototype = self.writer.reference(prototype);
                    self.writer
                        .later(format!("Object.setPrototypeOf({name}, {prototype});"));
                }
            }
        }
        if let ObjectKind::Promise {
            is_rejected: true, ..
        } = object.kind
        {
            self.writer.later(format!("{name}.catch(() => {{}});"));
        }
        self.remaining_members(object);
    }

    /// Adds the members that the expression of the object does not contain.
    fn remaining_members(&mut self, object: &CapturedObject) {
        let mut is_later = !matches!(object.kind, ObjectKind::Plain | ObjectKind::Array { .. });
        for member in &object.members {
            if matches!(object.kind, ObjectKind::Error { .. }) && is_error_member(member) {
                continue;
            }
            let fits = self.writer.facts.fits_literal(object, member);
            // All members after the first that does not fit, to preserve their order.
            is_later |= !is_of_literal(object, member) || !fits && !is_array_index(object, member);
            if is_later && !(is_array_index(object, member) && fits) {
                self.add(member);
            }
        }
    }

    /// Restores the internal state of an instance of a built-in class.
    fn internal_state(&mut self, object: &CapturedObject) {
        let name = self.name;
        match &object.kind {
            ObjectKind::Map(entries) => {
                for &(key, value) in entries {
                    let (key, value) = (self.writer.reference(key), self.writer.reference(value));
                    self.writer
                        .later(format!("Map.prototype.set.call({name}, {key}, {value});"));
                }
            }
            ObjectKind::Set(items) => {
                for &item in items {
                    let item = self.writer.reference(item);
                    self.writer
                        .later(format!("Set.prototype.add.call({name}, {item});"));
                }
            }
            ObjectKind::Date(time) => {
                let time = number(*time);
                self.writer
                    .later(format!("Date.prototype.setTime.call({name}, {time});"));
            }
            _ => {}
        }
    }

    fn protect(&mut self, integrity: Integrity) {
        let call = match integrity {
            Integrity::Extensible => return,
            Integrity::Fixed => "preventExtensions",
            Integrity::Sealed => "seal",
            Integrity::Frozen => "freeze",
        };
        let code = Code::new(format!("Object.{call}({});", self.name));
        self.writer.statements.push_frozen(code);
    }

    fn add_all(&mut self, members: &[Member]) {
        for member in members {
            self.add(member);
        }
    }

    /// Writes a statement that adds a member.
    pub fn add(&mut self, member: &Member) {
        let name = self.name;
        let place = match &member.key {
            MemberKey::Name(key) => access(key),
            MemberKey::Symbol(symbol) => format!("[{}]", self.writer.reference(*symbol)),
        };
        let is_usual = member.is_enumerable && member.is_configurable;
        let code = match &member.content {
            MemberContent::Data {
                value,
                is_writable: true,
            } if is_usual || matches!(&member.key, MemberKey::Name(it) if it == "lastIndex") => {
                // Assignments to members do not name functions.
                let value = self.writer.expression(*value, "", 0);
                value.wrapped(&format!("{name}{place} = "), ";")
            }
            MemberContent::Data { value, is_writable } => {
                let attributes = attributes(member, *is_writable);
                let key = self.writer.member_key(&member.key);
                let value = self.writer.expression(*value, "value", 0);
                value.wrapped(
                    &format!("Object.defineProperty({name}, {key}, {{ value: "),
                    &format!("{attributes} }});"),
                )
            }
            MemberContent::Live(cell) => {
                let key = self.writer.member_key(&member.key);
                let variable = self.writer.definitions.cell_name(*cell);
                Code::new(format!(
                    "Object.defineProperty({name}, {key}, {{ get: () => {variable}, enumerable: true }});"
                ))
            }
            MemberContent::Accessor { get, set } => self.accessor(member, *get, *set),
        };
        self.writer.statements.push_late(code);
    }

    fn accessor(&mut self, member: &Member, get: Option<ValueId>, set: Option<ValueId>) -> Code {
        let name = self.name;
        let key = self.writer.member_key(&member.key);
        let mut code = Code::new(format!("Object.defineProperty({name}, {key}, {{ "));
        for (part, function) in [("get", get), ("set", set)] {
            if let Some(function) = function {
                let function = self.writer.reference(function);
                code.push(&format!("{part}: {function}, "));
            }
        }
        code.push(&format!(
            "enumerable: {}, configurable: {} }});",
            member.is_enumerable, member.is_configurable
        ));
        code
    }
}

/// The attributes of a descriptor that are true; the others are false by default.
fn attributes(member: &Member, is_writable: bool) -> String {
    let mut text = String::new();
    for (attribute, is_set) in [
        ("writable", is_writable),
        ("enumerable", member.is_enumerable),
        ("configurable", member.is_configurable),
    ] {
        if is_set {
            let _ = write!(text, ", {attribute}: true");
        }
    }
    text
}
