//! Object literals, and the statements that complete them.

use crate::analysis::UnitKind;
use crate::capture::{
    Captured, CapturedFunction, CapturedObject, Integrity, Member, MemberContent, MemberKey,
    ObjectKind, Prototype, ValueId,
};

use super::code::Code;
use super::collections::buffer_text;
use super::literal::{access, key, number, string};
use super::module::Writer;
use super::values::DEEPEST;

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
        (!is_revived && (later || inherits))
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

    /// Whether frozen plain data can be written as one expression.
    pub(super) fn can_freeze_at_once(&self, object: &CapturedObject) -> bool {
        matches!(object.kind, ObjectKind::Plain | ObjectKind::Array { .. })
            && object.members.iter().all(|it| match &it.content {
                MemberContent::Data { value, .. } => !self.reaches_open(*value, 0),
                MemberContent::Accessor { .. } | MemberContent::Live(_) => false,
            })
    }

    pub(super) fn reaches_open(&self, value: ValueId, depth: usize) -> bool {
        if depth > 20 || self.is_open(value) {
            return true;
        }
        match self.capture.value(value) {
            Captured::Object(object) => object.members.iter().any(|it| match &it.content {
                MemberContent::Data { value, .. } => self.reaches_open(*value, depth + 1),
                MemberContent::Accessor { .. } | MemberContent::Live(_) => true,
            }),
            Captured::Function(_) | Captured::Bound { .. } => true,
            _ => false,
        }
    }

    /// Whether an object literal gives the member its attributes.
    pub(super) fn fits_literal(&self, object: &CapturedObject, member: &Member) -> bool {
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
            MemberContent::Live(_) => true,
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

    pub(super) fn is_accessor_in_place(
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

    pub(super) fn unit_kind(&self, function: &CapturedFunction) -> UnitKind {
        self.capture.modules[function.module.0 as usize]
            .unit(function.unit)
            .kind
    }

    pub(super) fn has_key(&self, function: &CapturedFunction, key: &MemberKey) -> bool {
        let unit = self.capture.modules[function.module.0 as usize].unit(function.unit);
        match key {
            MemberKey::Name(name) => unit.name == *name,
            MemberKey::Symbol(_) => unit.name.is_empty(),
        }
    }

    pub(super) fn is_lone(&self, value: ValueId, function: &CapturedFunction) -> bool {
        self.uses[value.0 as usize] == 1
            && function.owner.is_none()
            && function.members.is_empty()
            && function.prototype_members.is_empty()
            && function.integrity == Integrity::Extensible
    }

    /// The expression that makes an object. Parts that do not fit follow in [`Self::complete`].
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
        if self.is_data(value) {
            let mut text = String::new();
            self.data(object, indent, &mut text);
            return Code::new(text);
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

    pub(super) fn plain(
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

    /// The literal members for a captured member.
    pub(super) fn member(
        &mut self,
        holder: ValueId,
        member: &Member,
        path: &str,
        indent: usize,
    ) -> Vec<Code> {
        match &member.content {
            MemberContent::Live(cell) => {
                let MemberKey::Name(name) = &member.key else {
                    return Vec::new();
                };
                let variable = self.definitions.cell_name(*cell);
                let getter = format!("get {}() {{ return {variable}; }}", key(name));
                vec![Code::new(getter)]
            }
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

    pub(super) fn method(
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

    /// A member's value; `undefined` if the value is still being written, to be assigned later.
    pub(super) fn content(
        &mut self,
        value: ValueId,
        context: &str,
        path: &str,
        place: &str,
        indent: usize,
    ) -> Code {
        if self.is_open(value)
            && let Some(name) = self.definitions.value_name(value).map(str::to_owned)
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
        if self.definitions.value_name(value).is_none()
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

    pub(super) fn revived(
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

pub(super) fn is_error_member(member: &Member) -> bool {
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

/// Array literals contain only indices.
pub(super) fn is_of_literal(object: &CapturedObject, member: &Member) -> bool {
    !matches!(object.kind, ObjectKind::Array { .. }) || index_of(member).is_some()
}

pub(super) fn is_array_index(object: &CapturedObject, member: &Member) -> bool {
    matches!(object.kind, ObjectKind::Array { .. }) && index_of(member).is_some()
}

pub(super) fn index_of(member: &Member) -> Option<u32> {
    match &member.key {
        MemberKey::Name(name) => {
            let is_written_so = match name.as_bytes() {
                [b'0'] => true,
                [first, ..] => (b'1'..=b'9').contains(first),
                [] => false,
            };
            name.parse().ok().filter(|_| is_written_so)
        }
        MemberKey::Symbol(_) => None,
    }
}

/// Whether members fit on one line, with two separator characters each.
pub(super) fn is_short(width: usize, is_multiline: bool) -> bool {
    width < 80 && !is_multiline
}

/// Writes members on one line if they fit.
pub(super) fn block(open: &str, parts: Vec<Code>, close: &str, indent: usize) -> Code {
    if parts.is_empty() {
        return Code::new(format!("{open}{close}"));
    }
    let width: usize = parts.iter().map(|it| it.text.len() + 2).sum();
    let is_short = is_short(width, parts.iter().any(Code::is_multiline));
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
