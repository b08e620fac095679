//! What a worker is started with.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::confinement::Confinement;
use crate::modules::ModuleCache;
use crate::permissions::PermissionFlags;

/// What a worker runs, and what that may touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerSettings {
    /// The module whose default export is called; absolute.
    pub entry: PathBuf,
    /// The source map of that module, if there is none beside it.
    pub source_map: Option<String>,
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

impl WorkerSettings {
    /// Looks up the source map of a module that was deployed without one. `cache` is the folder of the
    /// module cache, which the worker itself must not read.
    pub fn load_source_map(&mut self, cache: PathBuf) {
        let mut beside = self.entry.clone().into_os_string();
        beside.push(".map");
        if Path::new(&beside).exists() {
            return;
        }
        let Ok(code) = fs::read_to_string(&self.entry) else {
            return;
        };
        let map = ModuleCache::new(Some(cache)).load_map(&code);
        self.source_map = map.and_then(|it| String::from_utf8(it).ok());
    }
}
