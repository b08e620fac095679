//! Writes plain data, the bulk of large captures, as one text.

use crate::capture::{
    Captured, CapturedObject, Integrity, Member, MemberContent, MemberKey, ObjectKind, Prototype,
    ValueId,
};

use super::literal::{number, push_key, push_string};
use super::module::Writer;
use super::objects::{index_of, is_short};
use super::values::DEEPEST;

/// Whether a value is plain data, cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purity {
    Unknown,
    Data,
    Other,
}

impl Writer<'_> {
    /// Whether a value is a plain object or array that contains only primitives and plain data that
    /// nothing else refers to.
    pub(super) fn is_data(&mut self, value: ValueId) -> bool {
        let known = self.purity[value.0 as usize];
        if known != Purity::Unknown {
            return known == Purity::Data;
        }
        let capture = self.capture;
        let is_data = match capture.value(value) {
            Captured::Object(object) => {
                is_literal(object)
                    && object.members.iter().all(|it| match it.content {
                        MemberContent::Data { value, .. } => self.is_part(value),
                        MemberContent::Accessor { .. } | MemberContent::Live(_) => false,
                    })
            }
            _ => false,
        };
        self.purity[value.0 as usize] = match is_data {
            true => Purity::Data,
            false => Purity::Other,
        };
        is_data
    }

    fn is_part(&mut self, value: ValueId) -> bool {
        match self.capture.value(value) {
            Captured::Undefined
            | Captured::Null
            | Captured::Bool(_)
            | Captured::Number(_)
            | Captured::String(_) => true,
            Captured::Object(_) => self.uses[value.0 as usize] == 1 && self.is_data(value),
            _ => false,
        }
    }

    /// Writes plain data at the depth `indent`; returns whether it takes several lines.
    pub(super) fn data(
        &mut self,
        object: &CapturedObject,
        indent: usize,
        text: &mut String,
    ) -> bool {
        let is_array = matches!(object.kind, ObjectKind::Array { .. });
        let (open, close) = if is_array { ("[", "]") } else { ("{", "}") };
        let start = text.len();
        let mut ends = Vec::with_capacity(object.members.len());
        let mut is_multiline = false;
        for member in &object.members {
            if let (MemberKey::Name(name), false) = (&member.key, is_array) {
                push_key(text, name);
                text.push_str(": ");
            }
            if let MemberContent::Data { value, .. } = member.content {
                is_multiline |= self.datum(value, indent + 1, text);
            }
            ends.push(text.len() - start);
        }
        let parts = text.split_off(start);
        text.push_str(open);
        let width = parts.len() + 2 * ends.len();
        let is_long = !ends.is_empty() && !is_short(width, is_multiline);
        let space = if is_array || ends.is_empty() { "" } else { " " };
        let mut before = 0;
        for end in ends {
            match is_long {
                true => push_line(text, if before > 0 { "," } else { "" }, indent + 1),
                false => text.push_str(if before > 0 { ", " } else { space }),
            }
            text.push_str(&parts[before..end]);
            before = end;
        }
        match is_long {
            true => push_line(text, "", indent),
            false => text.push_str(space),
        }
        text.push_str(close);
        is_long
    }

    fn datum(&mut self, value: ValueId, indent: usize, text: &mut String) -> bool {
        let capture = self.capture;
        match capture.value(value) {
            Captured::Undefined => text.push_str("undefined"),
            Captured::Null => text.push_str("null"),
            Captured::Bool(true) => text.push_str("true"),
            Captured::Bool(false) => text.push_str("false"),
            Captured::Number(it) => text.push_str(&number(*it)),
            Captured::String(it) if self.is_simple(value) => push_string(text, it),
            Captured::Object(object) if indent < DEEPEST => {
                return self.data(object, indent, text);
            }
            _ => text.push_str(&self.expression(value, "", indent).text),
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
