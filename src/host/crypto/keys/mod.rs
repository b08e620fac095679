//! Keys: what they consist of, and the documents that they are written in.

pub mod der;
mod encrypted;
mod import;
mod material;
pub mod oid;
mod pem;
mod pss;

pub use encrypted::{encrypt, encrypt_old};
pub use import::{Imported, Source, Wanted, import};
pub use material::{Material, RsaSecret};
pub use pem::first as first_pem;
pub use pss::PssLimits;
