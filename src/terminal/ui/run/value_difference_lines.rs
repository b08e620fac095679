//! Differences between values as lines.
//!
//! ```text
//! ~ tags:
//!   ~ size: 3 -> 4  (forces replacement)
//!   + owner: "web"
//! ~ token: [secret] -> [secret]  (changed)
//! ```

use rustc_hash::FxHashSet;

use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent, Object, PropertyPath, Value};

use super::super::outputs;
use super::super::palette::{self, paint};
use super::super::report::escaped;
use super::super::tree::Style;
use super::captured_values::{CapturedChange, FunctionDelta};
use super::line_difference::{TextLine, line_difference, shorten, shortened};
use super::value_difference::{Comparison, IsSet, ValueDifference};

/// Maximum number of members and items shown of a value.
const MAX_MEMBERS: usize = 50;
/// Maximum number of lines shown of a text.
const MAX_LINES: usize = 60;
/// Maximum number of levels shown.
const MAX_LEVELS: usize = 12;
/// Number of digits shown of a hash.
const HASH: usize = 8;

/// Writes differences, indented by two spaces per level.
pub struct ValueDifferenceLines<'a> {
    pub out: &'a mut String,
    pub style: Style,
    /// Paths whose change forces a replacement; each is removed once shown.
    pub forcing: FxHashSet<String>,
    path: PropertyPath,
    /// Which arrays are sets.
    pub is_set: IsSet<'a>,
}

impl<'a> ValueDifferenceLines<'a> {
    pub fn new(out: &'a mut String, style: Style) -> Self {
        Self {
            out,
            style,
            forcing: FxHashSet::default(),
            path: PropertyPath::new(),
            is_set: &|_| false,
        }
    }

    /// Writes the members of objects that differ.
    pub fn members(&mut self, members: &[(&str, ValueDifference<'_>)], level: usize) {
        for (key, delta) in members.iter().take(MAX_MEMBERS) {
            self.path.push_key(key);
            let mut label = String::new();
            outputs::write_key(&mut label, key);
            self.entry(&label, delta, level);
            self.path.pop();
        }
        self.rest(members.len(), level);
    }

    /// Writes all members of an object, as added or removed.
    pub fn whole(&mut self, members: &Object, is_added: bool, level: usize) {
        let delta = |it| match is_added {
            true => ValueDifference::Added(it),
            false => ValueDifference::Removed(it),
        };
        let members = members.iter().map(|(key, it)| (key.as_str(), delta(it)));
        self.members(&members.collect::<Vec<_>>(), level);
    }

    fn entry(&mut self, label: &str, delta: &ValueDifference<'_>, level: usize) {
        if level > MAX_LEVELS {
            self.head(Sign::Changed, label, level);
            self.end(" …");
            return;
        }
        match delta {
            ValueDifference::Added(new) => self.one(Sign::Added, label, new, level),
            ValueDifference::Removed(old) => self.one(Sign::Removed, label, old, level),
            ValueDifference::Changed { old, new } => self.changed(label, old, new, level),
            ValueDifference::Members(members) => {
                self.head(Sign::Changed, label, level);
                self.end("");
                self.members(members, level + 1);
            }
            ValueDifference::Items(items) => {
                self.head(Sign::Changed, label, level);
                self.end("");
                self.items(items, level + 1);
            }
            ValueDifference::Elements(elements) => {
                self.head(Sign::Changed, label, level);
                self.end("");
                self.elements(elements, level + 1);
            }
        }
    }

    fn items(&mut self, items: &[(usize, ValueDifference<'_>)], level: usize) {
        for (index, delta) in items.iter().take(MAX_MEMBERS) {
            self.path.push_index(*index);
            self.entry(&format!("[{index}]"), delta, level);
            self.path.pop();
        }
        self.rest(items.len(), level);
    }

    /// Writes the elements of a set, which have no positions.
    fn elements(&mut self, elements: &[ValueDifference<'_>], level: usize) {
        for delta in elements.iter().take(MAX_MEMBERS) {
            let has_parts = match delta {
                ValueDifference::Removed(it) | ValueDifference::Added(it) => {
                    matches!(self.revealed(it), Value::Object(_) | Value::Array(_))
                }
                _ => true,
            };
            self.entry(if has_parts { "element" } else { "" }, delta, level);
        }
        self.rest(elements.len(), level);
    }

    /// Writes a value that exists on one side only, with its parts below.
    fn one(&mut self, sign: Sign, label: &str, value: &Value, level: usize) {
        let value = self.revealed(value);
        self.head(sign, label, level);
        let delta = |it| match sign {
            Sign::Removed => ValueDifference::Removed(it),
            _ => ValueDifference::Added(it),
        };
        match value {
            Value::Object(members) if !members.is_empty() && level < MAX_LEVELS => {
                self.end("");
                self.whole(members, sign != Sign::Removed, level + 1);
            }
            Value::Array(items) if outputs::inline(items).is_none() && level < MAX_LEVELS => {
                self.end("");
                let items = items.iter().enumerate();
                let items: Vec<_> = items.map(|(at, it)| (at, delta(it))).collect();
                self.items(&items, level + 1);
            }
            value => {
                self.out.push(' ');
                self.leaf(value);
                self.end("");
            }
        }
    }

    fn changed(&mut self, label: &str, old: &Value, new: &Value, level: usize) {
        if let (Value::Secret(_), Value::Secret(_)) = (old, new)
            && !self.style.secrets.are_shown()
        {
            self.head(Sign::Changed, label, level);
            self.out.push(' ');
            self.leaf(old);
            self.out.push_str(" -> ");
            self.leaf(new);
            self.end("  (changed)");
            return;
        }
        let (bare_old, bare_new) = (self.revealed(old), self.revealed(new));
        if let (Some(old), Some(new)) = (function(bare_old), function(bare_new)) {
            return self.functions(label, old, new, level);
        }
        if let (Some(old), Some(new)) = (text(bare_old), text(bare_new)) {
            return self.texts(label, old, new, level);
        }
        let has_parts = |it: &Value| match it {
            Value::Object(members) => !members.is_empty(),
            Value::Array(items) => outputs::inline(items).is_none(),
            _ => false,
        };
        let is_bared = std::ptr::eq(old, bare_old) && std::ptr::eq(new, bare_new);
        match Comparison::at(self.path.clone(), self.is_set).between(bare_old, bare_new) {
            // The content of a visible secret may have common parts.
            Some(delta) if !is_bared => self.entry(label, &delta, level),
            Some(_) if has_parts(bare_old) || has_parts(bare_new) => {
                self.one(Sign::Removed, label, bare_old, level);
                self.one(Sign::Added, label, bare_new, level);
            }
            _ => {
                self.head(Sign::Changed, label, level);
                self.out.push(' ');
                self.leaf(old);
                self.out.push_str(" -> ");
                self.leaf(new);
                self.end("");
            }
        }
    }

    /// Writes the captured values of a function, and below them its code.
    fn functions(&mut self, label: &str, old: &str, new: &str, level: usize) {
        let FunctionDelta {
            captured,
            old: old_code,
            new: new_code,
        } = FunctionDelta::between(old, new);
        if captured.is_empty() {
            return self.texts(label, old, new, level);
        }
        self.head(Sign::Changed, label, level);
        self.end("");
        for change in captured.iter().take(MAX_MEMBERS) {
            self.captured(change, level + 1);
        }
        self.rest(captured.len(), level + 1);
        if old_code == new_code {
            return;
        }
        match line_difference(&old_code, &new_code) {
            Some(lines) => self.text_lines(&lines, level + 1),
            None => {
                self.text_line(&TextLine::Removed(&old_code), level + 1);
                self.text_line(&TextLine::Added(&new_code), level + 1);
            }
        }
    }

    fn captured(&mut self, change: &CapturedChange<'_>, level: usize) {
        let label = format!("captured {}", change.name);
        let (sign, text) = match (change.old, change.new) {
            (Some(old), Some(new)) if old.contains('\n') || new.contains('\n') => {
                let (old, new) = (format!("{old}\n"), format!("{new}\n"));
                return self.texts(&label, &old, &new, level);
            }
            (Some(old), Some(new)) => {
                let (old, new) = shorten(old, new);
                (
                    Sign::Changed,
                    format!("{} -> {}", escaped(&old), escaped(&new)),
                )
            }
            (Some(old), None) => (Sign::Removed, escaped(&shortened(old)).to_string()),
            (None, new) => {
                let new = new.unwrap_or_default();
                (Sign::Added, escaped(&shortened(new)).to_string())
            }
        };
        self.head(sign, &label, level);
        self.out.push(' ');
        self.out.push_str(&text);
        self.out.push('\n');
    }

    fn texts(&mut self, label: &str, old: &str, new: &str, level: usize) {
        self.head(Sign::Changed, label, level);
        let Some(lines) = line_difference(old, new) else {
            let (old, new) = shorten(old, new);
            self.out.push(' ');
            outputs::write_text(self.out, &old);
            self.out.push_str(" -> ");
            outputs::write_text(self.out, &new);
            return self.end("");
        };
        self.end("");
        self.text_lines(&lines, level + 1);
    }

    fn text_lines(&mut self, lines: &[TextLine<'_>], level: usize) {
        for line in lines.iter().take(MAX_LINES) {
            self.text_line(line, level);
        }
        if let Some(rest @ 1..) = lines.len().checked_sub(MAX_LINES) {
            self.dimmed(&format!("… {rest} more lines"), level);
        }
    }

    fn text_line(&mut self, line: &TextLine<'_>, level: usize) {
        let (sign, style, text) = match line {
            TextLine::Kept(text) => ("|  ", palette::QUIET, text),
            TextLine::Removed(text) => ("| -", palette::DELETE, text),
            TextLine::Added(text) => ("| +", palette::CREATE, text),
            TextLine::Elided(count) => {
                let plural = if *count == 1 { "" } else { "s" };
                return self.dimmed(&format!("| … {count} equal line{plural}"), level);
            }
            TextLine::Block { removed, added } => {
                return self.dimmed(&format!("| {removed} lines became {added} others"), level);
            }
        };
        self.indent(level);
        let shown = escaped(&shortened(text.trim_end_matches('\n')));
        let end = if text.ends_with('\n') {
            ""
        } else {
            "  (no line end)"
        };
        let text = format!("{sign} {shown}{end}");
        paint(self.out, style, self.style.color, text.trim_end());
        self.out.push('\n');
    }

    /// Writes `~ key:`.
    fn head(&mut self, sign: Sign, label: &str, level: usize) {
        let (symbol, style) = match sign {
            Sign::Added => ("+", palette::CREATE),
            Sign::Removed => ("-", palette::DELETE),
            Sign::Changed => ("~", palette::UPDATE),
        };
        self.indent(level);
        paint(self.out, style, self.style.color, symbol);
        if !label.is_empty() {
            self.out.push(' ');
            self.out.push_str(label);
            self.out.push(':');
        }
    }

    /// Ends the line, with a note if this path forces a replacement.
    fn end(&mut self, note: &str) {
        self.out.push_str(note);
        if !self.forcing.is_empty() && self.forcing.remove(&self.path.to_string()) {
            let note = "  (forces replacement)";
            paint(self.out, palette::REPLACE, self.style.color, note);
        }
        self.out.push('\n');
    }

    fn rest(&mut self, members: usize, level: usize) {
        if let Some(rest @ 1..) = members.checked_sub(MAX_MEMBERS) {
            self.dimmed(&format!("… {rest} more"), level);
        }
    }

    /// Writes a less important line.
    pub fn dimmed(&mut self, text: &str, level: usize) {
        self.indent(level);
        paint(self.out, palette::QUIET, self.style.color, text);
        self.out.push('\n');
    }

    fn indent(&mut self, level: usize) {
        self.out.extend(std::iter::repeat_n("  ", level));
    }

    /// The content of a secret, if it may be shown.
    fn revealed<'v>(&self, value: &'v Value) -> &'v Value {
        match value {
            Value::Secret(inner) if self.style.secrets.are_shown() => inner,
            value => value,
        }
    }

    /// Writes a value at the end of a line.
    fn leaf(&mut self, value: &Value) {
        let color = self.style.color;
        match value {
            Value::Unknown => paint(self.out, palette::UNKNOWN, color, "[unknown]"),
            Value::String(text) => outputs::write_text(self.out, &shortened(text)),
            Value::Asset(asset) => write_asset(self.out, asset),
            Value::Archive(archive) => write_archive(self.out, archive),
            Value::Array(items) => match outputs::inline(items) {
                Some(line) => self.out.push_str(&line),
                None => self.out.push_str(&format!("[… {}]", items.len())),
            },
            Value::Object(members) if members.is_empty() => self.out.push_str("{}"),
            Value::Object(members) => self.out.push_str(&format!("{{… {}}}", members.len())),
            Value::Secret(inner) if self.style.secrets.are_shown() => self.leaf(inner),
            other => outputs::write_value(self.out, other, 0, self.style),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Added,
    Removed,
    Changed,
}

/// The code of a function's module.
fn function(value: &Value) -> Option<&str> {
    match value {
        Value::Asset(asset) => match &asset.content {
            AssetContent::Function(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// The text of a string, or of an asset with text or code.
fn text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Asset(asset) => match &asset.content {
            AssetContent::Text(text) | AssetContent::Function(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

fn write_asset(out: &mut String, asset: &Asset) {
    out.push_str(&format!("[{} asset", asset.content.kind()));
    match &asset.content {
        AssetContent::Text(text) => {
            out.push(' ');
            outputs::write_text(out, &shortened(text));
        }
        AssetContent::Base64(_) | AssetContent::Function(_) => {}
        AssetContent::File(place) | AssetContent::Remote(place) => {
            out.push(' ');
            outputs::write_text(out, place);
        }
    }
    write_hash(out, asset.hash.as_deref());
}

fn write_archive(out: &mut String, archive: &Archive) {
    out.push_str(&format!("[{} archive ", archive.content.kind()));
    match &archive.content {
        ArchiveContent::Assets(members) => out.push_str(&format!("of {} members", members.len())),
        ArchiveContent::File(place) | ArchiveContent::Remote(place) => {
            outputs::write_text(out, place);
        }
    }
    write_hash(out, archive.hash.as_deref());
}

fn write_hash(out: &mut String, hash: Option<&str>) {
    if let Some(hash) = hash {
        let digits: String = hash.chars().take(HASH).collect();
        out.push_str(&format!(" {}", escaped(&digits)));
    }
    out.push(']');
}
