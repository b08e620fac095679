//! Changed packages are refused, or are packages: no change makes the verifier panic.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::Manifest;
use crate::archive::{
    Files, MANIFEST, code_file, code_hash, hash, manifest_text, read, whole_hash,
};
use crate::fuzzing::{lumiil, lumipack};

/// A package of these files, with the hashes of what they are now.
pub fn sealed_again(mut manifest: Manifest, mut files: Files) -> Vec<u8> {
    for entry in &mut manifest.modules {
        entry.hash = hash(&files[&code_file(&entry.name)]);
    }
    manifest.code = code_hash(&manifest);
    manifest.hash = whole_hash(&manifest, &files);
    files.insert(MANIFEST.to_owned(), manifest_text(&manifest));
    lumi_closure::zip::ZipWriter::default().zip(&files)
}

/// The values of a JSON document, by their paths.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, it)| places(it, &format!("{path}/{index}"), found));
        }
        Value::Object(members) => members
            .iter()
            .for_each(|(name, it)| places(it, &format!("{path}/{name}"), found)),
        _ => {}
    }
}

/// Puts a part of a module in the place of another one.
fn mutated(module: &Value, from: usize, to: usize, other: usize) -> Value {
    let mut paths = Vec::new();
    places(module, "", &mut paths);
    let strange = [
        Value::Null,
        Value::from(0),
        Value::from("*/"),
        Value::from(u64::MAX),
        Value::Array(Vec::new()),
    ];
    let source = match other.is_multiple_of(4) {
        true => strange[from % strange.len()].clone(),
        false => module
            .pointer(&paths[from % paths.len()])
            .cloned()
            .unwrap_or_default(),
    };
    let mut changed = module.clone();
    if let Some(target) = changed.pointer_mut(&paths[to % paths.len()]) {
        *target = source;
    }
    changed
}

fn modules() -> Vec<Value> {
    let mut found = Vec::new();
    for name in ["language", "closures", "errors"] {
        let built = built(&compiled(&mut Texts::read(name)).unwrap());
        let archive = read(&built.bytes).unwrap();
        let code = archive.files.iter().filter(|it| it.0.starts_with("il/"));
        found.extend(code.map(|it| serde_json::from_str::<Value>(it.1).unwrap()));
    }
    // These import nothing of their own package, so a mutant can be a whole one.
    let alone = "import { Config, CustomResource } from \"lumi\";\nconst size = new Config().getNumber(\"size\") ?? 1;\n\
                 class K { #a = 1; get b() { return this.#a; } }\nexport function f(a: number, ...b: string[]) {\n\
                 for (const it of b) { if (it === \"x\") continue; try { a += it.length; } catch { break; } }\n\
                 return `${a} of ${size}`.replace(/a+/g, \"b\"); }\nexport const c = new CustomResource(\"a:b:C\", f(1), { k: new K().b });";
    let archive = read(&built_text(alone).bytes).unwrap();
    let mut alone: Value = serde_json::from_str(&archive.files["il/index.json"]).unwrap();
    alone["name"] = "index".into();
    found.extend([alone.clone(), alone]);
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_code_is_refused_or_runs(which in any::<usize>(), changes in prop::collection::vec(any::<(usize, usize, usize)>(), 1..4)) {
        thread_local! {
            static MODULES: Vec<Value> = modules();
        }
        let text = MODULES.with(|modules| {
            let mut module = modules[which % modules.len()].clone();
            for (from, to, other) in changes {
                module = mutated(&module, from, to, other);
            }
            module.to_string()
        });
        lumiil(text.as_bytes());
    }

    #[test]
    fn changed_bytes_are_refused(at in any::<usize>(), byte in any::<u8>(), cut in any::<usize>()) {
        thread_local! {
            static BYTES: Vec<u8> = built(&compiled(&mut Texts::read("closures")).unwrap()).bytes;
        }
        let mut bytes = BYTES.with(Clone::clone);
        let length = bytes.len();
        bytes[at % length] = byte;
        if cut.is_multiple_of(3) {
            bytes.truncate(cut % length);
        }
        lumipack(&bytes);
    }
}
