//! A rule that a package breaks, and where.

use std::fmt;

/// The rules, with their codes; `docs/lumiil.md` describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    Archive = 1,
    Files,
    Hash,
    WellFormed,
    Positions,
    Limits,
    Slots,
    Names,
    Tokens,
    Intrinsics,
    Exports,
    Classes,
    Places,
    Shapes,
    Closures,
    Dependencies,
    Types,
    Links,
}

impl Rule {
    pub const ALL: [Self; 18] = [
        Self::Archive,
        Self::Files,
        Self::Hash,
        Self::WellFormed,
        Self::Positions,
        Self::Limits,
        Self::Slots,
        Self::Names,
        Self::Tokens,
        Self::Intrinsics,
        Self::Exports,
        Self::Classes,
        Self::Places,
        Self::Shapes,
        Self::Closures,
        Self::Dependencies,
        Self::Types,
        Self::Links,
    ];

    /// The code, such as `LP007`.
    pub fn code(self) -> String {
        format!("LP{:03}", self as u32)
    }
}

/// A place in a package that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    /// The module, if it is in one.
    pub module: Option<String>,
    /// The path of the node in the module, such as `body[3].variable.value`.
    pub node: String,
    /// The source position: file, line and column.
    pub position: Option<(String, u32, u32)>,
    pub message: String,
}

impl Violation {
    /// One of the package as a whole.
    pub fn of_package(rule: Rule, message: impl Into<String>) -> Self {
        Self {
            rule,
            module: None,
            node: String::new(),
            position: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule.code())?;
        if let Some((file, line, column)) = &self.position {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.module {
            Some(module) if self.node.is_empty() => write!(f, " (module {module})"),
            Some(module) => write!(f, " (module {module}, {})", self.node),
            None => Ok(()),
        }
    }
}
