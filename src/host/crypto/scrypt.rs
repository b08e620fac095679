//! scrypt (RFC 7914).

use super::hash::HashKind;
use super::kdf::pbkdf2;

/// What a key of scrypt costs.
#[derive(Clone, Copy)]
pub struct Cost {
    /// A power of two.
    pub n: u64,
    pub r: u32,
    pub p: u32,
}

/// Words of one block of Salsa20.
type Block = [u32; 16];

/// `None` if there is not as much memory as that takes.
pub fn scrypt(password: &[u8], salt: &[u8], cost: Cost, length: usize) -> Option<Vec<u8>> {
    let width = 128 * cost.r as usize;
    let mut mixed = pbkdf2(HashKind::Sha256, password, salt, 1, width * cost.p as usize);
    let words = width / 4;
    let size = words.checked_mul(usize::try_from(cost.n).ok()?)?;
    let mut table = Vec::new();
    table.try_reserve_exact(size).ok()?;
    table.resize(size, 0_u32);
    let mut scratch = vec![0_u32; words];
    for chunk in mixed.chunks_exact_mut(width) {
        let mut state: Vec<u32> = chunk.chunks_exact(4).map(word).collect();
        mix(&mut state, &mut scratch, &mut table);
        for (bytes, word) in chunk.chunks_exact_mut(4).zip(&state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }
    Some(pbkdf2(HashKind::Sha256, password, &mixed, 1, length))
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("BUG: chunks have four bytes"))
}

/// scryptROMix; the table has room for N states.
fn mix(state: &mut Vec<u32>, scratch: &mut Vec<u32>, table: &mut [u32]) {
    let words = state.len();
    let n = table.len() / words;
    for row in table.chunks_exact_mut(words) {
        row.copy_from_slice(state);
        mix_blocks(state, scratch);
        std::mem::swap(state, scratch);
    }
    for _ in 0..n {
        let last = &state[words - 16..];
        let index = u64::from(last[0]) | u64::from(last[1]) << 32;
        let row = (index & (n as u64 - 1)) as usize * words;
        for (word, other) in state.iter_mut().zip(&table[row..row + words]) {
            *word ^= other;
        }
        mix_blocks(state, scratch);
        std::mem::swap(state, scratch);
    }
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
    use super::*;
    use data_encoding::HEXLOWER;

    /// The first two vectors of RFC 7914, section 12.
    #[test]
    fn keys_are_those_of_the_rfc() {
        let cost = Cost { n: 16, r: 1, p: 1 };
        assert_eq!(
            HEXLOWER.encode(&scrypt(b"", b"", cost, 64).unwrap()),
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
             fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        );
        let cost = Cost {
            n: 1024,
            r: 8,
            p: 16,
        };
        assert_eq!(
            HEXLOWER.encode(&scrypt(b"password", b"NaCl", cost, 64).unwrap()),
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
             2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        );
    }
}
