//! `std:tls:…`: keys and certificates, which exist only in the state; private keys are encrypted
//! there.
//!
//! | module | |
//! |---|---|
//! | `private_key` | a key pair |
//! | `public_key` | the public key in the formats of OpenSSH and OpenSSL |
//! | `issued_cert` | the resource for a certificate of any kind, and when it is renewed |
//! | `certificate` | the common parts of certificates |
//! | `self_signed` | a self-signed certificate |
//! | `signed_certificate` | a certificate that an authority signs |
//! | `certificate_request` | a request to an authority for a certificate |
//! | `key_input`, `signing_request`, `authority` | inputs in PEM |
//! | `names`, `validity`, `key_use` | the names, the validity and the uses of a certificate |

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

pub use certificate_request::CertificateRequest;
pub use issued_cert::IssuedCert;
pub use private_key::PrivateKey;
pub use self_signed::SelfSigned;
pub use signed_certificate::SignedCertificate;
