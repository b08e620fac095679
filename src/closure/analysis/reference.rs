//! Uses of variables.

use super::binding::BindingId;
use super::unit::UnitId;

/// A reference to a variable, to `this` or to `super`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The innermost unit around it; `None` at the top of the module.
    pub unit: Option<UnitId>,
    pub root: Root,
    /// Members read from the root: `["config", "region"]` for `x.config.region`.
    pub path: Vec<String>,
    pub role: Role,
    /// Byte offset in the module's JavaScript.
    pub offset: usize,
}

/// The root of a member path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    Binding(BindingId),
    This,
    /// The prototype of the object in which the method around it was defined.
    Super,
}

/// The use of the value at the end of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Any use.
    Read,
    /// The last member of the path is called.
    Call,
    /// The value is assigned.
    Write,
    /// A member with a computed name is read.
    Computed,
    /// It is called with `new`.
    Construct,
    /// It becomes the value of another variable.
    Alias(BindingId),
    /// It is an argument of a call.
    Argument {
        callee: Root,
        callee_path: Vec<String>,
        index: usize,
    },
    /// It becomes a member of a new object, which is then used as `of`.
    Member { path: Vec<String>, of: Box<Role> },
}
