//! The assets of packages in folders, where providers read them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::iter::zip;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use lumi_pack::{Pack, verify};
use lumi_provider::{PackageCopies, StagedAssets};
use tempfile::TempDir;

use lumi_runs::evaluation::Evaluation;
use lumi_terminal::failure::Failure;

/// Copies of the assets of a package and of libraries. They are removed on drop.
pub struct StagedPack {
    folder: TempDir,
    pub assets: Arc<StagedAssets>,
}

impl StagedPack {
    /// The assets of a program that is a package, and of the libraries of any program; `None` if there are none.
    pub fn of(evaluation: Option<&Evaluation>) -> Result<Option<Self>, Failure> {
        let Some(evaluation) = evaluation else {
            return Ok(None);
        };
        // The program is the first: its folder has no name.
        let mut packs: Vec<(String, &[u8])> = Vec::new();
        let program = evaluation.project.pack.as_ref();
        if let Some(bytes) = program.and_then(|it| it.bytes.as_deref()) {
            packs.push((String::new(), bytes));
        }
        let libraries = &evaluation.libraries;
        for (library, folder) in zip(&libraries.all, libraries.asset_folders()) {
            packs.extend(folder.map(|it| (format!("{it}/"), &*library.bytes)));
        }
        if packs.is_empty() {
            return Ok(None);
        }
        let mut verified = Vec::with_capacity(packs.len());
        for (prefix, bytes) in packs {
            let pack = verify(bytes).map_err(|error| Failure::error(error.first()))?;
            verified.push((prefix, pack));
        }
        let staged = Self::stage(verified);
        let staged = staged.map_err(|error| {
            Failure::error(format!(
                "the assets of the package cannot be copied: {error}"
            ))
        })?;
        Ok(Some(staged))
    }

    fn stage(packs: Vec<(String, Pack)>) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("lumi-assets-").tempdir()?;
        let real = folder.path().canonicalize()?;
        let mut copies = Vec::with_capacity(packs.len());
        for (index, (prefix, pack)) in packs.into_iter().enumerate() {
            let own = real.join(index.to_string());
            copies.push(package_copies(prefix, &pack, &own)?);
        }
        Ok(Self {
            folder,
            assets: Arc::new(StagedAssets::new(copies)),
        })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Copies the assets of a package into a new folder.
fn package_copies(prefix: String, pack: &Pack, folder: &Path) -> io::Result<PackageCopies> {
    fs::create_dir(folder)?;
    let manifest = &pack.manifest;
    for name in &manifest.folders {
        fs::create_dir_all(folder.join(name))?;
    }
    write_assets(pack, folder)?;
    let entries = manifest.assets.iter();
    let files: BTreeMap<String, String> = entries
        .map(|it| (it.file.clone(), it.hash.clone()))
        .collect();
    Ok(PackageCopies::new(prefix, folder, files, &manifest.folders))
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
