//! The hashes of a stored package, beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::PackageHash;

/// The hashes that were checked when the package was stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredHashes {
    pub hashes: BTreeSet<PackageHash>,
    /// The files that were hashed, by path: while they are as they were then, they are not read again.
    #[serde(default)]
    files: BTreeMap<String, FileStamp>,
}

/// The facts that change with the content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileStamp {
    bytes: u64,
    /// Nanoseconds since the epoch.
    modified: u64,
}

impl StoredHashes {
    pub fn of(hashes: BTreeSet<PackageHash>, folder: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        add_stamps(folder, "", &mut files)?;
        Ok(Self { hashes, files })
    }

    /// Whether the folder has exactly the files that were hashed, and none was written since.
    pub fn is_unchanged(&self, folder: &Path) -> bool {
        let mut files = BTreeMap::new();
        !self.files.is_empty() && add_stamps(folder, "", &mut files).is_ok() && files == self.files
    }

    /// `None` if the file is missing, or does not have this form.
    pub fn read(file: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    pub fn write(&self, file: &Path) -> io::Result<()> {
        let folder = file.parent().unwrap_or_else(|| Path::new("."));
        let mut output = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer(&mut output, self)?;
        output.persist(file)?;
        Ok(())
    }
}

fn add_stamps(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, FileStamp>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let below = format!("{prefix}{name}");
        let metadata = fs::metadata(&path)?;
        if metadata.is_dir() {
            add_stamps(&path, &format!("{below}/"), files)?;
            continue;
        }
        let modified = metadata.modified()?.duration_since(UNIX_EPOCH);
        let modified = modified.map_or(0, |it| u64::try_from(it.as_nanos()).unwrap_or(u64::MAX));
        let bytes = metadata.len();
        files.insert(below, FileStamp { bytes, modified });
    }
    Ok(())
}
