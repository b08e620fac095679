//! The manifest, the files of a package and their hashes.

use std::collections::{BTreeMap, BTreeSet};

use lumi_closure::language_libraries::is_compiled_file;

use crate::archive::{
    Archive, Manifest, asset_file, closure_file, code_file, code_hash, data_file, debug_file,
    folded, hash, is_asset_name, is_name, is_source_name, manifest_text, whole_hash,
};
use crate::front::module_name;

use super::violation::{Rule, Violation};

/// Collects what is wrong with a package as a whole.
pub struct PackageCheck<'a> {
    archive: &'a Archive,
    /// The files that the manifest names.
    expected: BTreeSet<String>,
    /// The names of modules.
    names: BTreeSet<&'a str>,
    /// The source files of modules and data.
    paths: BTreeSet<&'a str>,
    /// Files and the folders around them, by the names that file systems without case give them.
    folded: BTreeMap<String, &'a str>,
    pub found: Vec<Violation>,
}

impl<'a> PackageCheck<'a> {
    pub fn new(archive: &'a Archive) -> Self {
        Self {
            archive,
            expected: BTreeSet::new(),
            names: BTreeSet::new(),
            paths: BTreeSet::new(),
            folded: BTreeMap::from([("lumi.yaml".to_owned(), "Lumi.yaml")]),
            found: Vec::new(),
        }
    }

    fn broken(&mut self, rule: Rule, message: impl Into<String>) {
        self.found.push(Violation::of_package(rule, message));
    }

    /// Files whose names differ in case alone would be one file on other machines.
    fn distinct(&mut self, path: &'a str) {
        let ends = path.match_indices('/').map(|it| it.0);
        for end in ends.chain([path.len()]) {
            let part = &path[..end];
            let names: Vec<String> = part.split('/').map(folded).collect();
            let known = *self.folded.entry(names.join("/")).or_insert(part);
            if known != part {
                let (known, part) = (known.escape_debug(), part.escape_debug());
                let message = format!(
                    "the files `{known}` and `{part}` differ in case only, so that they are one file on some systems"
                );
                return self.broken(Rule::Files, message);
            }
        }
    }

    pub fn modules(&mut self) {
        let Archive {
            manifest, files, ..
        } = self.archive;
        for entry in &manifest.modules {
            let is_new = self.names.insert(&entry.name) && self.paths.insert(&entry.file);
            if !is_name(&entry.name) || !is_source_name(&entry.file) || !is_new {
                let name = entry.name.escape_debug();
                self.broken(
                    Rule::Files,
                    format!("the name of the module `{name}` is not plain, or is used twice"),
                );
            }
            self.distinct(&entry.file);
            // Raised source has the files, and each is a module of that name again.
            if !is_compiled_file(&entry.file) && module_name(&entry.file) != entry.name {
                let (name, file) = (entry.name.escape_debug(), entry.file.escape_debug());
                self.broken(
                    Rule::Files,
                    format!("the module `{name}` is not named after its file `{file}`"),
                );
            }
            let code = code_file(&entry.name);
            if files.get(&code).is_none_or(|it| hash(it) != entry.hash) {
                let name = entry.name.escape_debug();
                self.broken(
                    Rule::Hash,
                    format!("the code of the module {name} does not match its hash"),
                );
            }
            self.expected.extend([code, debug_file(&entry.name)]);
        }
        if !self.names.contains(manifest.entry.as_str()) {
            let entry = manifest.entry.escape_debug();
            self.broken(Rule::Files, format!("the entry `{entry}` is not a module"));
        }
    }

    pub fn data(&mut self) {
        let Archive {
            manifest, files, ..
        } = self.archive;
        for entry in &manifest.data {
            let file = entry.file.escape_debug();
            let is_new =
                !self.names.contains(entry.file.as_str()) && self.paths.insert(&entry.file);
            if !is_asset_name(&entry.file) || !is_new {
                self.broken(
                    Rule::Files,
                    format!("the name of the data file `{file}` is not plain, or is used twice"),
                );
            }
            self.distinct(&entry.file);
            if !matches!(entry.kind.as_str(), "json" | "text") {
                self.broken(
                    Rule::Files,
                    format!("the data file {file} is neither JSON nor text"),
                );
            }
            let text = files.get(&data_file(&entry.file));
            if text.is_none_or(|it| hash(it) != entry.hash) {
                self.broken(
                    Rule::Hash,
                    format!("the data file {file} does not match its hash"),
                );
            }
            let is_json = |it: &String| serde_json::from_str::<serde::de::IgnoredAny>(it).is_ok();
            if entry.kind == "json" && !text.is_some_and(is_json) {
                self.broken(
                    Rule::WellFormed,
                    format!("the data file {file} is not JSON"),
                );
            }
            self.expected.insert(data_file(&entry.file));
        }
    }

    pub fn assets(&mut self) {
        let Archive {
            manifest, assets, ..
        } = self.archive;
        let entries = &manifest.assets;
        let folders = self.folders();
        let is_sorted = entries.is_sorted_by(|a, b| a.file < b.file);
        if !is_sorted {
            self.broken(
                Rule::Files,
                "the assets are not sorted, or one is listed twice",
            );
        }
        for entry in entries {
            let file = entry.file.escape_debug();
            if !is_asset_name(&entry.file) || folders.contains(entry.file.as_str()) {
                self.broken(
                    Rule::Files,
                    format!(
                        "the name of the asset `{file}` is not plain, or is that of a folder, too"
                    ),
                );
            }
            self.distinct(&entry.file);
            let bytes = assets.get(&asset_file(&entry.file));
            if bytes.is_none_or(|it| hash(it) != entry.hash) {
                self.broken(
                    Rule::Hash,
                    format!("the asset {file} does not match its hash"),
                );
            }
            self.expected.insert(asset_file(&entry.file));
        }
    }

    /// The folders of assets, and those around them.
    fn folders(&mut self) -> BTreeSet<&'a str> {
        let Manifest {
            folders, assets, ..
        } = &self.archive.manifest;
        let is_name = |it: &String| it == "." || is_asset_name(it);
        if !folders.is_sorted_by(|a, b| a < b) || !folders.iter().all(is_name) {
            self.broken(
                Rule::Files,
                "the folders of assets are not sorted, or one has a name that is not plain",
            );
        }
        let mut found: BTreeSet<&str> = folders.iter().map(String::as_str).collect();
        let files = assets.iter().map(|it| &it.file);
        for path in folders.iter().chain(files) {
            let mut rest = path.as_str();
            while let Some((folder, _)) = rest.rsplit_once('/') {
                found.insert(folder);
                rest = folder;
            }
        }
        found
    }

    pub fn closures(&mut self) {
        let Archive {
            manifest, files, ..
        } = self.archive;
        for name in &manifest.closures {
            if files
                .get(&closure_file(name))
                .is_none_or(|it| hash(it) != *name)
            {
                let name = name.escape_debug();
                self.broken(
                    Rule::Hash,
                    format!("the text of the closure {name} does not match its hash"),
                );
            }
            self.expected.insert(closure_file(name));
        }
    }

    /// Checks the package as a whole; called last.
    pub fn whole(&mut self) {
        let Archive {
            manifest,
            text,
            assets,
            files,
        } = self.archive;
        if *text != manifest_text(manifest) {
            self.broken(
                Rule::WellFormed,
                "manifest.json is not in its canonical form",
            );
        }
        let expected = std::mem::take(&mut self.expected);
        let names = || files.keys().chain(assets.keys());
        for name in names().filter(|it| !expected.contains(*it)) {
            self.broken(
                Rule::Files,
                format!("the manifest does not name the file {name}"),
            );
        }
        let is_there = |it: &str| files.contains_key(it) || assets.contains_key(it);
        for name in expected.iter().filter(|it| !is_there(it)) {
            self.broken(
                Rule::Files,
                format!("the file {} is missing", name.escape_debug()),
            );
        }
        if manifest.code != code_hash(manifest) || manifest.hash != whole_hash(manifest, files) {
            self.broken(
                Rule::Hash,
                "the package does not match its hash: it has been changed or damaged",
            );
        }
    }
}
