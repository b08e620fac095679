//! Data of functions, in files.

mod blob_store;
mod file_name;
mod whole_file;

pub use blob_store::{BlobStore, StorageError};
pub use file_name::{decode, encode};
pub use whole_file::{remove, write};
