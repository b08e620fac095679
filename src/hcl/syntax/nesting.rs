//! How deep files can be nested.

/// The maximum nesting of expressions and blocks.
pub const MAX_NESTING: usize = 500;
