//! Keys: what they consist of, and the documents that they are written in.
//!
//! | module | |
//! |---|---|
//! | `der` | the part of DER that keys are written in |
//! | `encrypted` | private keys that are encrypted with a passphrase |
//! | `import` | keys from the documents that programs have |
//! | `material` | the numbers of a key, and the documents that contain them |
//! | `oid` | object identifiers of keys, as DER encodes them |
//! | `pem` | PEM: labelled base64, with the headers of keys that OpenSSL encrypted in its old form |
//! | `pss` | what keys of PSS are for: the content of RSASSA-PSS-params (RFC 8017, A.2.3) |

pub mod der;
mod encrypted;
mod import;
mod material;
pub mod oid;
mod pem;
mod pss;

pub use encrypted::{encrypt, encrypt_old};
pub use import::{EncodedKey, ImportedKey, KeyHalf, import};
pub use material::{KeyMaterial, RsaSecret};
pub use pem::first as first_pem;
pub use pss::PssLimits;
