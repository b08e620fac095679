//! Cryptography behind `node:crypto` and `crypto.subtle`: functions on bytes, without V8, files or network.

pub mod aes;
mod authenticated;
mod block_cipher;
mod block_mode;
mod ccm;
pub mod certificate;
pub mod cipher;
pub mod curve;
pub mod edwards;
pub mod error;
mod feedback;
pub mod hash;
pub mod hmac;
pub mod kdf;
pub mod keys;
pub mod padding;
pub mod prime;
pub mod rsa;
pub mod scrypt;
pub mod signature;
