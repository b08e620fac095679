//! Modes that encrypt whole blocks, ECB and CBC, with padding (PKCS #7).

use super::block_cipher::BlockCipher;
use super::error::{CryptoError, Result};

/// ECB, or CBC if there is a block to chain with.
pub struct BlockMode {
    cipher: BlockCipher,
    chain: Option<Vec<u8>>,
    is_encryption: bool,
    /// Less than a block, or a whole one whose padding may have to be removed.
    rest: Vec<u8>,
}

impl BlockMode {
    pub fn new(cipher: BlockCipher, chain: Option<Vec<u8>>, is_encryption: bool) -> Self {
        Self {
            cipher,
            chain,
            is_encryption,
            rest: Vec::new(),
        }
    }

    pub fn update(&mut self, data: &[u8], has_padding: bool) -> Vec<u8> {
        let size = self.cipher.size();
        self.rest.extend_from_slice(data);
        let keeps_block = !self.is_encryption && has_padding;
        let mut whole = self.rest.len() / size * size;
        if keeps_block && whole == self.rest.len() {
            whole = whole.saturating_sub(size);
        }
        let rest = self.rest.split_off(whole);
        let ready = std::mem::replace(&mut self.rest, rest);
        self.process(ready)
    }

    fn process(&mut self, mut data: Vec<u8>) -> Vec<u8> {
        let size = self.cipher.size();
        match (self.is_encryption, &mut self.chain) {
            (true, None) => self.cipher.encrypt(&mut data),
            (false, None) => self.cipher.decrypt(&mut data),
            (true, Some(chain)) => {
                for block in data.chunks_exact_mut(size) {
                    mix(block, chain);
                    self.cipher.encrypt(block);
                    chain.copy_from_slice(block);
                }
            }
            (false, Some(chain)) => {
                let before = data.clone();
                self.cipher.decrypt(&mut data);
                for (block, before) in data.chunks_exact_mut(size).zip(before.chunks_exact(size)) {
                    mix(block, chain);
                    chain.copy_from_slice(before);
                }
            }
        }
        data
    }

    pub fn finish(mut self, has_padding: bool) -> Result<Vec<u8>> {
        let size = self.cipher.size();
        let rest = std::mem::take(&mut self.rest);
        match (has_padding, self.is_encryption) {
            (false, _) if rest.is_empty() => Ok(Vec::new()),
            (false, false) if rest.len() == size => Ok(self.process(rest)),
            (false, _) => Err(wrong_length()),
            (true, true) => {
                let missing = size - rest.len();
                let padding = vec![missing as u8; missing];
                Ok(self.process([rest, padding].concat()))
            }
            (true, false) if rest.len() != size => Err(wrong_length()),
            (true, false) => without_padding(self.process(rest)),
        }
    }
}

fn wrong_length() -> CryptoError {
    CryptoError::openssl(0x1C80_006B, "Provider routines", "wrong final block length")
}

fn without_padding(mut block: Vec<u8>) -> Result<Vec<u8>> {
    let length = block.last().copied().map_or(0, usize::from);
    let is_padding = (1..=block.len()).contains(&length)
        && block[block.len() - length..]
            .iter()
            .all(|byte| usize::from(*byte) == length);
    if !is_padding {
        return Err(CryptoError::openssl(
            0x1C80_0064,
            "Provider routines",
            "bad decrypt",
        ));
    }
    block.truncate(block.len() - length);
    Ok(block)
}

fn mix(block: &mut [u8], other: &[u8]) {
    for (byte, other) in block.iter_mut().zip(other) {
        *byte ^= other;
    }
}
