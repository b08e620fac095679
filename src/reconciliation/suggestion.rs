//! Advice to a person, with the place that decides a value.

use std::fmt;

use lumi_graph::{EscapedText, SourcePosition};

/// A difference that no edit resolves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub reason: Reason,
    /// The place that decides the value.
    pub place: Option<SourcePosition>,
}

/// Why a literal cannot be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The value is the result of an expression.
    Computed,
    /// A variable has the value, and other places use it, too.
    SharedVariable(String),
    /// A parameter or the variable of a loop has the value.
    Parameter(String),
    /// The value comes from the configuration.
    Configuration { key: String, is_secret: bool },
    /// The value is secret, and has no place in source code.
    Secret,
    /// Several resources are made at one place, and not all of them have this drift.
    SharedDeclaration(usize),
    /// The literal is another value than the one of the resource.
    Transformed,
    /// Another object is spread into the properties.
    Spread,
    /// The program does not set the property.
    NotSet,
    /// The program was changed since the last deployment, too.
    Conflict,
    /// The object no longer exists.
    Deleted,
    /// The program does not have the resource.
    NotInProgram,
    /// The value is known only after deployment.
    Unknown,
    /// The value has no literal, such as a file.
    NoLiteral,
    /// The text is too long for source code.
    TooLong,
    /// The place of the resource in the program is not known.
    NoPlace,
    /// The file cannot be edited.
    File(String),
}

impl Reason {
    /// The name in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Computed => "computed",
            Self::SharedVariable(_) => "sharedVariable",
            Self::Parameter(_) => "parameter",
            Self::Configuration { .. } => "configuration",
            Self::Secret => "secret",
            Self::SharedDeclaration(_) => "sharedDeclaration",
            Self::Transformed => "transformed",
            Self::Spread => "spread",
            Self::NotSet => "notSet",
            Self::Conflict => "conflict",
            Self::Deleted => "deleted",
            Self::NotInProgram => "notInProgram",
            Self::Unknown => "unknown",
            Self::NoLiteral => "noLiteral",
            Self::TooLong => "tooLong",
            Self::NoPlace => "noPlace",
            Self::File(_) => "file",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Computed => f.write_str("the program computes the value"),
            Self::SharedVariable(name) => {
                write!(f, "other places use `{}`, too", EscapedText::short(name))
            }
            Self::Parameter(name) => {
                write!(f, "`{}` has the value", EscapedText::short(name))
            }
            Self::Configuration { key, is_secret } => {
                let flag = if *is_secret { "--secret " } else { "" };
                let key = EscapedText::short(key);
                write!(f, "the configuration has the value: `lumi config set {flag}{key}`")
            }
            Self::Secret => f.write_str(
                "a secret is not written into source code: use `lumi config set --secret`",
            ),
            Self::SharedDeclaration(count) => write!(
                f,
                "{count} resources are made here, and the change would be one of all of them"
            ),
            Self::Transformed => {
                f.write_str("the program makes another value of the literal")
            }
            Self::Spread => f.write_str("the property comes from an object that is spread"),
            Self::NotSet => f.write_str("the program does not set the property"),
            Self::Conflict => {
                f.write_str("the program was changed since the last deployment, too")
            }
            Self::Deleted => f.write_str(
                "the object no longer exists: remove the resource, or let `lumi up` create it again",
            ),
            Self::NotInProgram => {
                f.write_str("the program does not have the resource: `lumi up` deletes it")
            }
            Self::Unknown => f.write_str("the value is known only after deployment"),
            Self::NoLiteral => f.write_str("the value cannot be written as a literal"),
            Self::TooLong => f.write_str("the text is too long for a literal"),
            Self::NoPlace => f.write_str("the program does not say where the resource is made"),
            Self::File(problem) => write!(f, "the file cannot be edited: {problem}"),
        }
    }
}
