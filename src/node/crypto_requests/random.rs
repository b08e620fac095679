//! Random bytes.

use deno_core::op2;

use crate::crypto::error::CryptoError;

/// Fills `bytes` from the system's generator.
#[op2(fast)]
pub fn op_lumi_random(#[buffer] bytes: &mut [u8]) -> Result<(), CryptoError> {
    getrandom::fill(bytes)
        .map_err(|error| CryptoError::plain(format!("the system gave no random bytes: {error}")))
}
