//! Secrets of Pulumi's files, encrypted with a passphrase.
//!
//! | module | |
//! |---|---|
//! | `passphrase_cipher` | the cipher of a passphrase |

mod passphrase_cipher;

pub use passphrase_cipher::{CipherError, PassphraseCipher};
