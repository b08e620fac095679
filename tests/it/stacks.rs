//! `lumi stack` and `lumi config` in a project of their own.

use super::lumi::Lumi;

fn transcript(lumi: &Lumi, lines: &[&[&str]]) -> String {
    let answers = lines.iter().map(|line| lumi.run(line).transcript());
    answers.collect::<Vec<_>>().join("\n")
}

#[test]
fn stacks_come_and_go() {
    let lumi = Lumi::new();
    insta::assert_snapshot!(transcript(
        &lumi,
        &[
            &["stack", "ls"],
            &["stack", "select", "prod"],
            &["stack", "init", "prod"],
            &["stack", "init", "prod"],
            &["stack", "init", "a/b"],
            &["stack", "ls"],
            &["stack", "ls", "--json"],
            &["stack", "output"],
            &["stack", "output", "url"],
            &["stack", "output", "--json"],
            &["stack", "history"],
            &["graph"],
            &["stack", "unlock"],
            &["stack", "rm", "prod"],
            &["stack", "rm", "prod", "-y"],
            &["stack", "output"],
        ],
    ));
}

#[test]
fn the_selected_stack_is_meant() {
    let lumi = Lumi::with_sdk("export const stack = lumi.getStack();");
    let stack = |flags: &[&str]| {
        let args = [&["run", "--format", "json"], flags].concat();
        lumi.run(&args).json()["outputs"]["stack"].clone()
    };
    assert_eq!(stack(&[]), "dev");
    lumi.run(&["stack", "init", "prod"]).ok();
    assert_eq!(stack(&[]), "prod");
    assert_eq!(stack(&["-s", "other"]), "other");
    lumi.file(".lumi/selected", "../x\n");
    assert_eq!(lumi.run(&["run"]).code, 2);
}

#[test]
fn secrets_are_encrypted_in_the_file_and_open_in_the_program() {
    let lumi = Lumi::with_sdk(
        "const config = new lumi.Config();\n\
         export const token = config.requireSecret(\"token\");",
    );
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    let file = lumi.read("Lumi.dev.yaml");
    assert!(file.contains("secure: \"v1:"), "{file}");
    assert!(!file.contains("hunter2"), "{file}");
    let shown = lumi.run(&["run", "--show-secrets"]).ok();
    assert!(shown.contains("token: \"hunter2\""), "{shown}");
    assert!(!lumi.run(&["run"]).ok().contains("hunter2"));
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter2\n");
    assert_eq!(lumi.run(&["config", "ls"]).ok(), "token  [secret]\n");
    // Without the key nobody reads it, and everybody is told why.
    std::fs::remove_file(lumi.folder().join(".lumi/key")).unwrap();
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(answer.stderr.contains("token"), "{}", answer.stderr);
    // A value from elsewhere needs no key.
    lumi.run(&["run", "-c", "token=x"]).ok();
}

#[test]
fn a_passphrase_protects_as_well_as_a_key_file() {
    let lumi = Lumi::new();
    let run = |passphrase: &str, args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_PASSPHRASE", passphrase);
        command.output().unwrap()
    };
    assert!(
        run("open sesame", &["config", "set", "a", "b", "--secret"])
            .status
            .success()
    );
    assert!(!lumi.folder().join(".lumi/key").exists());
    assert_eq!(run("open sesame", &["config", "get", "a"]).stdout, b"b\n");
    let wrong = run("sesame", &["config", "get", "a"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        String::from_utf8(wrong.stderr)
            .unwrap()
            .contains("passphrase")
    );
    let none = lumi.run(&["config", "get", "a"]);
    assert!(none.stderr.contains("LUMI_PASSPHRASE"), "{}", none.stderr);
}

#[test]
fn the_backend_is_where_one_says() {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: demo\nbackend: file:./there\n");
    lumi.run(&["stack", "init", "prod"]).ok();
    assert!(lumi.folder().join("there/stacks").is_dir());
    assert!(!lumi.folder().join(".lumi/stacks").exists());
    let mut command = lumi.command(&["stack", "ls"]);
    let elsewhere = command.env("LUMI_BACKEND", "file:./elsewhere").output();
    assert_eq!(elsewhere.unwrap().stdout, b"");
    let mut command = lumi.command(&["stack", "ls"]);
    let wrong = command.env("LUMI_BACKEND", "ftp:x").output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}
