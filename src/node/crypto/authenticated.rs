//! Ciphers that authenticate: AES in Galois/counter mode (SP 800-38D) and ChaCha20-Poly1305
//! (RFC 8439).

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use ghash::GHash;
use poly1305::Poly1305;
use poly1305::universal_hash::{KeyInit as _, UniversalHash as _};

use super::aes::{Aes, AesCtr};

enum Stream {
    Counter(AesCtr),
    ChaCha(Box<ChaCha20>),
}

enum Mac {
    Ghash(GHash),
    Poly(Box<Poly1305>),
}

impl Mac {
    /// Blocks of 16 bytes; what is missing of the last one is zeros.
    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Ghash(it) => it.update_padded(data),
            Self::Poly(it) => it.update_padded(data),
        }
    }
}

pub struct Aead {
    stream: Stream,
    mac: Mac,
    /// Bytes of a block that is not whole yet.
    rest: Vec<u8>,
    authenticated: u64,
    encrypted: u64,
    /// The block that encrypts the tag; zeros for Poly1305.
    mask: [u8; 16],
}

impl Aead {
    /// `None` for an empty initialization vector.
    pub fn gcm(aes: Aes, iv: &[u8]) -> Option<Self> {
        if iv.is_empty() {
            return None;
        }
        let key = aes.encrypt_one([0; 16]);
        let first = initial_counter(&key, iv);
        let mut counter = AesCtr::new(aes, first, 32);
        let mut mask = [0; 16];
        counter.apply(&mut mask);
        Some(Self::new(
            Stream::Counter(counter),
            Mac::Ghash(GHash::new(&key.into())),
            mask,
        ))
    }

    /// `None` unless the key has 32 bytes and the initialization vector at most 12; zeros come before a short one.
    pub fn chacha20_poly1305(key: &[u8], iv: &[u8]) -> Option<Self> {
        if iv.is_empty() || iv.len() > 12 {
            return None;
        }
        let mut nonce = [0; 12];
        nonce[12 - iv.len()..].copy_from_slice(iv);
        let mut cipher = ChaCha20::new_from_slices(key, &nonce).ok()?;
        let mut first = [0; 32];
        cipher.apply_keystream(&mut first);
        cipher.try_seek(64_u32).ok()?;
        Some(Self::new(
            Stream::ChaCha(Box::new(cipher)),
            Mac::Poly(Box::new(Poly1305::new(&first.into()))),
            [0; 16],
        ))
    }

    fn new(stream: Stream, mac: Mac, mask: [u8; 16]) -> Self {
        Self {
            stream,
            mac,
            rest: Vec::new(),
            authenticated: 0,
            encrypted: 0,
            mask,
        }
    }

    fn hash(&mut self, data: &[u8]) {
        self.rest.extend_from_slice(data);
        let rest = self.rest.split_off(self.rest.len() / 16 * 16);
        self.mac.update(&self.rest);
        self.rest = rest;
    }

    fn pad(&mut self) {
        self.mac.update(&self.rest);
        self.rest.clear();
    }

    pub fn authenticate(&mut self, data: &[u8]) {
        self.authenticated += data.len() as u64;
        self.hash(data);
    }

    pub fn update(&mut self, data: &[u8], is_encryption: bool) -> Vec<u8> {
        if self.encrypted == 0 && !data.is_empty() {
            self.pad();
        }
        self.encrypted += data.len() as u64;
        if !is_encryption {
            self.hash(data);
        }
        let mut made = data.to_vec();
        match &mut self.stream {
            Stream::Counter(it) => it.apply(&mut made),
            Stream::ChaCha(it) => it.apply_keystream(&mut made),
        }
        if is_encryption {
            self.hash(&made);
        }
        made
    }

    pub fn finish(mut self) -> [u8; 16] {
        self.pad();
        let mut lengths = [0; 16];
        let mut tag: [u8; 16] = match self.mac {
            Mac::Ghash(mut it) => {
                lengths[..8].copy_from_slice(&(self.authenticated * 8).to_be_bytes());
                lengths[8..].copy_from_slice(&(self.encrypted * 8).to_be_bytes());
                it.update_padded(&lengths);
                it.finalize().into()
            }
            Mac::Poly(mut it) => {
                lengths[..8].copy_from_slice(&self.authenticated.to_le_bytes());
                lengths[8..].copy_from_slice(&self.encrypted.to_le_bytes());
                it.update_padded(&lengths);
                it.finalize().into()
            }
        };
        for (byte, mask) in tag.iter_mut().zip(self.mask) {
            *byte ^= mask;
        }
        tag
    }
}

/// The counter before the first: the usual vector of 12 bytes with a one, or a digest of another.
fn initial_counter(key: &[u8; 16], iv: &[u8]) -> [u8; 16] {
    if iv.len() == 12 {
        let mut block = [0; 16];
        block[..12].copy_from_slice(iv);
        block[15] = 1;
        return block;
    }
    let mut hash = GHash::new(&(*key).into());
    hash.update_padded(iv);
    let mut lengths = [0; 16];
    lengths[8..].copy_from_slice(&(iv.len() as u64 * 8).to_be_bytes());
    hash.update_padded(&lengths);
    hash.finalize().into()
}
