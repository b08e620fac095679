//! Variables of a module, each with its own identity.

use super::unit::UnitId;

/// Index of a binding in its module's [`super::Analysis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BindingId(pub u32);

/// One declared variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub name: String,
    pub kind: BindingKind,
    /// The unit that declares the variable; `None` for variables of the module.
    pub declared_in: Option<UnitId>,
    /// Whether it is assigned after its declaration.
    pub is_assigned: bool,
    /// Whether a nested unit refers to it.
    pub is_captured: bool,
    /// The innermost block in which it is visible, as an index into [`super::Analysis::blocks`].
    pub block: Option<usize>,
    /// The function or arrow that initialises a constant, which is then its only value.
    pub function: Option<UnitId>,
}

/// The kind of a variable's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindingKind {
    Import {
        specifier: String,
        imported: Imported,
    },
    Const,
    Let,
    Var,
    Function,
    Class,
    Parameter,
    Caught,
}

/// The export that an import refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Imported {
    Default,
    Namespace,
    Name(String),
}
