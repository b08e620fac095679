//! Source positions of nodes.

/// The source position of a node: line and column from 1, columns in UTF-16 units; 0 where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub line: u32,
    pub column: u32,
}
