//! The examples: each runs, prints the output in its README, and type-checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::cloud_examples::CLOUD_EXAMPLES;
use crate::support::lumi::{command, tool};
use crate::support::peers::tsc;

/// Every project below `examples/` that needs no provider of a cloud.
pub const EXAMPLES: &[&str] = &[
    "assets",
    "component-library",
    "computed-dependencies",
    "config-secrets",
    "rest-api",
    "secrets",
    "site",
    "todo-api",
    "two-projects/app",
    "two-projects/network",
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn folder(example: &str) -> PathBuf {
    repository().join("examples").join(example)
}

fn lumi(arguments: &[&str]) -> Output {
    command()
        .args(arguments)
        .current_dir(repository())
        .output()
        .unwrap()
}

/// The output of a successful `lumi` command.
fn printed(arguments: &[&str]) -> String {
    let output = lumi(arguments);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(0),
        "lumi {}:\n{stdout}{stderr}",
        arguments.join(" ")
    );
    stdout
}

fn run(example: &str, flags: &[&str]) -> String {
    let program = format!("examples/{example}");
    printed(&[&["run", &program], flags].concat())
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name();
            match entry.file_type().unwrap().is_dir() {
                // Left by editors and by users of the example.
                true if [".lumi", "node_modules", "out", "state"]
                    .iter()
                    .any(|it| name == *it) => {}
                true => pending.push(entry.path()),
                false => found.push(entry.path()),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_list_is_complete() {
    let examples = repository().join("examples");
    let files = files(&examples);
    let projects = files.iter().filter(|it| it.ends_with("Lumi.yaml"));
    // Programs in other languages have tests of their own.
    let others = ["go", "nodejs", "python"].map(|it| examples.join(it));
    let projects = projects.filter(|it| !others.iter().any(|other| it.starts_with(other)));
    let folders: Vec<&str> = projects
        .map(|it| it.parent().unwrap().strip_prefix(&examples).unwrap())
        .map(|it| it.to_str().unwrap())
        .collect();
    let clouds = CLOUD_EXAMPLES.iter().map(|(name, _)| *name);
    let mut listed: Vec<&str> = EXAMPLES.iter().copied().chain(clouds).collect();
    listed.sort_unstable();
    assert_eq!(folders, listed);
}

#[test]
fn examples_print_what_their_readmes_say() {
    let index = fs::read_to_string(folder("README.md")).unwrap();
    for example in EXAMPLES {
        let stdout = run(example, &[]);
        let (chapter, _) = example.split_once('/').unwrap_or((example, ""));
        let readme = fs::read_to_string(folder(chapter).join("README.md")).unwrap();
        let printed = format!("$ lumi run examples/{example}\n{stdout}```\n");
        assert!(
            readme.contains(&printed),
            "examples/{chapter}/README.md is out of date; it must show\n{printed}"
        );
        let link = format!("[{chapter}]({chapter})");
        assert!(index.contains(&link), "examples/README.md lacks {link}");
        insta::assert_snapshot!(example.replace('/', "_"), stdout);
    }
}

#[test]
fn examples_give_the_same_bytes_every_time() {
    for example in EXAMPLES {
        let first = run(example, &["--format", "json"]);
        assert!(first.starts_with("{\n  \"lumigl\": 1,"), "{first}");
        assert_eq!(first, run(example, &["--format", "json"]), "{example}");
    }
}

#[test]
fn examples_depend_on_no_chance() {
    for example in EXAMPLES {
        run(example, &["--check-determinism"]);
    }
}

#[test]
fn no_secret_is_shown() {
    for format in ["tree", "json", "yaml", "dot"] {
        let stdout = run("config-secrets", &["--format", format]);
        assert!(!stdout.contains("only-for-development"), "{stdout}");
    }
    let shown = run("config-secrets", &["--show-secrets"]);
    assert!(shown.contains("only-for-development"), "{shown}");
}

#[test]
fn production_takes_its_password_from_the_command() {
    let program = ["run", "examples/config-secrets", "-s", "prod"];
    let output = lumi(&program);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    insta::assert_snapshot!("production_without_password", stderr);

    let flags = ["-c", "databasePassword=correct-horse-battery"];
    let stdout = printed(&[&program[..], &flags].concat());
    insta::assert_snapshot!("production", stdout);
    assert!(!stdout.contains("correct-horse"));
}

#[test]
fn tests_of_examples_pass() {
    let mut tests = 0;
    for file in files(&repository().join("examples")) {
        if file.to_string_lossy().ends_with(".test.ts") {
            printed(&["test", file.to_str().unwrap()]);
            tests += 1;
        }
    }
    assert!(tests > 0);
}

pub fn check_types(tsc: &Path, project: &Path) {
    let output = tool(tsc).arg("-p").arg(project).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn examples_type_check() {
    if let Some(tsc) = tsc() {
        check_types(&tsc, &repository().join("examples"));
    }
}

#[test]
fn copies_of_examples_type_check() {
    let Some(tsc) = tsc() else { return };
    let copies = tempfile::tempdir().unwrap();
    for example in EXAMPLES {
        let from = folder(example);
        let copy = copies.path().join(example);
        for file in files(&from) {
            let to = copy.join(file.strip_prefix(&from).unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(&file, to).unwrap();
        }
        printed(&["types", copy.to_str().unwrap()]);
        check_types(&tsc, &copy);
    }
}
