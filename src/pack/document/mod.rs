//! A package as one document in JSON or YAML, from which its archive follows.
//!
//! | module | |
//! |---|---|
//! | `format` | JSON and YAML, by the names of files |
//! | `tree` | values of a document as JSON, within limits |
//! | `reader`, `writer` | makes the archive of a document, and the document of an archive |
//!
//! A document is `manifest`, the object of `manifest.json`, and `files`: all others by their names. A file is its text, an
//! object with its bytes as `base64`, or, in the folders `il` and `debug`, the value of which it is the JSON.

mod format;
mod reader;
mod tree;
mod writer;

pub use format::DocumentFormat;
pub use reader::archive_of;
pub use writer::document;

/// Whether a file is JSON, which a document may have as a value.
fn is_tree(name: &str) -> bool {
    name.starts_with("il/") || name.starts_with("debug/")
}
