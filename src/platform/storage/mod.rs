//! Data of functions: a database with all messages and values, and files with large values.
//!
//! | module | |
//! |---|---|
//! | `blob_store` | named values in named spaces |
//! | `engine` | the database |
//! | `error` | failures of the storage |
//! | `file_name` | encodes any text as a relative path, and decodes it |
//! | `garbage` | what is left of removed spaces and values |
//! | `held_values` | the values of a space, to be moved into a file |
//! | `migration` | data of versions with a file for each value and message |
//! | `removed_space` | the marks of stores and queues that a deployment has removed |
//! | `restored_rows` | rows that are moved into the platform from a file |
//! | `space` | stores, buckets and queues as folders |
//! | `stored_value` | a value as a row, and the files of large ones |
//! | `whole_file` | atomic writes of files, safe against loss of power |

mod blob_store;
mod engine;
mod error;
mod file_name;
mod garbage;
mod held_values;
mod migration;
mod removed_space;
mod restored_rows;
mod space;
mod stored_value;
mod whole_file;

use std::io;
use std::path::Path;
use std::sync::Arc;

pub use blob_store::{BlobStore, Condition, WriteOptions, version};
pub use engine::{Group, Table};
pub use error::StorageError;
pub use file_name::encode;
pub use garbage::remove_rows;
pub use restored_rows::{RestoredContent, RestoredRow};
pub use space::{SpaceId, SpaceKind};
pub use whole_file::sync_folder;

use engine::Engine;
use space::Spaces;

/// The file of the database in the folder of data.
const DATABASE: &str = "platform.redb";

/// The data of a platform. One process uses it at a time, which holds the lock of the folder.
pub struct Storage {
    engine: Engine,
    spaces: Spaces,
}

impl Storage {
    /// Opens the data in a folder, moves data of older versions, and removes what is left of removed spaces. Returns the
    /// files that cannot be read, as messages.
    pub fn open(data: &Path) -> io::Result<(Arc<Self>, Vec<String>)> {
        removed_space::forget_removed(data)?;
        let spaces = Spaces::new(data.to_owned());
        let engine = Engine::open(&data.join(DATABASE), spaces.clone())?;
        let storage = Self { engine, spaces };
        let problems = migration::migrate(&storage)?;
        garbage::sweep(&storage)?;
        Ok((Arc::new(storage), problems))
    }

    /// The database.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The folders of stores, buckets and queues.
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }
}
