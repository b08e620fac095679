//! The verifier: proves that an archive is a package whose code does no more than its manifest declares.
//!
//! | module | |
//! |---|---|
//! | `module` | scopes, names, tokens and closures of one module |
//! | `package_check` | the manifest, the files and the hashes |
//! | `library` | parts of the standard library that have a form of their own, and members of Node's modules |
//! | `statements`, `expressions`, `functions`, `types` | the rules for each kind of node |
//! | `classes` | the graph of classes |
//! | `text` | texts that the printer copies without quotes: regular expressions |
//! | `step` | paths to nodes, as violations name them |
//! | `violation` | the rules, and what breaks one |

mod classes;
mod expressions;
mod functions;
mod library;
mod module;
mod package_check;
mod statements;
mod step;
mod text;
mod types;
mod violation;

use std::collections::{BTreeMap, HashMap};

use lumi_closure::nesting::with_stack;
use serde::Deserialize as _;

use crate::archive::{
    Archive, MAX_DEPTH, Manifest, ReadError, asset_file, closure_file, code_file, data_file,
    debug_file, depth, read,
};
use crate::il::{DebugInfo, Module};
use crate::print::ModuleFiles;

use module::{MAX_VIOLATIONS, ModuleVerifier, World};
use package_check::PackageCheck;
pub use violation::{Rule, Violation};

/// A package that has been verified.
#[derive(Clone, Debug)]
pub struct Pack {
    pub manifest: Manifest,
    /// In the order of the manifest, with positions.
    pub(crate) modules: Vec<Module>,
    /// Texts of closures by their hash.
    pub(crate) texts: BTreeMap<String, String>,
    /// Assets by their path.
    pub(crate) assets: BTreeMap<String, Vec<u8>>,
    /// Files of data by name.
    pub(crate) data: BTreeMap<String, String>,
    /// Sizes of all files in bytes.
    pub sizes: BTreeMap<String, usize>,
}

impl Drop for Pack {
    /// Trees are dropped on a stack that is large enough for them.
    fn drop(&mut self) {
        let modules = std::mem::take(&mut self.modules);
        with_stack(MAX_DEPTH, || drop(modules));
    }
}

/// Why bytes are not a package, or not a correct one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    #[error("this is not a package of lumi: {0}")]
    Unreadable(ReadError),
    #[error("the package breaks {} of its rules", .0.len())]
    Broken(Vec<Violation>),
}

impl VerifyError {
    /// The first reason, for messages about one thing.
    pub fn first(&self) -> String {
        let first = match self {
            Self::Broken(violations) => violations.first(),
            Self::Unreadable(_) => None,
        };
        first.map_or_else(|| self.to_string(), ToString::to_string)
    }
}

/// Verifies the bytes of an archive.
pub fn verify(bytes: &[u8]) -> Result<Pack, VerifyError> {
    let archive = read(bytes).map_err(VerifyError::Unreadable)?;
    verify_archive(archive)
}

fn verify_archive(mut archive: Archive) -> Result<Pack, VerifyError> {
    let broken = |violations: Vec<Violation>| match violations.is_empty() {
        true => Ok(()),
        false => Err(VerifyError::Broken(violations)),
    };
    broken(package(&archive))?;
    with_stack(MAX_DEPTH, || {
        let mut modules = Vec::new();
        let mut violations = Vec::new();
        for entry in &archive.manifest.modules {
            match parsed(&archive, &entry.name) {
                Ok(module) => modules.push(module),
                Err(violation) => violations.push(violation),
            }
        }
        broken(violations)?;
        let pack = Pack {
            texts: texts(&archive),
            data: data(&archive),
            sizes: sizes(&archive),
            assets: assets(&mut archive),
            manifest: archive.manifest,
            modules,
        };
        broken(pack.violations())?;
        Ok(pack)
    })
}

/// The files and the hashes.
fn package(archive: &Archive) -> Vec<Violation> {
    let mut check = PackageCheck::new(archive);
    check.modules();
    check.data();
    check.assets();
    check.closures();
    check.whole();
    check.found.truncate(MAX_VIOLATIONS);
    check.found
}

/// A module with its positions.
fn parsed(archive: &Archive, name: &str) -> Result<Module, Violation> {
    let broken = |rule: Rule, message: String| Violation {
        module: Some(name.to_owned()),
        ..Violation::of_package(rule, message)
    };
    let file = |name: String| archive.files.get(&name).map(String::as_str);
    let text = file(code_file(name)).unwrap_or_default();
    if depth(text) > MAX_DEPTH {
        return Err(broken(
            Rule::Limits,
            format!("it is nested more than {MAX_DEPTH} levels deep"),
        ));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let module = Module::deserialize(&mut reader).and_then(|it| reader.end().map(|()| it));
    let mut module =
        module.map_err(|error| broken(Rule::WellFormed, format!("it is not a module: {error}")))?;
    if module.lumiil != Module::VERSION || module.name != name {
        return Err(broken(
            Rule::WellFormed,
            "it is of another version, or has another name".to_owned(),
        ));
    }
    if serde_json::to_string(&module).ok().as_deref() != Some(text) {
        return Err(broken(
            Rule::WellFormed,
            "it is not in its canonical form".to_owned(),
        ));
    }
    let debug = file(debug_file(name)).unwrap_or_default();
    let debug: DebugInfo = serde_json::from_str(debug).map_err(|error| {
        broken(
            Rule::Positions,
            format!("its positions cannot be read: {error}"),
        )
    })?;
    let entry = archive.manifest.modules.iter().find(|it| it.name == name);
    let is_of_file = entry.is_some_and(|it| it.file == debug.file);
    match debug.apply(&mut module) {
        Ok(()) if is_of_file => Ok(module),
        _ => Err(broken(
            Rule::Positions,
            "its positions are not those of its nodes".to_owned(),
        )),
    }
}

fn texts(archive: &Archive) -> BTreeMap<String, String> {
    let closures = archive.manifest.closures.iter();
    closures
        .filter_map(|it| Some((it.clone(), archive.files.get(&closure_file(it))?.clone())))
        .collect()
}

fn sizes(archive: &Archive) -> BTreeMap<String, usize> {
    let texts = archive.files.iter().map(|(name, it)| (name, it.len()));
    let assets = archive.assets.iter().map(|(name, it)| (name, it.len()));
    let all = texts.chain(assets);
    all.map(|(name, size)| (name.clone(), size)).collect()
}

/// Takes the assets out of the archive.
fn assets(archive: &mut Archive) -> BTreeMap<String, Vec<u8>> {
    let Archive {
        manifest, assets, ..
    } = archive;
    let entries = manifest.assets.iter();
    entries
        .filter_map(|it| Some((it.file.clone(), assets.remove(&asset_file(&it.file))?)))
        .collect()
}

fn data(archive: &Archive) -> BTreeMap<String, String> {
    let data = archive.manifest.data.iter();
    data.filter_map(|it| {
        Some((
            it.file.clone(),
            archive.files.get(&data_file(&it.file))?.clone(),
        ))
    })
    .collect()
}

impl Pack {
    /// The rules that the code breaks.
    fn violations(&self) -> Vec<Violation> {
        let world = World {
            exports: self
                .modules
                .iter()
                .map(|it| {
                    let exports = it.exports.iter().map(|it| (it.name.as_str(), &it.value));
                    (it.name.as_str(), exports.collect::<HashMap<_, _>>())
                })
                .collect(),
            data: self.data.keys().map(String::as_str).collect(),
            packages: self
                .manifest
                .dependencies
                .keys()
                .map(String::as_str)
                .collect(),
            texts: &self.texts,
        };
        let mut found = Vec::new();
        for (entry, module) in self.manifest.modules.iter().zip(&self.modules) {
            let exports: Vec<&str> = module.exports.iter().map(|it| it.name.as_str()).collect();
            if entry.exports != exports {
                let message = format!("the manifest does not say the exports of {}", entry.name);
                found.push(Violation::of_package(Rule::Exports, message));
            }
            found.extend(ModuleVerifier::new(module, &entry.file, &world).verify());
        }
        found.extend(classes::verify(&self.modules, |name| self.file_of(name)));
        found.truncate(MAX_VIOLATIONS);
        found
    }

    fn file_of(&self, module: &str) -> String {
        let mut entries = self.manifest.modules.iter();
        entries
            .find(|it| it.name == module)
            .map(|it| it.file.clone())
            .unwrap_or_default()
    }

    pub(crate) fn module_files(&self) -> ModuleFiles {
        let modules = self
            .manifest
            .modules
            .iter()
            .map(|it| (it.name.clone(), it.file.clone()));
        let data = self
            .manifest
            .data
            .iter()
            .map(|it| (it.file.clone(), it.kind == "text"));
        ModuleFiles {
            modules: modules.collect(),
            data: data.collect(),
        }
    }
}
