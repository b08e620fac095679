//! Source maps as debuggers read them.

use serde_json::Value;

const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A place in a file; line and column from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub line: i64,
    pub column: i64,
}

struct Segment {
    generated: Place,
    source: i64,
    original: Place,
}

pub struct SourceMap {
    sources: Vec<String>,
    segments: Vec<Segment>,
}

impl SourceMap {
    /// The map in a `data:` URL.
    pub fn embedded(url: &str) -> Self {
        let data = url.split_once("base64,").expect(url).1;
        let json = String::from_utf8(base64(data)).unwrap();
        Self::parse(&json)
    }

    pub fn parse(json: &str) -> Self {
        let map: Value = serde_json::from_str(json).unwrap();
        let sources = map["sources"].as_array().unwrap();
        let sources = sources.iter().map(|it| it.as_str().unwrap().to_owned());
        Self {
            sources: sources.collect(),
            segments: segments(map["mappings"].as_str().unwrap()),
        }
    }

    /// The source and the place in it.
    pub fn original(&self, generated: Place) -> (&str, Place) {
        let is_before = |it: &&Segment| {
            it.generated.line == generated.line && it.generated.column <= generated.column
        };
        let segment = self.segments.iter().rfind(is_before).unwrap();
        let source = usize::try_from(segment.source).unwrap();
        (&self.sources[source], segment.original)
    }

    /// The first place in the generated file of a line of the source whose name ends so.
    pub fn generated(&self, source: &str, line: i64) -> Place {
        let is_here = |it: &&Segment| {
            let name = &self.sources[usize::try_from(it.source).unwrap()];
            name.ends_with(source) && it.original.line == line
        };
        self.segments.iter().find(is_here).unwrap().generated
    }
}

fn digit(letter: u8) -> i64 {
    let index = ALPHABET.iter().position(|it| *it == letter);
    i64::try_from(index.unwrap()).unwrap()
}

fn base64(text: &str) -> Vec<u8> {
    let letters = text.trim_end_matches('=').bytes();
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0, 0);
    for letter in letters {
        bits = (bits << 6) | digit(letter);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 255).unwrap());
        }
    }
    bytes
}

fn segments(mappings: &str) -> Vec<Segment> {
    let mut found = Vec::new();
    let (mut source, mut original) = (0, Place::default());
    for (line, text) in mappings.split(';').enumerate() {
        let mut column = 0;
        for numbers in text.split(',').map(numbers).filter(|it| it.len() >= 4) {
            column += numbers[0];
            source += numbers[1];
            original.line += numbers[2];
            original.column += numbers[3];
            let line = i64::try_from(line).unwrap();
            found.push(Segment {
                generated: Place { line, column },
                source,
                original,
            });
        }
    }
    found
}

/// Numbers in base 32 with the sign in the lowest bit, least significant digits first.
fn numbers(text: &str) -> Vec<i64> {
    let (mut numbers, mut number, mut shift) = (Vec::new(), 0, 0);
    for digit in text.bytes().map(digit) {
        number |= (digit & 31) << shift;
        shift += 5;
        if digit & 32 == 0 {
            let value = number >> 1;
            numbers.push(if number & 1 == 1 { -value } else { value });
            (number, shift) = (0, 0);
        }
    }
    numbers
}
