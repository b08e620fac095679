//! Blocks whose variables get a new cell on each entry.

/// A block with variables that closures share and that are reassigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The end of its last statement.
    pub end: BlockEnd,
}

/// The way to append a statement to a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// Before the closing brace at this byte offset.
    Brace(usize),
    /// The body of an arrow without braces: its byte offsets.
    Expression { start: usize, end: usize },
    /// Impossible: the body of the loop is a single statement.
    None,
}
