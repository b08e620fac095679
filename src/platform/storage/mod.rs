//! Data of functions, in files.
//!
//! | module | |
//! |---|---|
//! | `blob_store` | named values in named spaces |
//! | `file_name` | encodes any text as a relative path, and decodes it |
//! | `whole_file` | atomic writes of files, safe against loss of power |

mod blob_store;
mod file_name;
mod whole_file;

pub use blob_store::{BlobStore, StorageError};
pub use file_name::{decode, encode};
pub use whole_file::{remove, write};
