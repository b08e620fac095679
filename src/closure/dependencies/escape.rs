//! Objects that cannot be followed further: what code outside of the program finds in them.

use std::collections::HashSet;

use crate::capture::{Captured, ObjectKind, ValueId};

use super::{Access, Dependency, Search};

/// Methods of collections that hand nothing out.
const KEEPING: [&str; 9] = [
    "clear",
    "delete",
    "has",
    "includes",
    "indexOf",
    "join",
    "lastIndexOf",
    "push",
    "unshift",
];

impl Search<'_> {
    /// Marks everything in an object that cannot be followed further.
    pub fn escape(&mut self, value: ValueId, seen: &mut HashSet<ValueId>) {
        if !seen.insert(value) {
            return;
        }
        if let Captured::Resource(resource) = self.values.get(value) {
            let serial = resource.serial;
            let access = Access::Everything;
            self.record(Dependency { serial, access });
        }
        for value in self.contents(value) {
            self.escape(value, seen);
        }
    }

    /// The values that code outside of the program finds in an object or a function.
    fn contents(&self, value: ValueId) -> Vec<ValueId> {
        let members = self.values.members(value).iter();
        let mut values: Vec<ValueId> = members.flat_map(|it| self.values.contents(it)).collect();
        match self.values.get(value) {
            Captured::Object(object) => {
                match &object.kind {
                    ObjectKind::Map(entries) => {
                        values.extend(entries.iter().flat_map(|it| [it.0, it.1]));
                    }
                    ObjectKind::Set(elements) => values.extend(elements),
                    ObjectKind::Promise { value, .. } | ObjectKind::Wrapper(value) => {
                        values.push(*value);
                    }
                    _ => {}
                }
                values.extend(object.private.iter().map(|it| it.1));
            }
            Captured::Function(function) => {
                values.extend(function.private.iter().map(|it| it.1));
                values.extend(self.values.prototype_of(value));
            }
            _ => {}
        }
        values.extend(self.values.parent(value));
        values
    }

    /// Whether a method of a built-in class, at the path in an object that does not have it itself, may hand out what is in the object:
    /// to its callback, or as its result.
    pub fn hands_out(&self, object: ValueId, path: &[String]) -> bool {
        let Captured::Object(object) = self.values.get(object) else {
            return false;
        };
        // The methods of other classes are those of the program, or of `Object`.
        let is_collection = matches!(
            object.kind,
            ObjectKind::Array { .. }
                | ObjectKind::Arguments { .. }
                | ObjectKind::Map(_)
                | ObjectKind::Set(_)
                | ObjectKind::Promise { .. }
                | ObjectKind::Wrapper(_)
        );
        is_collection && !matches!(path, [method] if KEEPING.contains(&method.as_str()))
    }
}
