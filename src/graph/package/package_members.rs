//! The names of a package.

/// A name that a program imports, and its token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageMember {
    /// An identifier of JavaScript, with those of its namespaces before it: `s3.Bucket`.
    pub name: String,
    pub token: String,
    /// Whether its provider makes several resources of it.
    pub is_component: bool,
    pub has_methods: bool,
}

impl PackageMember {
    pub fn new(name: impl Into<String>, token: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            token: token.into(),
            ..Self::default()
        }
    }

    /// The namespaces, and the name in the last of them.
    pub fn parts(&self) -> (&str, &str) {
        self.name.rsplit_once('.').unwrap_or(("", &self.name))
    }
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
    /// Functions that open values which nothing stores.
    pub ephemeral: Vec<PackageMember>,
    /// All other functions.
    pub functions: Vec<PackageMember>,
    /// Whether functions take a list of arguments instead of one object.
    pub has_positional_functions: bool,
    /// Whether functions are beside the classes of their namespaces, and not in `functions`.
    pub has_functions_beside_classes: bool,
    /// Enumerations.
    pub enums: Vec<PackageMember>,
}

impl PackageMembers {
    /// The names beside those of resources in the module of a package.
    pub const RESERVED: [&'static str; 5] =
        ["Provider", "data", "default", "ephemeral", "functions"];

    /// The beginning of the names of functions in a program, behind the name of the package.
    pub fn functions_prefix(&self) -> &'static str {
        match self.has_functions_beside_classes {
            true => "",
            false => "functions.",
        }
    }
}
