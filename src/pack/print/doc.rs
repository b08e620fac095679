//! Text that is laid out to a width, with source positions in it.

use crate::il::At;

/// The form of lines.
#[derive(Clone, Copy, Debug)]
pub struct LineShape {
    /// Lines are broken where they would be longer, if they can be.
    pub width: usize,
    /// The number of spaces of a level.
    pub indent: usize,
}

const TYPESCRIPT: LineShape = LineShape {
    width: 100,
    indent: 2,
};

/// A piece of text.
#[derive(Clone, Debug)]
pub enum Doc {
    Text(String),
    /// The source position of what follows.
    Mark(At),
    /// A space, or a new line where its group is broken.
    Line,
    /// Nothing, or a new line where its group is broken.
    Fold,
    /// A new line, in any case.
    Break,
    /// A comma where its group is broken.
    Comma,
    /// A text where its group is broken.
    Broken(&'static str),
    /// Text with lines of its own, which begins at a position.
    Verbatim(String, At),
    Indent(Vec<Doc>),
    List(Vec<Doc>),
    Group {
        parts: Vec<Doc>,
        is_broken: bool,
    },
}

impl Doc {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Breaks all of its lines or none.
    pub fn group(parts: Vec<Self>) -> Self {
        let is_broken = parts.iter().any(Self::must_break);
        Self::Group { parts, is_broken }
    }

    fn must_break(&self) -> bool {
        match self {
            Self::Break => true,
            Self::Verbatim(text, _) => text.contains('\n'),
            Self::Indent(parts) | Self::List(parts) => parts.iter().any(Self::must_break),
            Self::Group { is_broken, .. } => *is_broken,
            _ => false,
        }
    }

    /// Puts `separator` between the parts.
    pub fn joined(parts: impl IntoIterator<Item = Self>, separator: &[Self]) -> Vec<Self> {
        let mut joined = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                joined.extend(separator.iter().cloned());
            }
            joined.push(part);
        }
        joined
    }
}

/// A laid out text with the positions in it: line and column from 0 in UTF-16 units, and where that is in the
/// source.
#[derive(Debug, Default)]
pub struct Layout {
    pub text: String,
    pub marks: Vec<(u32, u32, At)>,
    line: u32,
    column: usize,
}

impl Layout {
    pub fn of(doc: &Doc) -> Self {
        Self::shaped(doc, TYPESCRIPT)
    }

    /// The layout with lines of a form.
    pub fn shaped(doc: &Doc, shape: LineShape) -> Self {
        let mut layout = Self::default();
        let mut stack = vec![(0, true, doc)];
        while let Some((indent, is_broken, doc)) = stack.pop() {
            match doc {
                Doc::Text(text) => layout.push(text),
                Doc::Mark(at) if at.line > 0 => layout.mark(*at),
                Doc::Mark(_) => {}
                Doc::Verbatim(text, at) => layout.verbatim(text, *at),
                Doc::Break => layout.new_line(indent),
                Doc::Line | Doc::Fold if is_broken => layout.new_line(indent),
                Doc::Line => layout.push(" "),
                Doc::Comma if is_broken => layout.push(","),
                Doc::Broken(text) if is_broken => layout.push(text),
                Doc::Fold | Doc::Comma | Doc::Broken(_) => {}
                Doc::Indent(parts) => {
                    stack.extend(
                        parts
                            .iter()
                            .rev()
                            .map(|it| (indent + shape.indent, is_broken, it)),
                    );
                }
                Doc::List(parts) => {
                    stack.extend(parts.iter().rev().map(|it| (indent, is_broken, it)))
                }
                Doc::Group {
                    parts,
                    is_broken: forced,
                } => {
                    let is_broken =
                        *forced || !fits(shape.width.saturating_sub(layout.column), parts, &stack);
                    stack.extend(parts.iter().rev().map(|it| (indent, is_broken, it)));
                }
            }
        }
        layout
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().map(char::len_utf16).sum::<usize>();
    }

    fn new_line(&mut self, indent: usize) {
        let kept = self.text.trim_end_matches(' ').len();
        self.text.truncate(kept);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.line += 1;
        self.column = indent;
    }

    fn mark(&mut self, at: At) {
        let column = u32::try_from(self.column).unwrap_or(u32::MAX);
        if let Some(last) = self.marks.last_mut()
            && (last.0, last.1) == (self.line, column)
        {
            last.2 = at;
            return;
        }
        self.marks.push((self.line, column, at));
    }

    /// Marks the beginning of each word and each sign of a text whose layout is that of the source.
    fn verbatim(&mut self, text: &str, at: At) {
        let mut source = at;
        let mut was_word = false;
        for character in text.chars() {
            let is_word = character.is_alphanumeric() || matches!(character, '_' | '$');
            if source.line > 0 && !character.is_whitespace() && !(is_word && was_word) {
                self.mark(source);
            }
            was_word = is_word;
            self.text.push(character);
            match character {
                '\n' => {
                    self.line += 1;
                    self.column = 0;
                    source.line += u32::from(at.line > 0);
                    source.column = 1;
                }
                other => {
                    self.column += other.len_utf16();
                    source.column += u32::try_from(other.len_utf16()).unwrap_or(1);
                }
            }
        }
    }
}

/// Whether the parts on one line, and what follows them up to a line end, are at most `width` long.
fn fits(width: usize, parts: &[Doc], after: &[(usize, bool, &Doc)]) -> bool {
    let mut left = width;
    let mut stack: Vec<(bool, &Doc)> = parts.iter().rev().map(|it| (false, it)).collect();
    let mut rest = after.iter().rev();
    loop {
        let (is_broken, doc) = match stack.pop() {
            Some(next) => next,
            None => match rest.next() {
                Some(&(_, is_broken, doc)) => (is_broken, doc),
                None => return true,
            },
        };
        match doc {
            Doc::Text(text) => {
                let Some(less) = left.checked_sub(text.chars().count()) else {
                    return false;
                };
                left = less;
            }
            Doc::Verbatim(text, _) => {
                let first = text.lines().next().unwrap_or_default();
                let Some(less) = left.checked_sub(first.chars().count()) else {
                    return false;
                };
                if text.contains('\n') {
                    return true;
                }
                left = less;
            }
            Doc::Break => return true,
            Doc::Line | Doc::Fold if is_broken => return true,
            Doc::Line => match left.checked_sub(1) {
                Some(less) => left = less,
                None => return false,
            },
            Doc::Fold | Doc::Comma | Doc::Broken(_) | Doc::Mark(_) => {}
            Doc::Indent(parts) | Doc::List(parts) => {
                stack.extend(parts.iter().rev().map(|it| (is_broken, it)))
            }
            Doc::Group {
                parts,
                is_broken: forced,
            } => stack.extend(parts.iter().rev().map(|it| (*forced, it))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_break_where_they_are_too_long() {
        let list = |count: usize| {
            let words = (0..count).map(|it| Doc::text(format!("word{it:02}")));
            let mut inner = vec![Doc::Fold];
            inner.extend(Doc::joined(words, &[Doc::text(","), Doc::Line]));
            inner.push(Doc::Comma);
            Doc::group(vec![
                Doc::text("["),
                Doc::Indent(inner),
                Doc::Fold,
                Doc::text("]"),
            ])
        };
        assert_eq!(Layout::of(&list(2)).text, "[word00, word01]");
        let long = Layout::of(&list(20)).text;
        assert_eq!(long.lines().count(), 22);
        assert!(long.ends_with("  word19,\n]"), "{long}");
    }

    #[test]
    fn verbatim_text_keeps_its_positions() {
        let doc = Doc::List(vec![
            Doc::text("const a = "),
            Doc::Verbatim("f(\n  x)".to_owned(), At { line: 7, column: 3 }),
        ]);
        let layout = Layout::of(&doc);
        let found = layout
            .marks
            .iter()
            .find(|it| it.0 == 1 && it.1 == 2)
            .unwrap();
        assert_eq!(found.2, At { line: 8, column: 3 });
    }
}
