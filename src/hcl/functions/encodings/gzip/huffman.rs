//! Codes of Huffman with a greatest length, by package-merge.

/// A code, whose first bit is the lowest.
#[derive(Clone, Copy, Default)]
pub struct Code {
    pub bits: u16,
    pub length: u8,
}

/// The codes of symbols by their frequencies; symbols that do not occur have an empty one.
pub fn codes(frequencies: &[u32], max_length: usize) -> Vec<Code> {
    let mut symbols: Vec<usize> = (0..frequencies.len())
        .filter(|symbol| frequencies[*symbol] > 0)
        .collect();
    let mut lengths = vec![0; frequencies.len()];
    if symbols.len() <= 2 {
        for symbol in symbols {
            lengths[symbol] = 1;
        }
        return canonical(&lengths);
    }
    symbols.sort_by_key(|symbol| (frequencies[*symbol], *symbol));
    let sorted: Vec<u32> = symbols.iter().map(|symbol| frequencies[*symbol]).collect();
    for count in leaves(&sorted, max_length.min(symbols.len() - 1)) {
        for symbol in &symbols[..count] {
            lengths[*symbol] += 1;
        }
    }
    canonical(&lengths)
}

/// An item of a level: its frequency, and whether it is a symbol or a pair of items of the level below.
#[derive(Clone, Copy)]
struct Item {
    frequency: u32,
    is_leaf: bool,
}

/// How many of the rarest symbols get one more bit, for each level.
fn leaves(sorted: &[u32], levels: usize) -> Vec<usize> {
    let mut lists: Vec<Vec<Item>> = Vec::with_capacity(levels);
    for level in 0..levels {
        let pairs: Vec<u32> = match level.checked_sub(1).map(|below| &lists[below]) {
            None => Vec::new(),
            Some(below) => below
                .chunks_exact(2)
                .map(|pair| pair[0].frequency + pair[1].frequency)
                .collect(),
        };
        lists.push(merged(sorted, &pairs));
    }
    let mut needed = 2 * sorted.len() - 2;
    let counts = lists.iter().rev().map(|list| {
        let count = list[..needed.min(list.len())]
            .iter()
            .filter(|item| item.is_leaf)
            .count();
        needed = 2 * (needed.min(list.len()) - count);
        count
    });
    counts.collect()
}

/// Symbols and pairs by their frequencies; of equal ones, pairs are first.
fn merged(symbols: &[u32], pairs: &[u32]) -> Vec<Item> {
    let mut items = Vec::with_capacity(symbols.len() + pairs.len());
    let (mut symbols, mut pairs) = (symbols.iter().peekable(), pairs.iter().peekable());
    loop {
        let is_leaf = match (symbols.peek(), pairs.peek()) {
            (None, None) => return items,
            (Some(symbol), Some(pair)) => symbol < pair,
            (symbol, _) => symbol.is_some(),
        };
        let frequency = if is_leaf {
            symbols.next()
        } else {
            pairs.next()
        };
        items.extend(frequency.map(|frequency| Item {
            frequency: *frequency,
            is_leaf,
        }));
    }
}

/// Codes of given lengths in the order of symbols.
fn canonical(lengths: &[u8]) -> Vec<Code> {
    let mut codes = vec![Code::default(); lengths.len()];
    let mut next: u16 = 0;
    for length in 1..=15_u8 {
        next <<= 1;
        for (symbol, _) in lengths
            .iter()
            .enumerate()
            .filter(|(_, other)| **other == length)
        {
            codes[symbol] = reversed(next, length);
            next += 1;
        }
    }
    codes
}

/// The code whose first bit is the highest of a number.
pub fn reversed(number: u16, length: u8) -> Code {
    Code {
        bits: number.reverse_bits() >> (16 - length),
        length,
    }
}
