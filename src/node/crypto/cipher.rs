//! Ciphers in pieces, by the names of Node.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};

use super::aes::{self, Aes, AesCtr};
use super::authenticated::Aead;
use super::block_cipher::BlockCipher;
use super::block_mode::BlockMode;
use super::ccm::Ccm;
use super::error::{CryptoError, Result};
use super::feedback::{Feedback, FeedbackKind};
use super::hmac::is_equal;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Ecb,
    Cbc,
    Ctr,
    Feedback(FeedbackKind),
    Gcm,
    Ccm,
    Wrap,
    ChaCha20,
    ChaCha20Poly1305,
}

/// A cipher being used in one direction.
pub struct Cipher {
    state: CipherState,
    is_encryption: bool,
    /// The tag that came with a text to decrypt.
    expected: Option<Vec<u8>>,
}

enum CipherState {
    Blocks(Box<BlockMode>),
    Counter(Box<AesCtr>),
    Feedback(Box<Feedback>),
    ChaCha(Box<ChaCha20>),
    Aead(Box<Aead>),
    /// The tag, once the text was there.
    Ccm(Box<Ccm>, Option<Vec<u8>>),
    Wrap(Box<Aes>, [u8; 8]),
}

/// Which cipher a name means.
pub struct CipherKind {
    pub mode: Mode,
    /// Bytes of the key.
    pub key: usize,
    is_des: bool,
}

impl CipherKind {
    /// `aes-256-gcm`, `des-ede3-cbc`, `chacha20-poly1305`.
    pub fn named(name: &str) -> Option<Self> {
        let of = |mode, key, is_des| Some(Self { mode, key, is_des });
        match name {
            "chacha20-poly1305" => return of(Mode::ChaCha20Poly1305, 32, false),
            "chacha20" => return of(Mode::ChaCha20, 32, false),
            "des-ede3" => return of(Mode::Ecb, 24, true),
            "des-ede3-cbc" => return of(Mode::Cbc, 24, true),
            _ => {}
        }
        let (bits, mode) = name.strip_prefix("aes-")?.split_once('-')?;
        let key = match bits {
            "128" => 16,
            "192" => 24,
            "256" => 32,
            _ => return None,
        };
        let mode = match mode {
            "ecb" => Mode::Ecb,
            "cbc" => Mode::Cbc,
            "ctr" => Mode::Ctr,
            "cfb" => Mode::Feedback(FeedbackKind::Cfb),
            "cfb8" => Mode::Feedback(FeedbackKind::Cfb8),
            "ofb" => Mode::Feedback(FeedbackKind::Ofb),
            "gcm" => Mode::Gcm,
            "ccm" => Mode::Ccm,
            "wrap" => Mode::Wrap,
            _ => return None,
        };
        of(mode, key, false)
    }

    fn block_cipher(&self, key: &[u8]) -> Option<BlockCipher> {
        match self.is_des {
            true => BlockCipher::triple_des(key),
            false => BlockCipher::aes(key),
        }
    }

    fn state(&self, key: &[u8], iv: &[u8], tag: usize, is_encryption: bool) -> Result<CipherState> {
        let aes = || Aes::new(key).ok_or_else(init_failed);
        let blocks = || self.block_cipher(key).ok_or_else(init_failed);
        Ok(match self.mode {
            Mode::Ecb => {
                CipherState::Blocks(Box::new(BlockMode::new(blocks()?, None, is_encryption)))
            }
            Mode::Cbc => {
                let cipher = blocks()?;
                let chain = checked_iv(iv, cipher.size())?.to_vec();
                CipherState::Blocks(Box::new(BlockMode::new(cipher, Some(chain), is_encryption)))
            }
            Mode::Ctr => {
                let block = iv.try_into().map_err(|_| invalid_iv())?;
                CipherState::Counter(Box::new(AesCtr::new(aes()?, block, 128)))
            }
            Mode::Feedback(kind) => {
                let iv = checked_iv(iv, 16)?;
                CipherState::Feedback(Box::new(Feedback::new(blocks()?, kind, is_encryption, iv)))
            }
            Mode::Gcm => {
                let state = Aead::gcm(aes()?, iv);
                CipherState::Aead(Box::new(state.ok_or_else(invalid_iv)?))
            }
            Mode::ChaCha20Poly1305 => {
                let state = Aead::chacha20_poly1305(key, iv);
                CipherState::Aead(Box::new(state.ok_or_else(invalid_iv)?))
            }
            Mode::Ccm => {
                let state = Ccm::new(aes()?, iv, tag).ok_or_else(invalid_iv)?;
                CipherState::Ccm(Box::new(state), None)
            }
            Mode::Wrap => {
                let start = iv.try_into().map_err(|_| invalid_iv())?;
                CipherState::Wrap(Box::new(aes()?), start)
            }
            Mode::ChaCha20 => CipherState::ChaCha(Box::new(chacha20(key, iv)?)),
        })
    }
}

/// `iv` has the form of OpenSSL: the number of the first block in 4 bytes, then a nonce of 12.
fn chacha20(key: &[u8], iv: &[u8]) -> Result<ChaCha20> {
    let (first, nonce) = checked_iv(iv, 16)?.split_at(4);
    let mut cipher = ChaCha20::new_from_slices(key, nonce).map_err(|_| init_failed())?;
    let first = u32::from_le_bytes(first.try_into().map_err(|_| invalid_iv())?);
    cipher
        .try_seek(u64::from(first) * 64)
        .map_err(|_| invalid_iv())?;
    Ok(cipher)
}

fn checked_iv(iv: &[u8], length: usize) -> Result<&[u8]> {
    match iv.len() == length {
        true => Ok(iv),
        false => Err(invalid_iv()),
    }
}

fn init_failed() -> CryptoError {
    CryptoError::plain("Failed to initialize cipher")
}

fn invalid_iv() -> CryptoError {
    CryptoError::type_error("ERR_CRYPTO_INVALID_IV", "Invalid initialization vector")
}

fn unsupported_state() -> CryptoError {
    CryptoError::plain("Trying to add data in unsupported state")
}

fn not_authentic() -> CryptoError {
    CryptoError::plain("Unsupported state or unable to authenticate data")
}

impl Cipher {
    /// `tag`: bytes of the tag, for CCM alone.
    pub fn new(name: &str, is_encryption: bool, key: &[u8], iv: &[u8], tag: usize) -> Result<Self> {
        let unknown = || CryptoError::coded("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
        let kind = CipherKind::named(name).ok_or_else(unknown)?;
        if key.len() != kind.key {
            return Err(CryptoError::range(
                "ERR_CRYPTO_INVALID_KEYLEN",
                "Invalid key length",
            ));
        }
        Ok(Self {
            state: kind.state(key, iv, tag, is_encryption)?,
            is_encryption,
            expected: None,
        })
    }

    /// Bytes that are authenticated and not encrypted; they come before all others.
    pub fn authenticate(&mut self, data: &[u8]) {
        match &mut self.state {
            CipherState::Aead(it) => it.authenticate(data),
            CipherState::Ccm(it, _) => it.authenticate(data),
            _ => {}
        }
    }

    /// Keeps the tag that came with the text.
    pub fn set_expected_tag(&mut self, tag: &[u8]) {
        self.expected = Some(tag.to_vec());
    }

    pub fn update(&mut self, data: &[u8], has_padding: bool) -> Result<Vec<u8>> {
        let mut made = data.to_vec();
        match &mut self.state {
            CipherState::Blocks(it) => return Ok(it.update(data, has_padding)),
            CipherState::Counter(it) => it.apply(&mut made),
            CipherState::Feedback(it) => it.apply(&mut made),
            CipherState::ChaCha(it) => {
                // The numbers of blocks have an end.
                it.try_apply_keystream(&mut made)
                    .map_err(|_| unsupported_state())?;
            }
            CipherState::Aead(it) => return Ok(it.update(data, self.is_encryption)),
            CipherState::Ccm(_, Some(_)) => return Err(CryptoError::plain("Unsupported state")),
            CipherState::Ccm(it, tag) => {
                if !it.has_room_for(data.len()) {
                    return Err(CryptoError::range(
                        "ERR_CRYPTO_INVALID_MESSAGELEN",
                        "Invalid message length",
                    ));
                }
                let (text, found) = it.process(data, self.is_encryption);
                // Nothing of a text that is not authentic gets out.
                let is_right = self.is_encryption || is_tag(self.expected.as_deref(), &found);
                made = if is_right { text } else { Vec::new() };
                *tag = Some(found);
            }
            CipherState::Wrap(it, start) => {
                let wrapped = match self.is_encryption {
                    true => aes::wrap(it, data, start),
                    false => aes::unwrap(it, data, start),
                };
                return wrapped.ok_or_else(unsupported_state);
            }
        }
        Ok(made)
    }

    /// The last bytes, and the tag of a cipher that authenticates.
    pub fn finish(mut self, has_padding: bool) -> Result<(Vec<u8>, Vec<u8>)> {
        let needs_text = matches!(self.state, CipherState::Ccm(_, None));
        if needs_text {
            self.update(&[], false)?;
        }
        let tag = match self.state {
            CipherState::Blocks(it) => return Ok((it.finish(has_padding)?, Vec::new())),
            CipherState::Aead(it) => it.finish().to_vec(),
            CipherState::Ccm(_, tag) => tag.unwrap_or_default(),
            _ => return Ok((Vec::new(), Vec::new())),
        };
        if !self.is_encryption && !is_tag(self.expected.as_deref(), &tag) {
            return Err(not_authentic());
        }
        Ok((Vec::new(), tag))
    }
}

/// A tag may be shorter than the one that was made.
fn is_tag(expected: Option<&[u8]>, made: &[u8]) -> bool {
    expected.is_some_and(|tag| {
        let length = tag.len().min(made.len());
        !tag.is_empty() && is_equal(&made[..length], tag)
    })
}
