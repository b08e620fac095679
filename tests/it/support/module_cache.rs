//! The cache of compiled modules that all processes of tests share: SDKs and compilers take seconds without one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::SystemTime;

const PREFIX: &str = "modules-";

/// A folder of the binary under test alone: entries are known by the version of Lumi, which all its builds share.
pub fn folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let built = fs::metadata(env!("CARGO_BIN_EXE_lumi")).and_then(|it| it.modified());
        let age = built.unwrap().duration_since(SystemTime::UNIX_EPOCH);
        let name = format!("{PREFIX}{}", age.unwrap().as_nanos());
        remove_others(all, &name);
        all.join(name)
    });
    &FOLDER
}

fn remove_others(all: &Path, own: &str) {
    for entry in fs::read_dir(all).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name != own {
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}
