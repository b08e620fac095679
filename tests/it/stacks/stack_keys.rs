//! Access of colleagues to the secrets of a stack, and the error for a lost key.

use std::fs;
use std::path::Path;

use crate::support::lumi::Lumi;

const PROGRAM: &str = "import * as lumi from \"lumi\";\n\
    import { random } from \"lumi/std\";\n\
    const config = new lumi.Config();\n\
    new random.Password(\"password\", { length: 12 });\n\
    export const token = config.requireSecret(\"token\");\n";

fn project(backend: Option<&Path>) -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    if let Some(folder) = backend {
        let backend = folder.display();
        lumi.file(
            "Lumi.yaml",
            format!("name: demo\nbackend: file://{backend}\n"),
        );
    }
    lumi
}

#[test]
fn the_key_of_a_passphrase_is_expensive_to_derive() {
    let lumi = project(None);
    let args = ["config", "set", "token", "hunter2", "--secret"];
    let mut command = lumi.command(&args);
    command.env("LUMI_PASSPHRASE", "sesame");
    command.env_remove("LUMI_KEY_COST").output().unwrap();
    let file = lumi.read("Lumi.dev.yaml");
    // 32 MiB, three times.
    assert!(file.contains("\"memory\":32768"), "{file}");
    assert!(file.contains("\"passes\":3"), "{file}");
}

#[test]
fn a_fresh_clone_reads_configuration_and_state_with_the_passphrase() {
    let backend = tempfile::tempdir().unwrap();
    let first = project(Some(backend.path()));
    first.file("Lumi.dev.yaml", "# Kept.\nconfig:\n  size: 3 # machines\n");
    first
        .run_with_passphrase("sesame", &["config", "set", "token", "hunter2", "--secret"])
        .ok();
    let file = first.read("Lumi.dev.yaml");
    assert!(
        file.starts_with("# Kept.\nconfig:\n  size: 3 # machines\n"),
        "{file}"
    );
    first.run_with_passphrase("sesame", &["up", "-y"]).ok();
    let clone = first.cloned();
    assert_eq!(
        clone
            .run_with_passphrase("sesame", &["config", "get", "token"])
            .ok(),
        "hunter2\n"
    );
    let plan = clone.run_with_passphrase("sesame", &["preview"]).ok();
    assert!(plan.contains("no changes"), "{plan}");
    let wrong = clone.run_with_passphrase("wrong", &["preview"]);
    assert_eq!(wrong.code, 2, "{}", wrong.transcript());
}

#[test]
fn another_backend_keeps_the_configuration_readable() {
    let lumi = project(None);
    lumi.run_with_passphrase("sesame", &["config", "set", "token", "hunter2", "--secret"])
        .ok();
    lumi.file("Lumi.yaml", "name: demo\nbackend: file:./elsewhere\n");
    lumi.run_with_passphrase("sesame", &["up", "-y"]).ok();
    let plan = lumi.run_with_passphrase("sesame", &["preview"]).ok();
    assert!(plan.contains("no changes"), "{plan}");
    // The state is also readable from its backend alone.
    fs::remove_file(lumi.folder().join("Lumi.dev.yaml")).unwrap();
    let output = lumi
        .run_with_passphrase("sesame", &["stack", "output", "token", "--show-secrets"])
        .ok();
    assert_eq!(output, "hunter2\n");
}

#[test]
fn a_removed_stack_leaves_its_configuration_readable() {
    for passphrase in ["", "sesame"] {
        let lumi = project(None);
        lumi.run_with_passphrase(passphrase, &["stack", "init", "dev"])
            .ok();
        lumi.run_with_passphrase(
            passphrase,
            &["config", "set", "token", "hunter2", "--secret"],
        )
        .ok();
        // As an older version left it: the key is only beside the state.
        let file = lumi.read("Lumi.dev.yaml");
        let config = file.split("config:").nth(1).unwrap();
        let config = config.split("encryption:").next().unwrap();
        lumi.file("Lumi.dev.yaml", format!("config:{config}"));
        lumi.run_with_passphrase(passphrase, &["stack", "rm", "dev", "-y"])
            .ok();
        let get = lumi.run_with_passphrase(passphrase, &["config", "get", "token"]);
        assert_eq!(get.ok(), "hunter2\n");
    }
}

#[test]
fn a_local_key_file_is_reported() {
    let lumi = project(None);
    let answer = lumi.run(&["config", "set", "token", "hunter2", "--secret"]);
    assert!(
        answer.stderr.contains("stays on this machine"),
        "{}",
        answer.stderr
    );
    let answer = lumi.cloned().run(&["config", "get", "token"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("key file"), "{}", answer.stderr);
    let secret = Lumi::new().run_with_passphrase("p", &["config", "set", "a", "b", "--secret"]);
    assert!(
        !secret.stderr.contains("stays on this machine"),
        "{}",
        secret.stderr
    );
}

#[test]
fn init_with_a_passphrase_binds_the_stack() {
    let lumi = project(None);
    lumi.run_with_passphrase("sesame", &["stack", "init", "dev"])
        .ok();
    lumi.file(
        "index.ts",
        PROGRAM.replace("config.requireSecret(\"token\")", "1"),
    );
    let answer = lumi.run(&["up", "-y"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("LUMI_PASSPHRASE"),
        "{}",
        answer.stderr
    );
    assert!(!lumi.folder().join(".lumi/key").exists());
    lumi.run_with_passphrase("sesame", &["up", "-y"]).ok();
}

#[test]
fn a_rotated_key_reaches_colleagues_with_the_file() {
    let backend = tempfile::tempdir().unwrap();
    let first = project(Some(backend.path()));
    first
        .run_with_passphrase("sesame", &["config", "set", "token", "hunter2", "--secret"])
        .ok();
    first.run_with_passphrase("sesame", &["up", "-y"]).ok();
    let colleague = first.cloned();
    first.file("new", "open barley\n");
    let rotate = &["stack", "rotate", "--to-passphrase", "new", "-y"];
    first.run_with_passphrase("sesame", rotate).ok();
    let get = &["config", "get", "token"];
    assert_eq!(
        first.run_with_passphrase("open barley", get).ok(),
        "hunter2\n"
    );
    // The old file and the new state.
    let answer = colleague.run_with_passphrase("open barley", get);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    let set = &["config", "set", "token", "hunter3", "--secret"];
    let answer = colleague.run_with_passphrase("open barley", set);
    assert!(
        answer.stderr.contains("older key"),
        "{}",
        answer.transcript()
    );
    colleague.file("Lumi.dev.yaml", first.read("Lumi.dev.yaml"));
    assert_eq!(
        colleague.run_with_passphrase("open barley", get).ok(),
        "hunter2\n"
    );
    colleague.run_with_passphrase("open barley", set).ok();
    colleague
        .run_with_passphrase("open barley", &["up", "-y"])
        .ok();
}

#[test]
fn rotating_asks_first() {
    let lumi = project(None);
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    let before = lumi.read("Lumi.dev.yaml");
    let answer = lumi.run(&["stack", "rotate"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert_eq!(lumi.read("Lumi.dev.yaml"), before);
    lumi.run(&["stack", "rotate", "-y"]).ok();
    assert_ne!(lumi.read("Lumi.dev.yaml"), before);
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter2\n");
}
