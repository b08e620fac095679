//! The laws of the SDK and of the globals, written as programs and run by `lumi test`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::lumi::{Lumi, command};

fn test_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            test_files(&path, files);
        } else if path.to_string_lossy().ends_with(".test.ts") {
            files.push(path);
        }
    }
}

#[test]
fn laws_hold() {
    let mut files = Vec::new();
    test_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"),
        &mut files,
    );
    files.retain(|file| !file.ends_with("web_permitted/main.test.ts"));
    files.sort();
    assert!(files.len() >= 8);
    let output = command().arg("test").args(&files).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}

#[test]
fn flags_open_the_sandbox() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/web_permitted");
    let output = command()
        .current_dir(folder)
        .env("LUMI_GIVEN", "yes")
        .args([
            "test",
            "main.test.ts",
            "--allow-write=out",
            "--allow-env=LUMI_*,HOME",
        ])
        .arg("--allow-run=sh,cat,false")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn results_are_summed_up() {
    let lumi = Lumi::new();
    lumi.file(
        "a.test.ts",
        "import { assert, assertEquals, test } from 'lumi/testing';\n\
         test('right', () => assert(true));\n\
         test('wrong', async () => {\n  await Promise.resolve();\n  assertEquals({ a: [1] }, { a: [2] });\n});\n\
         test.skip('later', () => {});\n",
    );
    lumi.file("b.test.ts", "throw new Error('cannot be read');");
    lumi.file("c.test.ts", "");
    let answer = lumi.run(&["test", "a.test.ts", "b.test.ts", "c.test.ts"]);
    let text = answer.transcript();
    insta::with_settings!({ filters => vec![(r"\d+ ms", "[time]")] }, {
        insta::assert_snapshot!(text);
    });
}

#[test]
fn a_folder_stands_for_the_tests_below_it() {
    let lumi = Lumi::new();
    lumi.file("index.ts", "throw new Error('not a test');");
    assert_eq!(lumi.run(&["test"]).code, 1);
    lumi.file(
        "sub/a.test.ts",
        "import { test } from 'lumi/testing';\ntest('a', () => {});\n",
    );
    assert!(lumi.run(&["test"]).ok().contains("1 passed"));
    // A run in which nothing was tested must not look like one in which all went well.
    lumi.file("sub/a.test.ts", "");
    assert_eq!(lumi.run(&["test"]).code, 1);
}

#[test]
fn tests_are_filtered_and_reported_for_ci() {
    let lumi = Lumi::new();
    lumi.file(
        "a.test.ts",
        "import { test } from \"lumi/testing\";\n\
         test(\"pages are <there>\", () => {});\n\
         test(\"pages fail\", () => { throw new Error(\"a & b\"); });\n\
         test(\"others\", () => { throw new Error(\"not asked for\"); });\n",
    );
    lumi.file(
        "b.test.ts",
        "import { test } from \"lumi/testing\";\ntest(\"unrelated\", () => {});\n",
    );
    let answer = lumi.run(&["test", "--filter", "pages", "--junit", "report.xml"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stdout.contains("1 passed, 1 failed"),
        "{}",
        answer.stdout
    );
    assert!(
        !answer.stderr.contains("declares no tests"),
        "{}",
        answer.stderr
    );
    let report = lumi.read("report.xml");
    assert!(
        report.contains("name=\"pages are &lt;there&gt;\""),
        "{report}"
    );
    assert!(
        report.contains("<failure message=\"a &amp; b\">"),
        "{report}"
    );
    assert!(!report.contains("not asked for"), "{report}");
    lumi.run(&["test", "--filter", "there"]).ok();
    // A filter that finds nothing is no success.
    assert_eq!(lumi.run(&["test", "--filter", "nowhere"]).code, 1);
}
