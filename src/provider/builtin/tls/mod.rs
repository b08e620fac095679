//! `std:tls:…`: keys and certificates. Keys are nowhere but in the state, where they are encrypted.
//!
//! | module | |
//! |---|---|
//! | `private_key` | a key pair |
//! | `public_key` | what is public of a key pair, in the formats of OpenSSH and OpenSSL |
//! | `self_signed_cert` | the resource for a certificate that vouches for itself |
//! | `certificate` | what is in such a certificate, and making it |
//! | `key_use` | what a certificate's key may be used for |

mod certificate;
mod key_use;
mod private_key;
mod public_key;
mod self_signed_cert;

pub(super) use private_key::PrivateKey;
pub(super) use self_signed_cert::SelfSignedCert;
