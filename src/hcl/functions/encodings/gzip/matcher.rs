//! Bytes to tokens: chains of positions by hashes of four bytes, with one step of looking ahead for a longer match.

use super::bits::BitWriter;
use super::block::{self, Token};

const WINDOW: usize = 1 << 15;
const HASH_BITS: u32 = 17;
const MIN_MATCH: usize = 4;
const MAX_MATCH: usize = 258;
const MAX_TOKENS: usize = 1 << 14;
/// The bytes that have to be ahead, except at the end.
const LOOKAHEAD: usize = MIN_MATCH + MAX_MATCH;

/// A match from this length on is not compared with the next one.
const LAZY: usize = 16;
/// A match from this length on ends the search.
const NICE: usize = 128;
const CHAIN: usize = 128;
/// The greatest distance of the shortest matches.
const NEAR: usize = 4096;

/// Writes blocks for bytes, none of which is the last.
pub fn deflate(bytes: &[u8], writer: &mut BitWriter) {
    Matcher::new(bytes).run(writer);
}

struct Matcher<'b> {
    bytes: &'b [u8],
    index: usize,
    /// The start of the buffer of 64 KiB through which OpenTofu moves; nothing before is found.
    buffer: usize,
    /// The end of the bytes in the buffer.
    end: usize,
    /// The start of the block; `None` after it has left the buffer.
    block: Option<usize>,
    tokens: Vec<Token>,
    /// Positions plus one by hash, and the ones before them.
    heads: Vec<u32>,
    previous: Vec<u32>,
    head: u32,
    length: usize,
    distance: usize,
    /// Whether the byte before the index is no token yet.
    has_pending: bool,
}

impl<'b> Matcher<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            index: 0,
            buffer: 0,
            end: 0,
            block: Some(0),
            tokens: Vec::with_capacity(MAX_TOKENS),
            heads: vec![0; 1 << HASH_BITS],
            previous: vec![0; WINDOW],
            head: 0,
            length: MIN_MATCH - 1,
            distance: 0,
            has_pending: false,
        }
    }

    fn run(mut self, writer: &mut BitWriter) {
        while self.end < self.bytes.len() {
            self.steps(LOOKAHEAD, writer);
            self.fill();
        }
        self.steps(1, writer);
        if self.has_pending {
            self.tokens.push(Token::Literal(self.bytes[self.index - 1]));
        }
        if !self.tokens.is_empty() {
            self.flush(self.index, writer);
        }
    }

    /// Fills the buffer, whose second half becomes the first where the index is at its end.
    fn fill(&mut self) {
        if self.index - self.buffer >= 2 * WINDOW - LOOKAHEAD {
            self.buffer += WINDOW;
            self.block = self.block.filter(|block| *block >= self.buffer);
        }
        self.end = self.bytes.len().min(self.buffer + 2 * WINDOW);
    }

    /// Goes on while this many bytes are ahead.
    fn steps(&mut self, ahead: usize, writer: &mut BitWriter) {
        while self.end - self.index >= ahead {
            self.step(writer);
        }
    }

    fn step(&mut self, writer: &mut BitWriter) {
        if let Some(head) = self.insert(self.index) {
            self.head = head;
        }
        let (length, distance) = (self.length, self.distance);
        (self.length, self.distance) = (MIN_MATCH - 1, 0);
        let lookahead = self.end - self.index;
        if lookahead > length && length < LAZY {
            self.find(lookahead);
        }
        if length >= MIN_MATCH && self.length <= length {
            self.take_match(length, distance);
            if self.tokens.len() == MAX_TOKENS {
                self.flush(self.index, writer);
            }
            return;
        }
        if self.has_pending {
            self.tokens.push(Token::Literal(self.bytes[self.index - 1]));
            if self.tokens.len() == MAX_TOKENS {
                self.flush(self.index, writer);
            }
        }
        self.index += 1;
        self.has_pending = true;
    }

    /// Takes the match of the byte before the index, which no longer one has followed.
    fn take_match(&mut self, length: usize, distance: usize) {
        self.tokens.push(Token::Match {
            length: u16::try_from(length).unwrap_or(0),
            distance: u16::try_from(distance).unwrap_or(0),
        });
        let end = self.index + length - 1;
        for index in self.index + 1..end {
            self.insert(index);
        }
        self.index = end;
        self.has_pending = false;
        self.length = MIN_MATCH - 1;
    }

    /// Adds a position to its chain, and returns the last one of it; nothing at the end of the bytes.
    fn insert(&mut self, index: usize) -> Option<u32> {
        if index + MIN_MATCH > self.end {
            return None;
        }
        let word: [u8; 4] = self.bytes.get(index..index + 4)?.try_into().ok()?;
        let hash = u32::from_be_bytes(word).wrapping_mul(0x1e35_a7bd) >> (32 - HASH_BITS);
        let position = u32::try_from(index + 1).ok()?;
        let head = std::mem::replace(&mut self.heads[hash as usize], position);
        self.previous[index % WINDOW] = head;
        Some(head)
    }

    /// Finds the longest match at the index in its chain.
    fn find(&mut self, lookahead: usize) {
        let most = lookahead.min(MAX_MATCH);
        let least = self.index.saturating_sub(WINDOW).max(self.buffer);
        let ahead = &self.bytes[self.index..self.index + most];
        let mut candidate = self.head;
        for _ in 0..CHAIN {
            let Some(start) = (candidate as usize)
                .checked_sub(1)
                .filter(|it| *it >= least)
            else {
                return;
            };
            if self.bytes[start + self.length] == ahead[self.length] {
                let pairs = self.bytes[start..].iter().zip(ahead);
                let length = pairs.take_while(|(a, b)| a == b).count();
                let distance = self.index - start;
                if length > self.length && (length > MIN_MATCH || distance <= NEAR) {
                    (self.length, self.distance) = (length, distance);
                    if length >= NICE.min(most) {
                        return;
                    }
                }
            }
            if start + WINDOW == self.index {
                return;
            }
            candidate = self.previous[start % WINDOW];
        }
    }

    fn flush(&mut self, end: usize, writer: &mut BitWriter) {
        let bytes = self.block.and_then(|block| self.bytes.get(block..end));
        self.block = Some(end);
        block::write(&self.tokens, bytes, writer);
        self.tokens.clear();
    }
}
