//! Why a property cannot be used.

use thiserror::Error;

/// A property that cannot be used. Reasons never repeat values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{reason}", place(path))]
pub struct ShapeError {
    /// The place as a program writes it, such as `rules[0].fromPort`.
    pub path: String,
    pub reason: String,
}

fn place(path: &str) -> String {
    match path.is_empty() {
        true => String::new(),
        false => format!("`{path}`: "),
    }
}
