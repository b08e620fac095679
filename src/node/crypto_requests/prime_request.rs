//! Requests about primes, and of Diffie-Hellman with numbers.

use serde::Deserialize;

use crate::crypto::error::Result;
use crate::crypto::prime::{self, PrimeParameters};
use crate::limits::native_work::WorkBounds;

use super::bytes::Bytes;
use super::request::CryptoAnswer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PrimeRequest {
    Check {
        candidate: Bytes,
        is_safe: bool,
    },
    Generate {
        bits: u32,
        is_safe: bool,
        add: Option<Bytes>,
        rest: Option<Bytes>,
    },
    /// A power modulo a number; no bytes for an even modulus.
    Power {
        base: Bytes,
        exponent: Bytes,
        modulus: Bytes,
    },
}

impl PrimeRequest {
    pub fn run(self, bounds: &WorkBounds) -> Result<CryptoAnswer> {
        match self {
            Self::Check { candidate, is_safe } => Ok(CryptoAnswer::Flag(match is_safe {
                true => prime::is_safe_prime(&candidate)?,
                false => prime::is_prime(&candidate)?,
            })),
            Self::Generate {
                bits,
                is_safe,
                add,
                rest,
            } => {
                let congruence = add.as_deref().zip(rest.as_deref());
                let wanted = PrimeParameters {
                    bits,
                    is_safe,
                    congruence,
                };
                Ok(prime::generate(&wanted, bounds)?.into())
            }
            Self::Power {
                base,
                exponent,
                modulus,
            } => Ok(prime::power(&base, &exponent, &modulus)?.into()),
        }
    }
}
