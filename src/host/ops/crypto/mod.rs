//! Cryptography, behind `node:crypto` and `crypto.subtle`.

mod bytes;
mod cipher;
mod hash;
mod key_request;
mod prime_request;
pub mod random;
mod request;
mod use_request;
mod x509_request;

pub use cipher::{
    op_lumi_cipher_authenticate, op_lumi_cipher_expect, op_lumi_cipher_finish, op_lumi_cipher_open,
    op_lumi_cipher_tag, op_lumi_cipher_update,
};
pub use hash::{
    op_lumi_digest, op_lumi_hash_copy, op_lumi_hash_finish, op_lumi_hash_open, op_lumi_hash_update,
};
pub use request::{op_lumi_crypto, op_lumi_crypto_later};
