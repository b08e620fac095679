//! Objects other than functions as expressions.

use crate::analysis::UnitKind;
use crate::capture::{
    Captured, CapturedObject, Integrity, Member, MemberContent, MemberKey, ObjectKind, Prototype,
    ValueId,
};

use super::code::Code;
use super::collections::{CollectionWriter, buffer_text};
use super::data::DataWriter;
use super::functions::FunctionWriter;
use super::instances::InstanceWriter;
use super::literal::{access, key, number, string};
use super::values::ValueWriter;

/// The place of an object in the text.
#[derive(Clone, Copy)]
pub struct Destination<'p> {
    /// The expression by which later statements refer to the object; empty if there is none.
    pub path: &'p str,
    /// The depth of the line.
    pub indent: usize,
}

impl Destination<'_> {
    pub fn has_path(&self) -> bool {
        !self.path.is_empty()
    }

    /// The destination of this object one line deeper.
    pub fn deeper(self) -> Self {
        Self {
            indent: self.indent + 1,
            ..self
        }
    }
}

/// Writes one object. Parts that do not fit into the expression follow as statements, see
/// [`super::completion`].
pub struct ObjectWriter<'w, 'a> {
    pub writer: &'w mut ValueWriter<'a>,
    pub value: ValueId,
    pub object: &'a CapturedObject,
}

impl<'a> ObjectWriter<'_, 'a> {
    /// The expression that makes the object.
    pub fn expression(&mut self, at: Destination<'_>) -> Code {
        let object = self.object;
        if !object.private.is_empty() {
            let mut instance = InstanceWriter {
                writer: &mut *self.writer,
                value: self.value,
                object,
            };
            return instance.expression(at);
        }
        if self.writer.data.is_data(&self.writer.facts, self.value) {
            return DataWriter::new(self.writer).code(object, at.indent);
        }
        let code = self.unprotected(at);
        match object.integrity {
            Integrity::Frozen if !at.has_path() => code.wrapped("Object.freeze(", ")"),
            Integrity::Sealed if !at.has_path() => code.wrapped("Object.seal(", ")"),
            Integrity::Fixed if !at.has_path() => code.wrapped("Object.preventExtensions(", ")"),
            _ => code,
        }
    }

    /// The expression without the integrity of the object.
    fn unprotected(&mut self, at: Destination<'_>) -> Code {
        let object = self.object;
        let indent = at.indent;
        match &object.kind {
            ObjectKind::Plain => self.plain(at),
            ObjectKind::Array { length } => self.collection(at).array(object, *length),
            ObjectKind::Arguments { length } => self
                .collection(Destination { path: "", indent })
                .array(object, *length)
                .wrapped("(function () { return arguments; })(...", ")"),
            ObjectKind::Date(time) => Code::new(format!("new Date({})", number(*time))),
            ObjectKind::RegExp { source, flags } => Code::new(format!("/{source}/{flags}")),
            ObjectKind::Map(entries) => self.collection(at).map(entries),
            ObjectKind::Set(items) => self.collection(at).set(items),
            ObjectKind::ArrayBuffer { bytes, max_length } => {
                Code::new(buffer_text(bytes, *max_length))
            }
            ObjectKind::View {
                kind,
                buffer,
                offset,
                length,
            } => self.collection(at).view(kind, *buffer, *offset, *length),
            ObjectKind::Error { class } => self.collection(at).error(object, class),
            ObjectKind::FromText { class, text } if class == "Headers" => {
                // A list of names and values as JSON, which is code as well.
                Code::new(format!("new {class}({text})"))
            }
            ObjectKind::FromText { class, text } => {
                Code::new(format!("new {class}({})", string(text)))
            }
            ObjectKind::Wrapper(inner) => {
                let inner = self.writer.expression(*inner, "", indent);
                inner.wrapped("Object(", ")")
            }
            ObjectKind::Promise { value, is_rejected } => {
                let how = if *is_rejected { "reject" } else { "resolve" };
                let result = self.writer.expression(*value, "", indent);
                result.wrapped(&format!("Promise.{how}("), ")")
            }
        }
    }

    fn collection<'c, 'p>(&'c mut self, at: Destination<'p>) -> CollectionWriter<'c, 'a, 'p> {
        CollectionWriter {
            writer: &mut *self.writer,
            at,
        }
    }

    fn plain(&mut self, at: Destination<'_>) -> Code {
        let mut parts = Vec::new();
        match self.object.prototype {
            Prototype::Usual => {}
            Prototype::Null => parts.push(Code::new("__proto__: null")),
            Prototype::Value(prototype) => {
                let prototype = self.writer.reference(prototype);
                parts.push(Code::new(format!("__proto__: {prototype}")));
            }
        }
        for member in &self.object.members {
            if !self.writer.facts.fits_literal(self.object, member) {
                break;
            }
            parts.extend(self.member(member, at.deeper()));
        }
        block("{", parts, "}", at.indent)
    }

    /// The literal members for a captured member.
    pub fn member(&mut self, member: &Member, at: Destination<'_>) -> Vec<Code> {
        match &member.content {
            MemberContent::Live(cell) => {
                let MemberKey::Name(name) = &member.key else {
                    return Vec::new();
                };
                let variable = self.writer.definitions.cell_name(*cell);
                let getter = format!("get {}() {{ return {variable}; }}", key(name));
                vec![Code::new(getter)]
            }
            MemberContent::Accessor { get, set } => {
                let functions = get.iter().chain(set);
                functions
                    .filter_map(|it| self.method(*it, &member.key, at.indent))
                    .collect()
            }
            MemberContent::Data { value, .. } => {
                if self.is_method(*value, member)
                    && let Some(code) = self.method(*value, &member.key, at.indent)
                {
                    return vec![code];
                }
                let (label, context, place) = match &member.key {
                    MemberKey::Name(name) => (key(name), name.as_str(), access(name)),
                    MemberKey::Symbol(symbol) => {
                        let symbol = format!("[{}]", self.writer.reference(*symbol));
                        (symbol.clone(), "", symbol)
                    }
                };
                let content = self.writer.content(*value, context, at, &place);
                vec![content.wrapped(&format!("{label}: "), "")]
            }
        }
    }

    /// Whether the value of a member is a method of this object.
    fn is_method(&self, value: ValueId, member: &Member) -> bool {
        let facts = &self.writer.facts;
        let is_kind = |kind| matches!(kind, UnitKind::Method { .. });
        let is_home = match facts.value(value) {
            Captured::Function(function) => function.home.is_none_or(|it| it == self.value),
            _ => false,
        };
        is_home && facts.is_method_of(value, member, is_kind)
    }

    fn method(&mut self, value: ValueId, key: &MemberKey, indent: usize) -> Option<Code> {
        let Captured::Function(function) = self.writer.facts.value(value) else {
            return None;
        };
        let new_key = match key {
            MemberKey::Name(_) => None,
            MemberKey::Symbol(symbol) => Some(self.writer.reference(*symbol)),
        };
        Some(FunctionWriter::new(self.writer, function, indent).source(new_key))
    }
}

/// Whether members fit on one line, with two separator characters each.
pub fn is_short(width: usize, is_multiline: bool) -> bool {
    width < 80 && !is_multiline
}

/// Writes members on one line if they fit.
pub fn block(open: &str, parts: Vec<Code>, close: &str, indent: usize) -> Code {
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
