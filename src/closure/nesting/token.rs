//! Tokens of JavaScript and TypeScript, as far as nesting needs them.

/// The reading of text that only a parser could disambiguate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A slash after a brace, or after a word that may be a name, is a division.
    Divisions,
    /// Such a slash begins a regular expression.
    Patterns,
    /// Quotes and comments are code.
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Word(&'a str),
    /// A number, string or regular expression.
    Literal,
    /// A template up to its end.
    Template,
    /// A template up to `${`.
    TemplateHole,
    Open(u8),
    Close(u8),
    Semicolon,
    Comma,
    Colon,
    /// `++` and `--`, and `!` where it may stand after an operand.
    Affix,
    Less,
    /// The number of `>`, without one that belongs to `=>`.
    Greater(usize),
    /// A member name follows.
    Point,
    Operator,
}

/// The kind of token that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Operand,
    Operator,
    Statement,
    /// A brace has ended a statement or an operand.
    AfterBrace,
    /// After a word that is a keyword in some places and a name in others.
    AfterSoftWord,
}

pub struct Tokens<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    reading: Reading,
    /// Whether a line break precedes the last token.
    pub is_on_new_line: bool,
    /// Whether the text so far is ambiguous.
    pub is_ambiguous: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str, reading: Reading) -> Self {
        // A hashbang line is not code.
        let shell = if text.starts_with("#!") {
            text.find(['\n', '\r', '\u{2028}', '\u{2029}'])
                .unwrap_or(text.len())
        } else {
            0
        };
        Self {
            text,
            bytes: text.as_bytes(),
            at: shell,
            reading,
            is_on_new_line: false,
            is_ambiguous: false,
        }
    }

    /// The byte offset after the last token.
    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn next(&mut self, expected: Expected) -> Option<Token<'a>> {
        self.skip_blanks();
        let start = self.at;
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(match byte {
            b'(' | b'[' | b'{' => Token::Open(byte),
            b')' | b']' | b'}' => Token::Close(byte),
            b';' => Token::Semicolon,
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'"' | b'\'' => self.string(byte),
            b'`' => self.template(),
            b'/' if self.is_pattern(expected) => self.pattern(),
            b'<' => Token::Less,
            b'>' => Token::Greater(1 + self.skip_while(|it| it == b'>')),
            b'.' if self.peek() != Some(b'.') => Token::Point,
            b'=' if self.peek() == Some(b'>') => {
                self.at += 1;
                Token::Operator
            }
            // Two of them form one operator: `&&`, `===`, `...`.
            b'=' | b'&' | b'|' | b'*' | b'?' | b'.' => {
                self.skip_while(|it| it == byte);
                self.skip_while(|it| it == b'=');
                Token::Operator
            }
            b'+' | b'-' if self.peek() == Some(byte) => {
                self.at += 1;
                Token::Affix
            }
            b'!' if self.peek() != Some(b'=') => Token::Affix,
            b'0'..=b'9' => self.number(),
            _ if is_word_byte(byte) => self.word(start),
            _ => Token::Operator,
        })
    }

    /// Text of a template after the end of a hole.
    pub fn template(&mut self) -> Token<'a> {
        if self.reading == Reading::Raw {
            return Token::Literal;
        }
        loop {
            match self.bytes.get(self.at) {
                None => return Token::Template,
                Some(b'`') => {
                    self.at += 1;
                    return Token::Template;
                }
                Some(b'\\') => self.at += 2,
                Some(b'$') if self.bytes.get(self.at + 1) == Some(&b'{') => {
                    self.at += 2;
                    return Token::TemplateHole;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn skip_blanks(&mut self) {
        self.is_on_new_line = self.at == 0;
        while let Some(&byte) = self.bytes.get(self.at) {
            let rest = &self.bytes[self.at..];
            match byte {
                b'\n' | b'\r' => self.is_on_new_line = true,
                b' ' | b'\t' => {}
                b'/' if self.reading != Reading::Raw && rest.starts_with(b"//") => {
                    self.skip_while(|it| it != b'\n' && it != b'\r');
                    continue;
                }
                b'/' if self.reading != Reading::Raw && rest.starts_with(b"/*") => {
                    self.skip_comment();
                    continue;
                }
                // A no-break space, a byte order mark and line separators are white space.
                0x80.. => {
                    let Some(blank) = self.blank_character() else {
                        return;
                    };
                    self.is_on_new_line |= matches!(blank, '\u{2028}' | '\u{2029}');
                    self.at += blank.len_utf8();
                    continue;
                }
                0x0b | 0x0c => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    fn blank_character(&self) -> Option<char> {
        let character = self.text.get(self.at..)?.chars().next()?;
        is_blank(character).then_some(character)
    }

    fn skip_comment(&mut self) {
        let comment = &self.bytes[self.at + 2..];
        let length = comment.windows(2).position(|it| it == b"*/");
        let length = length.unwrap_or(comment.len());
        self.is_on_new_line |= comment[..length].contains(&b'\n');
        self.at = (self.at + length + 4).min(self.bytes.len());
    }

    fn is_pattern(&mut self, expected: Expected) -> bool {
        match (self.reading, expected) {
            (Reading::Raw, _) | (_, Expected::Operator) => false,
            (_, Expected::Operand | Expected::Statement) => true,
            (reading, Expected::AfterBrace | Expected::AfterSoftWord) => {
                self.is_ambiguous = true;
                reading == Reading::Patterns
            }
        }
    }

    /// A regular expression, which must end on its line.
    fn pattern(&mut self) -> Token<'a> {
        let mut is_in_class = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => break,
                b'\\' => self.at += 1,
                b'[' => is_in_class = true,
                b']' => is_in_class = false,
                b'/' if !is_in_class => {
                    self.at += 1;
                    break;
                }
                _ => {}
            }
            self.at += 1;
        }
        Token::Literal
    }

    /// A string; an unterminated one is an error of the parser.
    fn string(&mut self, quote: u8) -> Token<'a> {
        if self.reading == Reading::Raw {
            return Token::Literal;
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.skip_escaped(),
                b'\n' | b'\r' => break,
                _ if byte == quote => break,
                _ => {}
            }
        }
        Token::Literal
    }

    /// Skips one character, or a line break of two.
    fn skip_escaped(&mut self) {
        let is_pair = self.bytes[self.at.min(self.bytes.len())..].starts_with(b"\r\n");
        self.at += 1 + usize::from(is_pair);
    }

    /// White space beyond ASCII ends a word, too.
    fn word(&mut self, start: usize) -> Token<'a> {
        self.at = start;
        while let Some(byte) = self.peek().filter(|it| is_word_byte(*it)) {
            if byte.is_ascii() {
                self.at += 1;
                continue;
            }
            let rest = self.text.get(self.at..).unwrap_or_default();
            match rest.chars().next() {
                Some(character) if !is_blank(character) => self.at += character.len_utf8(),
                _ => break,
            }
        }
        Token::Word(&self.text[start..self.at])
    }

    fn number(&mut self) -> Token<'a> {
        loop {
            self.skip_while(|it| it.is_ascii() && is_word_byte(it));
            // One dot belongs to `1.5`; another begins a member access.
            let is_fraction = self.peek() == Some(b'.')
                && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
            if !is_fraction {
                return Token::Literal;
            }
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_while(&mut self, is_part: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while self.peek().is_some_and(&is_part) {
            self.at += 1;
        }
        self.at - start
    }
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// Whether a byte is part of a name, as all bytes of characters beyond ASCII are.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'\\') || byte >= 0x80
}
