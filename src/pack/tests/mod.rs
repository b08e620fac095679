//! Tests of the layer: from source to a package and back.

mod absent;
mod assets;
mod conformance;
mod difference;
mod documents;
mod evaluator;
mod interfaces;
mod library;
mod links;
mod members;
mod mutations;
mod programs;
mod raised_types;
mod rules;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use crate::{
    Built, Compiled, PackDescription, PackKind, SourceFiles, SourceProblem, build, compile,
};

/// Files of a test.
pub struct Texts(pub HashMap<String, String>);

impl Texts {
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self(
            files
                .iter()
                .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()))
                .collect(),
        )
    }

    /// The files of a folder below `tests/programs/packs`.
    pub fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/programs/packs")
            .join(name);
        let mut found = HashMap::new();
        let mut queue = vec![folder.clone()];
        while let Some(next) = queue.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    queue.push(path);
                    continue;
                }
                let name = path
                    .strip_prefix(&folder)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
        Self(found)
    }
}

impl SourceFiles for Texts {
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let folder = importer.rsplit_once('/').map_or("", |it| it.0);
        let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
        for part in specifier.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                other => parts.push(other),
            }
        }
        let path = parts.join("/");
        let other = path.replace(".js", ".ts");
        let found = [path, other].into_iter().find(|it| self.0.contains_key(it));
        found.ok_or_else(|| format!("there is no {specifier}"))
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        self.0
            .get(file)
            .cloned()
            .ok_or_else(|| format!("there is no {file}"))
    }
}

pub fn compiled(files: &mut Texts) -> Result<Compiled, Vec<SourceProblem>> {
    compile("index.ts", files)
}

pub fn built(compiled: &Compiled) -> Built {
    let about = PackDescription {
        name: "test".to_owned(),
        version: "1.2.3".to_owned(),
        description: None,
        license: None,
        kind: PackKind::Executable,
        dependencies: BTreeMap::new(),
        settings: serde_json::Map::new(),
    };
    build(compiled, about).unwrap()
}

/// A package of one module.
pub fn built_text(text: &str) -> Built {
    let compiled = compiled(&mut Texts::of(&[("index.ts", text)]));
    built(&compiled.unwrap())
}
