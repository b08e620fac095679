//! Tokens to blocks: stored, with the fixed codes or with codes of their own.

use std::sync::LazyLock;

use super::bits::BitWriter;
use super::huffman::{Code, codes, reversed};

/// The symbol for the end of a block.
const END: usize = 256;
const SYMBOLS: usize = 286;
const DISTANCES: usize = 30;
/// The most bytes that a stored block has.
const MAX_STORED: usize = 65_535;

/// The order in which the lengths of the codes of lengths are written.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// A byte, or a part that is repeated: its length and its distance before.
#[derive(Clone, Copy)]
pub enum Token {
    Literal(u8),
    Match { length: u16, distance: u16 },
}

/// A symbol and the bits that follow it.
#[derive(Clone, Copy)]
struct Symbol {
    index: usize,
    extra: u16,
    extra_count: u8,
}

/// Lengths from 3 to 258: four symbols for each number of further bits, and one for the last.
fn length_symbol(length: u16) -> Symbol {
    let value = length - 3;
    if length == 258 {
        return Symbol {
            index: 285,
            extra: 0,
            extra_count: 0,
        };
    }
    let symbol = graded(value, 2);
    Symbol {
        index: 257 + symbol.index,
        ..symbol
    }
}

/// Distances from 1: two symbols for each number of further bits.
fn distance_symbol(distance: u16) -> Symbol {
    graded(distance - 1, 1)
}

/// The symbol of a value, where `1 << group` symbols have the same number of further bits.
fn graded(value: u16, group: u8) -> Symbol {
    let bits = 16 - u8::try_from(value.leading_zeros()).unwrap_or(16);
    let extra_count = bits.saturating_sub(group + 1);
    let index = usize::from(value >> extra_count) + (usize::from(extra_count) << group);
    Symbol {
        index,
        extra: value & ((1 << extra_count) - 1),
        extra_count,
    }
}

/// The codes of a block.
struct Codes {
    symbols: Vec<Code>,
    distances: Vec<Code>,
}

static FIXED: LazyLock<Codes> = LazyLock::new(|| Codes {
    symbols: (0..288_u16)
        .map(|symbol| match symbol {
            0..144 => reversed(symbol + 48, 8),
            144..256 => reversed(symbol - 144 + 400, 9),
            256..280 => reversed(symbol - 256, 7),
            _ => reversed(symbol - 280 + 192, 8),
        })
        .collect(),
    distances: (0..30).map(|distance| reversed(distance, 5)).collect(),
});

/// Writes bytes as they are.
pub fn stored(bytes: &[u8], is_last: bool, writer: &mut BitWriter) {
    writer.write(u16::from(is_last), 3);
    writer.align();
    let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
    writer.write(length, 16);
    writer.write(!length, 16);
    writer.bytes(bytes);
}

/// Writes tokens in the shortest form; bytes are those that they mean, if they are still there.
pub fn write(tokens: &[Token], bytes: Option<&[u8]>, writer: &mut BitWriter) {
    let frequencies = Frequencies::of(tokens);
    let own = Codes {
        symbols: codes(&frequencies.symbols, 15),
        distances: codes(&frequencies.distances, 15),
    };
    let header = Header::new(&own);
    let storable = bytes.filter(|bytes| bytes.len() <= MAX_STORED);
    // Where the block cannot be stored, further bits are not counted, as both other forms have them.
    let extra = if storable.is_some() {
        frequencies.extra
    } else {
        0
    };
    let fixed_size = 3 + frequencies.size(&FIXED) + extra;
    let own_size = header.size() + frequencies.size(&own) + extra;
    if let Some(bytes) = storable
        && (bytes.len() + 5) * 8 < fixed_size.min(own_size)
    {
        stored(bytes, false, writer);
        return;
    }
    if own_size < fixed_size {
        header.write(writer);
        write_tokens(tokens, &own, writer);
    } else {
        writer.write(2, 3);
        write_tokens(tokens, &FIXED, writer);
    }
}

fn write_tokens(tokens: &[Token], codes: &Codes, writer: &mut BitWriter) {
    let symbol = |code: Code, symbol: Symbol, writer: &mut BitWriter| {
        writer.write(code.bits, code.length);
        writer.write(symbol.extra, symbol.extra_count);
    };
    for token in tokens {
        match token {
            Token::Literal(byte) => {
                let code = codes.symbols[usize::from(*byte)];
                writer.write(code.bits, code.length);
            }
            Token::Match { length, distance } => {
                let (length, distance) = (length_symbol(*length), distance_symbol(*distance));
                symbol(codes.symbols[length.index], length, writer);
                symbol(codes.distances[distance.index], distance, writer);
            }
        }
    }
    writer.write(codes.symbols[END].bits, codes.symbols[END].length);
}

struct Frequencies {
    symbols: Vec<u32>,
    distances: Vec<u32>,
    /// The count of bits that follow symbols.
    extra: usize,
}

impl Frequencies {
    fn of(tokens: &[Token]) -> Self {
        let mut frequencies = Self {
            symbols: vec![0; SYMBOLS],
            distances: vec![0; DISTANCES],
            extra: 0,
        };
        frequencies.symbols[END] = 1;
        for token in tokens {
            match token {
                Token::Literal(byte) => frequencies.symbols[usize::from(*byte)] += 1,
                Token::Match { length, distance } => {
                    let (length, distance) = (length_symbol(*length), distance_symbol(*distance));
                    frequencies.symbols[length.index] += 1;
                    frequencies.distances[distance.index] += 1;
                    frequencies.extra += usize::from(length.extra_count + distance.extra_count);
                }
            }
        }
        // One code of distances has to be written, also without matches.
        if frequencies
            .distances
            .iter()
            .all(|frequency| *frequency == 0)
        {
            frequencies.distances[0] = 1;
        }
        frequencies
    }

    fn size(&self, codes: &Codes) -> usize {
        size_of(&self.symbols, &codes.symbols) + size_of(&self.distances, &codes.distances)
    }
}

fn size_of(frequencies: &[u32], codes: &[Code]) -> usize {
    let sizes = frequencies.iter().zip(codes);
    sizes
        .map(|(frequency, code)| *frequency as usize * usize::from(code.length))
        .sum()
}

/// The lengths of codes, and how they are written.
struct Header {
    symbol_count: usize,
    distance_count: usize,
    /// Lengths and repetitions, with the bits that follow.
    runs: Vec<Symbol>,
    codes: Vec<Code>,
    /// How many lengths of codes of lengths are written.
    code_count: usize,
}

impl Header {
    fn new(codes_of_block: &Codes) -> Self {
        let used = |codes: &[Code]| {
            codes
                .iter()
                .rposition(|code| code.length > 0)
                .map_or(1, |last| last + 1)
        };
        let symbol_count = used(&codes_of_block.symbols);
        let distance_count = used(&codes_of_block.distances);
        let symbols = codes_of_block.symbols[..symbol_count].iter();
        let distances = codes_of_block.distances[..distance_count].iter();
        let lengths: Vec<u8> = symbols.chain(distances).map(|code| code.length).collect();
        let runs: Vec<Symbol> = lengths.chunk_by(|a, b| a == b).flat_map(run).collect();
        let mut frequencies = vec![0; 19];
        runs.iter().for_each(|run| frequencies[run.index] += 1);
        let mut code_count = ORDER.len();
        while code_count > 4 && frequencies[ORDER[code_count - 1]] == 0 {
            code_count -= 1;
        }
        let codes = codes(&frequencies, 7);
        Self {
            symbol_count,
            distance_count,
            runs,
            codes,
            code_count,
        }
    }

    fn size(&self) -> usize {
        let runs = self.runs.iter();
        let runs = runs.map(|run| usize::from(self.codes[run.index].length + run.extra_count));
        3 + 5 + 5 + 4 + 3 * self.code_count + runs.sum::<usize>()
    }

    fn write(&self, writer: &mut BitWriter) {
        let small = |number: usize| u16::try_from(number).unwrap_or(0);
        writer.write(4, 3);
        writer.write(small(self.symbol_count - 257), 5);
        writer.write(small(self.distance_count - 1), 5);
        writer.write(small(self.code_count - 4), 4);
        for index in &ORDER[..self.code_count] {
            writer.write(self.codes[*index].length.into(), 3);
        }
        for run in &self.runs {
            writer.write(self.codes[run.index].bits, self.codes[run.index].length);
            writer.write(run.extra, run.extra_count);
        }
    }
}

/// Equal lengths as symbols: 16 repeats the last, 17 and 18 are many zeros.
fn run(lengths: &[u8]) -> Vec<Symbol> {
    let plain = Symbol {
        index: lengths[0].into(),
        extra: 0,
        extra_count: 0,
    };
    let mut symbols = Vec::new();
    let mut count = lengths.len();
    let mut repeat = |index, extra_count, least, most, count: &mut usize| {
        while *count >= least {
            let times = (*count).min(most);
            let extra = u16::try_from(times - least).unwrap_or(0);
            symbols.push(Symbol {
                index,
                extra,
                extra_count,
            });
            *count -= times;
        }
    };
    if plain.index == 0 {
        repeat(18, 7, 11, 138, &mut count);
        repeat(17, 3, 3, 10, &mut count);
    } else {
        count -= 1;
        repeat(16, 2, 3, 6, &mut count);
        symbols.insert(0, plain);
    }
    symbols.extend(std::iter::repeat_n(plain, count));
    symbols
}
