//! Which values get a statement and a name of their own.

use crate::capture::{
    Captured, CapturedObject, Integrity, MemberContent, ObjectKind, Prototype, ValueId,
};

use super::capture_facts::{CaptureFacts, is_of_literal};
use super::definitions::Definitions;
use super::instances::PrivateInstances;

/// Deeper objects are assumed to refer to a value that is still being written.
const MAX_SEARCH_DEPTH: usize = 20;

/// Decides about names by the capture and by what is written of it so far.
pub struct Naming<'w, 'a> {
    pub facts: &'w CaptureFacts<'a>,
    pub definitions: &'w Definitions,
    pub instances: &'w PrivateInstances<'a>,
}

impl Naming<'_, '_> {
    pub fn needs_name(&self, value: ValueId) -> bool {
        self.facts.uses(value) > 1
            || match self.facts.value(value) {
                Captured::Object(object) => self.object_needs_name(object),
                Captured::Function(function) => {
                    !function.members.is_empty()
                        || !function.prototype_members.is_empty()
                        || self.facts.restored(function).next().is_some()
                        || function.integrity != Integrity::Extensible
                }
                Captured::Bound { members, .. } => !members.is_empty(),
                Captured::Resource(_) => true,
                _ => false,
            }
    }

    /// Whether statements must complete the object.
    pub fn object_needs_name(&self, object: &CapturedObject) -> bool {
        let is_literal = matches!(
            object.kind,
            ObjectKind::Plain | ObjectKind::Array { .. } | ObjectKind::Error { .. }
        );
        let later = object
            .members
            .iter()
            .any(|it| !self.facts.fits_literal(object, it) || !is_of_literal(object, it));
        let is_revived = !object.private.is_empty();
        let inherits = !matches!(
            (&object.kind, object.prototype),
            (ObjectKind::Plain, _) | (_, Prototype::Usual)
        );
        (!is_revived && (later || inherits))
            || (!is_literal && !object.members.is_empty())
            || (is_revived && (!is_literal || self.instances.is_any_filled()))
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
    fn can_freeze_at_once(&self, object: &CapturedObject) -> bool {
        matches!(object.kind, ObjectKind::Plain | ObjectKind::Array { .. })
            && object.members.iter().all(|it| match &it.content {
                MemberContent::Data { value, .. } => !self.reaches_open(*value, 0),
                MemberContent::Accessor { .. } | MemberContent::Live(_) => false,
            })
    }

    fn reaches_open(&self, value: ValueId, depth: usize) -> bool {
        if depth > MAX_SEARCH_DEPTH || self.definitions.is_open(value) {
            return true;
        }
        match self.facts.value(value) {
            Captured::Object(object) => object.members.iter().any(|it| match &it.content {
                MemberContent::Data { value, .. } => self.reaches_open(*value, depth + 1),
                MemberContent::Accessor { .. } | MemberContent::Live(_) => true,
            }),
            Captured::Function(_) | Captured::Bound { .. } | Captured::Derived { .. } => true,
            _ => false,
        }
    }
}
