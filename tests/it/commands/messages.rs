//! Messages about frequent mistakes: each names the place, and what to do next.

use crate::support::lumi::Lumi;

/// Standard error of a program that fails.
fn said(program: &str) -> String {
    let answer = Lumi::program(program).run(&["run"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    answer.stderr
}

fn assert_says(text: &str, expected: &str) {
    assert!(text.contains(expected), "{expected}\nis not in\n{text}");
}

#[test]
fn packages_of_other_runtimes_are_named_as_npm_does() {
    for (specifier, expected) in [
        ("npm:zod", "run `npm install zod`, and import \"zod\""),
        (
            "npm:zod@3/v4",
            "run `npm install zod@3`, and import \"zod/v4\"",
        ),
        (
            "npm:@aws-sdk/client-s3@^3",
            "run `npm install @aws-sdk/client-s3@^3`, and import \"@aws-sdk/client-s3\"",
        ),
        (
            "jsr:@std/yaml@1",
            "run `npx jsr add @std/yaml@1`, and import \"@std/yaml\"",
        ),
    ] {
        assert_says(&said(&format!("import \"{specifier}\";")), expected);
    }
    assert_says(
        &said("import \"lumi:aws\";"),
        "such as `lumi add hashicorp/aws`",
    );
    let node = said("import \"node:sqlite\";");
    assert!(!node.contains("node:_"), "{node}");
}

#[test]
fn a_shell_is_not_the_program_to_permit() {
    let text = said(
        "import { execSync } from \"node:child_process\";\nexecSync(\"git rev-parse HEAD\");\n",
    );
    assert_says(&text, "a shell starts any program");
    assert_says(&text, "execFileSync");
}

#[test]
fn a_secret_that_is_read_in_the_clear_has_a_place() {
    let lumi = Lumi::with_sdk("new lumi.Config().require(\"token\");\n");
    lumi.run(&["config", "set", "token", "hunter2hunter2", "--secret"])
        .ok();
    let answer = lumi.run(&["run"]);
    assert_says(
        &answer.stderr,
        "is secret, but is read as plain text (index.ts:",
    );
}

#[test]
fn configuration_that_looks_like_a_secret_is_doubted() {
    let lumi = Lumi::program("export {};");
    let answer = lumi.run(&["config", "set", "apiToken", "abc123"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert_says(&answer.stderr, "`apiToken` looks like a secret");
    assert_says(&answer.stderr, "`lumi config set apiToken --secret -s dev`");
    let quiet = lumi.run(&["config", "set", "apiToken", "abc123", "--secret"]);
    assert!(
        !quiet.stderr.contains("looks like"),
        "{}",
        quiet.transcript()
    );
}

#[test]
fn a_value_of_another_type_is_quoted_unless_it_is_secret() {
    let lumi = Lumi::program("export {};");
    lumi.file(
        "Lumi.yaml",
        "name: web\nconfig:\n  size: { type: integer }\n",
    );
    let answer = lumi.run(&["config", "set", "size", "three"]);
    assert_says(
        &answer.stderr,
        "error: `three` cannot be the value of `size`: it must be a whole number",
    );
    let answer = lumi.run(&["config", "set", "size", "three", "--secret"]);
    assert!(!answer.stderr.contains("three"), "{}", answer.transcript());
}

#[test]
fn the_nearest_stack_and_output_are_named() {
    let lumi = Lumi::program("export const vpc = 1;");
    lumi.run(&["up", "-y", "-s", "prod", "--create"]).ok();
    let answer = lumi.run(&["stack", "select", "prd"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert_says(&answer.stderr, "did you mean `prod`?");
    lumi.file(
        "index.ts",
        "import { StackReference } from \"lumi\";\nexport const id = new StackReference(\"prod\").getOutput(\"vpcc\");\n",
    );
    let answer = lumi.run(&["preview"]);
    assert_says(
        &answer.stderr,
        "has no output \"vpcc\"; did you mean \"vpc\"?",
    );
}

#[test]
fn a_folder_of_the_project_has_its_program() {
    let lumi = Lumi::program("export const here = 1;");
    lumi.file("lib/notes.txt", "");
    let answer = lumi.run(&["-C", "lib", "run"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert_says(&answer.stdout, "here: 1");
    // A folder that is named is meant.
    let answer = lumi.run(&["run", "lib"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
}

#[test]
fn changes_of_outputs_alone_are_counted() {
    let lumi = Lumi::program("export const a = 1;");
    lumi.run(&["up", "-y"]).ok();
    lumi.file("index.ts", "export const a = 2;\n");
    let plan = lumi.run(&["preview"]).ok();
    assert_says(&plan, "Plan: no changes of resources, 1 of outputs");
    let done = lumi.run(&["up", "-y"]).ok();
    assert_says(&done, "Done: no changes of resources, 1 of outputs");
    assert_says(&lumi.run(&["preview"]).ok(), "Plan: no changes");
}

#[test]
fn a_project_may_be_for_other_versions() {
    let lumi = Lumi::program("export {};");
    lumi.file("Lumi.yaml", "name: web\nlumi: \"~> 99.1\"\n");
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert_says(&answer.stderr, "this project is for lumi `~> 99.1`");
    assert_says(&answer.stderr, "Lumi.yaml:2:7");
    lumi.file("Lumi.yaml", "name: web\nlumi: \">= 0.1\"\n");
    lumi.run(&["run"]).ok();
    let upgrade = lumi.run(&["upgrade"]).ok();
    assert_says(
        &upgrade,
        concat!("lumi ", env!("CARGO_PKG_VERSION"), " is "),
    );
}

#[test]
fn a_bucket_with_half_of_its_credentials_fails_at_once() {
    let lumi = Lumi::program("export {};");
    let output = |variables: &[(&str, &str)]| {
        let mut command = lumi.command(&["stack", "ls"]);
        command
            .env("LUMI_BACKEND", "s3://states")
            .envs(variables.iter().copied());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let plain = output(&[
        ("AWS_ENDPOINT_URL", "http://minio.example:9000"),
        ("AWS_ACCESS_KEY_ID", "a"),
    ]);
    assert_says(&plain, "AWS_ALLOW_HTTP=true");
    let half = output(&[("AWS_ACCESS_KEY_ID", "a")]);
    assert!(
        !half.contains("Generic") && half.contains("AWS_SECRET_ACCESS_KEY"),
        "{half}"
    );
}

#[test]
fn modules_that_import_each_other_are_named() {
    let lumi = Lumi::program("import \"./lib/b.ts\";\nexport const c = 1;\n");
    lumi.file(
        "lib/b.ts",
        "import { c } from \"../index.ts\";\nexport const d = c + 1;\n",
    );
    let answer = lumi.run(&["run"]);
    assert_says(
        &answer.stderr,
        "Cannot access 'c' before initialization; lib/b.ts and index.ts import each other",
    );
}
