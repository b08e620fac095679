//! A Python program registers the same resources as the same program in TypeScript.

use serde_json::Value;

use super::{Python, repository};
use crate::support::lumi::Lumi;

pub const FLAGS: &[&str] = &[
    "run",
    "--format",
    "json",
    "--show-secrets",
    "-c",
    "password=hunter2",
    "-c",
    "suffix=x",
];

/// Files that both programs use as content.
pub fn fill(lumi: &Lumi) {
    lumi.file("a.txt", "alpha\n");
    lumi.file("folder/x", "x");
    lumi.file("folder/sub/y", "y");
}

pub fn fixture(name: &str) -> String {
    let path = repository().join("tests/programs/python/same").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The graph; source positions are reduced to whether they are known.
pub fn graph(json: &str) -> String {
    let mut graph: Value = serde_json::from_str(json).unwrap();
    for vertex in graph["vertices"].as_array_mut().unwrap() {
        let source = vertex["source"].take();
        assert!(source["line"].as_u64().is_some_and(|it| it > 0), "{source}");
    }
    serde_json::to_string_pretty(&graph).unwrap()
}

#[test]
fn both_languages_make_one_graph() {
    let Some(python) = Python::new() else {
        return;
    };
    python.lumi.file("main.py", fixture("main.py"));
    fill(&python.lumi);
    let own = Lumi::program(&fixture("index.ts"));
    fill(&own);
    let here = own.run(FLAGS);
    let there = python.run(FLAGS);
    assert_eq!(there.code, 0, "{}", there.transcript());
    assert_eq!(graph(&there.stdout), graph(&here.stdout));
    let again = python.run(FLAGS);
    assert_eq!(again.stdout, there.stdout);
}
