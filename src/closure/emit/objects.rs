//! Objects as literals, and the statements that complete them.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::closure::analysis::{Imported, UnitKind};
use crate::closure::capture::{
    Captured, CapturedFunction, CapturedObject, Integrity, Member, MemberContent, MemberKey,
    ObjectKind, Prototype, ValueId,
};

use super::code::Code;
use super::literal::{access, key, number, string};
use super::module::Writer;
use super::values::{DEEPEST, RESTORE};

/// Longer binary data is written as base64.
const SHORT_BYTES: usize = 32;
/// Arrays with more holes than this in a row are written member by member.
const MANY_HOLES: u32 = 16;

impl Writer<'_> {
    pub(super) fn object_needs_name(&self, object: &CapturedObject) -> bool {
        let is_literal = matches!(
            object.kind,
            ObjectKind::Plain | ObjectKind::Array { .. } | ObjectKind::Error { .. }
        );
        let later = object
            .members
            .iter()
            .any(|it| !self.fits_literal(object, it) || !is_of_literal(object, it));
        let is_revived = !object.private.is_empty();
        let inherits = !matches!(
            (&object.kind, object.prototype),
            (ObjectKind::Plain, _) | (_, Prototype::Usual)
        );
        (later && !is_revived)
            || (inherits && !is_revived)
            || (!is_literal && !object.members.is_empty())
            || (is_revived && (!is_literal || !self.filled.is_empty()))
            || matches!(
                object.kind,
                ObjectKind::Promise {
                    is_rejected: true,
                    ..
                }
            )
            || (object.integrity != Integrity::Extensible && !self.can_freeze_at_once(object))
    }

    /// Frozen plain data can be written in one expression.
    fn can_freeze_at_once(&self, object: &CapturedObject) -> bool {
        matches!(object.kind, ObjectKind::Plain | ObjectKind::Array { .. })
            && object.members.iter().all(|it| match &it.content {
                MemberContent::Data { value, .. } => !self.reaches_open(*value, 0),
                MemberContent::Accessor { .. } => false,
            })
    }

    fn reaches_open(&self, value: ValueId, depth: usize) -> bool {
        if depth > 20 || self.is_open(value) {
            return true;
        }
        match self.capture.value(value) {
            Captured::Object(object) => object.members.iter().any(|it| match &it.content {
                MemberContent::Data { value, .. } => self.reaches_open(*value, depth + 1),
                MemberContent::Accessor { .. } => true,
            }),
            Captured::Function(_) | Captured::Bound { .. } => true,
            _ => false,
        }
    }

    /// Whether an object literal gives the member the attributes that it has.
    fn fits_literal(&self, object: &CapturedObject, member: &Member) -> bool {
        if matches!(object.kind, ObjectKind::Error { .. }) && is_error_member(member) {
            return true;
        }
        let (is_fixed, is_frozen) = (
            matches!(object.integrity, Integrity::Sealed | Integrity::Frozen),
            object.integrity == Integrity::Frozen,
        );
        let is_configurable = member.is_configurable || is_fixed;
        match &member.content {
            MemberContent::Data { is_writable, .. } => {
                member.is_enumerable && is_configurable && (*is_writable || is_frozen)
            }
            MemberContent::Accessor { get, set } => {
                member.is_enumerable
                    && is_configurable
                    && self.is_accessor_in_place(*get, member, |kind| {
                        matches!(kind, UnitKind::Getter { .. })
                    })
                    && self.is_accessor_in_place(*set, member, |kind| {
                        matches!(kind, UnitKind::Setter { .. })
                    })
            }
        }
    }

    fn is_accessor_in_place(
        &self,
        value: Option<ValueId>,
        member: &Member,
        is_kind: fn(UnitKind) -> bool,
    ) -> bool {
        let Some(value) = value else { return true };
        let Captured::Function(function) = self.capture.value(value) else {
            return false;
        };
        is_kind(self.unit_kind(function))
            && self.is_lone(value, function)
            && self.has_key(function, &member.key)
    }

    fn unit_kind(&self, function: &CapturedFunction) -> UnitKind {
        self.capture.modules[function.module.0 as usize]
            .unit(function.unit)
            .kind
    }

    fn has_key(&self, function: &CapturedFunction, key: &MemberKey) -> bool {
        let unit = self.capture.modules[function.module.0 as usize].unit(function.unit);
        match key {
            MemberKey::Name(name) => unit.name == *name,
            MemberKey::Symbol(_) => unit.name.is_empty(),
        }
    }

    fn is_lone(&self, value: ValueId, function: &CapturedFunction) -> bool {
        self.uses[value.0 as usize] == 1
            && function.owner.is_none()
            && function.members.is_empty()
            && function.prototype_members.is_empty()
            && function.integrity == Integrity::Extensible
    }

    /// The expression that makes an object. What cannot be part of it follows in [`Self::complete`].
    pub(super) fn object(
        &mut self,
        value: ValueId,
        object: &CapturedObject,
        path: &str,
        indent: usize,
    ) -> Code {
        if !object.private.is_empty() {
            return self.revived(value, object, path, indent);
        }
        let code = match &object.kind {
            ObjectKind::Plain => self.plain(value, object, path, indent),
            ObjectKind::Array { length } => self.array(object, *length, path, indent),
            ObjectKind::Arguments { length } => self
                .array(object, *length, "", indent)
                .wrapped("(function () { return arguments; })(...", ")"),
            ObjectKind::Date(time) => Code::new(format!("new Date({})", number(*time))),
            ObjectKind::RegExp { source, flags } => Code::new(format!("/{source}/{flags}")),
            ObjectKind::Map(entries) => self.map(entries, path, indent),
            ObjectKind::Set(items) => self.set(items, path, indent),
            ObjectKind::ArrayBuffer { bytes, max_length } => {
                Code::new(buffer_text(bytes, *max_length))
            }
            ObjectKind::View {
                kind,
                buffer,
                offset,
                length,
            } => self.view(kind, *buffer, *offset, *length),
            ObjectKind::Error { class } => self.error(object, class, path, indent),
            ObjectKind::FromText { class, text } => {
                Code::new(format!("new {class}({})", string(text)))
            }
            ObjectKind::Wrapper(inner) => {
                self.expression(*inner, "", indent).wrapped("Object(", ")")
            }
            ObjectKind::Promise { value, is_rejected } => {
                let how = if *is_rejected { "reject" } else { "resolve" };
                self.expression(*value, "", indent)
                    .wrapped(&format!("Promise.{how}("), ")")
            }
        };
        match object.integrity {
            Integrity::Frozen if path.is_empty() => code.wrapped("Object.freeze(", ")"),
            Integrity::Sealed if path.is_empty() => code.wrapped("Object.seal(", ")"),
            Integrity::Fixed if path.is_empty() => code.wrapped("Object.preventExtensions(", ")"),
            _ => code,
        }
    }

    /// The statements that follow the one that gave an object or function its name.
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
                    self.late.push(code);
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

    fn complete_object(&mut self, object: &CapturedObject, name: &str) {
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
            // From the first that does not fit on, for the order of members.
            is_later |= !is_of_literal(object, member)
                || !self.fits_literal(object, member) && !is_array_index(object, member);
            if is_later && !(is_array_index(object, member) && self.fits_literal(object, member)) {
                self.add(name, member);
            }
        }
    }

    fn protect(&mut self, integrity: Integrity, name: &str) {
        let call = match integrity {
            Integrity::Extensible => return,
            Integrity::Fixed => "preventExtensions",
            Integrity::Sealed => "seal",
            Integrity::Frozen => "freeze",
        };
        self.frozen
            .push(Code::new(format!("Object.{call}({name});")));
    }

    fn later(&mut self, text: String) {
        self.late.push(Code::new(text));
    }

    /// A statement that adds a member to an object that has a name.
    fn add(&mut self, name: &str, member: &Member) {
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
                    // An assignment to a member names no function.
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
        self.late.push(code);
    }

    fn plain(
        &mut self,
        value: ValueId,
        object: &CapturedObject,
        path: &str,
        indent: usize,
    ) -> Code {
        let mut parts = Vec::new();
        match object.prototype {
            Prototype::Usual => {}
            Prototype::Null => parts.push(Code::new("__proto__: null")),
            Prototype::Value(prototype) => {
                let prototype = self.reference(prototype);
                parts.push(Code::new(format!("__proto__: {prototype}")));
            }
        }
        for member in &object.members {
            if !self.fits_literal(object, member) {
                break;
            }
            parts.extend(self.member(value, member, path, indent + 1));
        }
        block("{", parts, "}", indent)
    }

    /// The members of an object literal that make this member.
    fn member(&mut self, holder: ValueId, member: &Member, path: &str, indent: usize) -> Vec<Code> {
        match &member.content {
            MemberContent::Accessor { get, set } => {
                let functions = get.iter().chain(set);
                functions
                    .filter_map(|it| self.method(holder, *it, &member.key, indent))
                    .collect()
            }
            MemberContent::Data { value, .. } => {
                if let Captured::Function(function) = self.capture.value(*value)
                    && matches!(self.unit_kind(function), UnitKind::Method { .. })
                    && self.is_lone(*value, function)
                    && self.has_key(function, &member.key)
                    && (function.home.is_none() || function.home == Some(holder))
                    && let Some(code) = self.method(holder, *value, &member.key, indent)
                {
                    return vec![code];
                }
                let (label, context, place) = match &member.key {
                    MemberKey::Name(name) => (key(name), name.clone(), access(name)),
                    MemberKey::Symbol(symbol) => {
                        let symbol = self.reference(*symbol);
                        (format!("[{symbol}]"), String::new(), format!("[{symbol}]"))
                    }
                };
                vec![
                    self.content(*value, &context, path, &place, indent)
                        .wrapped(&format!("{label}: "), ""),
                ]
            }
        }
    }

    fn method(
        &mut self,
        _holder: ValueId,
        value: ValueId,
        key: &MemberKey,
        indent: usize,
    ) -> Option<Code> {
        let Captured::Function(function) = self.capture.value(value) else {
            return None;
        };
        let new_key = match key {
            MemberKey::Name(_) => None,
            MemberKey::Symbol(symbol) => Some(self.reference(*symbol)),
        };
        Some(self.slice(function, new_key, indent))
    }

    /// A member's value; one that is still being written is put in its place afterwards.
    fn content(
        &mut self,
        value: ValueId,
        context: &str,
        path: &str,
        place: &str,
        indent: usize,
    ) -> Code {
        if self.is_open(value)
            && let Some(name) = self.value_names[value.0 as usize].clone()
            && !path.is_empty()
        {
            self.later(format!("{path}{place} = {name};"));
            return Code::new("undefined");
        }
        let inner = if path.is_empty() {
            String::new()
        } else {
            format!("{path}{place}")
        };
        if self.value_names[value.0 as usize].is_none()
            && !self.is_simple(value)
            && self.uses[value.0 as usize] == 1
            && indent < DEEPEST
            && let Captured::Object(object) = self.capture.value(value)
            && !self.object_needs_name(object)
            && object.integrity == Integrity::Extensible
        {
            return self.written(value, context, &inner, indent);
        }
        self.expression(value, context, indent)
    }

    fn array(&mut self, object: &CapturedObject, length: u32, path: &str, indent: usize) -> Code {
        let mut parts = Vec::new();
        let mut next = 0;
        for member in &object.members {
            let Some(index) = index_of(member).filter(|_| self.fits_literal(object, member)) else {
                continue;
            };
            if index - next > MANY_HOLES && !path.is_empty() {
                // Written as a statement, so that a long gap costs nothing.
                self.add(path, member);
                continue;
            }
            while next < index {
                parts.push(Code::new(""));
                next += 1;
            }
            next = index + 1;
            if let MemberContent::Data { value, .. } = &member.content {
                parts.push(self.content(*value, "", path, &format!("[{index}]"), indent + 1));
            }
        }
        let missing = length - next;
        if missing > 0 && !path.is_empty() {
            self.later(format!("{path}.length = {length};"));
        } else {
            // A hole at the end needs its comma.
            parts.extend((0..missing).map(|_| Code::new("")));
            if missing > 0 {
                parts.push(Code::new(""));
            }
        }
        block("[", parts, "]", indent)
    }

    fn map(&mut self, entries: &[(ValueId, ValueId)], path: &str, indent: usize) -> Code {
        let mut parts = Vec::new();
        let mut is_late = false;
        for &(key, value) in entries {
            is_late |= self.is_open(key) || self.is_open(value);
            if is_late && !path.is_empty() {
                let (key, value) = (self.reference(key), self.reference(value));
                self.later(format!("{path}.set({key}, {value});"));
                continue;
            }
            let mut pair = Code::new("[");
            pair.append(self.expression(key, "", indent + 1));
            pair.push(", ");
            pair.append(self.expression(value, "", indent + 1));
            pair.push("]");
            parts.push(pair);
        }
        if parts.is_empty() {
            return Code::new("new Map()");
        }
        block("[", parts, "]", indent).wrapped("new Map(", ")")
    }

    fn set(&mut self, items: &[ValueId], path: &str, indent: usize) -> Code {
        let mut parts = Vec::new();
        let mut is_late = false;
        for &item in items {
            is_late |= self.is_open(item);
            if is_late && !path.is_empty() {
                let item = self.reference(item);
                self.later(format!("{path}.add({item});"));
                continue;
            }
            parts.push(self.expression(item, "", indent + 1));
        }
        if parts.is_empty() {
            return Code::new("new Set()");
        }
        block("[", parts, "]", indent).wrapped("new Set(", ")")
    }

    fn view(&mut self, kind: &str, buffer: ValueId, offset: usize, length: usize) -> Code {
        let class = match kind {
            "Buffer" => {
                let names = self.imports.entry("node:buffer".to_owned()).or_default();
                names.insert("Buffer".to_owned(), Imported::Name("Buffer".to_owned()));
                "Buffer.from"
            }
            other => other,
        };
        let new = if kind == "Buffer" { "" } else { "new " };
        if let Captured::Object(object) = self.capture.value(buffer)
            && let ObjectKind::ArrayBuffer {
                bytes,
                max_length: None,
            } = &object.kind
            && self.uses[buffer.0 as usize] == 1
            && kind == "Uint8Array"
            && (offset, length) == (0, bytes.len())
        {
            return Code::new(bytes_text(bytes));
        }
        let size = match self.capture.value(buffer) {
            Captured::Object(CapturedObject {
                kind: ObjectKind::ArrayBuffer { bytes, .. },
                ..
            }) => bytes.len(),
            _ => 0,
        };
        let buffer = self.reference(buffer);
        // What reaches to the end of a buffer that can grow is taken to grow with it.
        let place = match (offset, offset + length * element_size(kind) == size) {
            (0, true) => String::new(),
            (_, true) => format!(", {offset}"),
            _ => format!(", {offset}, {length}"),
        };
        Code::new(format!("{new}{class}({buffer}{place})"))
    }

    fn error(&mut self, object: &CapturedObject, class: &str, path: &str, indent: usize) -> Code {
        let find = |name: &str| {
            object
                .members
                .iter()
                .find_map(|it| match (&it.key, &it.content) {
                    (MemberKey::Name(key), MemberContent::Data { value, .. }) if key == name => {
                        Some(*value)
                    }
                    _ => None,
                })
        };
        let mut code = Code::new(format!("new {class}("));
        if class == "AggregateError" {
            match find("errors") {
                Some(errors) => {
                    code.append(self.content(errors, "", path, ".errors", indent));
                }
                None => code.push("[]"),
            }
            code.push(", ");
        }
        let cause = find("cause");
        match find("message") {
            Some(message) => code.append(self.expression(message, "", indent)),
            None if cause.is_some() => code.push("undefined"),
            None => {}
        }
        if let Some(cause) = cause {
            code.append(
                self.content(cause, "", path, ".cause", indent)
                    .wrapped(", { cause: ", " }"),
            );
        }
        code.push(")");
        code
    }

    fn revived(
        &mut self,
        value: ValueId,
        object: &CapturedObject,
        path: &str,
        indent: usize,
    ) -> Code {
        let class = match object.prototype {
            Prototype::Value(id) => match self.capture.value(id) {
                Captured::PrototypeOf(class) => self.reference(*class),
                _ => "Object".to_owned(),
            },
            _ => "Object".to_owned(),
        };
        let fields = self.stored_fields(object, path, indent);
        let members: Vec<Code> = object
            .members
            .iter()
            .flat_map(|it| self.member(value, it, path, indent + 1))
            .collect();
        let revive = self
            .revival
            .as_ref()
            .map_or("revive".to_owned(), |it| it.0.clone());
        let mut code = Code::new(format!("{revive}({class}, "));
        code.append(block("{", fields, "}", indent));
        code.push(", ");
        code.append(block("{", members, "}", indent));
        code.push(")");
        code
    }
}

fn is_error_member(member: &Member) -> bool {
    let is_named = matches!(&member.key, MemberKey::Name(name) if matches!(name.as_str(), "message" | "cause" | "errors"));
    let is_usual = matches!(
        member.content,
        MemberContent::Data {
            is_writable: true,
            ..
        }
    );
    is_named && is_usual && !member.is_enumerable && member.is_configurable
}

/// Array literals have indices only.
fn is_of_literal(object: &CapturedObject, member: &Member) -> bool {
    !matches!(object.kind, ObjectKind::Array { .. }) || index_of(member).is_some()
}

fn is_array_index(object: &CapturedObject, member: &Member) -> bool {
    matches!(object.kind, ObjectKind::Array { .. }) && index_of(member).is_some()
}

fn index_of(member: &Member) -> Option<u32> {
    match &member.key {
        MemberKey::Name(name) => name.parse().ok().filter(|it: &u32| it.to_string() == *name),
        MemberKey::Symbol(_) => None,
    }
}

/// Members on one line where they fit.
fn block(open: &str, parts: Vec<Code>, close: &str, indent: usize) -> Code {
    if parts.is_empty() {
        return Code::new(format!("{open}{close}"));
    }
    let width: usize = parts.iter().map(|it| it.text.len() + 2).sum();
    let is_short = width < 80 && !parts.iter().any(Code::is_multiline);
    let space = if open == "{" { " " } else { "" };
    let (before, between, after) = match is_short {
        true => (space.to_owned(), ", ".to_owned(), space.to_owned()),
        false => {
            let line = |depth: usize| format!("\n{}", "  ".repeat(depth));
            (
                line(indent + 1),
                format!(",{}", line(indent + 1)),
                line(indent),
            )
        }
    };
    let mut code = Code::new(format!("{open}{before}"));
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            code.push(&between);
        }
        code.append(part);
    }
    code.push(&format!("{after}{close}"));
    code
}

fn element_size(kind: &str) -> usize {
    match kind {
        "Int16Array" | "Uint16Array" | "Float16Array" => 2,
        "Int32Array" | "Uint32Array" | "Float32Array" => 4,
        "Float64Array" | "BigInt64Array" | "BigUint64Array" => 8,
        _ => 1,
    }
}

fn buffer_text(bytes: &[u8], max_length: Option<usize>) -> String {
    match max_length {
        None => format!("{}.buffer", bytes_text(bytes)),
        Some(max) => format!(
            "((it) => (new Uint8Array(it).set({}), it))(new ArrayBuffer({}, {{ maxByteLength: {max} }}))",
            bytes_text(bytes),
            bytes.len()
        ),
    }
}

fn bytes_text(bytes: &[u8]) -> String {
    if bytes.len() <= SHORT_BYTES {
        let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
        return format!("new Uint8Array([{}])", list.join(", "));
    }
    let text = BASE64_STANDARD.encode(bytes);
    format!("Uint8Array.from(atob(\"{text}\"), (it) => it.charCodeAt(0))")
}
