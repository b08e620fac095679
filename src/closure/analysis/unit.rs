//! Units: functions, classes, and other code with its own `this`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::binding::BindingId;

/// Index of a unit in its module's [`super::Analysis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u32);

/// A function, a class, or a part of a class that is evaluated like a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub kind: UnitKind,
    /// The enclosing unit; `None` at the top of the module.
    pub parent: Option<UnitId>,
    /// Byte offsets in the module's JavaScript, including the keys of methods.
    pub span: Range<usize>,
    /// Offset at which the body begins: V8's position of a function is before it.
    pub head_end: usize,
    /// The name in the source, empty if there is none.
    pub name: String,
    pub is_async: bool,
    pub is_generator: bool,
    /// Parameters that are plain identifiers, by position.
    pub parameters: Vec<Option<BindingId>>,
    /// Parameters that are destructured into identifiers only: members and their variables, by
    /// position.
    pub patterns: BTreeMap<usize, Vec<(String, BindingId)>>,
    /// The function's `length`: the number of parameters before the first default or rest.
    pub length: usize,
    /// Variables that it or a nested unit refers to and does not declare, in order of first use.
    pub free: Vec<BindingId>,
    /// The variables of `free` that it assigns.
    pub written: BTreeSet<BindingId>,
    /// Names without a declaration in the module.
    pub globals: BTreeSet<String>,
    pub traits: Traits,
    /// Parts of a class that were evaluated when it was defined: `extends` and computed keys.
    pub once: Vec<Range<usize>>,
}

/// Traits of a unit's text besides its variables, including those of nested arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    pub uses_this: bool,
    pub uses_arguments: bool,
    pub uses_new_target: bool,
    pub uses_super: bool,
    /// Uses a `#private` name that is declared outside.
    pub uses_private: bool,
    pub calls_eval: bool,
    pub uses_import_meta: bool,
    /// Uses `import("./file")` of a file rather than a package.
    pub imports_file: bool,
}

impl Traits {
    /// Merges the traits of a nested unit: those that a function boundary does not stop.
    pub(super) fn absorb(&mut self, inner: Traits, is_lexical: bool) {
        if is_lexical {
            self.uses_this |= inner.uses_this;
            self.uses_arguments |= inner.uses_arguments;
            self.uses_new_target |= inner.uses_new_target;
            self.uses_super |= inner.uses_super;
        }
        self.calls_eval |= inner.calls_eval;
        self.uses_import_meta |= inner.uses_import_meta;
        self.imports_file |= inner.imports_file;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// `function` as a statement.
    Declaration,
    /// `function` as an expression.
    Expression,
    Arrow,
    Method {
        is_static: bool,
    },
    Getter {
        is_static: bool,
    },
    Setter {
        is_static: bool,
    },
    Constructor {
        is_derived: bool,
    },
    Class {
        is_declaration: bool,
    },
    /// The initialiser of a field.
    Field {
        is_static: bool,
    },
    StaticBlock,
}

impl UnitKind {
    /// Whether `this`, `arguments`, `super` and `new.target` are those of the enclosing unit.
    pub fn is_lexical(self) -> bool {
        matches!(self, Self::Arrow)
    }

    /// Whether it belongs to the class itself rather than its instances.
    pub fn is_static(self) -> bool {
        match self {
            Self::Method { is_static }
            | Self::Getter { is_static }
            | Self::Setter { is_static }
            | Self::Field { is_static } => is_static,
            Self::StaticBlock => true,
            _ => false,
        }
    }
}
