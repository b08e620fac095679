//! Errors of reading content.

use std::io;

use crate::{AccessDenied, ProviderError};

#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error("cannot read {path:?}: {source}; paths of assets are relative to the project folder")]
    Unreadable { path: String, source: io::Error },
    #[error("{path:?} is a folder; use FileArchive for folders")]
    Folder { path: String },
    #[error("{path:?} is not a regular file")]
    NotRegular { path: String },
    #[error("{path:?} is neither a folder nor a .zip, .tar, .tar.gz or .tgz file")]
    NotAnArchive { path: String },
    #[error("{path:?} cannot be unpacked: {reason}")]
    Packed { path: String, reason: String },
    #[error("archive member {name:?} is neither an asset nor an archive")]
    Member { name: String },
    #[error(
        "an archive member must not be named {name:?}: names are relative paths inside it, \
         without `..`"
    )]
    Name { name: String },
    /// A link in a folder leads to a file that may not be read.
    #[error("{path:?} is a link: {denied}")]
    Denied { path: String, denied: AccessDenied },
    #[error("{path:?} must not be read: {denied}")]
    Forbidden { path: String, denied: AccessDenied },
    #[error("two members of the archive are named {name:?}")]
    Twice { name: String },
    #[error("the bytes of an asset are not in base64")]
    Malformed,
    #[error("cannot fetch {uri:?}: {reason}")]
    Fetch { uri: String, reason: String },
    #[error("no room for content that was fetched or unpacked: {0}")]
    Temporary(io::Error),
}

/// Content is read before anything is changed, so an error means that nothing happened.
impl From<ContentError> for ProviderError {
    fn from(error: ContentError) -> Self {
        Self::failed(error.to_string())
    }
}
