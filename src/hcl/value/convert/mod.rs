//! Conversions between types, and the type that several types have in common.
//!
//! | module | |
//! |---|---|
//! | `conversion` | which types can become which |
//! | `application` | conversions of values |
//! | `primitives` | conversions of numbers, strings and booleans |
//! | `dynamic_types` | types of results where the target leaves parts open |
//! | `unify` | the type that several types have in common |
//! | `preference` | which of several types is the most general |
//! | `mismatch` | why a type cannot become another one |

mod application;
mod conversion;
mod dynamic_types;
mod mismatch;
mod preference;
mod primitives;
#[cfg(test)]
mod tests;
mod unify;

use thiserror::Error;

pub use mismatch::mismatch;
pub use unify::{Unification, unify, unify_types, unify_unsafe};

use super::{Path, Step, Type, Value, without_optional};
use conversion::Conversion;

/// A value that cannot become one of another type, and the place of the part that is to blame. The reason never
/// repeats the value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{reason}", place(path))]
pub struct ConversionError {
    pub path: Path,
    pub reason: String,
}

fn place(path: &Path) -> String {
    match path.is_root() {
        true => String::new(),
        false => format!("{path}: "),
    }
}

impl ConversionError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            path: Path::ROOT,
            reason: reason.into(),
        }
    }

    /// The error of a part, seen from the whole.
    pub(super) fn within(mut self, step: Step) -> Self {
        self.path.0.insert(0, step);
        self
    }
}

/// Converts a value, also where information may be lost or the value decides whether that is possible.
pub fn convert(value: &Value, to: &Type) -> Result<Value, ConversionError> {
    if *value.ty() == without_optional(to.clone()) {
        return Ok(value.clone());
    }
    match Conversion::find(value.ty(), to, true) {
        Some(conversion) => conversion.apply(value),
        None => Err(ConversionError::new(mismatch(value.ty(), to))),
    }
}

/// Whether values of one type can become values of another one; with `is_unsafe` also those that fail for some values.
pub fn has_conversion(from: &Type, to: &Type, is_unsafe: bool) -> bool {
    from == to || Conversion::find(from, to, is_unsafe).is_some()
}
