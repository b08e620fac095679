//! RSA keys, whose search can be stopped.

use std::cell::Cell;

use crypto_primes::hazmat::{SetBits, SmallFactorsSieveFactory};
use crypto_primes::{Flavor, is_prime, sieve_and_find};
use getrandom::SysRng;
use rsa::rand_core::UnwrapErr;
use rsa::{BoxedUint, PrivateKey};
use thiserror::Error;

/// The sizes in bits that keys may have. Smaller ones are unsafe; the search for larger ones takes
/// minutes.
const BITS: std::ops::RangeInclusive<usize> = 512..=16384;

#[derive(Debug, Error)]
pub enum RsaKeyError {
    #[error("key size too small")]
    TooSmall,
    #[error("modulus too large")]
    TooLarge,
    #[error("pub exponent out of range")]
    Exponent,
    #[error("the search was stopped")]
    Stopped,
    #[error(transparent)]
    Invalid(#[from] rsa::Error),
}

/// Makes a key with two primes. `is_over` is asked for each candidate, several times a second.
pub fn rsa_private_key(
    bits: usize,
    exponent: u64,
    is_over: &dyn Fn() -> bool,
) -> Result<PrivateKey, RsaKeyError> {
    if bits < *BITS.start() {
        return Err(RsaKeyError::TooSmall);
    }
    if bits > *BITS.end() {
        return Err(RsaKeyError::TooLarge);
    }
    // No prime fits an even exponent.
    if exponent < 3 || exponent.is_multiple_of(2) {
        return Err(RsaKeyError::Exponent);
    }
    let second = u32::try_from(bits / 2).map_err(|_| RsaKeyError::TooLarge)?;
    let first = u32::try_from(bits - bits / 2).map_err(|_| RsaKeyError::TooLarge)?;
    loop {
        let p = prime(first, exponent, is_over)?;
        let q = prime(second, exponent, is_over)?;
        if p != q {
            return Ok(PrivateKey::from_p_q(p, q, BoxedUint::from(exponent))?);
        }
    }
}

/// A prime whose two highest bits are set, so that a product of two has exactly the sum of their
/// lengths. The prime less one has no divisor in common with the exponent.
fn prime(bits: u32, exponent: u64, is_over: &dyn Fn() -> bool) -> Result<BoxedUint, RsaKeyError> {
    let candidates = SmallFactorsSieveFactory::new(Flavor::Any, bits, SetBits::TwoMsb)
        .expect("BUG: the length is one that primes have");
    let is_stopped = Cell::new(false);
    let found = sieve_and_find(
        &mut UnwrapErr(SysRng),
        candidates,
        |_, candidate: &BoxedUint| {
            is_stopped.set(is_over());
            is_stopped.get() || is_prime(Flavor::Any, candidate) && fits(candidate, exponent)
        },
    );
    match found.expect("BUG: candidates have the length that was asked for") {
        Some(prime) if !is_stopped.get() => Ok(prime),
        _ => Err(RsaKeyError::Stopped),
    }
}

/// Whether the exponent can be inverted modulo the prime less one.
fn fits(prime: &BoxedUint, exponent: u64) -> bool {
    let bytes = prime.to_be_bytes();
    let modulus = u128::from(exponent);
    let rest = bytes.iter().fold(0_u128, |rest, byte| {
        (rest << 8 | u128::from(*byte)) % modulus
    });
    let (mut a, mut b) = ((rest + modulus - 1) % modulus, modulus);
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b == 1
}

#[cfg(test)]
mod tests {
    use rsa::traits::{PrivateKeyParts as _, PublicKeyParts as _};

    use super::*;

    #[test]
    fn a_key_has_the_length_and_the_exponent_that_is_wanted() {
        for (bits, exponent) in [(512, 3), (513, 65537), (777, 15), (1024, 0xffff_ffff)] {
            let key = rsa_private_key(bits, exponent, &|| false).unwrap();
            assert_eq!(key.n().bit_width() as usize, bits);
            assert_eq!(*key.e(), BoxedUint::from(exponent));
            assert_eq!(key.primes().len(), 2);
            key.validate().unwrap();
        }
    }

    #[test]
    fn a_search_is_stopped_between_two_candidates() {
        let asked = Cell::new(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let stopped = rsa_private_key(16384, 65537, &is_over);
        assert!(matches!(stopped, Err(RsaKeyError::Stopped)));
        assert_eq!(asked.get(), 4);
    }

    #[test]
    fn keys_that_no_search_finds_are_refused() {
        for (bits, exponent) in [(0, 3), (511, 3), (16385, 3), (usize::MAX, 3)] {
            assert!(
                rsa_private_key(bits, exponent, &|| false).is_err(),
                "{bits}"
            );
        }
        for exponent in [0, 1, 2, 65536, u64::MAX - 1] {
            let refused = rsa_private_key(512, exponent, &|| false);
            assert!(matches!(refused, Err(RsaKeyError::Exponent)), "{exponent}");
        }
    }
}
