//! Why a step was not done.

use thiserror::Error;

use crate::cty::ValueError;
use crate::protocol::{CallFailure, Diagnostics};
use crate::schema::SchemaError;

/// Why a step was not done.
#[derive(Clone, Debug, Error)]
pub enum LifecycleError {
    #[error(transparent)]
    Call(#[from] CallFailure),
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The provider said no.
    #[error("{}", .0.error_text())]
    Refused(Diagnostics),
    /// A value of the program, or of the state, does not fit the schema.
    #[error("{what} cannot be used: {source}")]
    Value {
        /// `the configuration`, for example.
        what: &'static str,
        source: ValueError,
    },
    #[error(
        "the provider gave an invalid answer to `{method}`: {}; this is a bug in the provider",
        list(errors)
    )]
    Contradiction {
        method: &'static str,
        errors: Vec<ValueError>,
    },
    #[error(
        "the state of `{type_name}` was written with version {stored} of its schema, and this \
         provider knows version {known}; use a version of the provider at least as new as the one before"
    )]
    NewerState {
        type_name: String,
        stored: i64,
        known: i64,
    },
    #[error("{0}")]
    NotFound(String),
}

fn list(errors: &[ValueError]) -> String {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    errors.join("; ")
}

impl LifecycleError {
    pub fn value(what: &'static str) -> impl Fn(ValueError) -> Self {
        move |source| Self::Value { what, source }
    }

    /// Whether the provider may have changed something.
    pub fn leaves_open(&self) -> bool {
        matches!(self, Self::Call(failure) if failure.leaves_open())
    }
}
