//! Hashes of passwords by bcrypt.

use blowfish::Blowfish;
use data_encoding::{Encoding, Specification};
use std::sync::LazyLock;
use thiserror::Error;

/// The longest password in bytes.
const MAX_PASSWORD: usize = 72;
const MIN_COST: i64 = 4;
/// One more doubles the time, which is a minute here; nothing can stop it.
const MAX_COST: i64 = 20;
const DEFAULT_COST: i64 = 10;

/// A text of 24 bytes, which is encrypted.
const TEXT: [u8; 24] = *b"OrpheanBeholderScryDoubt";
/// The bytes of the hash that are written.
const WRITTEN: usize = 23;

/// The alphabet of bcrypt's own base64.
static ALPHABET: LazyLock<Option<Encoding>> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification
        .symbols
        .push_str("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
    specification.encoding().ok()
});

/// A password or a cost that bcrypt does not have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BcryptError {
    #[error("a password must have at most {MAX_PASSWORD} bytes")]
    Password,
    #[error("the cost must be between {MIN_COST} and {MAX_COST}, but is {0}")]
    Cost(i64),
}

/// The hash of a password; a cost that is too low is the default.
///
/// # Errors
///
/// Passwords that are too long, and costs that are too high.
pub fn hash(password: &str, cost: Option<i64>, salt: [u8; 16]) -> Result<String, BcryptError> {
    if password.len() > MAX_PASSWORD {
        return Err(BcryptError::Password);
    }
    let cost = cost
        .filter(|cost| *cost >= MIN_COST)
        .unwrap_or(DEFAULT_COST);
    if cost > MAX_COST {
        return Err(BcryptError::Cost(cost));
    }
    let key = [password.as_bytes(), &[0]].concat();
    let mut cipher = Blowfish::bc_init_state();
    cipher.salted_expand_key(&salt, &key);
    for _ in 0..1_u64 << cost {
        cipher.bc_expand_key(&key);
        cipher.bc_expand_key(&salt);
    }
    let mut output = Vec::with_capacity(TEXT.len());
    for block in TEXT.chunks_exact(8) {
        let word = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u32::from(*byte))
        };
        let mut words = [word(&block[..4]), word(&block[4..])];
        for _ in 0..64 {
            words = cipher.bc_encrypt(words);
        }
        output.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    }
    let encode = |bytes: &[u8]| {
        ALPHABET
            .as_ref()
            .map_or_else(String::new, |it| it.encode(bytes))
    };
    Ok(format!(
        "$2a${cost:02}${}{}",
        encode(&salt),
        encode(&output[..WRITTEN])
    ))
}
