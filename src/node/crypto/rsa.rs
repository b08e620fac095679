//! RSA: keys, and the operations on numbers that paddings stand around.

use getrandom::SysRng;
use rsa::hazmat::{rsa_decrypt_and_check, rsa_encrypt};
use rsa::traits::{PrivateKeyParts as _, PublicKeyParts};
use rsa::{BoxedUint, PrivateKey, PublicKey};

use lumi_provider::{RsaKeyError, rsa_private_key};

use crate::limits::native_work::{WorkBounds, WorkFailure};

use super::error::{CryptoError, Result};
use super::keys::{KeyMaterial, RsaSecret};

/// Larger numbers than those of any key that is used take too long.
const MAX_BITS: usize = 16384;

fn number(bytes: &[u8]) -> BoxedUint {
    BoxedUint::from_be_slice_vartime(bytes)
}

fn invalid_key() -> CryptoError {
    CryptoError::coded("ERR_OSSL_RSA_INVALID_KEY", "the RSA key is not valid")
}

pub fn public_key(n: &[u8], e: &[u8]) -> Result<PublicKey> {
    PublicKey::new_with_size_limits(number(n), number(e), 1..=MAX_BITS).map_err(|_| invalid_key())
}

pub fn private_key(n: &[u8], e: &[u8], secret: &RsaSecret) -> Result<PrivateKey> {
    if n.len() > MAX_BITS / 8 + 1 {
        return Err(invalid_key());
    }
    let primes = vec![number(&secret.p), number(&secret.q)];
    PrivateKey::from_components(number(n), number(e), number(&secret.d), primes)
        .map_err(|_| invalid_key())
}

/// The error of OpenSSL for a key that is not made.
fn not_made(error: RsaKeyError) -> CryptoError {
    let (number, reason) = match error {
        RsaKeyError::TooSmall => (0x0200_0078, "key size too small"),
        RsaKeyError::TooLarge => (0x0200_0069, "modulus too large"),
        RsaKeyError::Exponent => (0x0200_00b2, "pub exponent out of range"),
        RsaKeyError::Stopped => return WorkFailure::Over.into(),
        RsaKeyError::Invalid(error) => {
            return CryptoError::plain(format!("no key was made: {error}"));
        }
    };
    CryptoError::openssl(number, "rsa routines", reason)
}

pub fn generate(
    bits: usize,
    exponent: u64,
    pss: Option<Vec<u8>>,
    bounds: &WorkBounds,
) -> Result<KeyMaterial> {
    let is_over = || bounds.check().is_err();
    let key = rsa_private_key(bits, exponent, &is_over).map_err(not_made)?;
    let bytes = |it: &BoxedUint| it.to_be_bytes_trimmed_vartime().to_vec();
    let missing = || CryptoError::plain("no key was made");
    let primes = key.primes();
    let [p, q] = primes else {
        return Err(missing());
    };
    Ok(KeyMaterial::Rsa {
        n: key.n_bytes().to_vec(),
        e: key.e_bytes().to_vec(),
        secret: Some(Box::new(RsaSecret {
            d: bytes(key.d()),
            p: bytes(p),
            q: bytes(q),
            dp: bytes(key.dp().ok_or_else(missing)?),
            dq: bytes(key.dq().ok_or_else(missing)?),
            qi: bytes(&key.qinv().ok_or_else(missing)?.retrieve()),
        })),
        pss,
    })
}

/// Bytes of a number that the key turned into another; both have the length of the modulus.
fn padded(number: &BoxedUint, length: usize) -> Vec<u8> {
    let bytes = number.to_be_bytes_trimmed_vartime();
    [vec![0; length.saturating_sub(bytes.len())], bytes.to_vec()].concat()
}

/// Turns a block with the public key; `None` unless it is smaller than the modulus.
pub fn public_operation(key: &PublicKey, block: &[u8]) -> Option<Vec<u8>> {
    let block = BoxedUint::from_be_slice(block, key.n_bits_precision()).ok()?;
    if block >= *key.n().as_ref() {
        return None;
    }
    Some(padded(&rsa_encrypt(key, &block).ok()?, key.size()))
}

/// Turns a block with the private key, blinded with random numbers.
pub fn private_operation(key: &PrivateKey, block: &[u8]) -> Option<Vec<u8>> {
    let block = BoxedUint::from_be_slice(block, key.n_bits_precision()).ok()?;
    let made = rsa_decrypt_and_check(key, Some(&mut SysRng), &block).ok()?;
    Some(padded(&made, key.size()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::native_work::ProgramWork;

    #[test]
    fn the_search_for_a_key_ends_with_its_program() {
        let bounds = WorkBounds::default();
        drop(ProgramWork(bounds.clone()));
        let error = generate(16384, 65537, None, &bounds).err().unwrap();
        assert_eq!(error.to_string(), "the program has ended");
    }

    #[test]
    fn keys_that_no_search_finds_are_refused_as_by_openssl() {
        let refused = |bits, exponent| {
            let error = generate(bits, exponent, None, &WorkBounds::default()).err();
            error.unwrap().to_string()
        };
        assert_eq!(
            refused(256, 3),
            "error:02000078:rsa routines::key size too small"
        );
        assert_eq!(
            refused(512, 4),
            "error:020000B2:rsa routines::pub exponent out of range"
        );
        assert!(refused(usize::MAX, 3).ends_with("modulus too large"));
    }
}
