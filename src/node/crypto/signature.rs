//! Signatures and encryption with keys of every kind.

use super::curve::Curve;
use super::edwards;
use super::error::{CryptoError, Result};
use super::hash::HashKind;
use super::hmac::is_equal;
use super::keys::{KeyMaterial, PssLimits, der};
use super::padding::{self, Digests};
use super::rsa;

/// Paddings by their numbers in OpenSSL.
pub mod number {
    pub const PKCS1: u32 = 1;
    pub const NONE: u32 = 3;
    pub const OAEP: u32 = 4;
    pub const PSS: u32 = 6;
}

/// How a signature is made, as Node has it.
pub struct Scheme {
    /// `None` if the key needs none, or the data is not digested.
    pub hash: Option<HashKind>,
    pub padding: u32,
    /// -1 for the length of the digest, -2 for any or the largest.
    pub salt: i32,
    /// r and s one after another, instead of DER.
    pub is_plain: bool,
}

fn unsupported_key_type() -> CryptoError {
    CryptoError::openssl(
        0x0300_0096,
        "digital envelope routines",
        "operation not supported for this keytype",
    )
}

fn provider_error(reason: &'static str, number: u32) -> CryptoError {
    CryptoError::openssl(number, "Provider routines", reason)
}

impl Scheme {
    fn digest(&self, data: &[u8], usual: HashKind) -> (HashKind, Vec<u8>) {
        let kind = self.hash.unwrap_or(usual);
        (kind, kind.digest(data))
    }

    fn digests(kind: HashKind, limits: Option<PssLimits>) -> Digests {
        Digests {
            data: kind,
            mask: limits.map_or(kind, |it| it.mask),
        }
    }

    /// The limits of a PSS key; an error for another digest, or a shorter salt.
    fn limits(&self, pss: Option<&[u8]>, kind: HashKind) -> Result<Option<PssLimits>> {
        if pss.is_some() && self.padding != number::PSS {
            let reason = "illegal or unsupported padding mode";
            return Err(provider_error(reason, 0x1C80_00A5));
        }
        let Some(limits) = pss.and_then(PssLimits::read) else {
            return Ok(None);
        };
        if limits.hash != kind {
            return Err(provider_error("digest not allowed", 0x1C80_00AE));
        }
        let least = limits.salt as usize;
        match self.salt_length(kind) {
            Some(length) if length < least => {
                Err(provider_error("pss saltlen too small", 0x1C80_00AC))
            }
            _ => Ok(Some(limits)),
        }
    }

    fn salt_length(&self, kind: HashKind) -> Option<usize> {
        match self.salt {
            -1 => Some(kind.length()),
            length => usize::try_from(length).ok(),
        }
    }

    pub fn sign(&self, key: &KeyMaterial, data: &[u8]) -> Result<Vec<u8>> {
        match key {
            KeyMaterial::Rsa {
                n,
                e,
                secret: Some(secret),
                pss,
            } => {
                let private = rsa::private_key(n, e, secret)?;
                let length = n.len();
                let (kind, digest) = self.digest(data, HashKind::Sha256);
                let block = if self.padding == number::PSS || pss.is_some() {
                    let limits = self.limits(pss.as_deref(), kind)?;
                    let salt = self.salt_length(kind);
                    let digests = Self::digests(kind, limits);
                    padding::pss(digests, &digest, salt, bits_of(n))?
                } else {
                    padding::pkcs1_signature(Some(kind), &digest, length)?
                };
                rsa::private_operation(&private, &block).ok_or_else(unsupported_key_type)
            }
            KeyMaterial::Ec {
                curve,
                secret: Some(secret),
                ..
            } => {
                let (_, digest) = self.digest(data, HashKind::Sha256);
                let signature = curve
                    .sign(secret, &digest)
                    .ok_or_else(unsupported_key_type)?;
                Ok(match self.is_plain {
                    true => signature,
                    false => to_der(&signature),
                })
            }
            KeyMaterial::Edwards {
                is_exchange: false,
                secret: Some(secret),
                ..
            } => match self.hash {
                Some(_) => Err(unsupported_key_type()),
                None => edwards::sign(secret, data).ok_or_else(unsupported_key_type),
            },
            _ => Err(unsupported_key_type()),
        }
    }

    pub fn verify(&self, key: &KeyMaterial, data: &[u8], signature: &[u8]) -> Result<bool> {
        match key {
            KeyMaterial::Rsa { n, e, pss, .. } => {
                let public = rsa::public_key(n, e)?;
                if signature.len() != n.len() {
                    return Ok(false);
                }
                let Some(block) = rsa::public_operation(&public, signature) else {
                    return Ok(false);
                };
                let (kind, digest) = self.digest(data, HashKind::Sha256);
                if self.padding == number::PSS || pss.is_some() {
                    let limits = self.limits(pss.as_deref(), kind)?;
                    let salt = self.salt_length(kind);
                    let digests = Self::digests(kind, limits);
                    return Ok(padding::is_pss(digests, &digest, salt, bits_of(n), &block));
                }
                let expected = padding::pkcs1_signature(Some(kind), &digest, n.len())?;
                Ok(is_equal(&expected, &block))
            }
            KeyMaterial::Ec { curve, point, .. } => {
                let (_, digest) = self.digest(data, HashKind::Sha256);
                let plain = match self.is_plain {
                    true => (signature.len() == 2 * curve.size()).then(|| signature.to_vec()),
                    false => from_der(signature, *curve),
                };
                Ok(plain.is_some_and(|it| curve.verify(point, &digest, &it)))
            }
            KeyMaterial::Edwards {
                is_exchange: false,
                public,
                ..
            } => match self.hash {
                Some(_) => Err(unsupported_key_type()),
                None => Ok(edwards::verify(public, data, signature)),
            },
            KeyMaterial::Edwards { .. } => Err(unsupported_key_type()),
        }
    }
}

/// The length of a number in bits; it has no leading zeros.
pub fn bits_of(number: &[u8]) -> usize {
    let first = number.first().map_or(0, |byte| byte.leading_zeros());
    (number.len() * 8).saturating_sub(first as usize)
}

fn to_der(signature: &[u8]) -> Vec<u8> {
    let (r, s) = signature.split_at(signature.len() / 2);
    der::sequence(&[&der::unsigned(r), &der::unsigned(s)])
}

fn from_der(signature: &[u8], curve: Curve) -> Option<Vec<u8>> {
    let mut numbers = der::only_sequence(signature)?;
    let mut plain = Vec::new();
    for _ in 0..2 {
        let number = numbers.unsigned()?;
        let zeros = curve.size().checked_sub(number.len())?;
        plain.extend(std::iter::repeat_n(0, zeros));
        plain.extend_from_slice(number);
    }
    Some(plain)
}

/// How RSA encrypts.
pub struct Encryption<'a> {
    pub padding: u32,
    pub digests: Digests,
    pub label: &'a [u8],
}

impl Encryption<'_> {
    pub fn encrypt(&self, key: &KeyMaterial, data: &[u8]) -> Result<Vec<u8>> {
        let KeyMaterial::Rsa {
            n, e, pss: None, ..
        } = key
        else {
            let reason = "operation not supported for this keytype";
            return Err(provider_error(reason, 0x1C80_00B2));
        };
        let public = rsa::public_key(n, e)?;
        let block = match self.padding {
            number::PKCS1 => padding::pkcs1_encryption(data, n.len())?,
            number::OAEP => padding::oaep(self.digests, self.label, data, n.len())?,
            number::NONE => exact_length(data, n.len())?,
            _ => return Err(unsupported_key_type()),
        };
        rsa::public_operation(&public, &block).ok_or_else(padding::too_large)
    }

    pub fn decrypt(&self, key: &KeyMaterial, data: &[u8]) -> Result<Vec<u8>> {
        let (length, block) = decrypted_block(key, data)?;
        match self.padding {
            number::NONE => Ok(block),
            // A text that is wrong decrypts to one that depends on it alone: the time tells nothing.
            number::PKCS1 => Ok(padding::pkcs1_decryption(&block)
                .map_or_else(|| HashKind::Sha256.digest(&block), <[u8]>::to_vec)),
            number::OAEP => {
                padding::oaep_content(self.digests, self.label, &block).ok_or_else(|| {
                    CryptoError::openssl(0x0200_0079, "rsa routines", "oaep decoding error")
                })
            }
            _ => Err(CryptoError::plain(format!("no padding for {length} bytes"))),
        }
    }

    /// Encrypts with the private key, as a signature without a digest.
    pub fn encrypt_private(&self, key: &KeyMaterial, data: &[u8]) -> Result<Vec<u8>> {
        let KeyMaterial::Rsa { n, .. } = key else {
            return Err(unsupported_key_type());
        };
        let block = match self.padding {
            number::PKCS1 => padding::pkcs1_signature(None, data, n.len())?,
            number::NONE => exact_length(data, n.len())?,
            _ => return Err(unsupported_key_type()),
        };
        Ok(decrypted_block(key, &block)?.1)
    }

    pub fn decrypt_public(&self, key: &KeyMaterial, data: &[u8]) -> Result<Vec<u8>> {
        let KeyMaterial::Rsa { n, e, .. } = key else {
            return Err(unsupported_key_type());
        };
        let public = rsa::public_key(n, e)?;
        let block = rsa::public_operation(&public, data).ok_or_else(padding::too_large)?;
        match self.padding {
            number::PKCS1 => padding::pkcs1_content(&block)
                .map(<[u8]>::to_vec)
                .ok_or_else(|| {
                    CryptoError::openssl(0x0200_0072, "rsa routines", "padding check failed")
                }),
            _ => Ok(block),
        }
    }
}

fn exact_length(data: &[u8], length: usize) -> Result<Vec<u8>> {
    match data.len() == length {
        true => Ok(data.to_vec()),
        false => Err(CryptoError::openssl(
            0x0200_007A,
            "rsa routines",
            "data too small for key size",
        )),
    }
}

fn decrypted_block(key: &KeyMaterial, data: &[u8]) -> Result<(usize, Vec<u8>)> {
    let KeyMaterial::Rsa {
        n,
        e,
        secret: Some(secret),
        ..
    } = key
    else {
        return Err(unsupported_key_type());
    };
    let private = rsa::private_key(n, e, secret)?;
    let block = rsa::private_operation(&private, data).ok_or_else(padding::too_large)?;
    Ok((n.len(), block))
}

/// The secret that a private and a public key share.
pub fn exchange(private: &KeyMaterial, public: &KeyMaterial) -> Result<Vec<u8>> {
    let shared = match (private, public) {
        (
            KeyMaterial::Ec {
                curve,
                secret: Some(secret),
                ..
            },
            KeyMaterial::Ec {
                curve: other,
                point,
                ..
            },
        ) if curve == other => curve.exchange(secret, point),
        (
            KeyMaterial::Edwards {
                is_exchange: true,
                secret: Some(secret),
                ..
            },
            KeyMaterial::Edwards {
                is_exchange: true,
                public,
                ..
            },
        ) => edwards::exchange(secret, public),
        _ => {
            return Err(CryptoError::coded(
                "ERR_CRYPTO_INCOMPATIBLE_KEY",
                "Incompatible key types for Diffie-Hellman",
            ));
        }
    };
    shared.ok_or_else(|| {
        CryptoError::openssl(0x0300_0000, "Provider routines", "failed during derivation")
    })
}
