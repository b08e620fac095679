//! Makes an archive of a program.

use std::collections::BTreeMap;

use lumi_closure::nesting::with_stack;
use lumi_closure::zip::ZipWriter;

use crate::front::Compiled;
use crate::il::Module;

use super::contents::{
    Assets, Files, MANIFEST, asset_file, closure_file, code_file, code_hash, data_file, debug_file,
    hash, manifest_text, whole_hash,
};
use super::limits::{MAX_ARCHIVE, MAX_DEPTH, MAX_FILES, MAX_TOTAL, depth, max_text};
use super::manifest::{AssetEntry, DataEntry, Dependency, FORMAT, Manifest, ModuleEntry, PackKind};

/// The facts that the program does not say itself.
#[derive(Clone, Debug)]
pub struct PackDescription {
    pub name: String,
    pub version: String,
    pub description: Option<String>,
    pub license: Option<String>,
    pub kind: PackKind,
    pub dependencies: BTreeMap<String, Dependency>,
    pub settings: serde_json::Map<String, serde_json::Value>,
}

/// A package that has been built.
#[derive(Clone, Debug)]
pub struct Built {
    pub manifest: Manifest,
    pub bytes: Vec<u8>,
}

/// A program that no package can hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    #[error("the program has more than {MAX_FILES} modules, closures, data files and assets")]
    TooManyFiles,
    #[error("the package would be larger than {} MiB", MAX_TOTAL >> 20)]
    TooLarge,
    #[error("the package would be larger than {} MiB when it is compressed", MAX_ARCHIVE >> 20)]
    ArchiveTooLarge,
    #[error(
        "the texts of the package would be more than 100 times as large as its archive, and larger than 16 MiB"
    )]
    TooDense,
    #[error("the module {0} is nested more than {MAX_DEPTH} levels deep in LumiIL")]
    TooDeep(String),
}

/// Makes the archive. Its bytes follow from the program and its description alone.
pub fn build(compiled: &Compiled, about: PackDescription) -> Result<Built, BuildError> {
    let mut files = Files::new();
    let modules = modules(compiled, &mut files)?;
    let mut data = Vec::new();
    for (file, it) in &compiled.data {
        data.push(DataEntry {
            file: file.clone(),
            kind: if it.is_text { "text" } else { "json" }.to_owned(),
            hash: hash(&it.text),
        });
        files.insert(data_file(file), it.text.clone());
    }
    for (hash, text) in &compiled.texts {
        files.insert(closure_file(hash), text.clone());
    }
    let (assets, contents) = assets(compiled);
    let entry = modules.last().map(|it| it.name.clone()).unwrap_or_default();
    let mut manifest = Manifest {
        lumipack: FORMAT,
        lumiil: Module::VERSION,
        name: about.name,
        version: about.version,
        description: about.description,
        license: about.license,
        kind: about.kind,
        entry,
        dependencies: about.dependencies,
        settings: about.settings,
        modules,
        data,
        assets,
        folders: compiled.folders.iter().cloned().collect(),
        closures: compiled.texts.keys().cloned().collect(),
        code: String::new(),
        hash: String::new(),
    };
    manifest.code = code_hash(&manifest);
    manifest.hash = whole_hash(&manifest, &files);
    files.insert(MANIFEST.to_owned(), manifest_text(&manifest));
    Ok(Built {
        manifest,
        bytes: zip(&files, &contents)?,
    })
}

/// The archive of all files.
fn zip(files: &Files, assets: &Assets) -> Result<Vec<u8>, BuildError> {
    let texts = files.iter().map(|(name, it)| (name, it.as_bytes()));
    let assets = assets.iter().map(|(name, it)| (name, it.as_slice()));
    let all: BTreeMap<&String, &[u8]> = texts.chain(assets).collect();
    if all.len() > MAX_FILES {
        return Err(BuildError::TooManyFiles);
    }
    if all.values().map(|it| it.len()).sum::<usize>() > MAX_TOTAL {
        return Err(BuildError::TooLarge);
    }
    let bytes = ZipWriter::default().zip(&all);
    if bytes.len() > MAX_ARCHIVE {
        return Err(BuildError::ArchiveTooLarge);
    }
    // The manifest has a limit of its own.
    let texts = files.iter().filter(|it| it.0 != MANIFEST);
    match texts.map(|it| it.1.len()).sum::<usize>() > max_text(bytes.len()) {
        true => Err(BuildError::TooDense),
        false => Ok(bytes),
    }
}

/// The entries of the assets, and their contents by the names of their files.
fn assets(compiled: &Compiled) -> (Vec<AssetEntry>, Assets) {
    let mut contents = Assets::new();
    let mut entries = Vec::new();
    for (file, asset) in &compiled.assets {
        entries.push(AssetEntry {
            file: file.clone(),
            hash: hash(&asset.bytes),
            executable: asset.is_executable,
        });
        contents.insert(asset_file(file), asset.bytes.clone());
    }
    (entries, contents)
}

/// The entries of the modules, whose code and positions become files.
fn modules(compiled: &Compiled, files: &mut Files) -> Result<Vec<ModuleEntry>, BuildError> {
    let mut modules = Vec::new();
    for it in &compiled.modules {
        let name = &it.module.name;
        let code = with_stack(MAX_DEPTH, || {
            serde_json::to_string(&it.module).expect("BUG: LumiIL is JSON")
        });
        if depth(&code) > MAX_DEPTH {
            return Err(BuildError::TooDeep(name.clone()));
        }
        modules.push(ModuleEntry {
            name: name.clone(),
            file: it.debug.file.clone(),
            exports: it.module.exports.iter().map(|it| it.name.clone()).collect(),
            hash: hash(&code),
        });
        let debug = serde_json::to_string(&it.debug).expect("BUG: positions are JSON");
        files.insert(debug_file(name), debug);
        files.insert(code_file(name), code);
    }
    Ok(modules)
}
