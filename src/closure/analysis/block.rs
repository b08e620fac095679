//! Blocks whose variables live in a new cell each time the block is entered.

/// A block in which variables are declared that closures share and assign to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its last statement ends.
    pub end: BlockEnd,
}

/// How a statement can be added at the end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// Before the closing brace at this byte offset.
    Brace(usize),
    /// An arrow's body without braces: its byte offsets.
    Expression { start: usize, end: usize },
    /// Nowhere: the body of the loop is a single statement.
    None,
}
