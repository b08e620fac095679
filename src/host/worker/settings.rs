//! Settings of a worker.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::inspector::WorkerDebugging;
use crate::modules::ModuleCache;
use lumi_sandbox::{Confinement, PermissionFlags};

/// The function of a worker, and its permissions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerSettings {
    /// The absolute path of the module whose default export is called.
    pub entry: PathBuf,
    /// The source map of the module, if none lies beside it.
    pub source_map: Option<String>,
    /// The canonical folder that the function may read.
    pub folder: PathBuf,
    /// All environment variables of the function.
    pub environment: Vec<(String, String)>,
    /// Relative paths start at `folder`.
    pub permissions: PermissionFlags,
    /// Maximum size of the V8 heap in bytes.
    pub heap: Option<usize>,
    pub console_color: bool,
    /// When the function begins under a debugger, whose messages come with the requests.
    pub inspection: Option<WorkerDebugging>,
    /// Kernel limits of the whole process.
    pub confinement: Confinement,
}

impl WorkerSettings {
    /// Loads the source map of a module that was deployed without one. `cache` is the folder of the
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
