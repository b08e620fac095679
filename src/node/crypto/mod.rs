//! Cryptography behind `node:crypto` and `crypto.subtle`: functions on bytes, without V8, files or network.
//!
//! | module | |
//! |---|---|
//! | `aes` | AES with keys of any of its lengths, its counter mode, and its key wrap (RFC 3394) |
//! | `authenticated` | AES in Galois/counter mode, ChaCha20-Poly1305 |
//! | `block_cipher` | ciphers of one block: AES, and DES three times |
//! | `block_mode` | ECB and CBC, with padding (PKCS #7) |
//! | `ccm` | AES in counter mode with CBC-MAC |
//! | `certificate` | signatures of certificates, and whether one certificate has issued another |
//! | `cipher` | ciphers in pieces, by the names of Node |
//! | `curve` | curves of NIST and secp256k1: points, ECDSA and ECDH |
//! | `edwards` | Ed25519 and X25519 |
//! | `error` | failures of cryptographic operations, with the codes and texts of Node |
//! | `feedback` | CFB and OFB |
//! | `hash` | digests by the names that programs use |
//! | `hmac` | HMAC (RFC 2104) over any digest |
//! | `kdf` | keys from passwords and from other keys: PBKDF2 (RFC 8018) and HKDF (RFC 5869) |
//! | `keys` | keys: what they consist of, and the documents that they are written in |
//! | `padding` | paddings of RSA (RFC 8017): PKCS #1 v1.5, PSS and OAEP |
//! | `prime` | primes, and powers of numbers of a prime field: Diffie-Hellman with numbers |
//! | `rsa` | RSA: keys, and the operations on numbers that paddings stand around |
//! | `scrypt` | scrypt (RFC 7914) |
//! | `signature` | signatures and encryption with keys of every kind |

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
