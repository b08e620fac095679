//! Writes plain data, the bulk of large captures, as one text.

use crate::capture::{
    Capture, Captured, CapturedObject, Integrity, Member, MemberContent, MemberKey, ObjectKind,
    Prototype, ValueId,
};

use super::capture_facts::{CaptureFacts, index_of};
use super::code::Code;
use super::literal::{number, push_key, push_string};
use super::objects::is_short;
use super::values::{MAX_NESTING, ValueWriter};

/// Which values are plain data, cached.
pub struct PlainData(Vec<Option<bool>>);

impl PlainData {
    pub fn new(capture: &Capture) -> Self {
        Self(vec![None; capture.values.len()])
    }

    /// Whether a value is a plain object or array that contains only primitives and plain data that
    /// nothing else refers to.
    pub fn is_data(&mut self, facts: &CaptureFacts<'_>, value: ValueId) -> bool {
        if let Some(known) = self.0[value.0 as usize] {
            return known;
        }
        let is_data = match facts.value(value) {
            Captured::Object(object) => {
                is_literal(object)
                    && object.members.iter().all(|it| match it.content {
                        MemberContent::Data { value, .. } => self.is_part(facts, value),
                        MemberContent::Accessor { .. } | MemberContent::Live(_) => false,
                    })
            }
            _ => false,
        };
        self.0[value.0 as usize] = Some(is_data);
        is_data
    }

    fn is_part(&mut self, facts: &CaptureFacts<'_>, value: ValueId) -> bool {
        match facts.value(value) {
            Captured::Undefined
            | Captured::Null
            | Captured::Bool(_)
            | Captured::Number(_)
            | Captured::String(_) => true,
            Captured::Object(_) => facts.uses(value) == 1 && self.is_data(facts, value),
            _ => false,
        }
    }
}

/// Writes plain data as one text.
pub struct DataWriter<'w, 'a> {
    writer: &'w mut ValueWriter<'a>,
    text: String,
}

impl<'w, 'a> DataWriter<'w, 'a> {
    pub fn new(writer: &'w mut ValueWriter<'a>) -> Self {
        Self {
            writer,
            text: String::new(),
        }
    }

    /// Plain data at the depth `indent`.
    pub fn code(mut self, object: &CapturedObject, indent: usize) -> Code {
        self.object(object, indent);
        Code::new(self.text)
    }

    /// Writes an object; returns whether the text takes several lines.
    fn object(&mut self, object: &CapturedObject, indent: usize) -> bool {
        let is_array = matches!(object.kind, ObjectKind::Array { .. });
        let (open, close) = if is_array { ("[", "]") } else { ("{", "}") };
        let start = self.text.len();
        let mut ends = Vec::with_capacity(object.members.len());
        let mut is_multiline = false;
        for member in &object.members {
            if let (MemberKey::Name(name), false) = (&member.key, is_array) {
                push_key(&mut self.text, name);
                self.text.push_str(": ");
            }
            if let MemberContent::Data { value, .. } = member.content {
                is_multiline |= self.value(value, indent + 1);
            }
            ends.push(self.text.len() - start);
        }
        let parts = self.text.split_off(start);
        self.text.push_str(open);
        let width = parts.len() + 2 * ends.len();
        let is_long = !ends.is_empty() && !is_short(width, is_multiline);
        let space = if is_array || ends.is_empty() { "" } else { " " };
        let mut before = 0;
        for end in ends {
            match is_long {
                true => push_line(
                    &mut self.text,
                    if before > 0 { "," } else { "" },
                    indent + 1,
                ),
                false => self.text.push_str(if before > 0 { ", " } else { space }),
            }
            self.text.push_str(&parts[before..end]);
            before = end;
        }
        match is_long {
            true => push_line(&mut self.text, "", indent),
            false => self.text.push_str(space),
        }
        self.text.push_str(close);
        is_long
    }

    fn value(&mut self, value: ValueId, indent: usize) -> bool {
        match self.writer.facts.value(value) {
            Captured::Undefined => self.text.push_str("undefined"),
            Captured::Null => self.text.push_str("null"),
            Captured::Bool(true) => self.text.push_str("true"),
            Captured::Bool(false) => self.text.push_str("false"),
            Captured::Number(it) => self.text.push_str(&number(*it)),
            Captured::String(it) if self.writer.facts.is_simple(value) => {
                push_string(&mut self.text, it)
            }
            Captured::Object(object) if indent < MAX_NESTING => {
                return self.object(object, indent);
            }
            _ => {
                let expression = self.writer.expression(value, "", indent);
                self.text.push_str(&expression.text);
            }
        }
        false
    }
}

/// Whether a literal can express the object, regardless of its members' values.
fn is_literal(object: &CapturedObject) -> bool {
    let is_kind = match object.kind {
        ObjectKind::Plain => object.members.iter().all(is_plain),
        ObjectKind::Array { length } => {
            let mut indices = 0..length;
            let mut members = object.members.iter();
            object.members.len() == length as usize
                && members.all(|it| is_plain(it) && index_of(it) == indices.next())
        }
        _ => false,
    };
    is_kind
        && object.prototype == Prototype::Usual
        && object.integrity == Integrity::Extensible
        && object.private.is_empty()
}

fn is_plain(member: &Member) -> bool {
    let is_writable = matches!(
        member.content,
        MemberContent::Data {
            is_writable: true,
            ..
        }
    );
    is_writable
        && member.is_enumerable
        && member.is_configurable
        && matches!(member.key, MemberKey::Name(_))
}

fn push_line(text: &mut String, before: &str, depth: usize) {
    text.push_str(before);
    text.push('\n');
    for _ in 0..depth {
        text.push_str("  ");
    }
}
