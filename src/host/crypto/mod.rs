//! Cryptography behind `node:crypto` and `crypto.subtle`: pure functions on bytes, without V8.

pub mod aes;
mod authenticated;
pub mod cipher;
pub mod curve;
pub mod edwards;
pub mod error;
pub mod hash;
pub mod hmac;
pub mod kdf;
pub mod keys;
pub mod padding;
pub mod rsa;
pub mod scrypt;
pub mod signature;
