//! Columns of a line with and without insertions.

use super::{CLOSE, OPEN};

/// The insertions of one line of an instrumented module. Columns are from 0, in UTF-16 units.
#[derive(Clone, Debug, Default)]
pub struct LineColumns {
    insertions: Vec<Insertion>,
}

#[derive(Clone, Copy, Debug)]
struct Insertion {
    /// The column of its start in the instrumented line.
    start: usize,
    length: usize,
    /// The length of all insertions before it.
    added: usize,
}

impl LineColumns {
    /// Finds the insertions of an instrumented line.
    pub fn of(line: &str) -> Self {
        let mut insertions = Vec::new();
        let (mut at, mut added) = (0, 0);
        let mut rest = line;
        while let Some(start) = rest.find(OPEN) {
            at += width(&rest[..start]);
            let end = rest[start..]
                .find(CLOSE)
                .map_or(rest.len(), |it| start + it + CLOSE.len());
            let length = width(&rest[start..end]);
            insertions.push(Insertion {
                start: at,
                length,
                added,
            });
            at += length;
            added += length;
            rest = &rest[end..];
        }
        Self { insertions }
    }

    /// Maps a column of the instrumented line to the original line. A column within an insertion is
    /// that of its start.
    pub fn original(&self, column: usize) -> usize {
        let before = self.insertions.partition_point(|it| it.start < column);
        match before.checked_sub(1).map(|it| self.insertions[it]) {
            None => column,
            Some(it) if column < it.start + it.length => it.start - it.added,
            Some(it) => column - it.added - it.length,
        }
    }

    /// Maps a column of the original line to the instrumented line.
    pub fn instrumented(&self, column: usize) -> usize {
        let before = self
            .insertions
            .partition_point(|it| it.start - it.added <= column);
        let last = before.checked_sub(1).map(|it| self.insertions[it]);
        column + last.map_or(0, |it| it.added + it.length)
    }
}

fn width(text: &str) -> usize {
    text.encode_utf16().count()
}
