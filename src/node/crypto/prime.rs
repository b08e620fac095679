//! Primes, and powers of numbers of a prime field: Diffie-Hellman with numbers.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, NonZero, Odd, RandomBits as _, Resize as _};
use crypto_primes::hazmat::{SetBits, SmallFactorsSieveFactory};
use crypto_primes::{Flavor, is_prime as is_prime_of, sieve_and_find};
use getrandom::SysRng;
use rsa::rand_core::UnwrapErr;

use super::error::{CryptoError, Result};
use crate::limits::native_work::WorkBounds;

/// Larger numbers than those of any key that is used take too long.
const MAX_BITS: u32 = 32_768;

/// A prime that is asked for.
pub struct PrimeParameters<'a> {
    pub bits: u32,
    /// Whether half of it, rounded down, is a prime as well.
    pub is_safe: bool,
    /// The prime less the second number is a multiple of the first.
    pub congruence: Option<(&'a [u8], &'a [u8])>,
}

fn number(bytes: &[u8]) -> BoxedUint {
    BoxedUint::from_be_slice_vartime(bytes)
}

fn bytes_of(number: &BoxedUint) -> Vec<u8> {
    number.to_be_bytes_trimmed_vartime().to_vec()
}

fn flavor(is_safe: bool) -> Flavor {
    if is_safe { Flavor::Safe } else { Flavor::Any }
}

pub fn is_prime(candidate: &[u8]) -> Result<bool> {
    Ok(is_prime_of(Flavor::Any, &number(checked(candidate)?)))
}

/// Whether a number is a prime whose half is a prime, too.
pub fn is_safe_prime(candidate: &[u8]) -> Result<bool> {
    Ok(is_prime_of(Flavor::Safe, &number(checked(candidate)?)))
}

fn too_small() -> CryptoError {
    CryptoError::plain("error:01800076:bignum routines::bits too small")
}

fn too_long() -> CryptoError {
    CryptoError::openssl(0x0180_0072, "bignum routines", "bignum too long")
}

/// Whether a number is one that a prime may be.
fn checked(bytes: &[u8]) -> Result<&[u8]> {
    match bytes.len() <= MAX_BITS as usize / 8 {
        true => Ok(bytes),
        false => Err(too_long()),
    }
}

pub fn generate(wanted: &PrimeParameters<'_>, bounds: &WorkBounds) -> Result<Vec<u8>> {
    if wanted.bits > MAX_BITS {
        return Err(too_long());
    }
    let least = if wanted.is_safe { 3 } else { 2 };
    if wanted.bits < least {
        return Err(too_small());
    }
    match wanted.congruence {
        None => any(wanted, bounds),
        Some((add, rest)) => congruent(
            wanted,
            &number(checked(add)?),
            &number(checked(rest)?),
            bounds,
        ),
    }
}

/// Tries the numbers behind random ones.
fn any(wanted: &PrimeParameters<'_>, bounds: &WorkBounds) -> Result<Vec<u8>> {
    let flavor = flavor(wanted.is_safe);
    let candidates = SmallFactorsSieveFactory::new(flavor, wanted.bits, SetBits::Msb)
        .map_err(|_| too_small())?;
    let found = sieve_and_find(
        &mut UnwrapErr(SysRng),
        candidates,
        |_, candidate: &BoxedUint| bounds.check().is_err() || is_prime_of(flavor, candidate),
    );
    let found = found.map_err(|_| too_small())?;
    // A cancelled search leaves a candidate that was not tested.
    bounds.check()?;
    found.map(|it| bytes_of(&it)).ok_or_else(too_small)
}

/// Tries random numbers of the congruence, one after another.
fn congruent(
    wanted: &PrimeParameters<'_>,
    add: &BoxedUint,
    rest: &BoxedUint,
    bounds: &WorkBounds,
) -> Result<Vec<u8>> {
    let precision = (wanted.bits + 1)
        .max(add.bits_precision())
        .max(rest.bits_precision());
    let step: NonZero<BoxedUint> =
        Option::from(NonZero::new(add.resize(precision))).ok_or_else(too_small)?;
    let rest = rest.resize(step.bits_precision());
    let mut random = UnwrapErr(SysRng);
    // No prime may have that congruence.
    loop {
        bounds.check()?;
        let found =
            BoxedUint::random_bits_with_precision(&mut random, wanted.bits, step.bits_precision());
        let below = found.wrapping_sub(found.rem(&step));
        let candidate = below.wrapping_add(&rest);
        let has_length = candidate.bit_width() == wanted.bits;
        if has_length && is_prime_of(flavor(wanted.is_safe), &candidate) {
            return Ok(bytes_of(&candidate));
        }
    }
}

/// The power of a number, modulo an odd one. The time depends on lengths alone.
pub fn power(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Result<Vec<u8>> {
    let numbers = [base, exponent, modulus].map(checked);
    if numbers.iter().any(Result::is_err) {
        return Err(CryptoError::openssl(
            0x0280_0067,
            "Diffie-Hellman routines",
            "modulus too large",
        ));
    }
    let even = || CryptoError::plain("the modulus is even");
    let modulus: Odd<BoxedUint> = Option::from(Odd::new(number(modulus))).ok_or_else(even)?;
    let base = number(base).rem(modulus.as_nz_ref());
    let parameters = BoxedMontyParams::new(modulus);
    let power = BoxedMontyForm::new(base, &parameters).pow(&number(exponent));
    Ok(bytes_of(&power.retrieve()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::native_work::ProgramWork;

    #[test]
    fn powers_are_taken_modulo_a_number() {
        assert_eq!(power(&[3], &[4], &[7]).unwrap(), [4]);
        assert_eq!(power(&[1, 0], &[1], &[0xff, 0xf1]).unwrap(), [1, 0]);
        assert!(power(&[3], &[4], &[8]).is_err());
    }

    #[test]
    fn numbers_that_take_too_long_are_refused() {
        let long = vec![1; 5000];
        let wanted = PrimeParameters {
            bits: 1 << 30,
            is_safe: false,
            congruence: None,
        };
        let errors = [
            generate(&wanted, &WorkBounds::default()).err(),
            is_prime(&long).err(),
            is_safe_prime(&long).err(),
            power(&[3], &long, &[7]).err(),
        ];
        for error in errors {
            let text = error.unwrap().to_string();
            assert!(text.contains("too l"), "{text}");
        }
    }

    /// Every number of this congruence is a multiple of six.
    #[test]
    fn a_search_for_a_prime_that_does_not_exist_ends_with_its_program() {
        let bounds = WorkBounds::default();
        drop(ProgramWork(bounds.clone()));
        let wanted = PrimeParameters {
            bits: 40,
            is_safe: false,
            congruence: Some((&[12], &[6])),
        };
        assert!(generate(&wanted, &bounds).is_err());
        // This one would take hours.
        let wanted = PrimeParameters {
            bits: MAX_BITS,
            is_safe: true,
            congruence: None,
        };
        assert!(generate(&wanted, &bounds).is_err());
    }

    #[test]
    fn primes_have_the_length_and_the_congruence_that_is_wanted() {
        let wanted = PrimeParameters {
            bits: 40,
            is_safe: false,
            congruence: Some((&[12], &[11])),
        };
        let prime = generate(&wanted, &WorkBounds::default()).unwrap();
        let value = prime
            .iter()
            .fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        assert_eq!((value % 12, 64 - value.leading_zeros()), (11, 40));
        assert!(is_prime(&prime).unwrap());
        let safe = PrimeParameters {
            bits: 32,
            is_safe: true,
            congruence: None,
        };
        assert!(is_safe_prime(&generate(&safe, &WorkBounds::default()).unwrap()).unwrap());
        assert!(!is_prime(&[9]).unwrap() && is_prime(&[7]).unwrap());
    }
}
