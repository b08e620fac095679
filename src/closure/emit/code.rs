//! Generated text with the source positions of its pieces.

use crate::capture::ModuleId;

/// Text with marks.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub text: String,
    pub marks: Vec<Mark>,
    /// The end of the text: line and column from 0, in UTF-16 units.
    line: u32,
    column: u32,
}

/// The source position of the text from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub line: u32,
    pub column: u32,
    pub module: ModuleId,
    /// Byte offset in the module's JavaScript.
    pub offset: usize,
}

impl Code {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let mut code = Self::default();
        code.advance(&text);
        code.text = text;
        code
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.advance(text);
    }

    fn advance(&mut self, text: &str) {
        match text.rfind('\n') {
            Some(last) => {
                let lines = text.matches('\n').count();
                self.line += u32::try_from(lines).unwrap_or(u32::MAX);
                self.column = width(&text[last + 1..]);
            }
            None => self.column += width(text),
        }
    }

    pub fn append(&mut self, other: Self) {
        let (line, column) = (self.line, self.column);
        if self.text.is_empty() && self.marks.is_empty() {
            *self = other;
            return;
        }
        self.marks.extend(other.marks.into_iter().map(|mark| Mark {
            line: mark.line + line,
            column: mark.column + if mark.line == 0 { column } else { 0 },
            ..mark
        }));
        self.text.push_str(&other.text);
        self.line += other.line;
        self.column = other.column + if other.line == 0 { column } else { 0 };
    }

    pub fn is_multiline(&self) -> bool {
        self.line > 0
    }

    /// Encloses the text in two others.
    pub fn wrapped(self, before: &str, after: &str) -> Self {
        let mut code = Self::new(before);
        code.append(self);
        code.push(after);
        code
    }
}

fn width(text: &str) -> u32 {
    let units = match text.is_ascii() {
        true => text.len(),
        false => text.encode_utf16().count(),
    };
    u32::try_from(units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_move_with_the_text() {
        let mark = |line, column| Mark {
            line,
            column,
            module: ModuleId(0),
            offset: 7,
        };
        let inner = Code {
            marks: vec![mark(0, 1), mark(1, 2)],
            ..Code::new("a\nbcd")
        };
        let code = inner.wrapped("x\n  ", "!");
        assert_eq!(code.text, "x\n  a\nbcd!");
        assert_eq!(code.marks, [mark(1, 3), mark(2, 2)]);
        assert_eq!((code.line, code.column), (2, 4));
    }
}
