//! AES with keys of any of its lengths, its counter mode, and its key wrap (RFC 3394).

use aes::cipher::{BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use aes::{Aes128, Aes192, Aes256, Block};

use super::hmac::is_equal;

#[derive(Clone)]
pub enum Aes {
    Short(Box<Aes128>),
    Middle(Box<Aes192>),
    Long(Box<Aes256>),
}

impl Aes {
    /// `None` unless the key has 16, 24 or 32 bytes.
    pub fn new(key: &[u8]) -> Option<Self> {
        Some(match key.len() {
            16 => Self::Short(Box::new(Aes128::new_from_slice(key).ok()?)),
            24 => Self::Middle(Box::new(Aes192::new_from_slice(key).ok()?)),
            32 => Self::Long(Box::new(Aes256::new_from_slice(key).ok()?)),
            _ => return None,
        })
    }

    pub fn encrypt(&self, blocks: &mut [Block]) {
        match self {
            Self::Short(it) => it.encrypt_blocks(blocks),
            Self::Middle(it) => it.encrypt_blocks(blocks),
            Self::Long(it) => it.encrypt_blocks(blocks),
        }
    }

    pub fn decrypt(&self, blocks: &mut [Block]) {
        match self {
            Self::Short(it) => it.decrypt_blocks(blocks),
            Self::Middle(it) => it.decrypt_blocks(blocks),
            Self::Long(it) => it.decrypt_blocks(blocks),
        }
    }

    pub fn encrypt_one(&self, block: [u8; 16]) -> [u8; 16] {
        let mut blocks = [Block::from(block)];
        self.encrypt(&mut blocks);
        blocks[0].into()
    }
}

/// Blocks of the key stream that are made at once.
const BLOCKS_AT_ONCE: usize = 64;

/// The key stream of counter mode.
pub struct AesCtr {
    aes: Aes,
    next: u128,
    /// The low bits that count; the others stay.
    mask: u128,
    stream: Vec<u8>,
    used: usize,
}

impl AesCtr {
    /// `bits` of the block count.
    pub fn new(aes: Aes, first: [u8; 16], bits: u32) -> Self {
        Self {
            aes,
            next: u128::from_be_bytes(first),
            mask: u128::MAX >> (128 - bits.clamp(1, 128)),
            stream: Vec::new(),
            used: 0,
        }
    }

    fn refill(&mut self, wanted: usize) {
        let count = wanted.div_ceil(16).clamp(1, BLOCKS_AT_ONCE);
        let mut blocks = Vec::with_capacity(count);
        for _ in 0..count {
            blocks.push(Block::from(self.next.to_be_bytes()));
            let counted = self.next.wrapping_add(1) & self.mask;
            self.next = self.next & !self.mask | counted;
        }
        self.aes.encrypt(&mut blocks);
        self.stream.clear();
        self.stream.extend(blocks.iter().flatten());
        self.used = 0;
    }

    pub fn apply(&mut self, data: &mut [u8]) {
        let mut rest = data;
        while !rest.is_empty() {
            if self.used == self.stream.len() {
                self.refill(rest.len());
            }
            let count = rest.len().min(self.stream.len() - self.used);
            let (now, later) = rest.split_at_mut(count);
            for (byte, key) in now.iter_mut().zip(&self.stream[self.used..]) {
                *byte ^= key;
            }
            self.used += count;
            rest = later;
        }
    }
}

/// The prefix of a wrapped key, unless both sides have agreed on another one.
pub const WRAP_START: [u8; 8] = [0xa6; 8];

/// `None` unless the key to wrap has at least 16 bytes, and a multiple of 8.
pub fn wrap(aes: &Aes, key: &[u8], start: &[u8; 8]) -> Option<Vec<u8>> {
    if key.len() < 16 || !key.len().is_multiple_of(8) {
        return None;
    }
    let mut wrapped = [&start[..], key].concat();
    let count = key.len() / 8;
    for round in 0..6 {
        for index in 1..=count {
            let mut block = [0; 16];
            block[..8].copy_from_slice(&wrapped[..8]);
            block[8..].copy_from_slice(&wrapped[index * 8..index * 8 + 8]);
            let made = u128::from_be_bytes(aes.encrypt_one(block));
            let made = made ^ ((count * round + index) as u128) << 64;
            let made = made.to_be_bytes();
            wrapped[..8].copy_from_slice(&made[..8]);
            wrapped[index * 8..index * 8 + 8].copy_from_slice(&made[8..]);
        }
    }
    Some(wrapped)
}

/// `None` if the key was not wrapped with this one.
pub fn unwrap(aes: &Aes, wrapped: &[u8], start: &[u8; 8]) -> Option<Vec<u8>> {
    if wrapped.len() < 24 || !wrapped.len().is_multiple_of(8) {
        return None;
    }
    let mut key = wrapped.to_vec();
    let count = key.len() / 8 - 1;
    for round in (0..6).rev() {
        for index in (1..=count).rev() {
            let mut block = [0; 16];
            block[..8].copy_from_slice(&key[..8]);
            block[8..].copy_from_slice(&key[index * 8..index * 8 + 8]);
            let mixed = u128::from_be_bytes(block) ^ ((count * round + index) as u128) << 64;
            let mut blocks = [Block::from(mixed.to_be_bytes())];
            aes.decrypt(&mut blocks);
            key[..8].copy_from_slice(&blocks[0][..8]);
            key[index * 8..index * 8 + 8].copy_from_slice(&blocks[0][8..]);
        }
    }
    let is_right = is_equal(&key[..8], start);
    is_right.then(|| key.split_off(8))
}
