//! Indented JSON with few writes.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// A comma, a line break and 32 levels of two spaces.
const LINE: &[u8] = b",\n                                                                ";

/// The layout of serde_json's `PrettyFormatter`, which writes each indentation level separately:
/// half of all writes in documents of small values.
#[derive(Default)]
pub struct Indented {
    depth: usize,
    has_members: bool,
}

impl Indented {
    fn open<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_members = false;
        writer.write_all(bracket)
    }

    fn close<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_members {
            self.start_line(writer, true)?;
        }
        writer.write_all(bracket)
    }

    /// Starts a line; `is_first` omits the comma.
    fn start_line<W: Write + ?Sized>(&self, writer: &mut W, is_first: bool) -> io::Result<()> {
        let (start, spaces) = (usize::from(is_first), 2 * self.depth);
        let shown = spaces.min(LINE.len() - 2);
        writer.write_all(&LINE[start..2 + shown])?;
        let mut rest = spaces - shown;
        while rest > 0 {
            let part = rest.min(LINE.len() - 2);
            writer.write_all(&LINE[2..2 + part])?;
            rest -= part;
        }
        Ok(())
    }
}

impl Formatter for Indented {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.start_line(w, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_members = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.start_line(w, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_members = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Serialize;
    use serde_json::Serializer;

    use super::super::super::value::value::Value;
    use super::super::super::value::value_writer::Secrets;
    use super::*;
    use crate::any_value::any_value;

    fn indented(value: &Value) -> String {
        let mut text = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut text, Indented::default());
        let form = value.serializable(Secrets::Shown);
        form.serialize(&mut serializer).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn pretty(value: &Value) -> String {
        serde_json::to_string_pretty(&value.serializable(Secrets::Shown)).unwrap()
    }

    proptest! {
        #[test]
        fn looks_like_pretty(value in any_value()) {
            prop_assert_eq!(indented(&value), pretty(&value));
        }
    }

    #[test]
    fn deep_looks_like_pretty() {
        for depth in [30, 31, 32, 33, 64, 65, 100, 400] {
            let nested = (0..depth).fold(Value::Unknown, |inner, _| {
                Value::Array(vec![inner, Value::Array(Vec::new())])
            });
            assert_eq!(indented(&nested), pretty(&nested), "{depth}");
        }
    }
}
