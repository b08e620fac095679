//! Tests of the layer: programs become packages, which V8 runs as Go runs the programs.

#[path = "../../lumipy/tests/engine.rs"]
mod engine;
mod go;
mod programs;
mod refusals;
mod syntax;

use std::collections::{BTreeMap, HashMap};

use lumi_pack::{
    Compiled, Pack, PackDescription, PackKind, SourceFiles, SourceProblem, build, verify,
};

/// Files of a test.
pub struct Texts(pub HashMap<String, String>);

impl Texts {
    pub fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter();
        Self(
            files
                .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()))
                .collect(),
        )
    }
}

impl SourceFiles for Texts {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let text = self.0.get(file).cloned();
        text.ok_or_else(|| format!("there is no {file}"))
    }

    fn listed(&mut self, folder: &str, extension: &str) -> Vec<String> {
        let is_in = |it: &&String| {
            it.rsplit_once('/').map_or("", |it| it.0) == folder
                && it.rsplit_once('.').map_or("", |it| it.1) == extension
        };
        let mut found: Vec<String> = self.0.keys().filter(is_in).cloned().collect();
        found.sort();
        found
    }
}

/// The package of a program, verified.
pub fn packed(files: &mut Texts) -> Result<Pack, Vec<SourceProblem>> {
    let compiled = crate::compile("main.go", files)?;
    Ok(pack_of(&compiled))
}

fn pack_of(compiled: &Compiled) -> Pack {
    let about = PackDescription {
        name: "test".to_owned(),
        version: "1.0.0".to_owned(),
        description: None,
        license: None,
        kind: PackKind::Executable,
        dependencies: BTreeMap::new(),
        settings: serde_json::Map::new(),
    };
    let built = build(compiled, about).unwrap();
    verify(&built.bytes).unwrap_or_else(|error| panic!("{error:#?}"))
}

pub fn packed_text(text: &str) -> Result<Pack, Vec<SourceProblem>> {
    packed(&mut Texts::of(&[("main.go", text)]))
}
