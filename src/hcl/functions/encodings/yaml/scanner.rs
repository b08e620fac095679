//! Text to tokens. Indentation makes tokens of its own, and so does `:` after a key, which stands before the key.

use std::collections::VecDeque;

use super::YamlError;
use super::characters::{Characters, END, Place, is_blank, is_blank_or_end};
use super::token::Token;
use super::{names, scalars};
use crate::value::MAX_DEPTH;

/// The most characters of a key without `?`.
const MAX_KEY: usize = 1024;

/// A place where a key may have begun, which a `:` decides.
#[derive(Clone, Copy, Default)]
struct SimpleKey {
    is_possible: bool,
    /// Whether only a key can be there.
    is_required: bool,
    /// The number of its token since the start.
    token: usize,
    place: Place,
}

pub struct Scanner {
    pub characters: Characters,
    tokens: VecDeque<Token>,
    /// How many tokens have been taken.
    taken: usize,
    /// The column of the block, and those of the blocks around; none outside.
    indent: Option<usize>,
    indents: Vec<Option<usize>>,
    /// One for each level of flow collections.
    keys: Vec<SimpleKey>,
    allows_key: bool,
    is_ended: bool,
}

impl Scanner {
    pub fn new(text: &str) -> Result<Self, YamlError> {
        Ok(Self {
            characters: Characters::new(text)?,
            tokens: VecDeque::new(),
            taken: 0,
            indent: None,
            indents: Vec::new(),
            keys: vec![SimpleKey::default()],
            allows_key: true,
            is_ended: false,
        })
    }

    pub fn peek(&mut self) -> Result<&Token, YamlError> {
        while self.needs_tokens()? {
            self.fetch()?;
        }
        Ok(self.tokens.front().unwrap_or(&Token::StreamEnd))
    }

    pub fn take(&mut self) -> Result<Token, YamlError> {
        self.peek()?;
        self.taken += 1;
        Ok(self.tokens.pop_front().unwrap_or(Token::StreamEnd))
    }

    /// The first token is not decided while it may be a key.
    fn needs_tokens(&mut self) -> Result<bool, YamlError> {
        if self.is_ended || self.tokens.is_empty() {
            return Ok(!self.is_ended);
        }
        self.drop_stale_keys()?;
        Ok(self
            .keys
            .iter()
            .any(|key| key.is_possible && key.token == self.taken))
    }

    pub fn is_in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    /// The least column of lines that go on with a plain scalar.
    pub fn continuation(&self) -> usize {
        self.indent.map_or(0, |indent| indent + 1)
    }

    pub fn indent(&self) -> Option<usize> {
        self.indent
    }

    pub fn allow_key(&mut self) {
        self.allows_key = true;
    }

    fn push(&mut self, token: Token) {
        self.tokens.push_back(token);
    }

    fn drop_stale_keys(&mut self) -> Result<(), YamlError> {
        let place = self.characters.place;
        for key in &mut self.keys {
            let is_stale = key.place.line < place.line || key.place.index + MAX_KEY < place.index;
            if key.is_possible && is_stale {
                if key.is_required {
                    return Err(self.characters.error("a `:` is missing after a key"));
                }
                key.is_possible = false;
            }
        }
        Ok(())
    }

    fn save_key(&mut self) -> Result<(), YamlError> {
        if self.allows_key {
            self.remove_key()?;
            let place = self.characters.place;
            let key = SimpleKey {
                is_possible: true,
                is_required: !self.is_in_flow() && self.indent == Some(place.column),
                token: self.taken + self.tokens.len(),
                place,
            };
            self.keys.pop();
            self.keys.push(key);
        }
        Ok(())
    }

    fn remove_key(&mut self) -> Result<(), YamlError> {
        let Some(key) = self.keys.last_mut() else {
            return Ok(());
        };
        if key.is_possible && key.is_required {
            return Err(self.characters.error("a `:` is missing after a key"));
        }
        key.is_possible = false;
        Ok(())
    }

    /// Begins a block at a column, unless it has begun.
    fn roll(&mut self, column: usize, index: Option<usize>, token: Token) -> Result<(), YamlError> {
        if self.is_in_flow() || self.indent.is_some_and(|indent| indent >= column) {
            return Ok(());
        }
        if self.indents.len() > MAX_DEPTH {
            return Err(YamlError::TooDeep);
        }
        self.indents.push(self.indent);
        self.indent = Some(column);
        let index = index.map_or(self.tokens.len(), |number| {
            number.saturating_sub(self.taken)
        });
        self.tokens.insert(index.min(self.tokens.len()), token);
        Ok(())
    }

    /// Ends the blocks beyond a column, or all of them.
    fn unroll(&mut self, column: Option<usize>) {
        while !self.is_in_flow() && self.indent.is_some() && self.indent > column {
            self.push(Token::BlockEnd);
            self.indent = self.indents.pop().flatten();
        }
    }

    fn skip_to_token(&mut self) {
        loop {
            let skips_tabs = self.is_in_flow() || !self.allows_key;
            while self.characters.at(0) == ' ' || (skips_tabs && self.characters.at(0) == '\t') {
                self.characters.skip(1);
            }
            self.characters.skip_comment();
            if self.characters.take_break().is_none() {
                return;
            }
            self.allows_key |= !self.is_in_flow();
        }
    }

    fn fetch(&mut self) -> Result<(), YamlError> {
        self.skip_to_token();
        self.drop_stale_keys()?;
        self.unroll(Some(self.characters.place.column));
        let first = self.characters.at(0);
        if self.characters.is_end() {
            return self.fetch_end();
        }
        if self.characters.place.column == 0 && first == '%' {
            self.begin_line()?;
            let token = names::directive(&mut self.characters)?;
            self.push(token);
            return Ok(());
        }
        for (character, token) in [('-', Token::DocumentStart), ('.', Token::DocumentEnd)] {
            if self.characters.is_document_mark(character) {
                self.begin_line()?;
                self.characters.skip(3);
                self.push(token);
                return Ok(());
            }
        }
        let is_separate = is_blank_or_end(self.characters.at(1));
        match first {
            '[' => self.open(Token::FlowSequenceStart),
            '{' => self.open(Token::FlowMappingStart),
            ']' => self.close(Token::FlowSequenceEnd),
            '}' => self.close(Token::FlowMappingEnd),
            ',' => self.indicator(Token::FlowEntry, true),
            '-' if is_separate => self.fetch_block_entry(),
            '?' if is_separate || self.is_in_flow() => self.fetch_key(),
            ':' if is_separate || self.is_in_flow() => self.fetch_value(),
            _ => self.fetch_content(first),
        }
    }

    fn begin_line(&mut self) -> Result<(), YamlError> {
        self.unroll(None);
        self.remove_key()?;
        self.allows_key = false;
        Ok(())
    }

    fn fetch_end(&mut self) -> Result<(), YamlError> {
        self.begin_line()?;
        self.is_ended = true;
        self.push(Token::StreamEnd);
        Ok(())
    }

    fn open(&mut self, token: Token) -> Result<(), YamlError> {
        self.save_key()?;
        if self.keys.len() > MAX_DEPTH {
            return Err(YamlError::TooDeep);
        }
        self.keys.push(SimpleKey::default());
        self.allows_key = true;
        self.characters.skip(1);
        self.push(token);
        Ok(())
    }

    fn close(&mut self, token: Token) -> Result<(), YamlError> {
        self.remove_key()?;
        if self.is_in_flow() {
            self.keys.pop();
        }
        self.allows_key = false;
        self.characters.skip(1);
        self.push(token);
        Ok(())
    }

    fn indicator(&mut self, token: Token, allows_key: bool) -> Result<(), YamlError> {
        self.remove_key()?;
        self.allows_key = allows_key;
        self.characters.skip(1);
        self.push(token);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<(), YamlError> {
        self.begin_block(Token::BlockSequenceStart)?;
        self.indicator(Token::BlockEntry, true)
    }

    fn fetch_key(&mut self) -> Result<(), YamlError> {
        self.begin_block(Token::BlockMappingStart)?;
        self.indicator(Token::Key, !self.is_in_flow())
    }

    fn begin_block(&mut self, token: Token) -> Result<(), YamlError> {
        if !self.is_in_flow() && !self.allows_key {
            return Err(self.characters.error("a `-`, `?` or `:` cannot be here"));
        }
        self.roll(self.characters.place.column, None, token)
    }

    fn fetch_value(&mut self) -> Result<(), YamlError> {
        let key = self.keys.last().copied().unwrap_or_default();
        if !key.is_possible {
            self.begin_block(Token::BlockMappingStart)?;
            return self.indicator(Token::Value, !self.is_in_flow());
        }
        let index = key.token.saturating_sub(self.taken).min(self.tokens.len());
        self.tokens.insert(index, Token::Key);
        self.roll(key.place.column, Some(key.token), Token::BlockMappingStart)?;
        if let Some(key) = self.keys.last_mut() {
            key.is_possible = false;
        }
        self.indicator(Token::Value, false)
    }

    fn fetch_content(&mut self, first: char) -> Result<(), YamlError> {
        if matches!(first, '|' | '>') && !self.is_in_flow() {
            self.remove_key()?;
            self.allows_key = true;
            let token = scalars::block(self, first == '|')?;
            self.push(token);
            return Ok(());
        }
        let next = self.characters.at(1);
        let is_plain = match first {
            '-' => !is_blank(next),
            '?' | ':' => !self.is_in_flow() && !is_blank_or_end(next),
            _ => !is_blank_or_end(first) && !",[]{}#&*!|>'\"%@`".contains(first),
        };
        if !is_plain && !matches!(first, '*' | '&' | '!' | '\'' | '"') || first == END {
            return Err(self.characters.error("a character cannot begin a value"));
        }
        self.save_key()?;
        self.allows_key = false;
        let token = match first {
            '*' => Token::Alias(names::anchor(&mut self.characters)?),
            '&' => Token::Anchor(names::anchor(&mut self.characters)?),
            '!' => names::tag(&mut self.characters)?,
            '\'' | '"' => scalars::quoted(&mut self.characters, first)?,
            _ => scalars::plain(self)?,
        };
        self.push(token);
        Ok(())
    }
}
