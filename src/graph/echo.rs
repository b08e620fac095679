//! Text that stands twice in a document, and is made once.
//!
//! In a plan most outputs are the inputs again, and these are most of the document. A serialiser cannot
//! write text that is there already, but the writer below it can: it keeps what it has written.

use std::cell::Cell;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

/// What the values that are serialised and the writer below the serialiser tell each other. Made for
/// serialisers of JSON, which hand on every piece of text at once.
#[derive(Default)]
pub(super) struct Echo {
    /// Bytes written so far.
    written: Cell<usize>,
    /// Where the text that can be written again starts and ends.
    first: Cell<(usize, usize)>,
    /// The next piece is to be replaced by that text.
    is_due: Cell<bool>,
}

impl Echo {
    /// The value as it is; its text can be written again.
    pub(super) fn first<T>(&self, value: T) -> First<'_, T> {
        First { echo: self, value }
    }

    /// The text of the last value that was serialised by [`Echo::first`].
    pub(super) fn again(&self) -> Again<'_> {
        Again(self)
    }
}

pub(super) struct First<'a, T> {
    echo: &'a Echo,
    value: T,
}

impl<T: Serialize> Serialize for First<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Echo { written, first, .. } = self.echo;
        let start = written.get();
        let result = self.value.serialize(serializer);
        first.set((start, written.get()));
        result
    }
}

pub(super) struct Again<'a>(&'a Echo);

impl Serialize for Again<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.is_due.set(true);
        // One piece of text, in the place of which the writer puts the other one.
        serializer.serialize_unit()
    }
}

/// Collects text.
pub(super) struct EchoWriter<'a> {
    echo: &'a Echo,
    text: Vec<u8>,
}

impl<'a> EchoWriter<'a> {
    /// `echo` has been used by no other writer.
    pub(super) fn with_capacity(echo: &'a Echo, capacity: usize) -> Self {
        let text = Vec::with_capacity(capacity);
        Self { echo, text }
    }

    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }
}

impl Write for EchoWriter<'_> {
    #[inline]
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.write_all(piece)?;
        Ok(piece.len())
    }

    // What serialisers call, for every bracket: the default is a loop around `write`.
    #[inline]
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        if self.echo.is_due.get() {
            self.echo.is_due.set(false);
            let (start, end) = self.echo.first.get();
            self.text.extend_from_within(start..end);
        } else {
            self.text.extend_from_slice(piece);
        }
        self.echo.written.set(self.text.len());
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_same_text_again() {
        let echo = Echo::default();
        let mut writer = EchoWriter::with_capacity(&echo, 0);
        let one = serde_json::json!({ "a": [1, null, {}], "b": "x\ny" });
        let other = serde_json::json!([]);
        let list = (
            (echo.first(&one), 1, echo.again(), echo.again()),
            (echo.first(&other), echo.again(), ()),
        );
        serde_json::to_writer_pretty(&mut writer, &list).unwrap();
        let expected = ((&one, 1, &one, &one), (&other, &other, ()));
        let expected = serde_json::to_string_pretty(&expected).unwrap();
        assert_eq!(String::from_utf8(writer.into_text()).unwrap(), expected);
    }
}
