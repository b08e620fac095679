//! Captured and bundled functions return the same values as in the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::lumi::{command, tool};
use crate::support::peers::skip;

/// The maximum number of characters of a bundle in a snapshot.
const MAX_SHOWN: usize = 3000;

/// A call made by the program itself, and its result.
pub struct Expected {
    name: String,
    args: Value,
    value: Value,
}

pub fn programs(group: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs/closures")
        .join(group)
}

/// Bundles a program; returns the results of its calls.
pub fn bundle(program: &Path, out: &Path, flags: &[&str]) -> Vec<Expected> {
    let output = command()
        .args(["closure", "bundle"])
        .arg(program)
        .arg("--out")
        .arg(out)
        .args(flags)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", program.display());
    let all = format!("{}{errors}", String::from_utf8_lossy(&output.stdout));
    let lines = all.lines().filter_map(|it| it.strip_prefix("expect "));
    lines
        .map(|line| {
            let call: Value = serde_json::from_str(line).unwrap();
            Expected {
                name: call["name"].as_str().unwrap().to_owned(),
                args: call["args"].clone(),
                value: call["expected"].clone(),
            }
        })
        .collect()
}

/// The folder of each closure by its name.
pub fn folders(out: &Path) -> BTreeMap<String, PathBuf> {
    let text = fs::read_to_string(out.join("closures.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let entry = |it: &Value| {
        let name = it["name"].as_str().unwrap().to_owned();
        (name, out.join(it["folder"].as_str().unwrap()))
    };
    list.iter().map(entry).collect()
}

fn call(folder: &Path, args: &Value) -> Result<Value, String> {
    let output = command()
        .args(["closure", "run"])
        .arg(folder)
        .args(["--args", &args.to_string()])
        .output()
        .unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// Calls all bundles in one node process, if node is installed.
fn node(calls: &[(String, PathBuf, Value)]) -> Option<BTreeMap<String, Value>> {
    let script = "const calls = JSON.parse(process.argv[1]); const results = {};
        for (const [name, file, args] of calls) {
          try { const { default: callback } = await import(file);
            results[name] = (await callback(...args)) ?? null; }
          catch (error) { results[name] = `threw ${error?.stack}`; }
        }
        console.log(JSON.stringify(results));";
    let calls: Vec<_> = calls
        .iter()
        .map(|(name, folder, args)| {
            let entry = fs::read_dir(folder).unwrap().find_map(|it| {
                let path = it.unwrap().path();
                let is_entry = path
                    .extension()
                    .is_some_and(|it| it == "mjs" || it == "cjs");
                is_entry.then_some(path)
            });
            (name, entry.unwrap(), args)
        })
        .collect();
    let output = tool("node")
        .args(["--input-type=module", "-e", script])
        .arg(serde_json::to_string(&calls).unwrap())
        .output();
    match output {
        Ok(output) => {
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            Some(serde_json::from_slice(&output.stdout).unwrap())
        }
        Err(_) => {
            skip("node", "the package manager of the system");
            None
        }
    }
}

/// The code of all closures of a program, for a snapshot.
pub fn code(folders: &BTreeMap<String, PathBuf>) -> String {
    let mut text = String::new();
    for (name, folder) in folders {
        let code = fs::read_to_string(folder.join("index.mjs")).unwrap();
        let shown = match code.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("{}\n… {} bytes", &code[..end], code.len()),
            None => code,
        };
        text.push_str(&format!("// ===== {name}\n{shown}\n"));
    }
    text
}

/// The programs of a group: the files that check something.
fn files(group: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(programs(group))
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "ts"))
        .filter(|it| fs::read_to_string(it).unwrap().contains("check.ts\""))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Calls every closure of a program in lumi and in node; returns the results that differ from the
/// program's.
pub fn differences(file: &Path, flags: &[&str], out: &Path, is_node_only: bool) -> Vec<String> {
    let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
    let expected = bundle(file, out, flags);
    assert!(!expected.is_empty(), "{} checks nothing", file.display());
    let folders = folders(out);
    let mut problems = Vec::new();
    let mut calls = Vec::new();
    for it in &expected {
        let folder = &folders[&it.name];
        if !is_node_only {
            let answer = call(folder, &it.args);
            if answer.as_ref() != Ok(&it.value) {
                problems.push(format!("{stem}/{}: {} but {answer:?}", it.name, it.value));
            }
        }
        calls.push((it.name.clone(), folder.clone(), it.args.clone()));
    }
    for (name, value) in node(&calls).into_iter().flatten() {
        let wanted = &expected.iter().find(|it| it.name == name).unwrap().value;
        if *wanted != value {
            problems.push(format!("{stem}/{name} in node: {wanted} but {value}"));
        }
    }
    problems
}

/// Checks every program of a group: behaviour in lumi and node, and the code as a snapshot.
fn check(group: &str) {
    let mut problems = Vec::new();
    for file in files(group) {
        let out = tempfile::tempdir().unwrap();
        problems.extend(differences(&file, &[], out.path(), false));
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(format!("{group}_{stem}"), code(&folders(out.path())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn values_arrive_as_they_are() {
    check("values");
}

#[test]
fn variables_of_every_scope_arrive() {
    check("scopes");
}

#[test]
fn functions_of_every_kind_work_in_bundles() {
    check("functions");
}

#[test]
fn classes_and_instances_work_in_bundles() {
    check("classes");
}

/// Programs that use many features that depend on the module format.
const REPRESENTATIVE: [&str; 8] = [
    "values/collections.ts",
    "values/globals.ts",
    "scopes/imports.ts",
    "scopes/shared.ts",
    "functions/kinds.ts",
    "functions/this.ts",
    "classes/members.ts",
    "classes/private.ts",
];

fn check_representative(flags: &[&str], is_node_only: bool) {
    let mut problems = Vec::new();
    for name in REPRESENTATIVE {
        let out = tempfile::tempdir().unwrap();
        problems.extend(differences(
            &programs(name),
            flags,
            out.path(),
            is_node_only,
        ));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn commonjs_modules_answer_the_same() {
    // Lumi itself only runs ES modules.
    check_representative(&["--format", "cjs"], true);
}

#[test]
fn minified_modules_answer_the_same() {
    check_representative(&["--minify"], false);
}

#[test]
fn uncapturable_values_are_refused() {
    let mut text = String::new();
    for file in files("errors") {
        let out = tempfile::tempdir().unwrap();
        let output = command()
            .args(["closure", "bundle"])
            .arg(&file)
            .arg("--out")
            .arg(out.path())
            .output()
            .unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert_eq!(output.status.code(), Some(1), "{stem}");
        let errors = String::from_utf8_lossy(&output.stderr);
        text.push_str(&format!("===== {stem}\n{}\n\n", errors.trim_end()));
    }
    insta::assert_snapshot!("errors", text);
}
