//! Facts that follow from a capture alone, independent of the code written so far.

use crate::analysis::{Unit, UnitKind};
use crate::capture::{
    Capture, Captured, CapturedFunction, CapturedObject, Integrity, Member, MemberContent,
    MemberKey, ObjectKind, ValueId,
};

use super::order;

/// Longer strings are written once and get a name; in bytes.
const SHORT_STRING: usize = 60;

/// A capture with the number of uses of each value.
pub struct CaptureFacts<'a> {
    pub capture: &'a Capture,
    uses: Vec<usize>,
}

impl<'a> CaptureFacts<'a> {
    pub fn new(capture: &'a Capture) -> Self {
        Self {
            capture,
            uses: order::uses(capture),
        }
    }

    pub fn value(&self, value: ValueId) -> &'a Captured {
        self.capture.value(value)
    }

    /// The number of references to a value.
    pub fn uses(&self, value: ValueId) -> usize {
        self.uses[value.0 as usize]
    }

    pub fn unit(&self, function: &CapturedFunction) -> &'a Unit {
        self.capture.modules[function.module.0 as usize].unit(function.unit)
    }

    /// Whether a value is written inline at every use.
    pub fn is_simple(&self, value: ValueId) -> bool {
        match self.value(value) {
            Captured::Undefined
            | Captured::Null
            | Captured::Bool(_)
            | Captured::Number(_)
            | Captured::BigInt(_)
            | Captured::RegisteredSymbol(_)
            | Captured::Global(_)
            | Captured::PrototypeOf(_)
            | Captured::MemberOf { .. }
            | Captured::Deferred(_)
            | Captured::Import { .. } => true,
            Captured::Utf16(_) => true,
            Captured::String(text) => text.len() <= SHORT_STRING || self.uses(value) <= 1,
            Captured::Object(object) => {
                matches!(object.kind, ObjectKind::Wrapper(_))
                    && object.members.is_empty()
                    && self.uses(value) <= 1
            }
            _ => false,
        }
    }

    /// Static `#private` fields whose values may refer to the class itself.
    pub fn restored<'f>(
        &self,
        class: &'f CapturedFunction,
    ) -> impl Iterator<Item = &'f (String, ValueId)> {
        class.private.iter().filter(|it| !self.is_simple(it.1))
    }

    /// Whether an object literal gives the member its attributes.
    pub fn fits_literal(&self, object: &CapturedObject, member: &Member) -> bool {
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
                let is_getter = |kind| matches!(kind, UnitKind::Getter { .. });
                let is_setter = |kind| matches!(kind, UnitKind::Setter { .. });
                member.is_enumerable
                    && is_configurable
                    && get.is_none_or(|it| self.is_method_of(it, member, is_getter))
                    && set.is_none_or(|it| self.is_method_of(it, member, is_setter))
            }
        }
    }

    /// Whether a function can be written as a method of this kind at the member.
    pub fn is_method_of(
        &self,
        value: ValueId,
        member: &Member,
        is_kind: fn(UnitKind) -> bool,
    ) -> bool {
        let Captured::Function(function) = self.value(value) else {
            return false;
        };
        let unit = self.unit(function);
        let has_key = match &member.key {
            MemberKey::Name(name) => unit.name == *name,
            MemberKey::Symbol(_) => unit.name.is_empty(),
        };
        is_kind(unit.kind) && self.is_used_here_only(value, function) && has_key
    }

    /// Whether a function has one use and nothing that must be added to it.
    fn is_used_here_only(&self, value: ValueId, function: &CapturedFunction) -> bool {
        self.uses(value) == 1
            && function.owner.is_none()
            && function.members.is_empty()
            && function.prototype_members.is_empty()
            && function.integrity == Integrity::Extensible
    }
}

/// Whether the constructor of an error adds the member.
pub fn is_error_member(member: &Member) -> bool {
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
pub fn is_of_literal(object: &CapturedObject, member: &Member) -> bool {
    !matches!(object.kind, ObjectKind::Array { .. }) || index_of(member).is_some()
}

pub fn is_array_index(object: &CapturedObject, member: &Member) -> bool {
    matches!(object.kind, ObjectKind::Array { .. }) && index_of(member).is_some()
}

/// The index that a member of an array stands for.
pub fn index_of(member: &Member) -> Option<u32> {
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
