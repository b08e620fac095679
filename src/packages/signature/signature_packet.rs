//! A signature of version 4 (RFC 9580, 5.2).

use ring::digest::{self, Digest};

use super::bytes::Bytes;
use super::packet::{new_length, two_bytes};

/// The meaning of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureKind {
    Document,
    /// Of a name of the key by the key itself, or by others.
    User,
    UserRevocation,
    Subkey,
    /// Of the primary key by a subkey, inside of the signature of the subkey.
    PrimaryBySubkey,
    /// Over the primary key without a user or subkey.
    Key,
    KeyRevocation,
    SubkeyRevocation,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashAlgorithm {
    /// For signatures of keys by themselves, which are as old as the keys.
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl HashAlgorithm {
    pub fn digest(self, message: &[u8]) -> Digest {
        let algorithm = match self {
            Self::Sha1 => &digest::SHA1_FOR_LEGACY_USE_ONLY,
            Self::Sha256 => &digest::SHA256,
            Self::Sha384 => &digest::SHA384,
            Self::Sha512 => &digest::SHA512,
        };
        digest::digest(algorithm, message)
    }
}

#[derive(Clone, Debug)]
pub struct Signature<'a> {
    pub kind: SignatureKind,
    /// The number of the algorithm of the key.
    pub key_algorithm: u8,
    pub hash: HashAlgorithm,
    /// Seconds since 1970.
    pub created: u64,
    /// Seconds after its creation.
    pub lifetime: Option<u64>,
    /// Seconds after the creation of the key that it describes.
    pub key_lifetime: Option<u64>,
    /// Whether the key that it describes may sign documents, if it says.
    pub may_sign: Option<bool>,
    /// The body of a signature by a subkey.
    pub embedded: Option<&'a [u8]>,
    /// The bytes of the packet that it signs, too.
    signed: &'a [u8],
    /// The first two bytes of the digest.
    start: [u8; 2],
    /// Integers, or bytes, as the algorithm has them.
    pub value: &'a [u8],
}

impl<'a> Signature<'a> {
    /// `None` for other versions and algorithms, and for one with a mandatory part whose meaning is not known here.
    pub fn read(body: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes(body);
        let [4, kind, key_algorithm, hash] = *bytes.take(4)? else {
            return None;
        };
        let length = bytes.number(2)?;
        let hashed = bytes.take(length)?;
        let signed = &body[..6 + length];
        let length = bytes.number(2)?;
        let not_hashed = bytes.take(length)?;
        let start = bytes.take(2)?.try_into().ok()?;
        let mut signature = Self {
            kind: kind_of(kind),
            key_algorithm,
            hash: hash_algorithm(hash)?,
            created: 0,
            lifetime: None,
            key_lifetime: None,
            may_sign: None,
            embedded: None,
            signed,
            start,
            value: bytes.0,
        };
        let has_time = signature.read_parts(hashed)?;
        // Anybody can change these parts; a signature in them proves itself.
        signature.embedded = signature.embedded.or(embedded(not_hashed));
        has_time.then_some(signature)
    }

    /// Whether there is a time of creation.
    fn read_parts(&mut self, parts: &'a [u8]) -> Option<bool> {
        let mut has_time = false;
        let mut bytes = Bytes(parts);
        while !bytes.is_empty() {
            let (kind, is_mandatory, mut part) = subpacket(&mut bytes)?;
            match kind {
                2 => {
                    self.created = part.seconds()?;
                    has_time = true;
                }
                3 => self.lifetime = nonzero(part.seconds()?),
                9 => self.key_lifetime = nonzero(part.seconds()?),
                27 => self.may_sign = Some(part.byte().unwrap_or(0) & 2 != 0),
                32 => self.embedded = Some(part.0),
                // Trust, preferences, issuers, reasons and the like change nothing here.
                4..=7 | 11 | 16 | 21..=26 | 28..=31 | 33..=35 | 39 => {}
                _ if is_mandatory => return None,
                _ => {}
            }
        }
        Some(has_time)
    }

    /// The bytes that are signed together with what precedes them (RFC 9580, 5.2.4); `None` if their digest does not begin
    /// as the signature says.
    pub fn message(&self, of: &[u8]) -> Option<Vec<u8>> {
        let length = u32::try_from(self.signed.len()).ok()?;
        let message = [of, self.signed, &[4, 0xff], &length.to_be_bytes()].concat();
        let digest = self.hash.digest(&message);
        digest.as_ref().starts_with(&self.start).then_some(message)
    }
}

fn kind_of(number: u8) -> SignatureKind {
    match number {
        0 => SignatureKind::Document,
        0x10..=0x13 => SignatureKind::User,
        0x18 => SignatureKind::Subkey,
        0x19 => SignatureKind::PrimaryBySubkey,
        0x1f => SignatureKind::Key,
        0x20 => SignatureKind::KeyRevocation,
        0x28 => SignatureKind::SubkeyRevocation,
        0x30 => SignatureKind::UserRevocation,
        _ => SignatureKind::Other,
    }
}

fn hash_algorithm(number: u8) -> Option<HashAlgorithm> {
    match number {
        2 => Some(HashAlgorithm::Sha1),
        8 => Some(HashAlgorithm::Sha256),
        9 => Some(HashAlgorithm::Sha384),
        10 => Some(HashAlgorithm::Sha512),
        _ => None,
    }
}

fn subpacket<'a>(bytes: &mut Bytes<'a>) -> Option<(u8, bool, Bytes<'a>)> {
    let length = subpacket_length(bytes)?;
    let mut part = Bytes(bytes.take(length)?);
    let kind = part.byte()?;
    Some((kind & 0x7f, kind & 0x80 != 0, part))
}

/// As of packets, but for the numbers that mean parts there.
fn subpacket_length(bytes: &mut Bytes<'_>) -> Option<usize> {
    match *bytes.0.first()? {
        first @ 224..=254 => {
            bytes.byte()?;
            two_bytes(usize::from(first), bytes)
        }
        _ => new_length(bytes),
    }
}

fn embedded(parts: &[u8]) -> Option<&[u8]> {
    let mut bytes = Bytes(parts);
    while let Some((kind, _, part)) = subpacket(&mut bytes) {
        if kind == 32 {
            return Some(part.0);
        }
    }
    None
}

fn nonzero(seconds: u64) -> Option<u64> {
    (seconds != 0).then_some(seconds)
}
