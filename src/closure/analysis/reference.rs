//! Uses of variables.

use super::binding::BindingId;
use super::unit::UnitId;

/// A place in the source that refers to a variable, or to `this`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The innermost unit that it stands in; `None` at the top of the module.
    pub unit: Option<UnitId>,
    pub root: Root,
    /// Members read on the way, `["config", "region"]` for `x.config.region`.
    pub path: Vec<String>,
    pub role: Role,
    /// Byte offset in the module's JavaScript.
    pub offset: usize,
}

/// What a path of members starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    Binding(BindingId),
    This,
}

/// What is done with the value at the end of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Anything could happen with it.
    Read,
    /// The last member of the path is called.
    Call,
    /// Something is assigned to it.
    Write,
    /// A member of it is taken by a name that is computed.
    Computed,
    /// It becomes the value of another variable.
    Alias(BindingId),
    /// It is an argument of a call.
    Argument {
        callee: Root,
        callee_path: Vec<String>,
        index: usize,
    },
    /// It becomes a member of a new object, and this is done with the object.
    Member { path: Vec<String>, of: Box<Role> },
}
