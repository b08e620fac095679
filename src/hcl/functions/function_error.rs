//! Why a call has no result.

use thiserror::Error;

/// A call that is refused. The text does not repeat sensitive values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct FunctionError {
    /// The position of the argument that is to blame.
    pub argument: Option<usize>,
    pub message: String,
}

impl FunctionError {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            argument: None,
            message: message.into(),
        }
    }

    /// The error of one argument.
    pub fn of(argument: usize, message: impl Into<String>) -> Self {
        Self {
            argument: Some(argument),
            message: message.into(),
        }
    }
}
