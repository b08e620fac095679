//! `std:tls:…`: keys and certificates. Keys are nowhere but in the state, where they are encrypted.
//!
//! | module | |
//! |---|---|
//! | `private_key` | a key pair |
//! | `public_key` | what is public of a key pair, in the formats of OpenSSH and OpenSSL |
//! | `issued_cert` | the resource for a certificate of any kind |
//! | `certificate` | what all certificates have in common |
//! | `self_signed` | a certificate that vouches for itself |
//! | `signed_certificate` | a certificate that an authority vouches for |
//! | `certificate_request` | what an authority is asked to sign |
//! | `key_input`, `signing_request`, `authority` | inputs in PEM |
//! | `names`, `validity`, `key_use` | whom and when a certificate is for, and what for |

mod authority;
mod certificate;
mod certificate_request;
mod issued_cert;
mod key_input;
mod key_use;
mod names;
mod private_key;
mod public_key;
mod self_signed;
mod signed_certificate;
mod signing_request;
#[cfg(test)]
mod tests;
mod validity;

pub(super) use certificate_request::CertificateRequest;
pub(super) use issued_cert::IssuedCert;
pub(super) use private_key::PrivateKey;
pub(super) use self_signed::SelfSigned;
pub(super) use signed_certificate::SignedCertificate;
