//! Programs print the same in CPython and in LumiPy.

use std::path::PathBuf;

use super::test_share::TestShare;
use super::{cpython, engine, packed_text};

fn judged(name: &str, text: &str) -> Option<String> {
    let expected = cpython::run(text)?;
    let pack = match packed_text(text) {
        Ok(pack) => pack,
        Err(problems) => return Some(format!("{name}: refused: {problems:#?}")),
    };
    let found = engine::run(&pack);
    let pairs = found.lines().zip(expected.lines()).enumerate();
    let wrong: Vec<String> = pairs
        .filter(|(_, (a, b))| a != b)
        .map(|(at, (found, expected))| {
            format!(
                "{name}: line {}:\nlumi:    {found}\ncpython: {expected}",
                at + 1
            )
        })
        .collect();
    if !wrong.is_empty() {
        return Some(wrong.join("\n"));
    }
    let (a, b) = (found.lines().count(), expected.lines().count());
    (a != b).then(|| format!("{name}: {a} lines, and not {b}: {:?}", found.lines().last()))
}

/// The least number of programs in both folders.
const LEAST: usize = 30;

/// The files of both folders, by path.
fn programs() -> Vec<PathBuf> {
    let folders =
        ["programs", "standard"].map(|it| format!("{}/tests/{it}", env!("CARGO_MANIFEST_DIR")));
    let entries = folders.iter().flat_map(|it| std::fs::read_dir(it).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    files.sort();
    files
}

/// The programs of the share that `LUMI_TEST_SHARE` names, or those whose paths contain `LUMIPY_PROGRAM`.
fn chosen(programs: Vec<PathBuf>) -> Vec<PathBuf> {
    let (name, share) = (std::env::var("LUMIPY_PROGRAM"), TestShare::of_this_run());
    let is_chosen = |position: usize, path: &PathBuf| match &name {
        Ok(name) => path.to_string_lossy().contains(name),
        Err(_) => share.has(position),
    };
    let programs = programs.into_iter().enumerate();
    let chosen = programs.filter(|(position, path)| is_chosen(*position, path));
    chosen.map(|it| it.1).collect()
}

#[test]
fn programs_print_what_cpython_prints() {
    if !cpython::is_there() {
        return;
    }
    let programs = programs();
    assert!(programs.len() >= LEAST, "{}", programs.len());
    let mut differences = Vec::new();
    for path in chosen(programs) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        differences.extend(judged(&name, &text));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
