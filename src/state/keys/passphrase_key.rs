//! Derives a key from a passphrase.

use std::io;
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Whether new documents of this process get [`KeyCost::LEAST`].
#[cfg(debug_assertions)]
static IS_LEAST: AtomicBool = AtomicBool::new(false);

/// Makes the passphrases of new documents cheap for the rest of the process. Tests of development builds start lumi hundreds of
/// times, and most of the processor time of a run with one secret is the standard cost.
#[cfg(debug_assertions)]
pub fn use_least_key_cost() {
    IS_LEAST.store(true, Ordering::Relaxed);
}

impl KeyCost {
    /// The cost of new documents.
    pub fn of_new_documents() -> Self {
        #[cfg(debug_assertions)]
        if IS_LEAST.load(Ordering::Relaxed) {
            return Self::LEAST;
        }
        Self::STANDARD
    }

    /// The lowest cost that Argon2id has.
    #[cfg(debug_assertions)]
    const LEAST: Self = Self {
        memory: 8,
        passes: 1,
    };
    const STANDARD: Self = Self {
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
