//! The size of a capture and its largest part.

use super::capture::{Capture, Captured, ObjectKind, Origin, ValueId};

/// Bytes of code per value besides its content: name, brackets, comma.
const AROUND: usize = 4;

/// The innermost value that contains most of a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargestValue {
    /// `handler -> helpers.table`
    pub chain: String,
    /// Approximate size as code, in bytes.
    pub bytes: usize,
}

impl Capture {
    /// Follows the path from the function to most of the data, as long as one part has more than
    /// half of it.
    pub fn largest_value(&self) -> Option<LargestValue> {
        let mut bytes: Vec<usize> = self.values.iter().map(own_bytes).collect();
        // A value comes after the one that it was reached from.
        for index in (0..self.values.len()).rev() {
            if let Some(owner) = self.owner(index) {
                bytes[owner] = bytes[owner].saturating_add(bytes[index]);
            }
        }
        let root = self.root?.0 as usize;
        let total = *bytes.get(root)?;
        let mut parts = vec![None; self.values.len()];
        for index in 0..self.values.len() {
            let Some(owner) = self.owner(index) else {
                continue;
            };
            let largest: &mut Option<usize> = &mut parts[owner];
            if largest.is_none_or(|it: usize| bytes[it] < bytes[index]) {
                *largest = Some(index);
            }
        }
        let mut at = root;
        while let Some(part) = parts[at]
            && bytes[part] > total / 2
        {
            at = part;
        }
        Some(LargestValue {
            chain: self.chain(ValueId(u32::try_from(at).ok()?)),
            bytes: bytes[at],
        })
    }

    fn owner(&self, index: usize) -> Option<usize> {
        let owner = match &self.origins[index] {
            Origin::Root => return None,
            Origin::Member(owner, _) => *owner,
            Origin::Cell(cell) => self.cell(*cell).used_by,
        };
        let owner = owner.0 as usize;
        (owner < index).then_some(owner)
    }
}

fn own_bytes(value: &Captured) -> usize {
    let content = match value {
        Captured::String(text) | Captured::BigInt(text) => text.len(),
        Captured::Utf16(units) => units.len().saturating_mul(6),
        Captured::Object(object) => match &object.kind {
            // In base64.
            ObjectKind::ArrayBuffer { bytes, .. } => bytes.len() / 3 * 4,
            ObjectKind::FromText { text, .. } => text.len(),
            ObjectKind::RegExp { source, .. } => source.len(),
            // Primitives are shared values.
            ObjectKind::Plain | ObjectKind::Array { .. } => object.members.len() * 2 * AROUND,
            _ => 0,
        },
        Captured::Number(_) => 2 * AROUND,
        _ => 0,
    };
    content + AROUND
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::{CapturedObject, Integrity, Prototype};

    fn object() -> Captured {
        Captured::Object(CapturedObject {
            kind: ObjectKind::Plain,
            prototype: Prototype::Usual,
            members: Vec::new(),
            integrity: Integrity::Extensible,
            private: Vec::new(),
        })
    }

    fn capture(parts: &[(Captured, usize, &str)]) -> Capture {
        let mut capture = Capture {
            root: Some(ValueId(0)),
            values: vec![object()],
            origins: vec![Origin::Root],
            ..Capture::default()
        };
        for (value, owner, text) in parts {
            capture.values.push(value.clone());
            let owner = ValueId(u32::try_from(*owner).unwrap());
            capture
                .origins
                .push(Origin::Member(owner, (*text).to_owned()));
        }
        capture
    }

    fn text(length: usize) -> Captured {
        Captured::String("x".repeat(length))
    }

    #[test]
    fn the_path_leads_to_the_one_large_value() {
        let parts = [
            (object(), 0, ".tables"),
            (text(100), 0, ".name"),
            (text(5000), 1, ".words"),
            (text(300), 1, ".short"),
        ];
        let largest_value = capture(&parts).largest_value().unwrap();
        assert_eq!(largest_value.chain, "the object.tables.words");
        assert_eq!(largest_value.bytes, 5004);
    }

    #[test]
    fn the_path_ends_where_many_parts_are_large() {
        let many = (0..20).map(|_| (text(1000), 1, ".word"));
        let parts: Vec<_> = [(object(), 0, ".list")].into_iter().chain(many).collect();
        let largest_value = capture(&parts).largest_value().unwrap();
        assert_eq!(largest_value.chain, "the object.list");
        assert!(largest_value.bytes > 20_000);
    }
}
