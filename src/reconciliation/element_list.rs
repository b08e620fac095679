//! Elements between brackets: how they are added and removed.
//!
//! Other elements keep their lines and their comments.

use std::ops::Range;

use super::source_edit::SourceEdit;

/// The elements of an array or object literal in a text.
pub struct ElementList<'t> {
    pub text: &'t str,
    /// With both brackets.
    pub range: Range<usize>,
    pub elements: Vec<Range<usize>>,
}

impl ElementList<'_> {
    /// Adds elements at the end.
    pub fn append(&self, added: &[String]) -> Vec<SourceEdit> {
        let close = self.range.end - 1;
        let Some(last) = self.elements.last() else {
            return vec![self.fill(added)];
        };
        let comma = self.comma_after(last.end);
        let separator = self.separator();
        let list = added.join(&separator);
        if !self.has_lines() {
            return vec![match comma {
                Some(comma) => SourceEdit::new(comma + 1..comma + 1, format!(" {list},")),
                None => SourceEdit::new(last.end..last.end, format!(", {list}")),
            }];
        }
        // Behind the comments of the last element.
        let tail = self.text[..close].trim_end().len();
        let line_break = separator.trim_start_matches(',');
        match comma {
            Some(_) => vec![SourceEdit::new(tail..tail, format!("{line_break}{list},"))],
            None if tail == last.end => {
                vec![SourceEdit::new(tail..tail, format!("{separator}{list}"))]
            }
            None => vec![
                SourceEdit::new(last.end..last.end, ","),
                SourceEdit::new(tail..tail, format!("{line_break}{list}")),
            ],
        }
    }

    /// Adds elements before the one at an index.
    pub fn insert(&self, index: usize, added: &[String]) -> Vec<SourceEdit> {
        let Some(next) = self.elements.get(index) else {
            return self.append(added);
        };
        let separator = match self.begins_line(next.start) {
            true => self.separator(),
            false => ", ".to_owned(),
        };
        let text = format!("{}{separator}", added.join(&separator));
        vec![SourceEdit::new(next.start..next.start, text)]
    }

    /// Puts elements in the place of the one at an index.
    pub fn replace(&self, index: usize, added: &[String]) -> SourceEdit {
        let separator = match self.has_lines() {
            true => self.separator(),
            false => ", ".to_owned(),
        };
        SourceEdit::new(self.elements[index].clone(), added.join(&separator))
    }

    /// Removes neighbouring elements with their commas; comments of others stay.
    pub fn remove(&self, indices: Range<usize>) -> SourceEdit {
        let (Some(first), Some(last)) = (
            self.elements.get(indices.start),
            self.elements.get(indices.end.wrapping_sub(1)),
        ) else {
            return SourceEdit::new(self.range.start..self.range.start, "");
        };
        let (mut start, mut end) = (first.start, last.end);
        if let Some(comma) = self.comma_after(end) {
            end = comma + 1;
            if !self.is_whole_line(start, end) {
                let spaces =
                    self.text[end..].len() - self.text[end..].trim_start_matches([' ', '\t']).len();
                end += spaces;
            }
        } else if let Some(before) = indices.start.checked_sub(1).map(|it| self.elements[it].end)
            && let Some(comma) = self.comma_after(before)
            && self.text[comma + 1..start].trim().is_empty()
        {
            start = if self.begins_line(start) {
                start
            } else {
                comma
            };
        }
        if self.is_whole_line(start, end) {
            start = self.line_start(start);
            end += self.text[end..].find('\n').map_or(0, |it| it + 1);
        }
        SourceEdit::new(start..end, "")
    }

    /// The elements of an empty list.
    fn fill(&self, added: &[String]) -> SourceEdit {
        let inner = self.range.start + 1..self.range.end - 1;
        let is_object = self.text[self.range.start..].starts_with('{');
        let list = added.join(", ");
        let padded = match is_object {
            true => format!(" {list} "),
            false => list,
        };
        match self.text[inner.clone()].trim().is_empty() {
            true => SourceEdit::new(inner, padded),
            // Behind a comment.
            false => SourceEdit::new(inner.end..inner.end, padded),
        }
    }

    /// Whether the elements stand on lines of their own.
    fn has_lines(&self) -> bool {
        let first = self.elements.first();
        first.is_some_and(|it| self.begins_line(it.start))
    }

    fn begins_line(&self, offset: usize) -> bool {
        let start = self.line_start(offset);
        self.text[start..offset].trim().is_empty() && start > self.range.start
    }

    fn line_start(&self, offset: usize) -> usize {
        self.text[..offset].rfind('\n').map_or(0, |it| it + 1)
    }

    /// A comma and the white space between two elements.
    fn separator(&self) -> String {
        match self.elements.first() {
            Some(first) if self.has_lines() => {
                let indent = &self.text[self.line_start(first.start)..first.start];
                let line_break = match self.text.contains("\r\n") {
                    true => "\r\n",
                    false => "\n",
                };
                format!(",{line_break}{indent}")
            }
            _ => ", ".to_owned(),
        }
    }

    /// Whether nothing else stands on the lines.
    fn is_whole_line(&self, start: usize, end: usize) -> bool {
        let rest = self.text[end..].split('\n').next().unwrap_or_default();
        self.begins_line(start) && rest.trim().is_empty() && end + rest.len() < self.text.len()
    }

    /// The comma behind an element, if there is one before the next element or bracket.
    fn comma_after(&self, offset: usize) -> Option<usize> {
        let mut at = offset;
        loop {
            let rest = &self.text[at..self.range.end];
            let trimmed = rest.trim_start();
            at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                at += trimmed.find('\n')?;
            } else if trimmed.starts_with("/*") {
                at += trimmed.find("*/")? + 2;
            } else {
                return trimmed.starts_with(',').then_some(at);
            }
        }
    }
}
