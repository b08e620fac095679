//! Keys, passphrases and the encryption of secrets.
//!
//! | module | |
//! |---|---|
//! | `data_key`, `key_source`, `passphrase_key`, `scratch_blocks`, `passphrase_prompt`, `key_document`, `shared_keys`, `keyring` | encryption of secrets |
//! | `key_error` | why secrets cannot be encrypted or decrypted |

pub mod data_key;
pub mod key_document;
pub mod key_error;
pub mod key_source;
pub mod keyring;
pub mod passphrase_key;
pub mod passphrase_prompt;
pub mod scratch_blocks;
pub mod shared_keys;
