//! Libraries as modules of a run.

use std::collections::{BTreeMap, HashMap};
use std::iter::zip;
use std::path::{Path, PathBuf};

use lumi_host::{AssetHashes, MemoryModule, MemoryModules};
use lumi_pack::{ASSET_FOLDER, Manifest, PackedProgram, is_library_file, verify};

use super::library_set::Libraries;

/// Adds the modules of a package as if they were files of `folder`.
pub fn add_pack(modules: &mut MemoryModules, pack: &PackedProgram, folder: &Path) {
    for it in &pack.scripts {
        let path = folder.join(&it.file);
        // The library of a language knows its own values alone: packages share it.
        if is_library_file(&it.file) {
            if let Some(same) = modules.same_script(&it.file, &it.code) {
                modules.same.insert(path, same);
                continue;
            }
            modules
                .shared
                .entry(it.file.clone())
                .or_default()
                .push(path.clone());
        }
        let script = MemoryModule::Script {
            code: it.code.as_str().into(),
            map: it.map.as_str().into(),
        };
        modules.modules.insert(path, script);
    }
    for (file, text) in &pack.data {
        let data = MemoryModule::Data(text.as_str().into());
        modules.modules.insert(folder.join(file), data);
    }
}

/// The assets of a package, as a run knows them.
pub fn asset_hashes(manifest: &Manifest) -> AssetHashes {
    let files = manifest.assets.iter();
    AssetHashes {
        files: files.map(|it| (it.file.clone(), it.hash.clone())).collect(),
        folders: manifest.folders.iter().cloned().collect(),
    }
}

impl Libraries {
    /// The folder of each library below that of the project, which no file has: positions in graphs and errors begin
    /// with it. It follows from name and version alone, unless two libraries have both.
    pub fn folders(&self) -> Vec<String> {
        let named = |index: usize| {
            let manifest = &self.all[index].pack.manifest;
            format!("lumi:{}@{}", manifest.name, manifest.version)
        };
        let mut counts: HashMap<String, usize> = HashMap::new();
        for index in 0..self.all.len() {
            *counts.entry(named(index)).or_default() += 1;
        }
        let folders = self.all.iter().enumerate().map(|(index, library)| {
            let name = named(index);
            match counts.get(&name) {
                Some(1) | None => name,
                Some(_) => format!("{name}+{}", &library.hash.digits()[..8]),
            }
        });
        folders.collect()
    }

    /// The folders of the assets of libraries, with which paths in graphs and states begin: `lumi:NAME`, so that another
    /// version changes no resource whose files are the same. `None` for libraries without assets.
    pub fn asset_folders(&self) -> Vec<Option<String>> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for library in self.all.iter().filter(|it| it.pack.manifest.has_assets()) {
            *counts.entry(&library.pack.manifest.name).or_default() += 1;
        }
        let folders = zip(&self.all, self.folders()).map(|(library, folder)| {
            let name = &library.pack.manifest.name;
            match counts.get(name.as_str()) {
                Some(1) => Some(format!("lumi:{name}")),
                _ => Some(folder),
            }
            .filter(|_| library.pack.manifest.has_assets())
        });
        folders.collect()
    }

    /// Adds the modules of all libraries for a program in `project`.
    pub fn add_to(&self, modules: &mut MemoryModules, project: &Path) {
        if self.all.is_empty() {
            return;
        }
        let folders: Vec<PathBuf> = self.folders().iter().map(|it| project.join(it)).collect();
        for (library, folder) in self.all.iter().zip(&folders) {
            add_pack(modules, &library.pack, folder);
            let specifiers = self.specifiers(&library.needs, &folders);
            modules.libraries.insert(folder.clone(), specifiers);
        }
        for (index, assets) in self.asset_folders().into_iter().enumerate() {
            let Some(assets) = assets else { continue };
            let (library, folder) = (&self.all[index], &folders[index]);
            // No file of a package has a `:` in its name.
            let text = folder.join(ASSET_FOLDER);
            let data = MemoryModule::Data(format!("{assets}/").into());
            modules.modules.insert(text.clone(), data);
            let specifiers = modules.libraries.entry(folder.clone()).or_default();
            specifiers.insert(ASSET_FOLDER.to_owned(), text);
            let hashes = asset_hashes(&library.pack.manifest);
            modules.library_assets.insert(assets, hashes);
        }
        let specifiers = self.specifiers(&self.direct, &folders);
        modules.libraries.insert(project.to_owned(), specifiers);
    }

    /// The files that the specifiers of libraries mean.
    fn specifiers(
        &self,
        names: &BTreeMap<String, usize>,
        folders: &[PathBuf],
    ) -> HashMap<String, PathBuf> {
        let mut found = HashMap::new();
        for (name, &index) in names {
            for (behind, file) in self.all[index].pack.manifest.importable() {
                found.insert(format!("lumi:{name}{behind}"), folders[index].join(file));
            }
        }
        found
    }

    /// The stubs of a library that the program imports: file and text.
    pub fn stubs(&self, name: &str) -> Vec<(String, String)> {
        let library = self.direct.get(name).map(|it| &self.all[*it]);
        // It was verified before; its trees are not kept for this.
        let pack = library.and_then(|it| verify(&it.bytes).ok());
        pack.map(|it| it.stubs()).unwrap_or_default()
    }

    /// The declarations of a library that the program imports: what follows its name, and the text. Libraries that it
    /// needs follow `~` and the names that it has for them.
    pub fn declarations(&self, name: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut names: HashMap<usize, String> = HashMap::new();
        let Some(&first) = self.direct.get(name) else {
            return found;
        };
        names.insert(first, format!("lumi:{name}"));
        let mut queue = vec![first];
        while let Some(index) = queue.pop() {
            let library = &self.all[index];
            let own = names[&index].clone();
            let mut dependencies = BTreeMap::new();
            for (needed, &at) in &library.needs {
                let is_new = !names.contains_key(&at);
                let as_name = names
                    .entry(at)
                    .or_insert_with(|| format!("{own}/~{needed}"));
                dependencies.insert(needed.clone(), as_name.clone());
                if is_new {
                    queue.push(at);
                }
            }
            let base = own
                .trim_start_matches("lumi:")
                .strip_prefix(name)
                .unwrap_or_default();
            // It was verified before; its trees are not kept for this.
            let Ok(pack) = verify(&library.bytes) else {
                continue;
            };
            for (behind, text) in pack.interfaces(&own, &dependencies) {
                found.push((format!("{base}{behind}"), text));
            }
        }
        found.sort();
        found
    }
}
