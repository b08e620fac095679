//! The content of assets and archives.
//!
//! | module | |
//! |---|---|
//! | `sources` | resolves assets and archives to content and members |
//! | `content` | bytes in memory or in a file, read as a stream |
//! | `download` | downloads remote assets and archives |
//! | `unpack` | the files in .zip and .tar files |
//! | `digest` | SHA-256 and length |
//! | `file_hash` | the hashes that the SDK records of files and folders |
//! | `http_client` | the HTTP client of downloads, and the settings of every HTTP client |
//! | `content_error` | errors of reading content |

#[allow(clippy::module_inception)]
mod content;
mod content_error;
mod digest;
mod download;
mod file_hash;
mod http_client;
mod sources;
mod unpack;

pub use content::Content;
pub use content_error::ContentError;
pub use digest::{Digest, members_sha256};
pub use file_hash::FileHasher;
pub use http_client::{client_with, http_client, http_reason};
pub use sources::{Member, Sources, check_member_name};
