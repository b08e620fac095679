//! Paddings of RSA (RFC 8017): PKCS #1 v1.5, PSS and OAEP.

use super::error::{CryptoError, Result};
use super::hash::HashKind;
use super::hmac::is_equal;
use super::keys::{der, oid};

fn random(length: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)
        .map_err(|error| CryptoError::plain(format!("the system gave no random bytes: {error}")))?;
    Ok(bytes)
}

pub fn too_large() -> CryptoError {
    CryptoError::openssl(0x0200_006E, "rsa routines", "data too large for key size")
}

/// A digest with the name of its algorithm; the digest alone for MD5 with SHA-1.
fn digest_info(kind: HashKind, digest: &[u8]) -> Vec<u8> {
    let Some(oid) = oid::of_hash(kind) else {
        return digest.to_vec();
    };
    let algorithm = der::sequence(&[&der::value(der::OID, &oid), &der::value(der::NULL, &[])]);
    der::sequence(&[&algorithm, &der::value(der::OCTET_STRING, digest)])
}

/// The block of a signature by PKCS #1 v1.5; without a digest, `data` itself is in it.
pub fn pkcs1_signature(kind: Option<HashKind>, data: &[u8], length: usize) -> Result<Vec<u8>> {
    let info = match kind {
        Some(kind) => digest_info(kind, data),
        None => data.to_vec(),
    };
    if info.len() + 11 > length {
        return Err(too_large());
    }
    let filling = vec![0xff; length - info.len() - 3];
    Ok([&[0, 1], &filling[..], &[0], &info].concat())
}

/// The content of a signature block in PKCS #1 v1.5.
pub fn pkcs1_content(block: &[u8]) -> Option<&[u8]> {
    let rest = block.strip_prefix(&[0, 1])?;
    let end = rest.iter().position(|byte| *byte != 0xff)?;
    (end >= 8 && rest[end] == 0).then(|| &rest[end + 1..])
}

pub fn pkcs1_encryption(data: &[u8], length: usize) -> Result<Vec<u8>> {
    if data.len() + 11 > length {
        return Err(too_large());
    }
    let mut filling = random(length - data.len() - 3)?;
    for byte in &mut filling {
        while *byte == 0 {
            *byte = random(1)?[0];
        }
    }
    Ok([&[0, 2], &filling[..], &[0], data].concat())
}

pub fn pkcs1_decryption(block: &[u8]) -> Option<&[u8]> {
    let rest = block.strip_prefix(&[0, 2])?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    (end >= 8).then(|| &rest[end + 1..])
}

/// XORs `bytes` with the mask that MGF1 makes of a seed.
fn mask(kind: HashKind, seed: &[u8], bytes: &mut [u8]) {
    for (index, chunk) in bytes.chunks_mut(kind.length()).enumerate() {
        let made = kind.digest_all(&[seed, &(index as u32).to_be_bytes()]);
        for (byte, mask) in chunk.iter_mut().zip(made) {
            *byte ^= mask;
        }
    }
}

/// The digests of PSS and of OAEP: of the data, and of the mask.
#[derive(Clone, Copy)]
pub struct Digests {
    pub data: HashKind,
    pub mask: HashKind,
}

/// The block of a signature by PSS. `bits` is the length of the modulus; without a length the salt
/// is as long as possible.
pub fn pss(digests: Digests, digest: &[u8], salt: Option<usize>, bits: usize) -> Result<Vec<u8>> {
    let bits = bits - 1;
    let length = bits.div_ceil(8);
    let most = length.checked_sub(digest.len() + 2).ok_or_else(too_large)?;
    let salt = salt.unwrap_or(most);
    if salt > most {
        return Err(too_large());
    }
    let salt = random(salt)?;
    let hash = digests.data.digest_all(&[&[0; 8], digest, &salt]);
    let mut block = vec![0; most - salt.len()];
    block.push(1);
    block.extend_from_slice(&salt);
    mask(digests.mask, &hash, &mut block);
    block[0] &= 0xff >> (8 * length - bits);
    block.extend_from_slice(&hash);
    block.push(0xbc);
    Ok(block)
}

/// Whether a block is one of PSS for this digest. Without a length the salt may have any.
pub fn is_pss(
    digests: Digests,
    digest: &[u8],
    salt: Option<usize>,
    bits: usize,
    block: &[u8],
) -> bool {
    let bits = bits - 1;
    let length = bits.div_ceil(8);
    let Some(start) = block.len().checked_sub(length) else {
        return false;
    };
    if block[..start].iter().any(|byte| *byte != 0) || length < digest.len() + 2 {
        return false;
    }
    let block = &block[start..];
    let (masked, rest) = block.split_at(length - digest.len() - 1);
    let (hash, last) = rest.split_at(digest.len());
    let unused = 8 * length - bits;
    if last != [0xbc] || (unused > 0 && masked[0] >> (8 - unused) != 0) {
        return false;
    }
    let mut data = masked.to_vec();
    mask(digests.mask, hash, &mut data);
    data[0] &= 0xff >> unused;
    let Some(at) = data.iter().position(|byte| *byte != 0) else {
        return false;
    };
    let found = &data[at + 1..];
    if data[at] != 1 || salt.is_some_and(|wanted| wanted != found.len()) {
        return false;
    }
    is_equal(&digests.data.digest_all(&[&[0; 8], digest, found]), hash)
}

pub fn oaep(digests: Digests, label: &[u8], data: &[u8], length: usize) -> Result<Vec<u8>> {
    let size = digests.data.length();
    if data.len() + 2 * size + 2 > length {
        return Err(too_large());
    }
    let mut block = digests.data.digest(label);
    block.resize(length - size - 2 - data.len(), 0);
    block.push(1);
    block.extend_from_slice(data);
    let mut seed = random(size)?;
    mask(digests.mask, &seed, &mut block);
    mask(digests.mask, &block, &mut seed);
    Ok([&[0], &seed[..], &block].concat())
}

/// The data of a block; `None` if anything of it is wrong.
pub fn oaep_content(digests: Digests, label: &[u8], block: &[u8]) -> Option<Vec<u8>> {
    let size = digests.data.length();
    if block.len() < 2 * size + 2 {
        return None;
    }
    let (first, rest) = block.split_first()?;
    let (seed, masked) = rest.split_at(size);
    let (mut seed, mut data) = (seed.to_vec(), masked.to_vec());
    mask(digests.mask, masked, &mut seed);
    mask(digests.mask, &seed, &mut data);
    let is_label = is_equal(&data[..size], &digests.data.digest(label));
    let at = data[size..].iter().position(|byte| *byte != 0)? + size;
    (*first == 0 && is_label && data[at] == 1).then(|| data.split_off(at + 1))
}
