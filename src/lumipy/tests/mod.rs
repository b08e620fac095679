//! Tests of the layer: programs become packages, which V8 runs as CPython runs the programs.

mod cpython;
mod engine;
mod generated;
mod members;
mod modules;
mod programs;
mod raising;
mod realistic;
mod refusals;
mod ruff;
#[path = "../../../tests/it/support/test_share.rs"]
mod test_share;

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
    fn resolve(&mut self, specifier: &str, importer: &str) -> Result<String, String> {
        let folder = importer.rsplit_once('/').map_or("", |it| it.0);
        let path = format!("{folder}/{}", specifier.trim_start_matches("./"));
        Ok(path.trim_start_matches('/').to_owned())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let text = self.0.get(file).cloned();
        text.ok_or_else(|| format!("there is no {file}"))
    }
}

/// The package of a program, verified.
pub fn packed(files: &mut Texts) -> Result<Pack, Vec<SourceProblem>> {
    let compiled = crate::compile("main.py", files)?;
    Ok(pack_of(&compiled, PackKind::Executable))
}

/// A package of code, verified.
pub fn pack_of(compiled: &Compiled, kind: PackKind) -> Pack {
    let about = PackDescription {
        name: "test".to_owned(),
        version: "1.0.0".to_owned(),
        description: None,
        license: None,
        kind,
        dependencies: BTreeMap::new(),
        settings: serde_json::Map::new(),
    };
    let built = build(compiled, about).unwrap();
    verify(&built.bytes).unwrap_or_else(|error| panic!("{error:#?}"))
}

pub fn packed_text(text: &str) -> Result<Pack, Vec<SourceProblem>> {
    packed(&mut Texts::of(&[("main.py", text)]))
}
