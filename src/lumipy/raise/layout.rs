//! The forms of brackets and blocks, as formatters of Python write them.

use lumi_pack::{Doc, LineShape};

/// The lines of formatted Python.
pub const PYTHON: LineShape = LineShape {
    width: 88,
    indent: 4,
};

pub fn text(text: impl Into<String>) -> Doc {
    Doc::text(text)
}

pub fn list(parts: Vec<Doc>) -> Doc {
    Doc::List(parts)
}

fn separated(parts: Vec<Doc>) -> Vec<Doc> {
    Doc::joined(parts, &[Doc::text(","), Doc::Line])
}

/// Arguments or parameters: all on the line of the brackets, on a line of their own, or each on one.
pub fn arguments(parts: Vec<Doc>) -> Doc {
    if parts.is_empty() {
        return text("()");
    }
    let mut inner = separated(parts);
    inner.push(Doc::Comma);
    bracketed("(", vec![Doc::group(inner)], ")")
}

/// Elements: all on the line of the brackets, or each on one.
pub fn elements(open: &str, parts: Vec<Doc>, close: &str) -> Doc {
    if parts.is_empty() {
        return text(format!("{open}{close}"));
    }
    let mut inner = separated(parts);
    inner.push(Doc::Comma);
    bracketed(open, inner, close)
}

/// Elements without brackets, which get parentheses where they are on several lines.
pub fn bare(parts: Vec<Doc>) -> Doc {
    let mut inner = vec![Doc::Fold];
    inner.extend(separated(parts));
    inner.push(Doc::Comma);
    Doc::group(vec![
        Doc::Broken("("),
        Doc::Indent(inner),
        Doc::Fold,
        Doc::Broken(")"),
    ])
}

/// A part that begins on a line of its own if it is too long.
pub fn bracketed(open: &str, inner: Vec<Doc>, close: &str) -> Doc {
    let mut parts = vec![Doc::Fold];
    parts.extend(inner);
    Doc::group(vec![text(open), Doc::Indent(parts), Doc::Fold, text(close)])
}

/// A value of a statement, in parentheses if it needs several lines and has no brackets of its own.
pub fn wrapped(value: Doc) -> Doc {
    Doc::group(vec![
        Doc::Broken("("),
        Doc::Indent(vec![Doc::Fold, Doc::group(vec![value])]),
        Doc::Fold,
        Doc::Broken(")"),
    ])
}

/// Lines that are indented under a head.
pub fn block(head: Doc, body: Vec<Doc>) -> Doc {
    let body = match body.is_empty() {
        true => vec![text("pass")],
        false => body,
    };
    let mut lines = Vec::new();
    for it in body {
        lines.push(Doc::Break);
        lines.push(it);
    }
    list(vec![head, text(":"), Doc::Indent(lines)])
}

/// The text of a part on one line.
pub fn flat(doc: &Doc) -> String {
    match doc {
        Doc::Text(it) => it.clone(),
        Doc::Line => " ".to_owned(),
        Doc::Indent(parts) | Doc::List(parts) | Doc::Group { parts, .. } => {
            parts.iter().map(flat).collect()
        }
        Doc::Verbatim(it, _) => it.clone(),
        Doc::Mark(_) | Doc::Fold | Doc::Break | Doc::Comma | Doc::Broken(_) => String::new(),
    }
}

/// Whether a line is an empty one.
pub fn is_empty(of: &Doc) -> bool {
    matches!(of, Doc::Text(it) if it.is_empty())
}

/// Whether a statement declares a function or a class, around which there are two empty lines.
pub fn begins_declaration(of: &Doc) -> bool {
    match of {
        Doc::Text(it) => ["def ", "async def ", "class ", "@"]
            .iter()
            .any(|word| it.starts_with(word)),
        Doc::List(parts) | Doc::Group { parts, .. } => {
            parts.first().is_some_and(begins_declaration)
        }
        _ => false,
    }
}
