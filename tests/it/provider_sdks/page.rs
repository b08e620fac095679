//! The providers of `docs/sdks.md` do what the page shows.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::documents::docs::{Block, blocks};
use crate::python::{interpreter, repository};
use crate::sdk_programs::SdkProgram;
use crate::support::lumi::{Answer, Lumi, without_times};

/// The blocks of a section of the page.
fn section(heading: &str) -> String {
    let page = fs::read_to_string(repository().join("docs/sdks.md")).unwrap();
    let (_, rest) = page.split_once(&format!("\n### {heading}\n")).unwrap();
    let end = rest.split("\n## ").next().unwrap();
    end.split("\n### ").next().unwrap().to_owned()
}

fn block<'b>(blocks: &'b [Block<'_>], info: &str) -> &'b str {
    let of = blocks.iter().find(|it| it.info == info);
    of.unwrap_or_else(|| panic!("{info}")).text
}

/// Deploys the program of the page with a provider that `start` starts, and compares what the page shows.
fn deploys(start: impl Fn(&Path) -> String) {
    let section = section("Python");
    let blocks = blocks(&section);
    let lumi = Lumi::program(block(&blocks, "ts example"));
    let start = start(lumi.folder());
    let path = lumi.file("plugin", format!("#!/bin/sh\n{start}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let manifest = "name: demo\nplugins:\n  greetings: ./plugin\n";
    lumi.file("Lumi.yaml", manifest);
    let (_, shown) = block(&blocks, "console example").split_once('\n').unwrap();
    let args = ["up", "-y", "-P"];
    let output = lumi.command(&args).output().unwrap();
    let answer = Answer::of(output, &args, lumi.folder());
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    // The page shows both streams as a terminal does.
    let printed = without_times(&format!("{}{}", answer.stderr, answer.stdout));
    assert_eq!(printed.trim_end(), without_times(shown).trim_end());
    assert_eq!(lumi.read("first.txt"), "hello world!");
    for command in ["refresh", "destroy"] {
        let said = lumi.run(&[command, "-y", "-P"]);
        assert_eq!(said.code, 0, "{}", said.transcript());
    }
    assert!(!lumi.folder().join("first.txt").exists());
}

#[test]
fn the_provider_in_python() {
    let Some(python) = interpreter() else {
        return;
    };
    let section = section("Python");
    deploys(|folder| {
        let script = folder.join("provider.py");
        let text = block(&blocks(&section), "python lumi-resource-greetings").to_owned();
        fs::write(&script, text).unwrap();
        format!(
            "PYTHONPATH='{}' exec '{}' -B '{}' \"$@\"",
            repository().join("sdk/python").display(),
            python.display(),
            script.display()
        )
    });
}

#[test]
fn the_provider_in_go() {
    let section = section("Go");
    let text = block(&blocks(&section), "go lumi-resource-greetings").to_owned();
    let Some(module) = SdkProgram::go(&text) else {
        return;
    };
    let output = module
        .tool("go", &["build", "-o", "provider", "."])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    deploys(|_| format!("exec '{}/provider' \"$@\"", module.lumi.folder().display()));
}

#[test]
fn the_provider_in_javascript() {
    let section = section("Node.js");
    let text = block(&blocks(&section), "js lumi-resource-greetings").to_owned();
    let Some(package) = SdkProgram::node(&text) else {
        return;
    };
    deploys(|_| {
        format!(
            "exec node '{}/index.js' \"$@\"",
            package.lumi.folder().display()
        )
    });
}
