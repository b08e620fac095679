//! Moves what queues, stores and buckets hold into a file, and from a file into a target.
//!
//! An export reads a target that nothing else changes, in a fixed order, and an import writes to a target how far it has come
//! together with what it writes. So both can be killed at any time and go on when they are repeated, and nothing is there twice.
//!
//! | module | |
//! |---|---|
//! | `archive_format` | the header and the records of a file |
//! | `archive_key` | the key of an encrypted file |
//! | `archive_reader` | reads a file |
//! | `archive_writer` | writes a file |
//! | `cluster` | a stack on Kubernetes |
//! | `entry` | one message, value or object |
//! | `error` | failures |
//! | `export` | from a target into a file |
//! | `fuzzing` | the entry point of `make fuzz` |
//! | `import` | from a file into a target |
//! | `local` | the platform on this machine |
//! | `progress` | how far the work has come |
//! | `target` | the targets that entries are moved out of and into |

mod archive_format;
mod archive_key;
mod archive_reader;
mod archive_writer;
mod cluster;
mod entry;
mod error;
mod export;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod import;
mod local;
mod progress;
mod target;

pub use archive_format::{ArchiveHeader, SealedKey};
pub use archive_key::ArchiveKey;
pub use archive_reader::ArchiveReader;
pub use cluster::{Cluster, NatsUser};
pub use entry::{Entry, EntryKind};
pub use error::TransferError;
pub use export::{begin_archive, begun_archive, export, partial_path, remove_exported};
pub use import::{Outcome, import};
pub use local::LocalData;
pub use progress::{Progress, Watcher};
pub use target::{Moved, Target};
