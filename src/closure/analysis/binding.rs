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
    /// The unit whose own variable it is; `None` for those of the module.
    pub declared_in: Option<UnitId>,
    /// Whether anything assigns to it after its declaration.
    pub is_assigned: bool,
    /// Whether a unit below the one that declares it refers to it.
    pub is_captured: bool,
    /// The innermost block it is visible in, as an index of [`super::Analysis::blocks`].
    pub block: Option<usize>,
    /// The function or arrow that a constant is declared as; nothing else can be its value.
    pub function: Option<UnitId>,
}

/// How a variable came to be.
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

/// What an import takes from the other module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Imported {
    Default,
    Namespace,
    Name(String),
}
