//! Characters of a text with their places.

use super::YamlError;

/// The end of the text, which is no character of YAML.
pub const END: char = '\0';

/// A place in a text.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub index: usize,
    pub line: usize,
    pub column: usize,
}

pub struct Characters {
    characters: Vec<char>,
    pub place: Place,
}

impl Characters {
    /// Reads a text, which must have no control characters.
    pub fn new(text: &str) -> Result<Self, YamlError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let characters: Vec<char> = text.chars().collect();
        match characters.iter().position(|it| !is_allowed(*it)) {
            Some(_) => Err(YamlError::Syntax(
                "a control character is not allowed".to_owned(),
            )),
            None => Ok(Self {
                characters,
                place: Place::default(),
            }),
        }
    }

    /// The character this far ahead.
    pub fn at(&self, distance: usize) -> char {
        self.characters
            .get(self.place.index + distance)
            .copied()
            .unwrap_or(END)
    }

    pub fn is_end(&self) -> bool {
        self.place.index >= self.characters.len()
    }

    pub fn skip(&mut self, count: usize) {
        self.place.index += count;
        self.place.column += count;
    }

    /// Reads a character that is no line break.
    pub fn take(&mut self) -> char {
        let character = self.at(0);
        self.skip(1);
        character
    }

    /// Reads a line break, if one is next: all kinds are a line feed, but those of Unicode.
    pub fn take_break(&mut self) -> Option<char> {
        let (count, character) = match (self.at(0), self.at(1)) {
            ('\r', '\n') => (2, '\n'),
            ('\r' | '\n' | '\u{85}', _) => (1, '\n'),
            (separator @ ('\u{2028}' | '\u{2029}'), _) => (1, separator),
            _ => return None,
        };
        self.place.index += count;
        self.place.line += 1;
        self.place.column = 0;
        Some(character)
    }

    pub fn skip_blanks(&mut self) {
        while is_blank(self.at(0)) {
            self.skip(1);
        }
    }

    /// Skips a comment, if one is next.
    pub fn skip_comment(&mut self) {
        if self.at(0) == '#' {
            while !is_break_or_end(self.at(0)) {
                self.skip(1);
            }
        }
    }

    /// Whether `---` or `...` is next, at the start of a line.
    pub fn is_document_mark(&self, character: char) -> bool {
        self.place.column == 0
            && (0..3).all(|distance| self.at(distance) == character)
            && is_blank_or_end(self.at(3))
    }

    pub fn error(&self, message: &str) -> YamlError {
        YamlError::Syntax(format!("line {}: {message}", self.place.line + 1))
    }
}

fn is_allowed(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => true,
        _ => !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}'),
    }
}

pub fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

pub fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

pub fn is_break_or_end(character: char) -> bool {
    is_break(character) || character == END
}

pub fn is_blank_or_end(character: char) -> bool {
    is_blank(character) || is_break_or_end(character)
}

/// Whether a character can be in the name of an anchor.
pub fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}
