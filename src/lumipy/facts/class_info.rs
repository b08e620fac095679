//! The facts about a class that code which uses or extends it needs.

use std::collections::BTreeSet;

use super::field_facts::FieldFacts;

/// The kind of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassKind {
    #[default]
    Plain,
    /// A class whose members are its objects, as those of `Enum`.
    Enum,
    /// A tuple with names.
    NamedTuple,
    /// A dict whose keys have types.
    TypedDict,
}

/// A class that the program declares.
#[derive(Clone, Debug, Default)]
pub struct ClassInfo {
    pub kind: ClassKind,
    /// Whether it extends a class of TypeScript.
    pub is_foreign: bool,
    /// The fields of a dataclass, or of a named tuple.
    pub fields: Vec<FieldFacts>,
    /// The number of dataclasses among it and those that it extends.
    pub level: usize,
    /// Whether it has a `__post_init__`.
    pub has_post_init: bool,
    /// Whether it extends `ABC`, so that it has no objects while it has abstract methods.
    pub is_abstract_base: bool,
    /// The abstract methods that it does not define.
    pub abstract_methods: BTreeSet<String>,
}

impl ClassInfo {
    /// Whether `new` makes its objects.
    pub fn is_constructed(&self) -> bool {
        matches!(self.kind, ClassKind::Plain | ClassKind::NamedTuple)
    }

    /// The facts of a class that extends several, from left to right.
    pub fn merged(self, other: Self) -> Self {
        let is_dataclass = self.level >= other.level;
        let (fields, level) = match is_dataclass {
            true => (self.fields, self.level),
            false => (other.fields, other.level),
        };
        Self {
            kind: match self.kind {
                ClassKind::Plain => other.kind,
                kind => kind,
            },
            is_foreign: self.is_foreign || other.is_foreign,
            fields,
            level,
            has_post_init: self.has_post_init || other.has_post_init,
            is_abstract_base: self.is_abstract_base || other.is_abstract_base,
            abstract_methods: &self.abstract_methods | &other.abstract_methods,
        }
    }
}
