//! Content that is passed to a provider as a file or a folder.

use super::value::Object;

/// One file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    pub content: AssetContent,
    /// SHA-256 of the content in lower-case hex, once it is known.
    pub hash: Option<String>,
}

/// The source of an asset's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetContent {
    /// The text itself.
    Text(String),
    /// Bytes in standard base64, for content that is not text; kind `text` in JSON, with the key
    /// `base64` instead of `text`.
    Base64(String),
    /// Path of a file, relative to the project folder.
    File(String),
    /// URI to fetch the content from.
    Remote(String),
    /// The source of the module that a function was serialised to.
    Function(String),
}

impl AssetContent {
    /// The value of `kind` in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) | Self::Base64(_) => "text",
            Self::File(_) => "file",
            Self::Remote(_) => "remote",
            Self::Function(_) => "function",
        }
    }

    /// The JSON key of the content, and the content.
    pub fn entry(&self) -> (&'static str, &str) {
        match self {
            Self::Text(text) => ("text", text),
            Self::Base64(bytes) => ("base64", bytes),
            Self::File(path) => ("path", path),
            Self::Remote(uri) => ("uri", uri),
            Self::Function(code) => ("function", code),
        }
    }
}

/// A folder's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    pub content: ArchiveContent,
    /// SHA-256 of the content in lower-case hex, once it is known.
    pub hash: Option<String>,
}

/// The source of an archive's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveContent {
    /// Members by path within the archive. Each is an asset, an archive, a hole, or a secret
    /// of one of these.
    Assets(Object),
    /// Path of a folder or archive file, relative to the project folder.
    File(String),
    /// URI to fetch an archive file from.
    Remote(String),
}

impl ArchiveContent {
    /// The value of `kind` in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Assets(_) => "assets",
            Self::File(_) => "file",
            Self::Remote(_) => "remote",
        }
    }
}
