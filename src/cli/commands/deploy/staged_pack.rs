//! The assets of a package in a folder, where providers read them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use lumi_pack::{Pack, verify};
use lumi_provider::StagedAssets;
use tempfile::TempDir;

use crate::evaluation::Evaluation;
use crate::failure::Failure;

/// Copies of the assets of a package. They are removed on drop.
pub struct StagedPack {
    folder: TempDir,
    pub assets: Arc<StagedAssets>,
}

impl StagedPack {
    /// The assets of a program that is a package; `None` if there are none.
    pub fn of(evaluation: Option<&Evaluation>) -> Result<Option<Self>, Failure> {
        let program = evaluation.and_then(|it| it.project.pack.as_ref());
        let Some(bytes) = program.and_then(|it| it.bytes.as_ref()) else {
            return Ok(None);
        };
        let pack = verify(bytes).map_err(|error| Failure::error(error.first()))?;
        let staged = Self::stage(&pack);
        let staged = staged.map_err(|error| {
            Failure::error(format!(
                "the assets of the package cannot be copied: {error}"
            ))
        })?;
        Ok(Some(staged))
    }

    fn stage(pack: &Pack) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("lumi-assets-").tempdir()?;
        let real = folder.path().canonicalize()?;
        for name in &pack.manifest.folders {
            fs::create_dir_all(real.join(name))?;
        }
        write_assets(pack, &real)?;
        let entries = pack.manifest.assets.iter();
        let files: BTreeMap<String, String> = entries
            .map(|it| (it.file.clone(), it.hash.clone()))
            .collect();
        let assets = StagedAssets::new(&real, files, &pack.manifest.folders);
        Ok(Self {
            folder,
            assets: Arc::new(assets),
        })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Writes the assets of a package below a folder. The verifier has refused paths that lead elsewhere.
pub fn write_assets(pack: &Pack, folder: &Path) -> io::Result<()> {
    for (file, bytes, is_executable) in pack.assets() {
        let path = folder.join(file);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, bytes)?;
        if is_executable {
            let mode = fs::metadata(&path)?.permissions().mode();
            // As many may execute it as may read it.
            let executable = mode | ((mode & 0o444) >> 2);
            fs::set_permissions(&path, fs::Permissions::from_mode(executable))?;
        }
    }
    Ok(())
}
