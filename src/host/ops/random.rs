//! Random bytes and digests.

use deno_core::op2;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum CryptoError {
    #[class(type)]
    #[error("unknown digest {0:?}; there are md5, sha1, sha224, sha256, sha384 and sha512")]
    UnknownDigest(String),
    #[class(generic)]
    #[error("the system gave no random bytes: {0}")]
    NoRandom(getrandom::Error),
}

/// Fills `bytes` from the system's generator.
#[op2(fast)]
pub fn op_lumi_random(#[buffer] bytes: &mut [u8]) -> Result<(), CryptoError> {
    getrandom::fill(bytes).map_err(CryptoError::NoRandom)
}

/// `algorithm` is in lower case without dashes.
#[op2]
#[buffer]
pub fn op_lumi_digest(
    #[string] algorithm: &str,
    #[buffer] data: &[u8],
) -> Result<Vec<u8>, CryptoError> {
    Ok(match algorithm {
        "md5" => Md5::digest(data).to_vec(),
        "sha1" => Sha1::digest(data).to_vec(),
        "sha224" => Sha224::digest(data).to_vec(),
        "sha256" => Sha256::digest(data).to_vec(),
        "sha384" => Sha384::digest(data).to_vec(),
        "sha512" => Sha512::digest(data).to_vec(),
        _ => return Err(CryptoError::UnknownDigest(algorithm.to_owned())),
    })
}
