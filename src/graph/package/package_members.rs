//! The names of a package.

/// A name that a program imports, and its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageMember {
    /// An identifier of JavaScript.
    pub name: String,
    pub token: String,
}

/// The names that a package offers, each list sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageMembers {
    pub package: String,
    /// Empty if it is not known.
    pub version: String,
    pub description: String,
    /// Classes of resources.
    pub resources: Vec<PackageMember>,
    /// Functions that read something.
    pub data: Vec<PackageMember>,
    /// All other functions.
    pub functions: Vec<PackageMember>,
    /// Whether functions take a list of arguments instead of one object.
    pub has_positional_functions: bool,
}

impl PackageMembers {
    /// The names beside those of resources in the module of a package.
    pub const RESERVED: [&'static str; 4] = ["Provider", "data", "default", "functions"];
}
