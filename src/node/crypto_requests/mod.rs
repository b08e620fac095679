//! Cryptography, behind `node:crypto` and `crypto.subtle`.
//!
//! | module | |
//! |---|---|
//! | `bytes` | bytes of a request |
//! | `cipher` | ciphers in pieces |
//! | `hash` | digests and HMACs in pieces |
//! | `key_components` | keys as the numbers that JWK has of them |
//! | `key_request` | requests that make keys, and turn them into other forms |
//! | `prime_request` | requests about primes, and of Diffie-Hellman with numbers |
//! | `random` | random bytes |
//! | `request` | what a program asks for that may take long: done at once or on another thread |
//! | `key_use_request` | requests that use keys: signatures, encryption and common secrets |
//! | `x509_request` | requests about certificates |

mod bytes;
mod cipher;
mod hash;
mod key_components;
mod key_request;
mod key_use_request;
mod prime_request;
pub mod random;
mod request;
mod x509_request;

pub use cipher::{
    op_lumi_cipher_authenticate, op_lumi_cipher_expect, op_lumi_cipher_finish, op_lumi_cipher_open,
    op_lumi_cipher_tag, op_lumi_cipher_update,
};
pub use hash::{
    op_lumi_digest, op_lumi_hash_copy, op_lumi_hash_finish, op_lumi_hash_open, op_lumi_hash_update,
};
pub use request::{op_lumi_crypto, op_lumi_crypto_later};
