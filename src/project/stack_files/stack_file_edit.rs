//! Changes one value in the text of a settings file: of a stack's `config`, or of `packages`.
//!
//! Comments, order and notation of everything else are preserved, because only the lines of one
//! entry are replaced. The result is parsed again and refused unless it equals the old document
//! with the change.
//!
//! | module | |
//! |---|---|
//! | `block` | values in several lines |

use serde_json::{Map, Value};
use thiserror::Error;

use lumi_graph::is_hidden;

use crate::yaml;
use crate::yaml_files::yaml_locator::{Part, locate};

const CONFIG: &str = "config";

/// The reason why a file cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    #[error("that part does not have one key on each line")]
    NotABlock,
    #[error("a line does not end with a newline")]
    LineBreak,
    #[error("the change would affect other keys, too")]
    Unsafe,
}

/// Sets `config.KEY`, written as in the file, to `value`, which is YAML on one line.
pub fn set(text: &str, key: &str, value: &str) -> Result<String, EditError> {
    set_in(text, CONFIG, key, value)
}

/// Sets `SECTION.KEY`, as [`set`] does.
pub fn set_in(text: &str, section: &str, key: &str, value: &str) -> Result<String, EditError> {
    let wanted = parse(&format!("value: {value}\n"))?;
    let wanted = wanted.get("value").cloned().unwrap_or_default();
    let file = File::read(text, section)?;
    let line = format!("{}{}: {value}", file.indent(), scalar(key));
    let change = match file.entry(key) {
        Some(entry) => {
            let line = format!("{line}{}", file.comment(entry));
            file.replaced(entry.start, entry.end, Some(&line))
        }
        None => file.inserted(&line),
    };
    let mut document = file.document.clone();
    let members = document.entry(section).or_insert(Value::Null);
    if members.is_null() {
        *members = Value::Object(Map::new());
    }
    let members = members.as_object_mut().ok_or(EditError::NotABlock)?;
    members.insert(key.to_owned(), wanted);
    checked(change, &document)
}

/// Sets a top-level member besides `config`, with one line for each of its members.
pub fn set_block(text: &str, key: &str, members: &Map<String, Value>) -> Result<String, EditError> {
    let file = File::read(text, CONFIG)?;
    let mut block = format!("{key}:");
    for (name, value) in members {
        block.push_str(&format!("{}  {name}: {value}", file.line_end));
    }
    file.with_member(key, &block, Value::Object(members.clone()))
}

/// Sets a top-level member besides `config` to true.
pub fn set_true(text: &str, key: &str) -> Result<String, EditError> {
    let file = File::read(text, CONFIG)?;
    file.with_member(key, &format!("{key}: true"), Value::Bool(true))
}

/// Removes a top-level member besides `config`, if there is one.
pub fn remove_member(text: &str, key: &str) -> Result<String, EditError> {
    let file = File::read(text, CONFIG)?;
    let Some((start, end)) = file.member(key) else {
        return Ok(text.to_owned());
    };
    let mut document = file.document.clone();
    document.shift_remove(key);
    checked(file.replaced(start, end, None), &document)
}

/// Removes `config.KEY`, which must exist.
pub fn remove(text: &str, key: &str) -> Result<String, EditError> {
    remove_in(text, CONFIG, key)
}

/// Removes `SECTION.KEY`, as [`remove`] does.
pub fn remove_in(text: &str, section: &str, key: &str) -> Result<String, EditError> {
    let file = File::read(text, section)?;
    let entry = file.entry(key).ok_or(EditError::NotABlock)?;
    let change = file.replaced(entry.start, entry.end, None);
    let mut document = file.document.clone();
    let members = document.get_mut(section).and_then(Value::as_object_mut);
    let members = members.ok_or(EditError::NotABlock)?;
    members.shift_remove(key);
    if members.is_empty() {
        document.insert(section.to_owned(), Value::Null);
    }
    checked(change, &document)
}

/// Removes a top-level member without a value, if it is a line of its own.
pub fn remove_empty(text: &str, section: &str) -> Result<String, EditError> {
    let file = File::read(text, section)?;
    let head = file
        .section
        .filter(|&it| file.lines[it].trim_end() == format!("{section}:"));
    let (Some(head), Some(Value::Null)) = (head, file.document.get(section)) else {
        return Ok(text.to_owned());
    };
    let mut document = file.document.clone();
    document.shift_remove(section);
    checked(file.replaced(head, head + 1, None), &document)
}

/// A text as YAML on one line: plain if it parses as the same text, otherwise quoted. `is_same`
/// tests the parsed value.
pub fn plain_or_quoted(text: &str, is_same: impl Fn(&Value) -> bool) -> String {
    let is_fit = |it: &str| {
        let is_one_line = !it.contains(|c: char| is_hidden(c)) && !it.contains(" #");
        let read = parse(&format!("value: {it}\n")).ok();
        is_one_line && read.is_some_and(|it| it.len() == 1 && is_same(&it["value"]))
    };
    if is_fit(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

fn scalar(key: &str) -> String {
    let is_read_back = parse(&format!("{key}: 1\n"))
        .is_ok_and(|it| it.len() == 1 && it.get(key).is_some_and(|it| it == 1));
    if is_read_back && !key.contains(is_hidden) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// A double-quoted text, with escapes for line breaks and invalid characters.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_hidden(character) || !is_printable(character) => {
                out.push_str(&format!("\\U{:08x}", u32::from(character)));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

/// Whether YAML allows a character unescaped, and it is visible.
fn is_printable(character: char) -> bool {
    !matches!(character, '\u{fffe}' | '\u{ffff}')
}

fn parse(text: &str) -> Result<Map<String, Value>, EditError> {
    match yaml::parse(text) {
        Ok(Value::Object(document)) => Ok(document),
        Ok(Value::Null) => Ok(Map::new()),
        _ => Err(EditError::Unsafe),
    }
}

/// The text, if it parses as the document.
fn checked(text: String, document: &Map<String, Value>) -> Result<String, EditError> {
    match parse(&text)? == *document {
        true => Ok(text),
        false => Err(EditError::Unsafe),
    }
}

/// The offset of the spaces before a possible comment; only parsing decides whether it is one.
fn comment_at(line: &str) -> Option<usize> {
    let at = line.rfind(" #")?;
    Some(line[..at].trim_end().len())
}

/// A settings file by lines.
struct File<'a> {
    text: &'a str,
    document: Map<String, Value>,
    lines: Vec<&'a str>,
    line_end: &'static str,
    /// The name of the part that is changed, such as `config`.
    name: &'a str,
    /// The line of that part, if it exists.
    section: Option<usize>,
    entries: Vec<Entry>,
}

/// A member of the part that is changed.
struct Entry {
    key: String,
    /// The first line, and the line after the last.
    start: usize,
    end: usize,
    indent: usize,
}

impl<'a> File<'a> {
    fn read(text: &'a str, name: &'a str) -> Result<Self, EditError> {
        let document = parse(text)?;
        if has_other_line_breaks(text) {
            return Err(EditError::LineBreak);
        }
        let lines: Vec<&str> = text.lines().collect();
        let place = |path: &[&str]| {
            let (line, column) = locate(text, path, Part::Key);
            (line as usize - 1, column as usize - 1)
        };
        let section = document.contains_key(name).then(|| place(&[name]).0);
        let behind = document.keys().map(|key| place(&[key]).0);
        let behind = behind.filter(|&it| section.is_some_and(|section| it > section));
        let behind = behind.min().unwrap_or(lines.len());
        let members = document.get(name).and_then(Value::as_object);
        let keys = members.into_iter().flat_map(|it| it.keys());
        let starts: Vec<(&String, usize, usize)> = keys
            .map(|key| {
                let (line, column) = place(&[name, key]);
                (key, line, column)
            })
            .collect();
        let mut entries = Vec::new();
        for (at, &(key, start, indent)) in starts.iter().enumerate() {
            let next = starts.get(at + 1).map_or(behind, |it| it.1);
            let is_alone = lines
                .get(start)
                .is_some_and(|it| it.chars().take(indent).all(|it| it == ' '));
            if !is_alone || next <= start || section.is_none_or(|it| it >= start) {
                return Err(EditError::NotABlock);
            }
            entries.push(Entry {
                key: key.clone(),
                start,
                end: end_of_entry(&lines, start, next, indent),
                indent,
            });
        }
        let file = Self {
            text,
            document,
            lines,
            line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
            name,
            section,
            entries,
        };
        match file.is_head_empty() {
            true => Ok(file),
            false => Err(EditError::NotABlock),
        }
    }

    /// Whether nothing but comments stands before the first entry. A tag there would become the
    /// value of the part once its entries are removed.
    fn is_head_empty(&self) -> bool {
        let (Some(section), Some(first)) = (self.section, self.entries.first()) else {
            return true;
        };
        let head = self.lines[section..first.start].join("\n");
        parse(&head).is_ok_and(|it| it.get(self.name).is_some_and(Value::is_null))
    }

    /// The first line of a top-level member, and the line after its last.
    fn member(&self, key: &str) -> Option<(usize, usize)> {
        self.document.get(key)?;
        let start = self.line_of(key);
        let next = self.line_behind(start);
        Some((start, end_of_entry(&self.lines, start, next, 0)))
    }

    /// The text with `lines` as a top-level member, which has `value` then.
    fn with_member(&self, key: &str, lines: &str, value: Value) -> Result<String, EditError> {
        let end = self.lines.len();
        let (start, end) = self.member(key).unwrap_or((end, end));
        let change = self.replaced(start, end, Some(lines));
        let mut document = self.document.clone();
        document.insert(key.to_owned(), value);
        checked(change, &document)
    }

    /// The line of a top-level member.
    fn line_of(&self, key: &str) -> usize {
        locate(self.text, &[key], Part::Key).0 as usize - 1
    }

    /// The line of the next top-level member after `line`; the end if there is none.
    fn line_behind(&self, line: usize) -> usize {
        let lines = self.document.keys().map(|it| self.line_of(it));
        lines
            .filter(|&it| it > line)
            .min()
            .unwrap_or(self.lines.len())
    }

    fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|it| it.key == key)
    }

    /// The comment after a value, with the spaces before it. Without the comment, the value must
    /// stay the same: text that looks like a comment may be part of a secret.
    fn comment(&self, entry: &Entry) -> &'a str {
        let line = self.lines[entry.start];
        let Some(at) = comment_at(line).filter(|_| entry.end == entry.start + 1) else {
            return "";
        };
        let without = self.replaced(entry.start, entry.end, Some(&line[..at]));
        match parse(&without).is_ok_and(|it| it == self.document) {
            true => &line[at..],
            false => "",
        }
    }

    fn indent(&self) -> String {
        " ".repeat(self.entries.first().map_or(2, |it| it.indent))
    }

    /// The text with lines replaced by one line or none.
    fn replaced(&self, start: usize, end: usize, line: Option<&str>) -> String {
        let before = self.lines[..start].iter().copied();
        let after = self.lines[end..].iter().copied();
        let mut text = String::new();
        for line in before.chain(line).chain(after) {
            text.push_str(line);
            text.push_str(self.line_end);
        }
        text
    }

    /// The text with a new entry after the others.
    fn inserted(&self, line: &str) -> String {
        let name = self.name;
        match (self.entries.last(), self.section) {
            (Some(last), _) => self.replaced(last.end, last.end, Some(line)),
            (None, Some(section)) => {
                let head = self.lines[section];
                // `config: {}` and `config: ~` must be removed.
                let comment = comment_at(head).map_or("", |at| &head[at..]);
                let head = format!("{name}:{comment}");
                let lines = format!("{head}{}{line}", self.line_end);
                self.replaced(section, section + 1, Some(&lines))
            }
            (None, None) => {
                let all = self.lines.len();
                let lines = format!("{name}:{}{line}", self.line_end);
                self.replaced(all, all, Some(&lines))
            }
        }
    }
}

/// Whether YAML finds more line breaks than [`str::lines`].
fn has_other_line_breaks(text: &str) -> bool {
    let is_break = |it: char| matches!(it, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.replace("\r\n", "\n").contains(is_break)
}

/// The line after the last one of an entry: comments that are not indented deeper than the key
/// belong to the next entry.
fn end_of_entry(lines: &[&str], start: usize, next: usize, indent: usize) -> usize {
    let belongs = |line: &str| {
        let text = line.trim_start();
        let is_comment = text.starts_with('#') && line.len() - text.len() <= indent;
        !text.is_empty() && !is_comment
    };
    let last = (start + 1..next).rev().find(|&it| belongs(lines[it]));
    last.unwrap_or(start) + 1
}

mod block;
#[cfg(test)]
mod tests;

pub use block::set_value;
