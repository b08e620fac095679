//! Why a value cannot be read, written or converted.

use thiserror::Error;

use super::path::{Path, Step};

/// A value that does not fit, and its place. The reason never repeats the value, which may be secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{reason}", place(path))]
pub struct ValueError {
    pub path: Path,
    pub reason: String,
}

fn place(path: &Path) -> String {
    match path.is_root() {
        true => String::new(),
        false => format!("`{path}`: "),
    }
}

impl ValueError {
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            path: Path::ROOT,
            reason: reason.into(),
        }
    }

    /// The error of a part, seen from the whole that contains it.
    pub fn within(mut self, step: Step) -> Self {
        self.path.0.insert(0, step);
        self
    }
}
