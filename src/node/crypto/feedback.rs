//! Modes that make a stream of a cipher of blocks by feeding back what they made: CFB and OFB.

use super::block_cipher::BlockCipher;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FeedbackKind {
    /// The ciphertext is fed back, a block at a time.
    Cfb,
    /// The ciphertext is fed back, a byte at a time.
    Cfb8,
    /// The stream itself is fed back.
    Ofb,
}

pub struct Feedback {
    cipher: BlockCipher,
    kind: FeedbackKind,
    is_encryption: bool,
    /// The block that is encrypted next to become a part of the stream.
    register: Vec<u8>,
    /// How much of the register is used.
    used: usize,
}

impl Feedback {
    pub fn new(cipher: BlockCipher, kind: FeedbackKind, is_encryption: bool, iv: &[u8]) -> Self {
        Self {
            kind,
            is_encryption,
            register: iv.to_vec(),
            used: cipher.size(),
            cipher,
        }
    }

    pub fn apply(&mut self, data: &mut [u8]) {
        for byte in data {
            *byte = match self.kind {
                FeedbackKind::Cfb8 => self.process_byte_cfb8(*byte),
                FeedbackKind::Cfb | FeedbackKind::Ofb => self.process_byte(*byte),
            };
        }
    }

    fn process_byte(&mut self, byte: u8) -> u8 {
        if self.used == self.register.len() {
            self.cipher.encrypt(&mut self.register);
            self.used = 0;
        }
        let slot = &mut self.register[self.used];
        let made = byte ^ *slot;
        if self.kind == FeedbackKind::Cfb {
            *slot = if self.is_encryption { made } else { byte };
        }
        self.used += 1;
        made
    }

    fn process_byte_cfb8(&mut self, byte: u8) -> u8 {
        let mut stream = self.register.clone();
        self.cipher.encrypt(&mut stream);
        let made = byte ^ stream[0];
        self.register.rotate_left(1);
        if let Some(last) = self.register.last_mut() {
            *last = if self.is_encryption { made } else { byte };
        }
        made
    }
}
