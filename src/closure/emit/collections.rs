//! Arrays, maps, sets, bytes and errors as expressions.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::analysis::Imported;
use crate::capture::{Captured, CapturedObject, MemberContent, MemberKey, ObjectKind, ValueId};

use super::code::Code;
use super::module::Writer;
use super::objects::{block, index_of};

/// Longer binary data is written as base64; in bytes.
const SHORT_BYTES: usize = 32;
/// Arrays with more consecutive holes are written member by member.
const MANY_HOLES: u32 = 16;

impl Writer<'_> {
    pub(super) fn array(
        &mut self,
        object: &CapturedObject,
        length: u32,
        path: &str,
        indent: usize,
    ) -> Code {
        let mut parts = Vec::new();
        let mut next = 0;
        for member in &object.members {
            let Some(index) = index_of(member).filter(|_| self.fits_literal(object, member)) else {
                continue;
            };
            if index - next > MANY_HOLES && !path.is_empty() {
                // Separate statements avoid a long list of holes.
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

    pub(super) fn map(
        &mut self,
        entries: &[(ValueId, ValueId)],
        path: &str,
        indent: usize,
    ) -> Code {
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

    pub(super) fn set(&mut self, items: &[ValueId], path: &str, indent: usize) -> Code {
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

    pub(super) fn view(
        &mut self,
        kind: &str,
        buffer: ValueId,
        offset: usize,
        length: usize,
    ) -> Code {
        let class = match kind {
            "Buffer" => {
                let imported = Imported::Name("Buffer".to_owned());
                self.imports.add("node:buffer", "Buffer", imported);
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
        // A view up to the end of a resizable buffer is assumed to track its length.
        let place = match (offset, offset + length * element_size(kind) == size) {
            (0, true) => String::new(),
            (_, true) => format!(", {offset}"),
            _ => format!(", {offset}, {length}"),
        };
        Code::new(format!("{new}{class}({buffer}{place})"))
    }

    pub(super) fn error(
        &mut self,
        object: &CapturedObject,
        class: &str,
        path: &str,
        indent: usize,
    ) -> Code {
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
