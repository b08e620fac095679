//! A construct of a program that LumiIL does not have.

use std::fmt;

/// A place in a program, with what LumiIL does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProblem {
    /// The file relative to the project folder.
    pub file: String,
    /// From 1; columns in UTF-16 units.
    pub line: u32,
    pub column: u32,
    pub message: String,
    pub help: Option<String>,
}

impl fmt::Display for SourceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )
    }
}
