//! What a worker is started with.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::host::confinement::Confinement;
use crate::host::permissions::PermissionFlags;

/// What a worker runs, and what that may touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerSettings {
    /// The module whose default export is called; absolute.
    pub entry: PathBuf,
    /// The folder it may read; canonical.
    pub folder: PathBuf,
    /// All variables there are for it.
    pub environment: Vec<(String, String)>,
    /// Relative paths in it start at `folder`.
    pub permissions: PermissionFlags,
    /// V8 heap in bytes.
    pub heap: Option<usize>,
    pub console_color: bool,
    /// The limits of the kernel on the whole process.
    pub confinement: Confinement,
}
