//! Values that do not fit a type.

use std::fmt;

/// A place in the inputs of a resource or the arguments of a function, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// Such as `rules[0].port`.
    pub path: String,
    pub reason: MisuseReason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisuseReason {
    /// The type has no property of this name.
    Unknown {
        name: String,
        known: Vec<String>,
        nearest: Option<String>,
    },
    Missing {
        description: String,
    },
    /// Given under both of its names.
    Twice {
        other: String,
    },
    Type {
        wanted: String,
        given: &'static str,
    },
    /// None of the values that there are.
    Choice {
        given: String,
        known: Vec<String>,
        nearest: Option<String>,
    },
}

impl Misuse {
    /// Whether something required is missing.
    pub fn is_missing(&self) -> bool {
        matches!(self.reason, MisuseReason::Missing { .. })
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, reason } = self;
        match reason {
            MisuseReason::Unknown { nearest: None, .. } => write!(f, "there is no \"{path}\""),
            MisuseReason::Unknown {
                nearest: Some(it), ..
            } => {
                write!(f, "there is no \"{path}\"; did you mean \"{it}\"?")
            }
            MisuseReason::Missing { .. } => write!(f, "\"{path}\" is required"),
            MisuseReason::Twice { other } => {
                write!(
                    f,
                    "\"{path}\" and \"{other}\" are the same; give one of them"
                )
            }
            MisuseReason::Type { wanted, given } => {
                write!(f, "\"{path}\" must be {wanted}, not {given}")
            }
            MisuseReason::Choice {
                given,
                nearest: Some(nearest),
                ..
            } => write!(f, "\"{path}\" cannot be {given}; did you mean {nearest}?"),
            MisuseReason::Choice { given, known, .. } => {
                write!(
                    f,
                    "\"{path}\" cannot be {given}; there are {}",
                    known.join(", ")
                )
            }
        }
    }
}
