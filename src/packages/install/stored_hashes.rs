//! The hashes of a stored package, beside it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::PackageHash;

/// What was checked when the package was stored.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredHashes {
    pub hashes: BTreeSet<PackageHash>,
}

impl StoredHashes {
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
