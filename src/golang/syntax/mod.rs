//! The syntax of Go.
//!
//! | module | |
//! |---|---|
//! | `token`, `lexer` | the words of a text |
//! | `literals` | the values of words |
//! | `tree` | the tree of a file |
//! | `parser` | makes the tree |

mod lexer;
mod literals;
mod parser;
mod token;
pub mod tree;

pub use parser::parse;

/// A place in the program: an offset in bytes, counted through all of its files.
pub type Pos = u32;

/// An error of syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub at: Pos,
    pub message: String,
    /// Whether the code is nested too deeply.
    pub is_depth: bool,
}

impl SyntaxError {
    pub fn new(at: Pos, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
            is_depth: false,
        }
    }
}
