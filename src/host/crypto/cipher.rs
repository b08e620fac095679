//! Ciphers in pieces: block modes with padding, counter mode, and those that authenticate.

use aes::Block;

use super::aes::{Aes, Counter};
use super::authenticated::Authenticated;
use super::error::{CryptoError, Result};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Ecb,
    Cbc,
    Ctr,
    Gcm,
    ChaCha20Poly1305,
}

/// A cipher being used in one direction.
pub struct Cipher {
    work: Work,
    is_encryption: bool,
}

enum Work {
    Blocks(Box<BlockMode>),
    Counter(Box<Counter>),
    Authenticated(Box<Authenticated>),
}

/// The mode and the length of the key in bytes: `aes-256-gcm`.
pub fn mode_of(name: &str) -> Option<(Mode, usize)> {
    if name == "chacha20-poly1305" {
        return Some((Mode::ChaCha20Poly1305, 32));
    }
    let rest = name.strip_prefix("aes-")?;
    let (bits, mode) = rest.split_once('-')?;
    let length = match bits {
        "128" => 16,
        "192" => 24,
        "256" => 32,
        _ => return None,
    };
    let mode = match mode {
        "ecb" => Mode::Ecb,
        "cbc" => Mode::Cbc,
        "ctr" => Mode::Ctr,
        "gcm" => Mode::Gcm,
        _ => return None,
    };
    Some((mode, length))
}

fn unusable() -> CryptoError {
    CryptoError::plain("Failed to initialize cipher")
}

impl Cipher {
    pub fn new(name: &str, is_encryption: bool, key: &[u8], iv: &[u8]) -> Result<Self> {
        let (mode, length) = mode_of(name)
            .ok_or_else(|| CryptoError::coded("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher"))?;
        if key.len() != length {
            return Err(CryptoError::range(
                "ERR_CRYPTO_INVALID_KEYLEN",
                "Invalid key length",
            ));
        }
        let aes = Aes::new(key);
        let block = || <[u8; 16]>::try_from(iv).map_err(|_| invalid_iv());
        let work = match mode {
            Mode::Ecb => Work::Blocks(Box::new(BlockMode::new(
                aes.ok_or_else(unusable)?,
                None,
                is_encryption,
            ))),
            Mode::Cbc => Work::Blocks(Box::new(BlockMode::new(
                aes.ok_or_else(unusable)?,
                Some(block()?),
                is_encryption,
            ))),
            Mode::Ctr => {
                let counter = Counter::new(aes.ok_or_else(unusable)?, block()?, 128);
                Work::Counter(Box::new(counter))
            }
            Mode::Gcm => {
                let state = Authenticated::gcm(aes.ok_or_else(unusable)?, iv);
                Work::Authenticated(Box::new(state.ok_or_else(invalid_iv)?))
            }
            Mode::ChaCha20Poly1305 => {
                let state = Authenticated::chacha20_poly1305(key, iv);
                Work::Authenticated(Box::new(state.ok_or_else(invalid_iv)?))
            }
        };
        Ok(Self {
            work,
            is_encryption,
        })
    }

    /// Bytes that are authenticated and not encrypted; they come before all others.
    pub fn authenticate(&mut self, data: &[u8]) {
        if let Work::Authenticated(it) = &mut self.work {
            it.authenticate(data);
        }
    }

    pub fn update(&mut self, data: &[u8], has_padding: bool) -> Vec<u8> {
        match &mut self.work {
            Work::Blocks(it) => it.update(data, has_padding),
            Work::Counter(it) => {
                let mut data = data.to_vec();
                it.apply(&mut data);
                data
            }
            Work::Authenticated(it) => it.update(data, self.is_encryption),
        }
    }

    /// The last bytes, and the tag of a cipher that authenticates. To decrypt with such a one, `tag`
    /// is what came with the text.
    pub fn finish(self, has_padding: bool, tag: Option<&[u8]>) -> Result<(Vec<u8>, Vec<u8>)> {
        match self.work {
            Work::Blocks(it) => Ok((it.finish(has_padding)?, Vec::new())),
            Work::Counter(_) => Ok((Vec::new(), Vec::new())),
            Work::Authenticated(it) => {
                let made = it.finish();
                let is_right =
                    tag.is_some_and(|tag| super::hmac::is_equal(&made[..tag.len().min(16)], tag));
                if !self.is_encryption && !is_right {
                    return Err(CryptoError::plain(
                        "Unsupported state or unable to authenticate data",
                    ));
                }
                Ok((Vec::new(), made.to_vec()))
            }
        }
    }
}

fn invalid_iv() -> CryptoError {
    CryptoError::type_error("ERR_CRYPTO_INVALID_IV", "Invalid initialization vector")
}

/// ECB, or CBC if there is a block to chain with.
struct BlockMode {
    aes: Aes,
    chain: Option<[u8; 16]>,
    is_encryption: bool,
    /// Less than a block, or a whole one whose padding may have to be removed.
    rest: Vec<u8>,
}

impl BlockMode {
    fn new(aes: Aes, chain: Option<[u8; 16]>, is_encryption: bool) -> Self {
        Self {
            aes,
            chain,
            is_encryption,
            rest: Vec::new(),
        }
    }

    fn update(&mut self, data: &[u8], has_padding: bool) -> Vec<u8> {
        self.rest.extend_from_slice(data);
        let keeps_block = !self.is_encryption && has_padding;
        let mut whole = self.rest.len() / 16 * 16;
        if keeps_block && whole == self.rest.len() {
            whole = whole.saturating_sub(16);
        }
        let rest = self.rest.split_off(whole);
        let ready = std::mem::replace(&mut self.rest, rest);
        self.process(&ready)
    }

    fn process(&mut self, data: &[u8]) -> Vec<u8> {
        let mut blocks: Vec<Block> = data
            .chunks_exact(16)
            .map(|chunk| Block::try_from(chunk).expect("BUG: chunks have 16 bytes"))
            .collect();
        match (self.is_encryption, &mut self.chain) {
            (true, None) => self.aes.encrypt(&mut blocks),
            (false, None) => self.aes.decrypt(&mut blocks),
            (true, Some(chain)) => {
                for block in &mut blocks {
                    mix(block, chain);
                    self.aes.encrypt(std::slice::from_mut(block));
                    chain.copy_from_slice(block);
                }
            }
            (false, Some(chain)) => {
                self.aes.decrypt(&mut blocks);
                for (block, before) in blocks.iter_mut().zip(data.chunks_exact(16)) {
                    mix(block, chain);
                    chain.copy_from_slice(before);
                }
            }
        }
        blocks.into_iter().flatten().collect()
    }

    fn finish(mut self, has_padding: bool) -> Result<Vec<u8>> {
        let wrong_length =
            || CryptoError::openssl(0x1C80_006B, "Provider routines", "wrong final block length");
        let rest = std::mem::take(&mut self.rest);
        match (has_padding, self.is_encryption) {
            (false, _) if rest.is_empty() => Ok(Vec::new()),
            (false, false) if rest.len() == 16 => Ok(self.process(&rest)),
            (false, _) => Err(wrong_length()),
            (true, true) => {
                let missing = 16 - rest.len();
                let padding = vec![missing as u8; missing];
                Ok(self.process(&[rest, padding].concat()))
            }
            (true, false) => {
                if rest.len() != 16 {
                    return Err(wrong_length());
                }
                let mut block = self.process(&rest);
                let length = usize::from(block[15]);
                let is_padding = (1..=16).contains(&length)
                    && block[16 - length..]
                        .iter()
                        .all(|byte| usize::from(*byte) == length);
                if !is_padding {
                    return Err(CryptoError::openssl(
                        0x1C80_0064,
                        "Provider routines",
                        "bad decrypt",
                    ));
                }
                block.truncate(16 - length);
                Ok(block)
            }
        }
    }
}

fn mix(block: &mut Block, other: &[u8; 16]) {
    for (byte, other) in block.iter_mut().zip(other) {
        *byte ^= other;
    }
}
