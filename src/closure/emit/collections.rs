//! Arrays, maps, sets, bytes and errors as expressions.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::analysis::Imported;
use crate::capture::{Captured, CapturedObject, MemberContent, MemberKey, ObjectKind, ValueId};

use super::capture_facts::index_of;
use super::code::Code;
use super::completion::CompletionWriter;
use super::objects::{Destination, block};
use super::values::ValueWriter;

/// Longer binary data is written as base64; in bytes.
const SHORT_BYTES: usize = 32;
/// Arrays with more consecutive holes are written member by member.
const MANY_HOLES: u32 = 16;

/// Writes an object with entries or with internal state.
pub struct CollectionWriter<'w, 'a, 'p> {
    pub writer: &'w mut ValueWriter<'a>,
    pub at: Destination<'p>,
}

impl CollectionWriter<'_, '_, '_> {
    pub fn array(&mut self, object: &CapturedObject, length: u32) -> Code {
        let path = self.at.path;
        let mut parts = Vec::new();
        let mut next = 0;
        for member in &object.members {
            let Some(index) =
                index_of(member).filter(|_| self.writer.facts.fits_literal(object, member))
            else {
                continue;
            };
            if index - next > MANY_HOLES && self.at.has_path() {
                // Separate statements avoid a long list of holes.
                CompletionWriter::new(self.writer, path).add(member);
                continue;
            }
            while next < index {
                parts.push(Code::new(""));
                next += 1;
            }
            next = index + 1;
            if let MemberContent::Data { value, .. } = &member.content {
                parts.push(self.writer.content(
                    *value,
                    "",
                    self.at.deeper(),
                    &format!("[{index}]"),
                ));
            }
        }
        let missing = length - next;
        if missing > 0 && self.at.has_path() {
            self.writer.later(format!("{path}.length = {length};"));
        } else {
            // A hole at the end needs its comma.
            parts.extend((0..missing).map(|_| Code::new("")));
            if missing > 0 {
                parts.push(Code::new(""));
            }
        }
        block("[", parts, "]", self.at.indent)
    }

    pub fn map(&mut self, entries: &[(ValueId, ValueId)]) -> Code {
        let Destination { path, indent } = self.at;
        let mut parts = Vec::new();
        let mut is_late = false;
        for &(key, value) in entries {
            is_late |= self.writer.is_open(key) || self.writer.is_open(value);
            if is_late && self.at.has_path() {
                let (key, value) = (self.writer.reference(key), self.writer.reference(value));
                self.writer.later(format!("{path}.set({key}, {value});"));
                continue;
            }
            let mut pair = Code::new("[");
            pair.append(self.writer.expression(key, "", indent + 1));
            pair.push(", ");
            pair.append(self.writer.expression(value, "", indent + 1));
            pair.push("]");
            parts.push(pair);
        }
        if parts.is_empty() {
            return Code::new("new Map()");
        }
        block("[", parts, "]", indent).wrapped("new Map(", ")")
    }

    pub fn set(&mut self, items: &[ValueId]) -> Code {
        let Destination { path, indent } = self.at;
        let mut parts = Vec::new();
        let mut is_late = false;
        for &item in items {
            is_late |= self.writer.is_open(item);
            if is_late && self.at.has_path() {
                let item = self.writer.reference(item);
                self.writer.later(format!("{path}.add({item});"));
                continue;
            }
            parts.push(self.writer.expression(item, "", indent + 1));
        }
        if parts.is_empty() {
            return Code::new("new Set()");
        }
        block("[", parts, "]", indent).wrapped("new Set(", ")")
    }

    pub fn view(&mut self, kind: &str, buffer: ValueId, offset: usize, length: usize) -> Code {
        let class = match kind {
            "Buffer" => {
                let imported = Imported::Name("Buffer".to_owned());
                self.writer.imports.add("node:buffer", "Buffer", imported);
                "Buffer.from"
            }
            other => other,
        };
        let new = if kind == "Buffer" { "" } else { "new " };
        if let Captured::Object(object) = self.writer.facts.value(buffer)
            && let ObjectKind::ArrayBuffer {
                bytes,
                max_length: None,
            } = &object.kind
            && self.writer.facts.uses(buffer) == 1
            && kind == "Uint8Array"
            && (offset, length) == (0, bytes.len())
        {
            return Code::new(bytes_text(bytes));
        }
        let size = match self.writer.facts.value(buffer) {
            Captured::Object(CapturedObject {
                kind: ObjectKind::ArrayBuffer { bytes, .. },
                ..
            }) => bytes.len(),
            _ => 0,
        };
        let buffer = self.writer.reference(buffer);
        // A view up to the end of a resizable buffer is assumed to track its length.
        let place = match (offset, offset + length * element_size(kind) == size) {
            (0, true) => String::new(),
            (_, true) => format!(", {offset}"),
            _ => format!(", {offset}, {length}"),
        };
        Code::new(format!("{new}{class}({buffer}{place})"))
    }

    pub fn error(&mut self, object: &CapturedObject, class: &str) -> Code {
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
                    code.append(self.writer.content(errors, "", self.at, ".errors"));
                }
                None => code.push("[]"),
            }
            code.push(", ");
        }
        let cause = find("cause");
        match find("message") {
            Some(message) => code.append(self.writer.expression(message, "", self.at.indent)),
            None if cause.is_some() => code.push("undefined"),
            None => {}
        }
        if let Some(cause) = cause {
            code.append(
                self.writer
                    .content(cause, "", self.at, ".cause")
                    .wrapped(", { cause: ", " }"),
            );
        }
        code.push(")");
        code
    }
}

fn element_size(kind: &str) -> usize {
    match kind {
        "Int16Array" | "Uint16Array" | "Float16Array" => 2,
        "Int32Array" | "Uint32Array" | "Float32Array" => 4,
        "Float64Array" | "BigInt64Array" | "BigUint64Array" => 8,
        _ => 1,
    }
}

pub fn buffer_text(bytes: &[u8], max_length: Option<usize>) -> String {
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
