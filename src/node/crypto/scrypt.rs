//! scrypt (RFC 7914).

use super::hash::HashKind;
use super::kdf::pbkdf2;
use crate::limits::native_work::{WorkBounds, WorkFailure, room};

/// The cost parameters of scrypt.
#[derive(Clone, Copy)]
pub struct Cost {
    /// A power of two.
    pub n: u64,
    pub r: u32,
    pub p: u32,
}

/// Words of one block of Salsa20.
type Block = [u32; 16];

/// Bytes that are mixed between two looks at the bounds: a few milliseconds.
const MIXED: usize = 1 << 20;

impl Cost {
    /// The bytes of the table, and of a state with its successor.
    fn memory(self) -> Option<(usize, usize)> {
        let width = 128_usize.checked_mul(self.r as usize)?;
        let table = width.checked_mul(usize::try_from(self.n).ok()?)?;
        Some((table, width.checked_mul(2)?))
    }
}

pub fn scrypt(
    password: &[u8],
    salt: &[u8],
    cost: Cost,
    length: usize,
    bounds: &WorkBounds,
) -> Result<Vec<u8>, WorkFailure> {
    let (table_size, states) = cost.memory().ok_or(WorkFailure::OutOfMemory)?;
    let _held = (bounds.hold(table_size)?, bounds.hold(states)?);
    // The key comes last, and a length that is too much is known now.
    drop(bounds.hold(length)?);
    let width = states / 2;
    let blocks = width
        .checked_mul(cost.p as usize)
        .ok_or(WorkFailure::OutOfMemory)?;
    let mut mixed = pbkdf2(HashKind::Sha256, password, salt, 1, blocks, bounds)?;
    let mut table = room(table_size / 4)?;
    table.resize(table_size / 4, 0_u32);
    let mut scratch = room(width / 4)?;
    scratch.resize(width / 4, 0_u32);
    for chunk in mixed.chunks_exact_mut(width) {
        let mut state: Vec<u32> = chunk.chunks_exact(4).map(word).collect();
        mix(&mut state, &mut scratch, &mut table, bounds)?;
        for (bytes, word) in chunk.chunks_exact_mut(4).zip(&state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }
    pbkdf2(HashKind::Sha256, password, &mixed, 1, length, bounds)
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("BUG: chunks have four bytes"))
}

/// scryptROMix; the table has room for N states.
fn mix(
    state: &mut Vec<u32>,
    scratch: &mut Vec<u32>,
    table: &mut [u32],
    bounds: &WorkBounds,
) -> Result<(), WorkFailure> {
    let words = state.len();
    let n = table.len() / words;
    let rows = (MIXED / 4 / words).max(1);
    for (index, row) in table.chunks_exact_mut(words).enumerate() {
        if index % rows == 0 {
            bounds.check()?;
        }
        row.copy_from_slice(state);
        mix_blocks(state, scratch);
        std::mem::swap(state, scratch);
    }
    for round in 0..n {
        if round % rows == 0 {
            bounds.check()?;
        }
        let last = &state[words - 16..];
        let index = u64::from(last[0]) | u64::from(last[1]) << 32;
        let row = (index & (n as u64 - 1)) as usize * words;
        for (word, other) in state.iter_mut().zip(&table[row..row + words]) {
            *word ^= other;
        }
        mix_blocks(state, scratch);
        std::mem::swap(state, scratch);
    }
    Ok(())
}

/// scryptBlockMix: even blocks go to the first half, odd ones to the second.
fn mix_blocks(from: &[u32], to: &mut [u32]) {
    let blocks = from.len() / 16;
    let mut sum: Block = from[from.len() - 16..]
        .try_into()
        .expect("BUG: a block has 16 words");
    for (index, block) in from.chunks_exact(16).enumerate() {
        for (word, other) in sum.iter_mut().zip(block) {
            *word ^= other;
        }
        salsa(&mut sum);
        let at = index / 2 + index % 2 * blocks / 2;
        to[at * 16..at * 16 + 16].copy_from_slice(&sum);
    }
}

/// Indices of the quarter rounds of a double round: columns, then rows.
const QUARTERS: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [5, 9, 13, 1],
    [10, 14, 2, 6],
    [15, 3, 7, 11],
    [0, 1, 2, 3],
    [5, 6, 7, 4],
    [10, 11, 8, 9],
    [15, 12, 13, 14],
];

/// Salsa20 with eight rounds.
fn salsa(block: &mut Block) {
    let mut x = *block;
    for _ in 0..4 {
        for [a, b, c, d] in QUARTERS {
            x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
            x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
            x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
            x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
        }
    }
    for (word, other) in block.iter_mut().zip(x) {
        *word = word.wrapping_add(other);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::limits::limits::StopHandle;
    use crate::limits::memory::Budget;
    use crate::limits::native_work::ProgramWork;
    use data_encoding::HEXLOWER;

    /// The first two vectors of RFC 7914, section 12.
    #[test]
    fn keys_are_those_of_the_rfc() {
        let cost = Cost { n: 16, r: 1, p: 1 };
        assert_eq!(
            HEXLOWER.encode(&scrypt(b"", b"", cost, 64, &WorkBounds::default()).unwrap()),
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
             fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        );
        let cost = Cost {
            n: 1024,
            r: 8,
            p: 16,
        };
        assert_eq!(
            HEXLOWER
                .encode(&scrypt(b"password", b"NaCl", cost, 64, &WorkBounds::default()).unwrap()),
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
             2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        );
    }
    #[test]
    fn a_key_takes_no_more_memory_than_there_is() {
        let huge = Cost {
            n: 1 << 40,
            r: 1 << 20,
            p: 1 << 9,
        };
        let wide = Cost {
            n: 2,
            r: 1 << 20,
            p: 1 << 9,
        };
        let memory = Some(Arc::new(Budget::new(1 << 20)));
        let bounds = WorkBounds::new(memory, StopHandle::default());
        for cost in [huge, wide] {
            let key = scrypt(b"", b"", cost, 64, &bounds);
            assert_eq!(key, Err(WorkFailure::OutOfMemory));
        }
        let key = scrypt(b"", b"", huge, 64, &WorkBounds::default());
        assert_eq!(key, Err(WorkFailure::OutOfMemory));
    }

    #[test]
    fn a_key_ends_with_its_program() {
        let bounds = WorkBounds::default();
        drop(ProgramWork(bounds.clone()));
        let cost = Cost { n: 16, r: 1, p: 1 };
        assert_eq!(scrypt(b"", b"", cost, 64, &bounds), Err(WorkFailure::Over));
    }
}
