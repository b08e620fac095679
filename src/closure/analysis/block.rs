//! Blocks whose variables live in a cell of their own each time the block is entered.

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
    /// There is no such place: a loop whose body is a single statement.
    None,
}
