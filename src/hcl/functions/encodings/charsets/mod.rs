//! Texts of other character sets, by their names in IANA's registry.
//!
//! | module | |
//! |---|---|
//! | `multibyte` | sets whose characters have several bytes |
//! | `reverse` | bytes of characters by decoding all bytes |
//! | `tests` | |

mod multibyte;
mod reverse;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use thiserror::Error;

use self::multibyte::Multibyte;

/// A text, or bytes, that a character set does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a character does not exist in the character set")]
pub struct CharacterError;

/// A set of characters, and how they are bytes.
pub struct Charset {
    /// The name in the registry.
    pub name: &'static str,
    kind: Kind,
}

enum Kind {
    /// The characters of all bytes.
    Single(Vec<Option<char>>),
    Multibyte(Multibyte),
}

/// Sets by their names in lower case.
static CHARSETS: LazyLock<HashMap<&'static str, &'static Charset>> = LazyLock::new(|| {
    let lines = include_str!("charsets.txt").lines();
    let sets = lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut columns = line.split(" | ");
            let (name, names, characters) = (columns.next()?, columns.next()?, columns.next()?);
            let kind = match characters.strip_prefix('!') {
                Some(kind) => Kind::Multibyte(Multibyte::named(kind)?),
                None => Kind::Single(table(characters)?),
            };
            let charset: &'static Charset = Box::leak(Box::new(Charset { name, kind }));
            Some(names.split(' ').map(move |name| (name, charset)))
        });
    sets.flatten().collect()
});

/// The characters of a line of the table.
fn table(line: &str) -> Option<Vec<Option<char>>> {
    let mut characters = Vec::with_capacity(256);
    for token in line.split(' ') {
        if let Some(count) = token.strip_prefix('?') {
            let count = if count.is_empty() {
                1
            } else {
                count.parse().ok()?
            };
            characters.extend(std::iter::repeat_n(None, count));
            continue;
        }
        let (first, last) = token.split_once('-').unwrap_or((token, token));
        let code = |digits| u32::from_str_radix(digits, 16).ok();
        characters.extend((code(first)?..=code(last)?).map(char::from_u32));
    }
    if characters.len() == 128 {
        let ascii = (0..128_u8).map(|byte| Some(char::from(byte)));
        characters.splice(0..0, ascii);
    }
    (characters.len() == 256).then_some(characters)
}

/// The set of a name, in upper or lower case.
pub fn named(name: &str) -> Option<&'static Charset> {
    CHARSETS.get(name.trim().to_lowercase().as_str()).copied()
}

impl Charset {
    /// The bytes of a text.
    ///
    /// # Errors
    ///
    /// Characters that are not in the set.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, CharacterError> {
        match &self.kind {
            Kind::Multibyte(multibyte) => multibyte.encode(text),
            Kind::Single(table) => text
                .chars()
                .map(|character| byte(table, character))
                .collect(),
        }
    }

    /// The text of bytes.
    ///
    /// # Errors
    ///
    /// Bytes that are no characters.
    pub fn decode(&self, bytes: &[u8]) -> Result<String, CharacterError> {
        let text = match &self.kind {
            Kind::Multibyte(multibyte) => multibyte.decode(bytes)?,
            Kind::Single(table) => {
                let characters = bytes.iter().map(|byte| table[usize::from(*byte)]);
                characters
                    .collect::<Option<String>>()
                    .ok_or(CharacterError)?
            }
        };
        // OpenTofu takes the replacement for a failure, also where it is meant.
        match text.contains(char::REPLACEMENT_CHARACTER) {
            true => Err(CharacterError),
            false => Ok(text),
        }
    }
}

fn byte(table: &[Option<char>], character: char) -> Result<u8, CharacterError> {
    let same = usize::try_from(u32::from(character)).ok();
    let same = same.filter(|index| table.get(*index) == Some(&Some(character)));
    let index = same.or_else(|| table.iter().position(|other| *other == Some(character)));
    index
        .and_then(|index| u8::try_from(index).ok())
        .ok_or(CharacterError)
}
