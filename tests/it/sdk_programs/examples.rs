//! The examples of both languages, as a user has them after the SDK is installed.

use std::fs;

use super::SdkProgram;
use crate::python::repository;
use crate::support::lumi::Lumi;
use crate::support::peers::sdk_package;

fn example(path: &str) -> String {
    fs::read_to_string(repository().join("examples").join(path)).unwrap()
}

/// Plans, deploys, changes and removes the page of the example.
fn is_deployed(program: &SdkProgram) {
    program.says(
        &["preview"],
        0,
        &["+ release: [unknown]", "path: \"out/index.html\""],
    );
    program.says(&["up", "-y"], 0, &["Done: +3 created"]);
    let page = program.lumi.read("out/index.html");
    assert!(page.starts_with("<h1>Hello</h1>\n<p>release "), "{page}");
    program.says(&["up", "-y"], 0, &["nothing to do, 3 unchanged"]);
    program.says(&["up", "-y", "-c", "title=Bye"], 0, &["updated"]);
    assert!(
        program
            .lumi
            .read("out/index.html")
            .starts_with("<h1>Bye</h1>")
    );
    program.says(&["destroy", "-y"], 0, &["Done: -3 deleted"]);
}

#[test]
fn the_page_in_go_is_deployed() {
    if let Some(program) = SdkProgram::go(&example("go/webpage/main.go")) {
        is_deployed(&program);
    }
}

#[test]
fn the_page_in_javascript_is_deployed() {
    if let Some(program) = SdkProgram::node(&example("nodejs/webpage/index.js")) {
        is_deployed(&program);
    }
}

/// A program that uses the provider of the example, which a script starts.
fn greets(start: &str) {
    let greeting = |inputs: &str| {
        format!(
            "export const text = new lumi.CustomResource(\"greetings:index:Greeting\", \"a\", {inputs}).text;\n"
        )
    };
    let lumi = Lumi::with_sdk(&greeting("{ name: \"Ada\" }"));
    lumi.file(
        "Lumi.yaml",
        "name: demo\nplugins:\n  greetings: ./greetings-plugin\n",
    );
    let plugin = lumi.file("greetings-plugin", format!("#!/bin/sh\n{start} \"$@\"\n"));
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(plugin, executable).unwrap();
    let run = |args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        let output = command.arg("-P").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text + String::from_utf8_lossy(&output.stderr).as_ref()
    };
    let up = run(&["up", "-y"]);
    assert!(up.contains("text: \"Hello, Ada\""), "{up}");
    lumi.file("greetings/a.txt", "Hello, Bob");
    let refresh = run(&["refresh", "-y"]);
    assert!(refresh.contains("*1 drifted"), "{refresh}");
    let program = greeting("{ name: \"Ada\", loud: true }");
    lumi.file(
        "index.ts",
        format!("import * as lumi from \"lumi\";\n{program}"),
    );
    let up = run(&["up", "-y"]);
    assert!(up.contains("text: \"Hello, Ada!\""), "{up}");
    let wrong = greeting("{ name: \"\" }");
    lumi.file(
        "index.ts",
        format!("import * as lumi from \"lumi\";\n{wrong}"),
    );
    let preview = run(&["preview"]);
    assert!(
        preview.contains("input `name`: it must not be empty"),
        "{preview}"
    );
    let destroy = run(&["destroy", "-y"]);
    assert!(destroy.contains("Done: -1 deleted"), "{destroy}");
    assert!(!lumi.folder().join("greetings/a.txt").exists());
}

#[test]
fn the_provider_in_go_greets() {
    if let Some(plugin) = sdk_package("go/bin/lumi-resource-greetings") {
        greets(&format!("exec '{}'", plugin.display()));
    }
}

#[test]
fn the_provider_in_javascript_greets() {
    let Some(modules) = sdk_package("nodejs/node_modules") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for name in ["lumi-resource-greetings", "package.json"] {
        let text = example(&format!("nodejs/greetings/{name}"));
        fs::write(folder.path().join(name), text).unwrap();
    }
    std::os::unix::fs::symlink(modules, folder.path().join("node_modules")).unwrap();
    let script = folder.path().join("lumi-resource-greetings");
    greets(&format!("exec node '{}'", script.display()));
}

/// The programs of `docs/other_languages.md`.
#[test]
fn programs_of_the_page_are_deployed() {
    let page = fs::read_to_string(repository().join("docs/other_languages.md")).unwrap();
    let block = |language: &str| {
        let (_, rest) = page.split_once(&format!("\n```{language}\n")).unwrap();
        rest.split_once("\n```").unwrap().0.to_owned()
    };
    let programs = [SdkProgram::go(&block("go")), SdkProgram::node(&block("js"))];
    for program in programs.into_iter().flatten() {
        program.says(&["up", "-y"], 0, &["Done: +2 created", "release: \""]);
    }
}
