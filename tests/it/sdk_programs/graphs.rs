//! A program registers the same resources as the same program in TypeScript.

use std::fs;

use serde_json::Value;

use super::SdkProgram;
use crate::python::repository;
use crate::python::same_graph::{FLAGS, fill, fixture, graph};
use crate::support::lumi::Lumi;
use crate::support::peers::sdk_package;

fn compare(program: &SdkProgram) {
    fill(&program.lumi);
    let own = Lumi::program(&fixture("index.ts"));
    fill(&own);
    let here = own.run(FLAGS);
    let there = program.run(FLAGS);
    assert_eq!(there.code, 0, "{}", there.transcript());
    // The maps of Go have no order of their own.
    let value = |json: &str| serde_json::from_str::<Value>(&graph(json)).unwrap();
    assert_eq!(value(&there.stdout), value(&here.stdout));
}

#[test]
fn go_makes_the_graph_of_typescript() {
    let path = repository().join("tests/programs/sdk_programs/go/main.go");
    if let Some(program) = SdkProgram::go(&fs::read_to_string(path).unwrap()) {
        compare(&program);
    }
}

/// The program is the one in TypeScript itself, which its compiler accepts with the types of the SDK.
#[test]
fn node_makes_the_graph_of_lumi() {
    let Some(program) = SdkProgram::node("") else {
        return;
    };
    let text = fixture("index.ts").replace("from \"lumi\"", "from \"lumi-sdk\"");
    program.lumi.file("index.ts", text);
    let Some(sdk) = sdk_package("nodejs/node_modules/lumi-sdk/node_modules") else {
        return;
    };
    let output = crate::support::lumi::tool(sdk.join(".bin/tsc"))
        .args(["--target", "ES2022", "--module", "NodeNext", "--strict"])
        .args(["--types", "node", "--typeRoots"])
        .arg(sdk.join("@types"))
        .arg("index.ts")
        .current_dir(program.lumi.folder())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    fs::remove_file(program.lumi.folder().join("index.ts")).unwrap();
    compare(&program);
}
