//! The parser.
//!
//! | module | |
//! |---|---|
//! | `declarations` | imports, constants, variables, types and functions |
//! | `types` | types and signatures |
//! | `statements`, `branches` | statements |
//! | `expressions` | expressions |

mod branches;
mod declarations;
mod expressions;
mod statements;
mod types;

use std::rc::Rc;

use super::lexer::words;
use super::token::{Token, Word};
use super::tree::{File, Ident};
use super::{Pos, SyntaxError};

/// The deepest nesting of code.
pub const MAX_LEVELS: usize = 300;

type Parsed<T> = Result<T, SyntaxError>;

struct Parser {
    words: Vec<Word>,
    next: usize,
    level: usize,
    /// Whether a `{` after a name begins a block, as in the head of `if`.
    is_head: bool,
}

/// The tree of a text, of which the first byte is at `base`.
pub fn parse(text: &str, base: Pos) -> Parsed<File> {
    let mut parser = Parser {
        words: words(text, base)?,
        next: 0,
        level: 0,
        is_head: false,
    };
    parser.file()
}

impl Parser {
    fn token(&self) -> &Token {
        &self.words[self.next].token
    }

    fn after(&self) -> &Token {
        let next = (self.next + 1).min(self.words.len() - 1);
        &self.words[next].token
    }

    fn at(&self) -> Pos {
        self.words[self.next].at
    }

    fn bump(&mut self) {
        self.next = (self.next + 1).min(self.words.len() - 1);
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(it) if *it == sign)
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.token(), Token::Keyword(it) if *it == keyword)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.bump();
        }
        is
    }

    fn take_keyword(&mut self, keyword: &str) -> bool {
        let is = self.is_keyword(keyword);
        if is {
            self.bump();
        }
        is
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        match self.take(sign) {
            true => Ok(()),
            false => self.unexpected(sign),
        }
    }

    fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let message = format!("unexpected {}, expected {wanted}", self.token().shown());
        Err(SyntaxError::new(self.at(), message))
    }

    fn name(&mut self) -> Parsed<Ident> {
        let at = self.at();
        match self.token() {
            Token::Name(name) => {
                let name = Rc::clone(name);
                self.bump();
                Ok(Ident { name, at })
            }
            _ => self.unexpected("a name"),
        }
    }

    /// The end of a statement, which a closing bracket implies.
    fn end(&mut self, closing: &str) -> Parsed<()> {
        match self.token() {
            Token::End { .. } => {
                self.bump();
                Ok(())
            }
            Token::Eof => Ok(()),
            _ if self.is(closing) => Ok(()),
            _ => self.unexpected("the end of the statement"),
        }
    }

    /// Parses something that may contain itself.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.level >= MAX_LEVELS {
            let mut error = SyntaxError::new(self.at(), "the code is nested too deeply");
            error.is_depth = true;
            return Err(error);
        }
        self.level += 1;
        let found = parse(self);
        self.level -= 1;
        found
    }

    /// Parses what is between brackets, where `{` begins a value again.
    fn inside<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let is_head = std::mem::replace(&mut self.is_head, false);
        let found = parse(self);
        self.is_head = is_head;
        found
    }

    fn head<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let is_head = std::mem::replace(&mut self.is_head, true);
        let found = parse(self);
        self.is_head = is_head;
        found
    }
}
