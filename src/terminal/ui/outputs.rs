//! Formats values for people: the outputs below a tree.
//!
//! Similar to TypeScript, one member per line. Long values are cut with a note of their size;
//! `--format json` is complete.

use lumi_graph::{
    Archive, ArchiveContent, Asset, NumberText, Object, PropertyPath, ResourceReference,
    SECRET_MASK, Value, write_escaped,
};

use super::palette::{self, paint};
use super::tree::Style;

/// Maximum number of characters shown of a string.
const MAX_TEXT: usize = 200;
/// Maximum number of array elements or object members shown.
const MAX_MEMBERS: usize = 30;
/// Maximum number of levels shown.
const MAX_LEVELS: usize = 8;
/// Maximum number of characters of scalars on one line.
const MAX_INLINE: usize = 60;

/// Adds `key: value` lines for all members, indented by two spaces per level.
pub(super) fn write_members(out: &mut String, members: &Object, level: usize, style: Style) {
    for (key, value) in members.iter().take(MAX_MEMBERS) {
        indent(out, level);
        write_key(out, key);
        out.push_str(": ");
        write_value(out, value, level, style);
        out.push('\n');
    }
    write_rest(out, members.len(), level, style);
}

pub(super) fn write_value(out: &mut String, value: &Value, level: usize, style: Style) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&NumberText(*number).to_string()),
        Value::String(text) => write_text(out, text),
        Value::Array(items) => write_array(out, items, level, style),
        Value::Object(members) => write_object(out, members, level, style),
        Value::Asset(asset) => write_asset(out, asset),
        Value::Archive(archive) => write_archive(out, archive),
        Value::Secret(inner) if style.secrets.are_shown() => write_value(out, inner, level, style),
        Value::Secret(_) => paint(out, palette::SECRET, style.color, SECRET_MASK),
        Value::Unknown => paint(out, palette::UNKNOWN, style.color, "[unknown]"),
        Value::Resource(reference) => write_reference(out, reference, level, style),
        Value::Ephemeral(_) => paint(out, palette::SECRET, style.color, "[ephemeral]"),
    }
}

/// A key as in a TypeScript object: quoted only if necessary.
pub(super) fn write_key(out: &mut String, key: &str) {
    let mut path = PropertyPath::new();
    path.push_key(key);
    if path.to_string() == key {
        out.push_str(key)
    } else {
        write_text(out, key)
    }
}

/// A quoted, escaped string, cut if it is long.
pub(super) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut characters = text.chars();
    for character in characters.by_ref().take(MAX_TEXT) {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            // Writing to a string cannot fail.
            _ => drop(write_escaped(out, character)),
        }
    }
    out.push('"');
    if !characters.as_str().is_empty() {
        let all = MAX_TEXT + characters.count();
        out.push_str(&format!("… ({all} characters)"));
    }
}

fn write_array(out: &mut String, items: &[Value], level: usize, style: Style) {
    if items.is_empty() {
        out.push_str("[]");
        return;
    }
    if level >= MAX_LEVELS {
        out.push_str(&format!("[… {}]", items.len()));
        return;
    }
    if let Some(line) = inline(items) {
        out.push_str(&line);
        return;
    }
    out.push_str("[\n");
    for item in items.iter().take(MAX_MEMBERS) {
        indent(out, level + 1);
        write_value(out, item, level + 1, style);
        out.push('\n');
    }
    write_rest(out, items.len(), level + 1, style);
    indent(out, level);
    out.push(']');
}

/// Scalars on one line, if they fit.
pub(super) fn inline(items: &[Value]) -> Option<String> {
    // Each item takes at least three characters, so a longer array cannot fit.
    if items.len() > MAX_INLINE / 3 {
        return None;
    }
    let mut line = "[".to_owned();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            line.push_str(", ");
        }
        match item {
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                write_value(&mut line, item, 0, Style::default());
            }
            _ => return None,
        }
        if line.len() > MAX_INLINE {
            return None;
        }
    }
    line.push(']');
    Some(line)
}

fn write_object(out: &mut String, members: &Object, level: usize, style: Style) {
    if members.is_empty() {
        out.push_str("{}");
    } else if level >= MAX_LEVELS {
        out.push_str(&format!("{{… {}}}", members.len()));
    } else {
        out.push_str("{\n");
        write_members(out, members, level + 1, style);
        indent(out, level);
        out.push('}');
    }
}

fn write_asset(out: &mut String, asset: &Asset) {
    out.push_str(&format!("[{} asset] ", asset.content.kind()));
    write_text(out, asset.content.entry().1);
}

fn write_archive(out: &mut String, archive: &Archive) {
    out.push_str(&format!("[{} archive] ", archive.content.kind()));
    match &archive.content {
        ArchiveContent::Assets(members) => out.push_str(&format!("{} members", members.len())),
        ArchiveContent::File(place) | ArchiveContent::Remote(place) => write_text(out, place),
    }
}

fn write_reference(out: &mut String, reference: &ResourceReference, level: usize, style: Style) {
    write_text(out, reference.urn.as_str());
    if let Some(id) = &reference.id {
        out.push_str(" id ");
        write_value(out, id, level, style);
    }
}

fn write_rest(out: &mut String, members: usize, level: usize, style: Style) {
    if let Some(rest @ 1..) = members.checked_sub(MAX_MEMBERS) {
        indent(out, level);
        paint(out, palette::QUIET, style.color, &format!("… {rest} more"));
        out.push('\n');
    }
}

fn indent(out: &mut String, level: usize) {
    out.extend(std::iter::repeat_n("  ", level));
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::{Object, Secrets};

    fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
        members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    fn text(members: &Object, style: Style) -> String {
        let mut out = String::new();
        write_members(&mut out, members, 1, style);
        out
    }

    #[test]
    fn looks_like_an_object_in_typescript() {
        let members = object([
            ("url", Value::from("http://a/\u{1b}[2J\"x\"\n")),
            ("a.b", Value::from(3.5)),
            (
                "ports",
                Value::Array(vec![Value::from(80.0), Value::from(443.0)]),
            ),
            ("hole", Value::Unknown),
            ("password", Value::secret(Value::from("hunter2"))),
            (
                "site",
                Value::Object(object([
                    ("empty", Value::Object(Object::default())),
                    (
                        "pages",
                        Value::Array(vec![Value::Unknown, Value::Array(vec![])]),
                    ),
                ])),
            ),
        ]);
        insta::assert_snapshot!(text(&members, Style::default()), @r#"
        url: "http://a/\u{1b}[2J\"x\"\n"
        "a.b": 3.5
        ports: [80, 443]
        hole: [unknown]
        password: [secret]
        site: {
          empty: {}
          pages: [
            [unknown]
            []
          ]
        }
        "#);
        let shown = text(
            &members,
            Style {
                secrets: Secrets::Shown,
                ..Style::default()
            },
        );
        assert!(shown.contains("password: \"hunter2\""));
    }

    #[test]
    fn cuts_what_is_long() {
        let long = Value::from("x".repeat(1_000_000));
        let wide = Value::Array((0..100_000).map(|n| Value::from(f64::from(n))).collect());
        let deep = (0..400).fold(Value::Null, |inner, _| {
            Value::Object(object([("a", inner)]))
        });
        let shown = text(
            &object([("long", long), ("wide", wide), ("deep", deep)]),
            Style::default(),
        );
        assert!(shown.contains("… (1000000 characters)"));
        assert!(shown.contains("… 99970 more"));
        assert!(shown.contains("a: {… 1}"));
        assert!(shown.lines().count() < 60, "{shown}");
    }
}
