//! The modules that a package is run, declared and raised as.

use std::collections::BTreeMap;

use lumi_closure::language_libraries::{EXTENSIONS, is_compiled_file};
use lumi_closure::nesting::with_stack;

use crate::archive::{MAX_DEPTH, PackKind};
use crate::asset_uses::OwnAssets;
use crate::il::{Module, OWN_PACKAGE};
use crate::links::ENTRY;
use crate::print::{Script, interface, script, source, stubs};
use crate::verify::Pack;

impl Pack {
    /// The modules as JavaScript, with source maps to the files that they were compiled from.
    pub fn scripts(&self) -> Vec<Script> {
        let files = self.module_files();
        let manifest = &self.manifest;
        let has_own_assets = manifest.kind == PackKind::Library && manifest.has_assets();
        let entries = manifest.modules.iter().zip(&self.modules);
        with_stack(MAX_DEPTH, || {
            entries
                .map(|(entry, module)| {
                    let own = has_own_assets.then(|| OwnAssets::of(module));
                    script(module, &entry.file, &self.texts, &files, own)
                })
                .collect()
        })
    }

    /// The modules as TypeScript: file and text. Built again, they give the same code.
    pub fn sources(&self) -> Vec<(String, String)> {
        let mut files = self.module_files();
        // TypeScript finds a.ts under the name a.js, but not under that of another language.
        let others = files.modules.values_mut().filter(|it| is_compiled_file(it));
        others.for_each(|it| *it = raised_file(it));
        let entries = self.manifest.modules.iter().zip(&self.modules);
        with_stack(MAX_DEPTH, || {
            let sources = entries.map(|(entry, module)| {
                (
                    raised_file(&entry.file),
                    source(module, &self.texts, &files),
                )
            });
            sources.collect()
        })
    }

    /// The modules as declarations: what follows the name of the package in imports, and the text. `specifier` is the
    /// name under which the library itself is imported, and `dependencies` are those of its dependencies that have
    /// other names than `lumi:NAME`.
    pub fn interfaces(
        &self,
        specifier: &str,
        dependencies: &BTreeMap<String, String>,
    ) -> Vec<(String, String)> {
        let files = self.module_files();
        let entry = self.manifest.entry.as_str();
        let specifiers = |package: &str, module: &str| {
            let (base, is_entry) = match package {
                OWN_PACKAGE => (specifier, module == entry),
                other => (dependencies.get(other)?.as_str(), module == ENTRY),
            };
            Some(match is_entry {
                true => base.to_owned(),
                false => format!("{base}/{module}"),
            })
        };
        let modules = self.manifest.modules.iter().zip(&self.modules);
        with_stack(MAX_DEPTH, || {
            let texts = modules.map(|(entry_of, module)| {
                let behind = match entry_of.name == entry {
                    true => String::new(),
                    false => format!("/{}", entry_of.name),
                };
                (behind, interface(module, &files, &specifiers))
            });
            texts.collect()
        })
    }

    /// The stubs of a library for Python: files below the folder of the package, and their texts.
    pub fn stubs(&self) -> Vec<(String, String)> {
        with_stack(MAX_DEPTH, || stubs(&self.modules, &self.manifest.entry))
    }

    /// The files that go into resources as they are: path, bytes, and whether they are executable.
    pub fn assets(&self) -> impl Iterator<Item = (&str, &[u8], bool)> {
        let entries = self.manifest.assets.iter();
        entries.filter_map(|it| {
            let bytes = self.assets.get(&it.file)?;
            Some((it.file.as_str(), bytes.as_slice(), it.executable))
        })
    }

    /// The modules in the order of the manifest, with positions.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// The files that modules import as data.
    pub fn data(&self) -> impl Iterator<Item = (&str, &str)> {
        self.data
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }
}

impl Pack {
    /// The file of the entry module in raised source.
    pub fn raised_entry(&self) -> String {
        raised_file(self.manifest.entry_file())
    }
}

/// Raised source is TypeScript.
fn raised_file(file: &str) -> String {
    let mut stems = [".js", ".mjs"].iter().chain(EXTENSIONS);
    match stems.find_map(|it| file.strip_suffix(it)) {
        Some(stem) => format!("{stem}.ts"),
        None => file.to_owned(),
    }
}
