//! Runs work on parsed code on a stack that is large enough for its nesting.
//!
//! The parser and all passes over its trees recurse as deep as the text is nested, and a stack
//! overflow ends the process. So [`deeply`] counts levels before parsing, refuses more than
//! [`MAX_LEVELS`], and provides a stack for them.
//!
//! | module | |
//! |---|---|
//! | `frame` | the state between two brackets |
//! | `levels` | counts levels |
//! | `token` | pieces of a text, as far as levels need them |

mod frame;
mod levels;
#[cfg(test)]
mod tests;
mod token;

pub use levels::levels;

/// Eight times the maximum in 27,000 files of npm packages (`tools/npm-packages`).
pub const MAX_LEVELS: usize = 5_000;

/// Maximum number of bytes per level in the parser, a transform or a printer, without optimisation.
const STACK_OF_LEVEL: usize = 32 << 10;

/// Bytes for work on code without nesting.
const STACK_OF_REST: usize = 256 << 10;

/// The text is nested deeper than [`MAX_LEVELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the code is nested more than {MAX_LEVELS} levels deep here; move parts of it into variables or functions"
)]
pub struct TooDeep {
    /// The byte offset at which the text exceeds the limit.
    pub offset: usize,
}

/// Whether the source may contain JSX. The text between JSX tags is not code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jsx {
    Yes,
    No,
}

/// Calls `work`, which parses `text`, with the number of levels, on a stack for them. Trees must be
/// dropped in `work` or in [`with_stack`].
pub fn deeply<T>(text: &str, jsx: Jsx, work: impl FnOnce(usize) -> T) -> Result<T, TooDeep> {
    let levels = levels(text, jsx)?;
    Ok(with_stack(levels, || work(levels)))
}

/// Calls `work` on a stack for code with this number of levels: on the current one, if that is
/// large enough.
pub fn with_stack<T>(levels: usize, work: impl FnOnce() -> T) -> T {
    let needed = STACK_OF_REST + levels * STACK_OF_LEVEL;
    stacker::maybe_grow(needed, needed, work)
}
