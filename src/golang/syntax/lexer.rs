//! Words of a text, with the semicolons that ends of lines stand for.

use std::rc::Rc;

use super::literals;
use super::token::{KEYWORDS, SIGNS, Token, Word};
use super::{Pos, SyntaxError};

pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
    base: Pos,
    words: Vec<Word>,
}

/// The words of a text, of which the first byte is at `base`.
pub fn words(text: &str, base: Pos) -> Result<Vec<Word>, SyntaxError> {
    let mut lexer = Lexer {
        text: text.strip_prefix('\u{feff}').unwrap_or(text),
        at: 0,
        base: base + if text.starts_with('\u{feff}') { 3 } else { 0 },
        words: Vec::new(),
    };
    while lexer.next()? {}
    Ok(lexer.words)
}

impl<'t> Lexer<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let found = self.peek()?;
        self.at += found.len_utf8();
        Some(found)
    }

    pub(super) fn position(&self) -> Pos {
        self.base + u32::try_from(self.at).unwrap_or(u32::MAX / 2)
    }

    pub(super) fn error<T>(&self, at: Pos, message: &str) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(at, message))
    }

    fn push(&mut self, token: Token, at: Pos) {
        self.words.push(Word { token, at });
    }

    fn line_end(&mut self) {
        let at = self.position();
        if self
            .words
            .last()
            .is_some_and(|it| it.token.ends_statement())
        {
            self.push(Token::End { is_line: true }, at);
        }
    }

    /// Reads one word, and returns whether there may be another one.
    fn next(&mut self) -> Result<bool, SyntaxError> {
        let at = self.position();
        let Some(first) = self.peek() else {
            self.line_end();
            self.push(Token::Eof, at);
            return Ok(false);
        };
        match first {
            '\n' => {
                self.line_end();
                self.bump();
            }
            ' ' | '\t' | '\r' => drop(self.bump()),
            '\0' => return self.error(at, "the text has a NUL"),
            '\u{feff}' => return self.error(at, "a byte order mark is not at the beginning"),
            _ if self.rest().starts_with("//") => {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            }
            _ if self.rest().starts_with("/*") => self.comment(at)?,
            ';' => {
                self.bump();
                self.push(Token::End { is_line: false }, at);
            }
            '"' | '`' => {
                let text = literals::text(self)?;
                self.push(Token::Text(text.into()), at);
            }
            '\'' => {
                let value = literals::character(self)?;
                self.push(Token::Char(value), at);
            }
            _ if first.is_ascii_digit() || self.is_fraction() => {
                let token = literals::number(self)?;
                self.push(token, at);
            }
            _ if is_letter(first) => self.name(at),
            _ => return self.sign(at).map(|()| true),
        }
        Ok(true)
    }

    fn is_fraction(&self) -> bool {
        let mut characters = self.rest().chars();
        characters.next() == Some('.') && characters.next().is_some_and(|it| it.is_ascii_digit())
    }

    /// A comment; one with several lines is the end of a line.
    fn comment(&mut self, at: Pos) -> Result<(), SyntaxError> {
        let Some(end) = self.rest()[2..].find("*/") else {
            return self.error(at, "the comment has no end");
        };
        if self.rest()[..end + 2].contains('\n') {
            self.line_end();
        }
        self.at += end + 4;
        Ok(())
    }

    fn name(&mut self, at: Pos) {
        let is_part = |it: char| is_letter(it) || it.is_numeric();
        let end = self.rest().find(|it| !is_part(it));
        let name = &self.rest()[..end.unwrap_or(self.rest().len())];
        self.at += name.len();
        let keyword = KEYWORDS.iter().copied().find(|it| *it == name);
        let token = keyword.map_or_else(|| Token::Name(Rc::from(name)), Token::Keyword);
        self.push(token, at);
    }

    fn sign(&mut self, at: Pos) -> Result<(), SyntaxError> {
        let Some(sign) = SIGNS
            .iter()
            .copied()
            .find(|it| self.rest().starts_with(*it))
        else {
            let found = self.peek().unwrap_or_default();
            return self.error(at, &format!("the character {found:?} has no meaning in Go"));
        };
        self.at += sign.len();
        self.push(Token::Sign(sign), at);
        Ok(())
    }
}

pub fn is_letter(it: char) -> bool {
    it == '_' || it.is_alphabetic()
}
