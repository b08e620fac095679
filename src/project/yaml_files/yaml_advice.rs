//! Explains syntax errors of YAML: the library's words name neither the cause nor, often, its line.

use crate::yaml::Position;

/// The place and the cause of an error, if the text shows it.
pub fn cause(text: &str, message: &str) -> Option<(Position, String)> {
    if message.contains("cannot start any token") || message.contains("tab character") {
        return tab(text);
    }
    if message.contains("did not find expected ','") || message.contains("a flow ") {
        return open_bracket(text);
    }
    indentation(text)
}

fn number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

fn tab(text: &str) -> Option<(Position, String)> {
    let mut lines = text.lines().enumerate();
    lines.find_map(|(line, it)| {
        let space = it.len() - it.trim_start().len();
        let column = it[..space].find('\t').filter(|_| space < it.len())?;
        let cause = "this line is indented with a tab, and YAML takes spaces only".to_owned();
        Some(((number(line), number(column)), cause))
    })
}

/// The innermost bracket that is not closed, outside of quotes and comments.
fn open_bracket(text: &str) -> Option<(Position, String)> {
    let mut open = Vec::new();
    let mut quote = None;
    for (line, it) in text.lines().enumerate() {
        let mut before = ' ';
        for (column, character) in it.chars().enumerate() {
            match (quote, character) {
                (Some(quoted), _) => quote = Some(quoted).filter(|it| *it != character),
                (None, '#') if before == ' ' => break,
                (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(character),
                (None, '[' | '{') => open.push((line, column, character)),
                (None, ']' | '}') => {
                    open.pop();
                }
                _ => {}
            }
            before = character;
        }
    }
    let (line, column, bracket) = open.pop()?;
    let end = if bracket == '[' { ']' } else { '}' };
    let cause = format!("`{bracket}` has no `{end}`, or a comma is missing after it");
    Some(((number(line), number(column)), cause))
}

/// A line with a key.
#[derive(Clone, Copy)]
struct Key<'a> {
    indent: usize,
    name: &'a str,
    /// Whether a value follows on the same line.
    has_value: bool,
    /// Whether the value is a text on the lines below.
    is_block: bool,
}

impl<'a> Key<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let (name, value) = content.split_once(':')?;
        let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/' | '@');
        let value = value
            .strip_prefix(' ')
            .or(value.is_empty().then_some(""))?
            .trim();
        let is_name = !name.is_empty() && name.chars().all(is_plain) && !name.starts_with('-');
        is_name.then_some(Self {
            indent,
            name,
            has_value: !value.is_empty() && !value.starts_with(['#', '&', '!', '|', '>', '[', '{']),
            is_block: value.starts_with(['|', '>']),
        })
    }
}

/// The first key whose indentation fits none above it.
fn indentation(text: &str) -> Option<(Position, String)> {
    let mut above: Vec<Key<'_>> = Vec::new();
    for (line, it) in text.lines().enumerate() {
        let Some(key) = Key::of(it) else { continue };
        if above
            .last()
            .is_some_and(|it| it.is_block && key.indent > it.indent)
        {
            continue;
        }
        let mut left = None;
        while let Some(last) = above.pop_if(|it| it.indent > key.indent) {
            left = Some(last);
        }
        let top = above.last().copied();
        let cause = match (left, top) {
            (Some(left), None) => Some(format!(
                "`{}` is indented less than `{}`",
                key.name, left.name
            )),
            (Some(left), Some(top)) if top.indent < key.indent => Some(format!(
                "`{}` is indented less than `{}`, and more than `{}`",
                key.name, left.name, top.name
            )),
            (None, Some(top)) if top.indent < key.indent && top.has_value => Some(format!(
                "`{}` is indented more than `{}`, which has a value already",
                key.name, top.name
            )),
            _ => None,
        };
        if let Some(cause) = cause {
            return Some(((number(line), number(key.indent)), cause));
        }
        if top.is_some_and(|it| it.indent == key.indent) {
            above.pop();
        }
        above.push(key);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    #[test]
    fn causes_and_their_lines_are_named() {
        let texts = [
            "name: a\nconfig:\n\tsize: 1\n",
            "name: a\n  config:\n    size: 1\n",
            "name: a\nconfig:\n    size: 1\n  token: 2\n",
            " name: a\nconfig: b\n",
            "name: a\nconfig: {size: 1\nmain: b.ts\n",
            "name: [a\nmain: b\n",
            "description: |\n  a: b\n    c: d\nname: [\n",
        ];
        let causes = texts.map(|text| {
            let ((line, column), fault) = yaml::parse(text).unwrap_err();
            format!("{line}:{column}: {fault}")
        });
        insta::assert_snapshot!(causes.join("\n"), @r"
        3:1: this line is indented with a tab, and YAML takes spaces only; correct the syntax here
        2:3: `config` is indented more than `name`, which has a value already; correct the syntax here
        4:3: `token` is indented less than `size`, and more than `config`; correct the syntax here
        2:1: `config` is indented less than `name`; correct the syntax here
        2:9: `{` has no `}`, or a comma is missing after it; correct the syntax here
        1:7: `[` has no `]`, or a comma is missing after it; correct the syntax here
        4:7: `[` has no `]`, or a comma is missing after it; correct the syntax here
        ");
    }

    proptest::proptest! {
        #[test]
        fn explains_anything(text in "[ \\t\\na-c:{}\\[\\]#'\"|-]{0,60}|\\PC{0,40}") {
            for message in ["cannot start any token", "did not find expected ','", ""] {
                let _ = cause(&text, message);
            }
        }
    }
}
