//! Bytes of characters, found by decoding all bytes: the encoders of the web leave out what Go's have.

use std::collections::HashMap;

use encoding_rs::{BIG5, EUC_JP, Encoding, SHIFT_JIS};

use super::CharacterError;

/// The bytes of all characters that are not ASCII.
pub struct Reverse(HashMap<char, Vec<u8>>);

impl Reverse {
    pub fn new(encoding: &'static Encoding) -> Self {
        let mut reverse = Self(HashMap::new());
        // Of several forms, Go has the last one of Big5, and the first one of the others.
        let keeps_first = encoding != BIG5;
        let trails = || 0x40..=0xfe_u8;
        let leads = 0x81..=0xfe_u8;
        if encoding == SHIFT_JIS {
            let katakana = 0xa1..=0xdf_u8;
            katakana.for_each(|byte| reverse.add(encoding, &[byte], keeps_first));
        }
        for lead in leads.clone() {
            trails().for_each(|trail| reverse.add(encoding, &[lead, trail], keeps_first));
        }
        if encoding == EUC_JP {
            for lead in leads {
                trails().for_each(|trail| reverse.add(encoding, &[0x8f, lead, trail], keeps_first));
            }
        }
        reverse
    }

    fn add(&mut self, encoding: &'static Encoding, bytes: &[u8], keeps_first: bool) {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        let mut characters = text.iter().flat_map(|text| text.chars());
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return;
        };
        if character.is_ascii() || !is_known(character) {
            return;
        }
        if keeps_first {
            self.0.entry(character).or_insert_with(|| bytes.to_vec());
        } else {
            self.0.insert(character, bytes.to_vec());
        }
    }

    pub fn encode(&self, text: &str) -> Result<Vec<u8>, CharacterError> {
        let mut output = Vec::with_capacity(text.len());
        for character in text.chars() {
            match u8::try_from(character) {
                Ok(byte) if byte.is_ascii() => output.push(byte),
                _ => output.extend(self.bytes(character)?),
            }
        }
        Ok(output)
    }

    pub fn bytes(&self, character: char) -> Result<&[u8], CharacterError> {
        self.0
            .get(&character)
            .map(Vec::as_slice)
            .ok_or(CharacterError)
    }
}

/// Whether Go's tables have a character: those for private use, and some that were added later, they do not have.
pub fn is_known(character: char) -> bool {
    !matches!(
        character,
        '\u{1e3f}' | '\u{9fb4}'..='\u{9fbb}' | '\u{e000}'..='\u{f8ff}' | '\u{fe10}'..='\u{fe19}'
    )
}
