//! Stacks written by older versions, kept in `tests/stacks/COMMIT`.

use std::fs;
use std::path::Path;

use crate::support::lumi::{Answer, Lumi};

const PASSPHRASE: &str = "open sesame";

/// A copy of a project that was deployed by commit 83f0494.
fn old(case: &str) -> Lumi {
    let lumi = Lumi::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stacks/83f0494");
    copy(&source.join(case), lumi.folder());
    // `.lumi` is excluded from version control.
    fs::rename(lumi.folder().join("dot-lumi"), lumi.folder().join(".lumi")).unwrap();
    lumi
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn with_passphrase(lumi: &Lumi, args: &[&str]) -> Answer {
    with_environment(lumi, args, &[("LUMI_PASSPHRASE", PASSPHRASE)])
}

fn with_environment(lumi: &Lumi, args: &[&str], environment: &[(&str, &str)]) -> Answer {
    let mut command = lumi.command(args);
    command.envs(environment.iter().copied());
    Answer::of(command.output().unwrap(), args, lumi.folder())
}

fn nothing_to_do(answer: Answer) {
    let text = answer.transcript();
    assert_eq!(answer.code, 0, "{text}");
    assert!(answer.stdout.contains("no changes"), "{text}");
}

#[test]
fn a_stack_with_a_passphrase_opens() {
    let lumi = old("passphrase");
    let run = |args: &[&str]| with_passphrase(&lumi, args);
    // A file with secret content was open to all users.
    let plan = run(&["preview"]).ok();
    assert!(
        plan.contains("~1 to update") && plan.contains("changes: mode"),
        "{plan}"
    );
    assert_eq!(run(&["config", "get", "token"]).ok(), "hunter23\n");
    let outputs = run(&["stack", "output", "--show-secrets"]).ok();
    assert!(outputs.contains("shown"), "{outputs}");
    assert_eq!(run(&["stack", "history"]).ok().lines().count(), 2);
    let without = lumi.run(&["preview"]);
    assert!(
        without.stderr.contains("LUMI_PASSPHRASE"),
        "{}",
        without.stderr
    );
}

#[test]
fn a_stack_with_a_key_file_opens() {
    let lumi = old("key-file");
    nothing_to_do(lumi.run(&["preview"]));
    assert_eq!(lumi.run(&["config", "get", "token"]).ok(), "hunter22\n");
    lumi.run(&["destroy", "-y"]).ok();
}

#[test]
fn a_stack_with_dynamic_resources_opens() {
    let lumi = old("dynamic");
    nothing_to_do(lumi.run(&["preview"]));
    // The provider code in the state deletes them without the program.
    lumi.file("index.ts", "export const nothing = 1;");
    let answer = lumi.run(&["up", "-y"]);
    assert!(
        answer.stdout.contains("-2 deleted"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_stack_with_a_pending_operation_opens() {
    let lumi = old("pending");
    let pending = lumi.run(&["stack", "pending"]).ok();
    assert!(pending.contains("exec:Command::slow"), "{pending}");
    let program = lumi.read("index.ts").replace("sleep 30", "true");
    lumi.file("index.ts", program);
    let answer = lumi.run(&["up", "-y", "--forget-pending"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    nothing_to_do(lumi.run(&["preview"]));
}

/// A run that is killed at any write leaves a usable stack, and the key is added to the settings
/// file without any other change.
#[cfg(debug_assertions)]
#[test]
fn an_old_key_is_moved_over_and_survives_a_kill() {
    for moment in ["before", "torn", "after"] {
        for number in 1..=5 {
            let lumi = old("passphrase");
            let before = lumi.read("Lumi.dev.yaml");
            lumi.file("out/note.txt", "changed");
            let point = format!("{moment}:{number}");
            let environment = [
                ("LUMI_PASSPHRASE", PASSPHRASE),
                ("LUMI_FAILPOINT", point.as_str()),
            ];
            with_environment(&lumi, &["refresh", "-y"], &environment);
            let run = |args: &[&str]| with_passphrase(&lumi, args);
            run(&["up", "-y"]).ok();
            nothing_to_do(run(&["preview"]));
            let after = lumi.read("Lumi.dev.yaml");
            assert!(after.starts_with(&before), "{after}");
            assert!(after.contains("\nencryption:\n"), "{after}");
            // The settings file alone suffices for the configuration.
            fs::remove_dir_all(lumi.folder().join(".lumi")).unwrap();
            assert_eq!(run(&["config", "get", "token"]).ok(), "hunter23\n");
        }
    }
}

#[test]
fn a_newer_format_is_refused() {
    for (case, file, old_text, new_text) in [
        (
            "key-file",
            "snapshot.json",
            "\"snapshot\":1",
            "\"snapshot\":99",
        ),
        ("pending", "journal", "\"journal\":1", "\"journal\":9"),
        ("key-file", "keys.json", "\"version\": 1", "\"version\": 99"),
    ] {
        let lumi = old(case);
        let path = format!(".lumi/stacks/demo/dev/{file}");
        let text = lumi.read(&path);
        assert!(text.contains(old_text), "{text}");
        lumi.file(&path, text.replace(old_text, new_text));
        for args in [&["preview"][..], &["up", "-y"], &["destroy", "-y"]] {
            let answer = lumi.run(args);
            assert_ne!(answer.code, 0, "{}", answer.transcript());
            let says_so = answer.stderr.contains("version") || answer.stderr.contains("damaged");
            assert!(says_so, "{}", answer.transcript());
        }
        assert!(lumi.read(&path).contains(new_text));
    }
}
