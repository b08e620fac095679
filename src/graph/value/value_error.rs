//! Errors of reading a value.

use std::fmt;

use thiserror::Error;

use super::property_path::PropertyPath;
use super::value::MAX_DEPTH;
use crate::text::escaped_text::EscapedText;
use crate::urn::UrnError;

const TAGS: &str = "unknown, secret, asset, archive, resource, number, object";

/// A value that cannot be read, and its path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{fault}", PathDisplay(.path))]
pub struct ValueError {
    /// The path from the root value to the faulty one.
    pub path: PropertyPath,
    pub fault: ValueFault,
}

/// The problem with a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueFault {
    #[error("the value is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("it must be an object, but is {found}")]
    NotAnObject { found: &'static str },
    #[error("`$lumi` must be a string, one of {TAGS}, but is {found}")]
    TagNotText { found: &'static str },
    #[error("`$lumi` is `{}`, which is none of {TAGS}", EscapedText::short(.tag))]
    UnknownTag { tag: String },
    #[error("`$lumi` {tag} lacks `{member}`")]
    Missing {
        tag: &'static str,
        member: &'static str,
    },
    #[error("`$lumi` {tag} does not take `{}`", EscapedText::short(.member))]
    Unexpected { tag: &'static str, member: String },
    #[error("`{member}` of `$lumi` {tag} must be {expected}, but is {found}")]
    WrongKind {
        tag: &'static str,
        member: String,
        expected: &'static str,
        found: &'static str,
    },
    #[error("`kind` of `$lumi` {tag} is `{}`, which is none of {kinds}", EscapedText::short(.found))]
    UnknownKind {
        tag: &'static str,
        found: String,
        kinds: &'static str,
    },
    #[error(
        "`value` of `$lumi` number is `{}`, which is none of NaN, Infinity, -Infinity, -0",
        EscapedText::short(.found)
    )]
    NotANumber { found: String },
    #[error("the secret is encrypted; it can only be read with the key of its stack")]
    Encrypted,
    #[error("the secret cannot be decrypted: {0}")]
    Unseal(String),
    #[error(transparent)]
    Urn(#[from] UrnError),
}

struct PathDisplay<'a>(&'a PropertyPath);

impl fmt::Display for PathDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            Ok(())
        } else {
            write!(f, "`{}`: ", self.0)
        }
    }
}
