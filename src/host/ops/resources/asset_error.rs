//! Why an asset or an archive has no hash.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    #[error("cannot read {path:?}: {source}; asset paths are relative to the project folder")]
    Unreadable { path: String, source: io::Error },
    #[error(
        "the path of an asset or an archive must not be empty; write \".\" for the project folder"
    )]
    NoPath,
    #[error(
        "cannot archive {path:?}: it is a link to {target:?}, which does not exist; remove the link, or create its target"
    )]
    BrokenLink { path: PathBuf, target: PathBuf },
    #[error("{path:?} is a folder; use FileArchive for folders")]
    Folder { path: String },
    #[error("{path:?} is neither a folder nor a .zip, .tar, .tar.gz or .tgz file")]
    NotAnArchive { path: String },
    #[error("archive member {name:?} is neither an asset nor an archive")]
    Member { name: String },
    #[error("an archive member must not be named {name:?}: names are relative paths inside it")]
    Name { name: String },
    #[error("the program was stopped while its assets were hashed")]
    Stopped,
    #[error("the bytes of an asset are not in base64")]
    Malformed,
    #[error(
        "the package has no {path:?}: name it in `assets` of Lumi.yaml, and build the package again"
    )]
    NotPacked { path: String },
}
