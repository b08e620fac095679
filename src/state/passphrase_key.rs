//! Derives a key from a passphrase.

use std::io;

use argon2::{Algorithm, Argon2, Params, Version};
use zeroize::Zeroizing;

use super::data_key::{DataKey, KEY_LEN};
use super::key_error::KeyError;
use super::scratch_blocks::ScratchBlocks;

/// The cost of deriving a key from a passphrase (Argon2id).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyCost {
    /// Memory in KiB.
    memory: u32,
    passes: u32,
}

impl KeyCost {
    pub const STANDARD: Self = Self {
        memory: 32 * 1024,
        passes: 3,
    };
    /// The upper limit: documents with a higher cost were not written by Lumi.
    const MAX: Self = Self {
        memory: 1024 * 1024,
        passes: 100,
    };
}

/// Derives the key of a passphrase.
pub fn stretch(passphrase: &str, salt: &[u8], cost: KeyCost) -> Result<DataKey, KeyError> {
    if passphrase.is_empty() {
        return Err(KeyError::EmptyPassphrase);
    }
    let broken = |problem: argon2::Error| KeyError::Cryptography(problem.to_string());
    let no_memory = |problem: io::Error| KeyError::Cryptography(problem.to_string());
    if cost.memory > KeyCost::MAX.memory || cost.passes > KeyCost::MAX.passes {
        return Err(broken(argon2::Error::MemoryTooMuch));
    }
    let params = Params::new(cost.memory, cost.passes, 1, Some(KEY_LEN)).map_err(broken)?;
    let blocks = ScratchBlocks::new(params.block_count()).map_err(no_memory)?;
    let mut key = Zeroizing::new([0; KEY_LEN]);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(passphrase.as_bytes(), salt, &mut *key, blocks)
        .map_err(broken)?;
    DataKey::from_bytes(&*key).ok_or(KeyError::Format)
}
