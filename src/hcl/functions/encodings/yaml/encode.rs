//! Values to documents, in the form of libyaml: blocks, and strings in double quotes or as literal blocks.

use super::YamlError;
use crate::value::Value;

const INDENT: usize = 2;
/// The column after which text in quotes goes on in the next line.
const WIDTH: usize = 80;
/// The longest key in bytes that is written without `?`.
const MAX_SIMPLE_KEY: usize = 128;

/// Writes a document with a known value.
///
/// # Errors
///
/// Values that are not known.
pub fn encode(value: &Value) -> Result<String, YamlError> {
    let mut writer = Writer {
        output: String::new(),
        indent: None,
        column: 0,
        is_after_space: true,
        is_after_indent: true,
        is_open: false,
    };
    writer.node(
        value,
        Context {
            is_root: true,
            ..Context::default()
        },
    )?;
    writer.indent(writer.indent);
    if writer.is_open {
        writer.output.push_str("...\n");
    }
    Ok(writer.output)
}

/// The place of a value.
#[derive(Clone, Copy, Default)]
struct Context {
    is_root: bool,
    is_mapping: bool,
    is_simple_key: bool,
}

struct Writer {
    output: String,
    /// The column that lines begin at; none outside of all collections.
    indent: Option<usize>,
    column: usize,
    /// Whether a space or a line break is before.
    is_after_space: bool,
    /// Whether only indentation and `-` are before.
    is_after_indent: bool,
    /// Whether the document is a plain scalar, whose end is then said.
    is_open: bool,
}

impl Writer {
    fn node(&mut self, value: &Value, context: Context) -> Result<(), YamlError> {
        if value.is_unknown() {
            return Err(YamlError::Unknown);
        }
        let outer = self.indent;
        if let Some(members) = value.members() {
            self.mapping(members.iter(), members.is_empty())?;
        } else if let Some(elements) = value.elements() {
            self.sequence(elements, context)?;
        } else {
            self.indent = Some(outer.map_or(INDENT, |indent| indent + INDENT));
            match value.as_str() {
                Some(text) => self.string(text, context),
                None => self.plain(&plain_text(value), context),
            }
        }
        self.indent = outer;
        Ok(())
    }

    fn sequence(&mut self, elements: &[Value], context: Context) -> Result<(), YamlError> {
        if elements.is_empty() {
            self.indicator("[", true, true);
            self.indicator("]", false, false);
            return Ok(());
        }
        // Sequences are not indented in mappings.
        let is_flat = context.is_mapping && !self.is_after_indent;
        self.indent = match self.indent {
            None => Some(0),
            Some(indent) if is_flat => Some(indent),
            Some(indent) => Some(indent + INDENT),
        };
        for element in elements {
            self.indent(self.indent);
            self.item_indicator("-");
            self.node(element, Context::default())?;
        }
        Ok(())
    }

    fn mapping<'v>(
        &mut self,
        members: impl Iterator<Item = (&'v String, &'v Value)>,
        is_empty: bool,
    ) -> Result<(), YamlError> {
        if is_empty {
            self.indicator("{", true, true);
            self.indicator("}", false, false);
            return Ok(());
        }
        self.indent = Some(self.indent.map_or(0, |indent| indent + INDENT));
        let in_mapping = Context {
            is_mapping: true,
            ..Context::default()
        };
        for (name, value) in members {
            self.indent(self.indent);
            let key = Value::string(name.as_str());
            if name.len() <= MAX_SIMPLE_KEY && !name.contains(is_break) {
                self.node(
                    &key,
                    Context {
                        is_simple_key: true,
                        ..in_mapping
                    },
                )?;
                self.indicator(":", false, false);
            } else {
                self.item_indicator("?");
                self.node(&key, in_mapping)?;
                self.indent(self.indent);
                self.item_indicator(":");
            }
            self.node(value, in_mapping)?;
        }
        Ok(())
    }

    fn put(&mut self, character: char) {
        self.output.push(character);
        self.column += 1;
    }

    fn line_break(&mut self, character: char) {
        self.output.push(character);
        self.column = 0;
    }

    /// Begins a line at a column, unless the writer is there.
    fn indent(&mut self, indent: Option<usize>) {
        let indent = indent.unwrap_or(0);
        let is_beyond = self.column > indent || (self.column == indent && !self.is_after_space);
        if !self.is_after_indent || is_beyond {
            self.line_break('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.is_after_space = true;
        self.is_after_indent = true;
    }

    fn indicator(&mut self, text: &str, needs_space: bool, is_space: bool) {
        if needs_space && !self.is_after_space {
            self.put(' ');
        }
        text.chars().for_each(|character| self.put(character));
        self.is_after_space = is_space;
        self.is_after_indent = false;
        self.is_open = false;
    }

    /// `-`, `?` or `:`, after which the next collection may begin.
    fn item_indicator(&mut self, text: &str) {
        let is_after_indent = self.is_after_indent;
        self.indicator(text, true, false);
        self.is_after_indent = is_after_indent;
    }

    fn plain(&mut self, text: &str, context: Context) {
        self.indicator(text, true, false);
        self.is_open = context.is_root;
    }

    fn string(&mut self, text: &str, context: Context) {
        if text.contains('\n') && !context.is_simple_key && can_be_literal(text) {
            self.literal(text);
        } else {
            self.quoted(text, !context.is_simple_key);
        }
    }

    fn quoted(&mut self, text: &str, can_break: bool) {
        self.indicator("\"", true, false);
        // libyaml looks for the mark of the byte order at the start, whichever character it writes.
        let is_marked = text.starts_with('\u{feff}');
        let mut is_after_blank = false;
        let mut characters = text.char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            if character == ' ' && !is_marked {
                let is_inside = offset > 0 && offset + 1 < text.len();
                if can_break && !is_after_blank && self.column > WIDTH && is_inside {
                    self.indent(self.indent);
                    if characters.peek().is_some_and(|(_, next)| *next == ' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(' ');
                }
            } else if is_printable(character)
                && !is_marked
                && !matches!(character, '"' | '\\')
                && !is_break(character)
            {
                self.put(character);
            } else {
                escape_of(character).chars().for_each(|it| self.put(it));
            }
            is_after_blank = character == ' ';
        }
        self.indicator("\"", false, false);
    }

    fn literal(&mut self, text: &str) {
        self.indicator("|", true, false);
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.indicator("2", false, false);
        }
        let mut last = text.chars().rev();
        match (last.next().is_some_and(is_break), last.next()) {
            (false, _) => self.indicator("-", false, false),
            (true, before) if before.is_none_or(is_break) => self.indicator("+", false, false),
            _ => {}
        }
        self.line_break('\n');
        self.is_after_indent = true;
        self.is_after_space = true;
        let mut is_line_start = true;
        for character in text.chars() {
            if is_break(character) {
                self.line_break(character);
                self.is_after_indent = true;
                is_line_start = true;
                continue;
            }
            if is_line_start {
                self.indent(self.indent);
            }
            self.put(character);
            self.is_after_indent = false;
            is_line_start = false;
        }
    }
}

fn plain_text(value: &Value) -> String {
    match (value.as_bool(), value.as_number()) {
        (Some(flag), _) => flag.to_string(),
        (_, Some(number)) => number.to_fixed(None),
        _ => "null".to_owned(),
    }
}

fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether libyaml writes a character as it is, which it does not beyond the basic plane.
fn is_printable(character: char) -> bool {
    match character {
        '\u{feff}' => false,
        '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' => true,
        _ => false,
    }
}

fn can_be_literal(text: &str) -> bool {
    let pairs = text.chars().zip(text.chars().skip(1));
    text.chars().all(is_printable)
        && !text.ends_with(' ')
        && !pairs
            .into_iter()
            .any(|(first, second)| first == ' ' && is_break(second))
}

fn escape_of(character: char) -> String {
    let letter = match character {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => {
            return match u32::from(character) {
                code @ 0..=0xff => format!("\\x{code:02X}"),
                code @ 0x100..=0xffff => format!("\\u{code:04X}"),
                code => format!("\\U{code:08X}"),
            };
        }
    };
    format!("\\{letter}")
}
