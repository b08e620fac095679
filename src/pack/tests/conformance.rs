//! The fixtures of `tests/lumipack` and `tests/lumiil/evaluated`, which other implementations use, too.

use std::path::PathBuf;

use serde_json::Value;

use super::*;
use crate::{DocumentFormat, Pack, Rule, VerifyError, archive_of, verify};

/// The JSON files of a folder below `tests`.
pub fn fixtures(folder: &str) -> Vec<(PathBuf, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let files = fs::read_dir(root.join(folder)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|it| it.unwrap().path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "json"));
    files.sort();
    assert!(!files.is_empty());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, serde_json::from_str(&text).unwrap())
    };
    files.into_iter().map(read).collect()
}

fn pack(path: &Path) -> Result<Pack, Vec<Rule>> {
    let bytes = fs::read(path.with_extension("lumipack")).unwrap();
    verify(&bytes).map_err(|error| match error {
        VerifyError::Unreadable(_) => vec![Rule::Archive],
        VerifyError::Broken(violations) => violations.iter().map(|it| it.rule).collect(),
    })
}

/// The rules that a package breaks together with the libraries that it needs.
fn broken(path: &Path, fixture: &Value) -> Vec<Rule> {
    let pack_of = match pack(path) {
        Ok(pack) => pack,
        Err(rules) => return rules,
    };
    let mut found = Vec::new();
    for (name, file) in fixture["needs"].as_object().into_iter().flatten() {
        let library = pack(&path.with_file_name(file.as_str().unwrap())).unwrap();
        let imports = pack_of.library_imports();
        let broken = imports.broken(name, &library.manifest);
        found.extend(broken.into_iter().map(|it| it.rule));
    }
    found
}

#[test]
fn packages_that_break_no_rule_are_accepted() {
    for (path, expected) in fixtures("lumipack/accepted") {
        let name = path.display();
        assert_eq!(broken(&path, &expected), [], "{name}");
        let manifest = pack(&path).unwrap().manifest.clone();
        let modules: Vec<&str> = manifest.modules.iter().map(|it| it.name.as_str()).collect();
        let found = serde_json::json!({
            "name": manifest.name, "version": manifest.version, "kind": manifest.kind,
            "code": manifest.code, "hash": manifest.hash, "modules": modules,
        });
        for (member, value) in found.as_object().unwrap() {
            assert_eq!(*value, expected[member], "{name}: {member}");
        }
    }
}

#[test]
fn packages_that_break_a_rule_are_refused() {
    let mut open: Vec<String> = Rule::ALL.iter().map(|it| it.code()).collect();
    for (path, fixture) in fixtures("lumipack/refused") {
        let found: Vec<String> = broken(&path, &fixture).iter().map(|it| it.code()).collect();
        let rule = fixture["rule"].as_str().unwrap().to_owned();
        assert!(found.contains(&rule), "{}: {found:?}", path.display());
        open.retain(|it| *it != rule);
    }
    for (_, fixture) in fixtures("lumiil/refused") {
        open.retain(|it| *it != fixture["rule"]);
    }
    assert!(open.is_empty(), "no fixture breaks {open:?}");
}

/// The documents of a folder, by the beginning of their names: the format and the bytes.
fn documents(folder: &str) -> Vec<(String, DocumentFormat, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lumipack/documents");
    let files = fs::read_dir(root.join(folder)).unwrap();
    let files = files.map(|it| it.unwrap().path());
    let found = files.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let format = DocumentFormat::of_file(&name).unwrap();
        let stem = name.split(".lumipack.").next().unwrap().to_owned();
        (stem, format, fs::read(&path).unwrap())
    });
    found.collect()
}

#[test]
fn documents_of_the_packages_are_accepted() {
    let accepted = fixtures("lumipack/accepted");
    assert_eq!(documents("accepted").len(), 2 * accepted.len());
    for (name, format, bytes) in documents("accepted") {
        let is_of = |it: &&(PathBuf, Value)| it.0.file_stem().is_some_and(|it| *it == *name);
        let (_, expected) = accepted.iter().find(is_of).unwrap();
        let pack = verify(&archive_of(&bytes, format).unwrap()).unwrap();
        assert_eq!(serde_json::json!(pack.manifest.hash), expected["hash"]);
        assert_eq!(serde_json::json!(pack.manifest.code), expected["code"]);
    }
}

#[test]
fn documents_that_break_a_rule_are_refused() {
    let all = documents("refused");
    assert!(all.len() > 10);
    for (name, format, bytes) in all {
        let rules = match archive_of(&bytes, format) {
            Err(_) => vec![Rule::Archive],
            Ok(archive) => match verify(&archive) {
                Ok(_) => Vec::new(),
                Err(VerifyError::Unreadable(_)) => vec![Rule::Archive],
                Err(VerifyError::Broken(all)) => all.iter().map(|it| it.rule).collect(),
            },
        };
        let expected = match name.as_str() {
            "file-not-named" => Rule::Files,
            "changed" => Rule::Hash,
            _ => Rule::Archive,
        };
        assert!(rules.contains(&expected), "{name}: {rules:?}");
    }
}
