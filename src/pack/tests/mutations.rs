//! Changed packages are refused, or are packages: no change makes the verifier panic.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::Manifest;
use crate::archive::{
    Files, MANIFEST, code_file, code_hash, hash, manifest_text, read, whole_hash,
};
use crate::fuzzing::{lumiil, lumipack, sealed};
use crate::verify;

const MUTANTS: usize = 1_500;

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

/// The part of a node that a path leads to, such as `value` or an element of `arguments`.
fn role(path: &str) -> (&str, bool) {
    let is_index = |it: &&str| it.bytes().all(|it| it.is_ascii_digit());
    let mut parts = path.rsplit('/').filter(|it| !it.is_empty());
    match parts.next() {
        Some(last) if is_index(&last) => (parts.next().unwrap_or_default(), true),
        last => (last.unwrap_or_default(), false),
    }
}

/// Puts a part of a module in the place of another one: mostly of one with the same role, so that the result can be
/// correct.
fn mutated(module: &Value, from: usize, to: usize, other: usize) -> Value {
    let mut paths = Vec::new();
    places(module, "", &mut paths);
    let target = &paths[to % paths.len()];
    let alike: Vec<&String> = match other.is_multiple_of(8) {
        true => paths.iter().collect(),
        false => paths.iter().filter(|it| role(it) == role(target)).collect(),
    };
    let strange = [
        Value::Null,
        Value::from(0),
        Value::from("*/"),
        Value::from(u64::MAX),
        Value::Array(Vec::new()),
    ];
    let source = match other.is_multiple_of(31) {
        true => strange[from % strange.len()].clone(),
        false => module
            .pointer(alike[from % alike.len()])
            .cloned()
            .unwrap_or_default(),
    };
    let mut changed = module.clone();
    if let Some(place) = changed.pointer_mut(target) {
        *place = source;
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
    found.extend(vec![alone; 30]);
    found
}

/// Enough mutants are accepted, so that what follows the verifier is tested, too.
#[test]
fn changed_code_is_refused_or_runs() {
    let modules = modules();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 20).unwrap()
    };
    let mut accepted = 0;
    for _ in 0..MUTANTS {
        let mut module = modules[next() % modules.len()].clone();
        for _ in 0..=next() % 3 {
            module = mutated(&module, next(), next(), next());
        }
        let text = module.to_string();
        lumiil(text.as_bytes());
        accepted += usize::from(verify(&sealed(&text)).is_ok());
    }
    assert!(accepted > MUTANTS / 20, "{accepted} of {MUTANTS}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

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
