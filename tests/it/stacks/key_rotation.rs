//! `lumi stack rotate-key`: everything is encrypted again, or stays readable.

use crate::stacks::stacks::{DOCUMENT, deployed};
use crate::support::lumi::{Answer, Lumi};

/// The result of `lumi ARGS…` with a passphrase.
fn with_passphrase(lumi: &Lumi, passphrase: &str, args: &[&str]) -> Answer {
    let mut command = lumi.command(args);
    command.env("LUMI_PASSPHRASE", passphrase);
    Answer::of(command.output().unwrap(), args, lumi.folder())
}

#[test]
fn a_rotation_encrypts_everything_anew() {
    let lumi = deployed();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    lumi.file(
        "Lumi.dev.yaml",
        format!("# Ours.\n{}", lumi.read("Lumi.dev.yaml")),
    );
    let files = || {
        let state = lumi.read(".lumi/stacks/demo/dev/snapshot.json");
        let secrets = state.lines().filter(|it| it.contains("ciphertext"));
        [lumi.read("Lumi.dev.yaml"), secrets.collect()]
    };
    let is_readable = |passphrase: &str| {
        let open = |args: &[&str]| with_passphrase(&lumi, passphrase, args).ok();
        assert_eq!(open(&["config", "get", "token"]), "sesame\n");
        assert_eq!(open(&["stack", "export", "--show-secrets"]), DOCUMENT);
    };
    lumi.file("old", "correct horse\n");
    let mut before = files();
    for (passphrase, args, next) in [
        ("", &["stack", "rotate", "-y"][..], ""),
        (
            "",
            &["stack", "rotate", "-y", "--to-passphrase", "old"],
            "correct horse",
        ),
        ("correct horse", &["stack", "rotate", "-y"], "correct horse"),
        (
            "correct horse",
            &["stack", "rotate", "-y", "--to-key-file"],
            "",
        ),
    ] {
        with_passphrase(&lumi, passphrase, args).ok();
        let after = files();
        assert!(after[0] != before[0] && after[1] != before[1], "{args:?}");
        assert!(after[0].starts_with("# Ours.\n"), "{}", after[0]);
        is_readable(next);
        // An older copy of the file opens only with its own passphrase.
        lumi.file("Lumi.dev.yaml", &before[0]);
        let old = with_passphrase(&lumi, next, &["config", "get", "token"]);
        let is_same = passphrase == next;
        assert_eq!(old.code == 0, is_same, "{}", old.transcript());
        lumi.file("Lumi.dev.yaml", &after[0]);
        before = after;
    }
}

#[test]
fn a_rotation_says_what_it_did_and_what_is_wrong() {
    let lumi = deployed();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    lumi.file("words", "correct horse\n");
    lumi.file("empty", "\n");
    let mut log = String::new();
    for (passphrase, args) in [
        ("", &["stack", "rotate", "-s", "typo"][..]),
        ("", &["stack", "rotate", "--to-passphrase", "empty"]),
        ("", &["stack", "rotate", "--to-passphrase", "absent"]),
        (
            "",
            &[
                "stack",
                "rotate",
                "--to-passphrase",
                "words",
                "--to-key-file",
            ],
        ),
        ("other", &["stack", "rotate", "-y"]),
        ("", &["stack", "rotate", "-y", "--to-passphrase", "words"]),
        ("", &["stack", "rotate", "-y"]),
        ("wrong horse", &["stack", "rotate", "-y"]),
        ("correct horse", &["stack", "rotate", "-y", "--to-key-file"]),
    ] {
        log.push_str(&with_passphrase(&lumi, passphrase, args).transcript());
    }
    insta::assert_snapshot!(log);
    assert!(
        !lumi
            .folder()
            .join(".lumi/stacks/demo/typo/keys.json")
            .exists()
    );
}

#[test]
fn a_rotation_that_was_interrupted_is_made_good_by_another_one() {
    let lumi = Lumi::new();
    lumi.run(&["config", "set", "token", "sesame", "--secret"])
        .ok();
    lumi.file("words", "correct horse");
    // The name is valid for a file, but too long for the temporary file.
    let file = lumi.folder().join("Lumi.dev.yaml");
    let behind = lumi.folder().join("x".repeat(255));
    std::fs::rename(&file, &behind).unwrap();
    std::os::unix::fs::symlink(&behind, &file).unwrap();
    let failed = lumi.run(&["stack", "rotate", "-y", "--to-passphrase", "words"]);
    assert_eq!(failed.code, 1, "{}", failed.transcript());
    // The new passphrase also decrypts older values.
    let get = ["config", "get", "token"];
    assert_eq!(lumi.run(&get).code, 2);
    let shown = || with_passphrase(&lumi, "correct horse", &get).ok();
    assert_eq!(shown(), "sesame\n");
    std::fs::rename(&behind, &file).unwrap();
    let before = lumi.read("Lumi.dev.yaml");
    with_passphrase(&lumi, "correct horse", &["stack", "rotate", "-y"]).ok();
    assert_ne!(lumi.read("Lumi.dev.yaml"), before);
    assert_eq!(shown(), "sesame\n");
    lumi.file("Lumi.dev.yaml", before);
    assert_eq!(with_passphrase(&lumi, "correct horse", &get).code, 2);
}

#[test]
fn a_value_that_cannot_be_decrypted_is_named_with_its_place_and_a_way_out() {
    let lumi = Lumi::program("");
    with_passphrase(&lumi, "right", &["stack", "init", "dev"]);
    for key in ["region", "token"] {
        let args = ["config", "set", key, "sesame", "--secret"];
        with_passphrase(&lumi, "right", &args).ok();
    }
    let file = lumi.read("Lumi.dev.yaml");
    let mut said = String::new();
    let mut run = |passphrase: &str, args: &[&str]| {
        let answer = with_passphrase(&lumi, passphrase, args);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        said += &answer.stderr;
        said += "\n";
    };
    run("wrong", &["run"]);
    // The first character of the last ciphertext is another one: a cut or a change at its end may be no base64.
    let changed = file.rfind(':').unwrap() + 1;
    let other = if file[changed..].starts_with('A') {
        "B"
    } else {
        "A"
    };
    let mut file = file;
    file.replace_range(changed..=changed, other);
    lumi.file("Lumi.dev.yaml", file);
    run("right", &["config", "get", "token"]);
    run("right", &["stack", "rotate", "-y"]);
    let lines = said.lines().map(|it| match it.split_once("secure: ") {
        Some((before, _)) => format!("{before}secure: …"),
        None => it.to_owned(),
    });
    let lines: Vec<String> = lines.collect();
    insta::assert_snapshot!(lines.join("\n"));
}
