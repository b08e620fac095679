//! Keys: what they consist of, and the documents that they are written in.

pub mod der;
mod encrypted;
mod import;
mod material;
pub mod oid;
mod pem;

pub use encrypted::encrypt;
pub use import::{Imported, Source, Wanted, import};
pub use material::{Material, RsaSecret};
