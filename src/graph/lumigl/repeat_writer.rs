//! Writes text that occurs twice in a document and serialises it only once.
//!
//! In a plan most outputs equal the inputs, and make up most of the document. A serialiser cannot
//! repeat earlier text, but the writer below it can: it keeps all written text.

use std::cell::Cell;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

/// Shared by the serialised values and the writer below the serialiser. Requires a JSON serialiser,
/// which passes on every piece of text at once.
#[derive(Default)]
pub struct RepeatRecorder {
    /// The number of bytes written so far.
    written: Cell<usize>,
    /// Start and end of the text that can be repeated.
    first: Cell<(usize, usize)>,
    /// Whether the next piece is to be replaced by that text.
    is_due: Cell<bool>,
}

impl RepeatRecorder {
    /// Serialises a value and records its text for repetition.
    pub fn record<T>(&self, value: T) -> Recorded<'_, T> {
        Recorded {
            recorder: self,
            value,
        }
    }

    /// Repeats the text of the last value serialised by [`RepeatRecorder::first`].
    pub fn repeat(&self) -> Repeated<'_> {
        Repeated(self)
    }
}

pub struct Recorded<'a, T> {
    recorder: &'a RepeatRecorder,
    value: T,
}

impl<T: Serialize> Serialize for Recorded<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RepeatRecorder { written, first, .. } = self.recorder;
        let start = written.get();
        let result = self.value.serialize(serializer);
        first.set((start, written.get()));
        result
    }
}

pub struct Repeated<'a>(&'a RepeatRecorder);

impl Serialize for Repeated<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.is_due.set(true);
        // One piece of text, which the writer replaces by the recorded one.
        serializer.serialize_unit()
    }
}

/// A buffer that can repeat text.
pub struct RepeatWriter<'a> {
    recorder: &'a RepeatRecorder,
    text: Vec<u8>,
}

impl<'a> RepeatWriter<'a> {
    /// `recorder` must not be used by another writer.
    pub fn with_capacity(recorder: &'a RepeatRecorder, capacity: usize) -> Self {
        let text = Vec::with_capacity(capacity);
        Self { recorder, text }
    }

    pub fn into_text(self) -> Vec<u8> {
        self.text
    }
}

impl Write for RepeatWriter<'_> {
    #[inline]
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.write_all(piece)?;
        Ok(piece.len())
    }

    // Serialisers call this for every bracket, and the default is a loop around `write`.
    #[inline]
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        if self.recorder.is_due.get() {
            self.recorder.is_due.set(false);
            let (start, end) = self.recorder.first.get();
            self.text.extend_from_within(start..end);
        } else {
            self.text.extend_from_slice(piece);
        }
        self.recorder.written.set(self.text.len());
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
        let recorder = RepeatRecorder::default();
        let mut writer = RepeatWriter::with_capacity(&recorder, 0);
        let one = serde_json::json!({ "a": [1, null, {}], "b": "x\ny" });
        let other = serde_json::json!([]);
        let list = (
            (
                recorder.record(&one),
                1,
                recorder.repeat(),
                recorder.repeat(),
            ),
            (recorder.record(&other), recorder.repeat(), ()),
        );
        serde_json::to_writer_pretty(&mut writer, &list).unwrap();
        let expected = ((&one, 1, &one, &one), (&other, &other, ()));
        let expected = serde_json::to_string_pretty(&expected).unwrap();
        assert_eq!(String::from_utf8(writer.into_text()).unwrap(), expected);
    }
}
