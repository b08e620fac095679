//! Lets development builds see edits of `js/` without linking: at its start, the program runs the
//! build script again if a file there is newer than the embedded snapshot.
//!
//! A binary whose source folder or build folder is missing uses the embedded snapshot.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use super::snapshot::{CodeCaches, Sources, StartupData};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../js");
/// A folder of [`SOURCES`] with declarations for editors, which no snapshot contains.
const DECLARATIONS: &str = "types";
/// The build script of this crate.
const SNAPSHOT_BUILDER: &str = env!("LUMI_BAKER");
/// The folder with the build script's output that is embedded.
const EMBEDDED: &str = env!("OUT_DIR");

/// The rebuilt snapshot, if `js/` has changed since this binary was built.
pub fn newer() -> Option<StartupData> {
    static NEWER: LazyLock<Option<StartupData>> = LazyLock::new(|| {
        let changed = last_source_change().ok()?;
        let embedded = last_change(&Path::new(EMBEDDED).join("lumi.snapshot")).ok()?;
        let has_changed = changed > embedded && Path::new(SNAPSHOT_BUILDER).exists();
        has_changed.then(|| rebuilt(changed).unwrap_or_else(|error| panic!("{error}")))
    });
    *NEWER
}

/// The latest modification time of what the snapshot is built from.
fn last_source_change() -> io::Result<SystemTime> {
    let mut last = fs::metadata(SOURCES)?.modified()?;
    for entry in fs::read_dir(SOURCES)? {
        let entry = entry?;
        if entry.file_name() != DECLARATIONS {
            last = last.max(last_change(&entry.path())?);
        }
    }
    Ok(last)
}

/// The latest modification time of a file, or of anything below a folder; removals change the
/// folder.
fn last_change(path: &Path) -> io::Result<SystemTime> {
    let metadata = fs::metadata(path)?;
    let mut last = metadata.modified()?;
    if metadata.is_dir() {
        for entry in fs::read_dir(path)? {
            last = last.max(last_change(&entry?.path())?);
        }
    }
    Ok(last)
}

/// Builds the snapshot of `js/` as of `changed`, unless another process has done so. A file lock
/// admits one process at a time.
fn rebuilt(changed: SystemTime) -> io::Result<StartupData> {
    let folder = Path::new(EMBEDDED).join("rebaked");
    fs::create_dir_all(&folder)?;
    let lock = File::create(folder.join("lock"))?;
    lock.lock()?;
    let stamp = folder.join("stamp");
    let wanted = changed
        .duration_since(UNIX_EPOCH)
        .map_err(io::Error::other)?
        .as_nanos()
        .to_string();
    if fs::read_to_string(&stamp).ok().as_deref() != Some(&wanted) {
        build_snapshot(&folder)?;
        fs::write(&stamp, &wanted)?;
    }
    let residual = fs::read_to_string(folder.join("residual.json"))?;
    let (lazy_scripts, on_demand_modules) = serde_json::from_str(&residual)?;
    let parts = fs::read_to_string(folder.join("code_cache.json"))?;
    let parts: Vec<(String, usize, usize)> = serde_json::from_str(&parts)?;
    let parts = parts.into_iter().map(|(specifier, first, length)| {
        let specifier: &str = specifier.leak();
        (specifier, first, length)
    });
    Ok(StartupData {
        snapshot: fs::read(folder.join("lumi.snapshot"))?.leak(),
        lazy_scripts: leaked(lazy_scripts),
        on_demand_modules: leaked(on_demand_modules),
        code_caches: CodeCaches {
            bytes: fs::read(folder.join("code_cache.bin"))?.leak(),
            parts: parts.collect::<Vec<_>>().leak(),
        },
    })
}

/// Leaks sources, because V8 uses them until the process ends.
fn leaked(sources: Vec<(String, String)>) -> Sources {
    let leaked = sources.into_iter().map(|(specifier, code)| {
        let (specifier, code): (&str, &str) = (specifier.leak(), code.leak());
        (specifier, code)
    });
    leaked.collect::<Vec<_>>().leak()
}

fn build_snapshot(folder: &Path) -> io::Result<()> {
    let output = Command::new(SNAPSHOT_BUILDER)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("OUT_DIR", folder)
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!(
        "the snapshot of js/ cannot be built: {why}"
    )))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn edits_and_removals_below_a_folder_are_changes() {
        let folder = tempfile::tempdir().unwrap();
        let (sub, file) = (folder.path().join("sub"), folder.path().join("sub/file"));
        fs::create_dir(&sub).unwrap();
        fs::write(&file, "").unwrap();
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        let set = |path: &Path, seconds| {
            File::open(path).unwrap().set_modified(at(seconds)).unwrap();
        };
        for (path, seconds) in [(folder.path(), 10), (&*sub, 20), (&*file, 30)] {
            set(path, seconds);
        }
        assert_eq!(last_change(folder.path()).unwrap(), at(30));
        set(&file, 40);
        assert_eq!(last_change(folder.path()).unwrap(), at(40));
        fs::remove_file(&file).unwrap();
        assert!(last_change(folder.path()).unwrap() > at(40));
    }

    #[test]
    fn a_rebuilt_snapshot_equals_the_built_one() {
        let changed = last_source_change().unwrap();
        let baked = rebuilt(changed).unwrap();
        let names = |it: Sources| it.iter().map(|it| it.0).collect::<Vec<_>>();
        assert!(names(baked.on_demand_modules).contains(&"lumi:/lumi/std.ts"));
        assert!(names(baked.on_demand_modules).is_sorted());
        assert!(!baked.snapshot.is_empty());
    }
}
