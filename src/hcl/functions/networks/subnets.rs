//! Arithmetic over prefixes.

use num_bigint::{BigInt, Sign};
use thiserror::Error;

use super::address::{Address, Prefix, low_bits};

/// Arithmetic that leaves the addresses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SubnetError {
    #[error("a prefix of {shared} bits cannot be extended by {bits}")]
    TooLong { shared: u32, bits: i64 },
    #[error("a prefix that is extended by {bits} bits has no subnet with the number {number}")]
    NoSubnet { bits: i64, number: BigInt },
    #[error("a prefix of {shared} bits has no host with the number {number}")]
    NoHost { shared: u32, number: BigInt },
    #[error("a prefix must be extended by at least one bit")]
    NotExtended,
    #[error("a prefix cannot be extended by more than 32 bits at once")]
    ExtendedTooFar,
    #[error("there is no space left for a prefix of {shared} bits after {last}")]
    NoSpace { shared: u32, last: Prefix },
}

/// The address with this number in a prefix; negative numbers count from the end.
///
/// # Errors
///
/// Numbers that do not fit.
pub fn host(prefix: &Prefix, number: &BigInt) -> Result<Address, SubnetError> {
    let last = BigInt::from(low_bits(prefix.base.length - prefix.shared));
    let is_negative = number.sign() == Sign::Minus;
    let (distance, number) = match is_negative {
        true => {
            let distance: BigInt = -number - 1_u32;
            (distance.clone(), &last - distance)
        }
        // OpenTofu compares 64 bits only, as a signed number.
        false => (BigInt::from(low_word(number).cast_signed()), number.clone()),
    };
    let error = SubnetError::NoHost {
        shared: prefix.shared,
        number: number.clone(),
    };
    if distance > last {
        return Err(error);
    }
    let shift = prefix.base.length - prefix.base.canonical().length;
    inserted(prefix.base, &number, shift).ok_or(error)
}

/// The subnet with this number among those with this many more bits.
///
/// # Errors
///
/// Lengths and numbers that do not fit.
pub fn subnet(prefix: &Prefix, bits: i64, number: &BigInt) -> Result<Prefix, SubnetError> {
    let too_long = SubnetError::TooLong {
        shared: prefix.shared,
        bits,
    };
    let shared = i64::from(prefix.shared).saturating_add(bits);
    let Some(shared) = u32::try_from(shared)
        .ok()
        .filter(|shared| *shared <= prefix.base.length)
    else {
        return Err(too_long);
    };
    let limit = match u32::try_from(bits) {
        Ok(bits) if bits < 64 => (1_u64 << bits) - 1,
        _ => u64::MAX,
    };
    let no_subnet = SubnetError::NoSubnet {
        bits,
        number: number.clone(),
    };
    if low_word(number) > limit {
        return Err(no_subnet);
    }
    let base = inserted(prefix.base, number, prefix.base.length - shared).ok_or(no_subnet)?;
    Ok(Prefix { base, shared })
}

/// Consecutive subnets of a prefix with these many more bits.
///
/// # Errors
///
/// The index of a length that does not fit, and why.
pub fn subnets(prefix: &Prefix, lengths: &[i64]) -> Result<Vec<Prefix>, (usize, SubnetError)> {
    let mut subnets: Vec<Prefix> = Vec::with_capacity(lengths.len());
    for (index, bits) in lengths.iter().enumerate() {
        let shared = extended(prefix, *bits).map_err(|error| (index, error))?;
        let next = match subnets.last() {
            // OpenTofu counts from the subnet before, and takes the start of all addresses for their end.
            None if prefix.base.bits == 0 => None,
            // It counts addresses of IPv4 that are written in IPv6 as those of IPv4, which are too short.
            None if prefix.base.canonical() != prefix.base => None,
            None => Some(Prefix::new(prefix.base, shared)),
            Some(last) => next(last, shared).filter(|next| prefix.contains(next.base)),
        };
        let last = subnets.last().copied().unwrap_or(*prefix);
        subnets.push(next.ok_or((index, SubnetError::NoSpace { shared, last }))?);
    }
    Ok(subnets)
}

fn extended(prefix: &Prefix, bits: i64) -> Result<u32, SubnetError> {
    if bits < 1 {
        return Err(SubnetError::NotExtended);
    }
    let Some(bits) = u32::try_from(bits).ok().filter(|bits| *bits <= 32) else {
        return Err(SubnetError::ExtendedTooFar);
    };
    let shared = prefix.shared + bits;
    match shared <= prefix.base.length {
        true => Ok(shared),
        false => Err(SubnetError::TooLong {
            shared: prefix.shared,
            bits: bits.into(),
        }),
    }
}

/// The first prefix of this length after another one.
fn next(prefix: &Prefix, shared: u32) -> Option<Prefix> {
    let aligned = Prefix::new(prefix.last(), shared);
    let bits = aligned.last().bits.checked_add(1)?;
    (bits <= low_bits(prefix.base.length)).then(|| {
        Prefix::new(
            Address {
                bits,
                ..prefix.base
            },
            shared,
        )
    })
}

/// The address with a number in it, in two's complement as OpenTofu has it; `None` if it is longer than an address.
fn inserted(address: Address, number: &BigInt, shift: u32) -> Option<Address> {
    if number.bits() > 256 {
        return None;
    }
    let bits = BigInt::from(address.bits) | (number << shift);
    let bits = u128::try_from(bits.magnitude()).ok()?;
    (bits <= low_bits(address.length)).then_some(Address { bits, ..address })
}

/// The lowest 64 bits of the absolute value.
fn low_word(number: &BigInt) -> u64 {
    number.magnitude().iter_u64_digits().next().unwrap_or(0)
}
