//! Source positions of nodes.

/// The source position of a node: line and column from 1, columns in UTF-16 units; 0 where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub line: u32,
    pub column: u32,
}

impl At {
    /// The place of an offset in bytes.
    pub fn of(text: &str, line_starts: &[usize], offset: usize) -> Self {
        let line = line_starts.partition_point(|&it| it <= offset).max(1);
        let start = line_starts.get(line - 1).copied().unwrap_or(0);
        let before = text.get(start..offset).unwrap_or_default();
        let units: usize = before.chars().map(char::len_utf16).sum();
        let fitting = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Self {
            line: fitting(line),
            column: fitting(units + 1),
        }
    }
}
