//! Digests by the names that programs use.

use blake2::{Blake2b512, Blake2s256};
use md5::Md5;
use ripemd::Ripemd160;
use sha1::Sha1;
use sha2::digest::{ExtendableOutput as _, FixedOutput as _, Update as _, XofReader};
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256};

use super::error::{CryptoError, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashKind {
    Md5,
    Md5Sha1,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sha512_224,
    Sha512_256,
    Sha3_224,
    Sha3_256,
    Sha3_384,
    Sha3_512,
    Shake128,
    Shake256,
    Ripemd160,
    Blake2b512,
    Blake2s256,
}

/// Each digest with its name, its length and that of its blocks in bytes.
const KINDS: &[(HashKind, &str, usize, usize)] = &[
    (HashKind::Md5, "md5", 16, 64),
    (HashKind::Md5Sha1, "md5-sha1", 36, 64),
    (HashKind::Sha1, "sha1", 20, 64),
    (HashKind::Sha224, "sha224", 28, 64),
    (HashKind::Sha256, "sha256", 32, 64),
    (HashKind::Sha384, "sha384", 48, 128),
    (HashKind::Sha512, "sha512", 64, 128),
    (HashKind::Sha512_224, "sha512-224", 28, 128),
    (HashKind::Sha512_256, "sha512-256", 32, 128),
    (HashKind::Sha3_224, "sha3-224", 28, 144),
    (HashKind::Sha3_256, "sha3-256", 32, 136),
    (HashKind::Sha3_384, "sha3-384", 48, 104),
    (HashKind::Sha3_512, "sha3-512", 64, 72),
    (HashKind::Shake128, "shake128", 16, 168),
    (HashKind::Shake256, "shake256", 32, 136),
    (HashKind::Ripemd160, "ripemd160", 20, 64),
    (HashKind::Blake2b512, "blake2b512", 64, 128),
    (HashKind::Blake2s256, "blake2s256", 32, 64),
];

impl HashKind {
    /// A digest by one of its names: `sha256`, `SHA-256`, `RSA-SHA256`, `sha256WithRSAEncryption`.
    pub fn named(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let short = lower.strip_prefix("rsa-").unwrap_or(&lower);
        let short = short.strip_suffix("withrsaencryption").unwrap_or(short);
        let short = match short {
            "ssl3-md5" => "md5",
            "ssl3-sha1" | "sha-1" | "sha1-2" => "sha1",
            "ripemd" | "rmd160" => "ripemd160",
            "sha512-224" | "sha-512/224" | "sha2-512/224" | "sha512/224" => "sha512-224",
            "sha512-256" | "sha-512/256" | "sha2-512/256" | "sha512/256" => "sha512-256",
            "sha-224" | "sha2-224" => "sha224",
            "sha-256" | "sha2-256" => "sha256",
            "sha-384" | "sha2-384" => "sha384",
            "sha-512" | "sha2-512" => "sha512",
            "shake-128" => "shake128",
            "shake-256" => "shake256",
            other => other,
        };
        let known = KINDS.iter().find(|(_, known, ..)| *known == short);
        known.map(|(kind, ..)| *kind)
    }

    /// A digest by its name, or Node's error for an unknown one.
    pub fn checked(name: &str) -> Result<Self> {
        Self::named(name).ok_or_else(|| CryptoError::invalid_digest(name))
    }

    fn row(self) -> &'static (Self, &'static str, usize, usize) {
        let row = KINDS.iter().find(|(kind, ..)| *kind == self);
        row.expect("BUG: every digest is in the table")
    }

    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Bytes of a digest; for SHAKE what Node gives by default.
    pub fn length(self) -> usize {
        self.row().2
    }

    pub fn block_length(self) -> usize {
        self.row().3
    }

    /// Whether digests may have any length.
    pub fn is_extendable(self) -> bool {
        matches!(self, Self::Shake128 | Self::Shake256)
    }

    /// The digest of `data` at once.
    pub fn digest(self, data: &[u8]) -> Vec<u8> {
        let mut hasher = Hasher::new(self);
        hasher.update(data);
        hasher.finish(self.length())
    }

    /// The digest of several pieces one after another.
    pub fn digest_all(self, pieces: &[&[u8]]) -> Vec<u8> {
        let mut hasher = Hasher::new(self);
        for piece in pieces {
            hasher.update(piece);
        }
        hasher.finish(self.length())
    }
}

/// The state of a digest.
#[derive(Clone)]
pub struct Hasher {
    kind: HashKind,
    state: State,
}

// One type for all: states are at most some hundred bytes, and are copied for each HMAC.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)]
enum State {
    Md5(Md5),
    Md5Sha1(Md5, Sha1),
    Sha1(Sha1),
    Sha224(Sha224),
    Sha256(Sha256),
    Sha384(Sha384),
    Sha512(Sha512),
    Sha512_224(Sha512_224),
    Sha512_256(Sha512_256),
    Sha3_224(Sha3_224),
    Sha3_256(Sha3_256),
    Sha3_384(Sha3_384),
    Sha3_512(Sha3_512),
    Shake128(Shake128),
    Shake256(Shake256),
    Ripemd160(Ripemd160),
    Blake2b512(Blake2b512),
    Blake2s256(Blake2s256),
}

impl Hasher {
    pub fn new(kind: HashKind) -> Self {
        let state = match kind {
            HashKind::Md5 => State::Md5(Md5::default()),
            HashKind::Md5Sha1 => State::Md5Sha1(Md5::default(), Sha1::default()),
            HashKind::Sha1 => State::Sha1(Sha1::default()),
            HashKind::Sha224 => State::Sha224(Sha224::default()),
            HashKind::Sha256 => State::Sha256(Sha256::default()),
            HashKind::Sha384 => State::Sha384(Sha384::default()),
            HashKind::Sha512 => State::Sha512(Sha512::default()),
            HashKind::Sha512_224 => State::Sha512_224(Sha512_224::default()),
            HashKind::Sha512_256 => State::Sha512_256(Sha512_256::default()),
            HashKind::Sha3_224 => State::Sha3_224(Sha3_224::default()),
            HashKind::Sha3_256 => State::Sha3_256(Sha3_256::default()),
            HashKind::Sha3_384 => State::Sha3_384(Sha3_384::default()),
            HashKind::Sha3_512 => State::Sha3_512(Sha3_512::default()),
            HashKind::Shake128 => State::Shake128(Shake128::default()),
            HashKind::Shake256 => State::Shake256(Shake256::default()),
            HashKind::Ripemd160 => State::Ripemd160(Ripemd160::default()),
            HashKind::Blake2b512 => State::Blake2b512(Blake2b512::default()),
            HashKind::Blake2s256 => State::Blake2s256(Blake2s256::default()),
        };
        Self { kind, state }
    }

    pub fn kind(&self) -> HashKind {
        self.kind
    }

    pub fn update(&mut self, data: &[u8]) {
        match &mut self.state {
            State::Md5(it) => it.update(data),
            State::Md5Sha1(md5, sha1) => {
                md5.update(data);
                sha1.update(data);
            }
            State::Sha1(it) => it.update(data),
            State::Sha224(it) => it.update(data),
            State::Sha256(it) => it.update(data),
            State::Sha384(it) => it.update(data),
            State::Sha512(it) => it.update(data),
            State::Sha512_224(it) => it.update(data),
            State::Sha512_256(it) => it.update(data),
            State::Sha3_224(it) => it.update(data),
            State::Sha3_256(it) => it.update(data),
            State::Sha3_384(it) => it.update(data),
            State::Sha3_512(it) => it.update(data),
            State::Shake128(it) => it.update(data),
            State::Shake256(it) => it.update(data),
            State::Ripemd160(it) => it.update(data),
            State::Blake2b512(it) => blake2::Digest::update(it, data),
            State::Blake2s256(it) => blake2::Digest::update(it, data),
        }
    }

    /// The digest; only SHAKE minds the length.
    pub fn finish(self, length: usize) -> Vec<u8> {
        match self.state {
            State::Md5(it) => it.finalize_fixed().to_vec(),
            State::Md5Sha1(md5, sha1) => {
                [&md5.finalize_fixed()[..], &sha1.finalize_fixed()[..]].concat()
            }
            State::Sha1(it) => it.finalize_fixed().to_vec(),
            State::Sha224(it) => it.finalize_fixed().to_vec(),
            State::Sha256(it) => it.finalize_fixed().to_vec(),
            State::Sha384(it) => it.finalize_fixed().to_vec(),
            State::Sha512(it) => it.finalize_fixed().to_vec(),
            State::Sha512_224(it) => it.finalize_fixed().to_vec(),
            State::Sha512_256(it) => it.finalize_fixed().to_vec(),
            State::Sha3_224(it) => it.finalize_fixed().to_vec(),
            State::Sha3_256(it) => it.finalize_fixed().to_vec(),
            State::Sha3_384(it) => it.finalize_fixed().to_vec(),
            State::Sha3_512(it) => it.finalize_fixed().to_vec(),
            State::Shake128(it) => read(it.finalize_xof(), length),
            State::Shake256(it) => read(it.finalize_xof(), length),
            State::Ripemd160(it) => it.finalize_fixed().to_vec(),
            State::Blake2b512(it) => blake2::Digest::finalize(it).to_vec(),
            State::Blake2s256(it) => blake2::Digest::finalize(it).to_vec(),
        }
    }
}

fn read(mut reader: impl XofReader, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    reader.read(&mut bytes);
    bytes
}
