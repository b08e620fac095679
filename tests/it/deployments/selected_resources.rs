//! Resources that flags and commands name.

use super::hooks::{allowed, project, sorted_calls};
use crate::support::lumi::{Lumi, without_times};

const PROGRAM: &str = "import { fs, random } from \"lumi/std\";\n\
    new random.Id(\"network\", { byteLength: 4 });\n\
    new random.Id(\"server\", { byteLength: 4 });\n";

fn deployed() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    lumi
}

#[test]
fn misspelt_names_get_advice() {
    let lumi = deployed();
    for args in [
        &["state", "show", "netwrk"][..],
        &["state", "mv", "netwrk", "net"],
        &["state", "rm", "netwrk", "-y"],
        &["state", "taint", "netwrk"],
        &["state", "untaint", "netwrk"],
        &["state", "unprotect", "netwrk"],
        &["stack", "forget", "netwrk", "-y"],
        &["up", "-y", "--target", "netwrk"],
        &["up", "-y", "--exclude", "netwrk"],
        &["up", "-y", "--replace", "netwrk"],
    ] {
        let answer = lumi.run(args);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("help: did you mean `network`?"),
            "{}",
            answer.transcript()
        );
    }
    let far = lumi.run(&["state", "show", "zzz"]);
    assert!(!far.stderr.contains("did you mean"), "{}", far.transcript());
}

#[test]
fn marks_name_type_and_resource_once() {
    let lumi = deployed();
    insta::assert_snapshot!(
        [
            &["state", "taint", "network"][..],
            &["state", "taint", "network"],
            &["state", "untaint", "*"],
            &["state", "protect", "*"],
        ]
        .map(|args| lumi.seen(args))
        .join("\n")
    );
}

#[test]
fn a_replacement_out_of_scope_is_an_error() {
    let lumi = deployed();
    let before = lumi.run(&["stack", "export"]).ok();
    insta::assert_snapshot!(
        [
            &["up", "-y", "--replace", "network", "--target", "server"][..],
            &["up", "-y", "--replace", "network", "--exclude", "network"],
        ]
        .map(|args| lumi.seen(args))
        .join("\n")
    );
    assert_eq!(lumi.run(&["stack", "export"]).ok(), before);
    let both = ["up", "-y", "--replace", "network", "--target", "network"];
    assert!(lumi.run(&both).ok().contains("+-1 replaced"));
}

#[test]
fn dependents_of_a_failure_are_named_and_counted() {
    let lumi = Lumi::program(
        "import { exec, fs } from \"lumi/std\";\n\
         const broken = new exec.Command(\"broken\", { create: \"exit 3\" });\n\
         new fs.File(\"after\", { path: \"after.txt\", content: broken.stdout });\n\
         new fs.File(\"last\", { path: \"last.txt\", content: \"1\" }, { dependsOn: broken });\n\
         new fs.File(\"other\", { path: \"other.txt\", content: \"1\" });\n",
    );
    let up = lumi.run(&["up", "-y", "--continue-on-error"]);
    assert_eq!(up.code, 1, "{}", up.transcript());
    for said in [
        "std:fs:File \"after\"  skipped: broken failed",
        "std:fs:File \"last\"  skipped:",
    ] {
        assert!(up.stderr.contains(said), "{}", up.transcript());
    }
    let counts = "Failed: +1 created, 1 failed, 2 skipped, in";
    assert!(up.stdout.contains(counts), "{}", up.transcript());
    let history = lumi.run(&["stack", "history", "--json"]).json();
    assert_eq!(history[0]["counts"]["skipped"], 2);
    let json = lumi.run(&["up", "-y", "--continue-on-error", "--json"]);
    let skipped = json
        .stdout
        .lines()
        .filter(|it| it.contains("\"type\":\"skipped\""));
    assert_eq!(skipped.count(), 2, "{}", json.transcript());
    assert!(
        json.stdout.contains("\"skipped\":2"),
        "{}",
        json.transcript()
    );
}

/// Everything that does not depend on the failure is made, changed and deleted, also where the program hears of it late.
#[test]
fn the_rest_is_done_after_a_failure() {
    let lumi = Lumi::program(
        "import { exec, fs } from \"lumi/std\";\n\
         new fs.File(\"old\", { path: \"old.txt\", content: \"1\" });\n\
         const command = new exec.Command(\"command\", { create: \"true\", triggers: [1] });\n\
         command.stdout.then(() => new fs.File(\"inner\", { path: \"inner.txt\", content: \"1\" }));\n\
         new fs.File(\"of_command\", { path: \"of.txt\", content: command.stdout });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        "import { exec, fs } from \"lumi/std\";\n\
         const slow = new exec.Command(\"slow\", { create: \"sleep 1; echo hi\" });\n\
         new fs.File(\"after\", { path: \"after.txt\", content: slow.stdout });\n\
         const command = new exec.Command(\"command\", { create: \"exit 3\", triggers: [2] });\n\
         command.stdout.then(() => new fs.File(\"inner\", { path: \"inner.txt\", content: \"1\" }));\n\
         new fs.File(\"renamed\", { path: \"of.txt\", content: command.stdout }, { aliases: [{ name: \"of_command\" }] });\n\
         export const said = command.stdout;\n",
    );
    let up = lumi.run(&["up", "-y", "--continue-on-error"]);
    assert_eq!(up.code, 1, "{}", up.transcript());
    let exists = |file: &str| lumi.folder().join(file).exists();
    assert!(
        exists("after.txt") && exists("inner.txt") && exists("of.txt"),
        "{}",
        up.transcript()
    );
    assert!(!exists("old.txt"), "{}", up.transcript());
    assert!(
        up.stderr.contains("\"renamed\"  skipped: command failed"),
        "{}",
        up.transcript()
    );
    // Without the flag, nothing is deleted after a failure.
    lumi.file("index.ts", "import { exec } from \"lumi/std\";\nnew exec.Command(\"command\", { create: \"exit 3\", triggers: [3] });\n");
    assert_eq!(lumi.run(&["up", "-y"]).code, 1);
    assert!(exists("after.txt"));
}

#[test]
fn targets_bring_what_they_need_and_excludes_take_dependents_along() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\n\
         console.log(\"evaluated\");\n\
         const a = new fs.File(\"a\", { path: \"a.txt\", content: \"1\" });\n\
         const b = new fs.File(\"b\", { path: \"b.txt\", content: a.path });\n\
         new fs.File(\"c\", { path: \"c.txt\", content: b.path });\n\
         new fs.File(\"d\", { path: \"d.txt\", content: \"1\" });\n",
    );
    let exists = |file: &str| lumi.folder().join(file).exists();
    let excluded = lumi.run(&["up", "-y", "--exclude", "a"]);
    assert!(
        excluded.stdout.contains("+1 created"),
        "{}",
        excluded.transcript()
    );
    assert!(exists("d.txt") && !exists("b.txt"));
    let plan = lumi.run(&["preview", "--target", "c", "--save", "plan.json"]);
    assert_eq!(plan.code, 0, "{}", plan.transcript());
    assert!(
        plan.stdout.contains("a target needs it"),
        "{}",
        plan.transcript()
    );
    assert_eq!(
        plan.stderr.matches("evaluated").count() + plan.stdout.matches("evaluated").count(),
        1
    );
    let up = lumi.run(&["up", "--plan", "plan.json"]);
    assert_eq!(up.code, 0, "{}", up.transcript());
    assert!(exists("a.txt") && exists("b.txt") && exists("c.txt"));
    let json = lumi.run(&["preview", "--target", "c", "--json"]);
    assert_eq!(
        json.stdout.matches("\"type\":\"started\"").count(),
        1,
        "{}",
        json.transcript()
    );
}

const CHAIN: &str = r#"
const value = new lumi.Config().get("value") ?? "1";
const kept = new Thing("kept", { value }, { protect: true });
const middle = new Thing("middle", { value }, { dependsOn: kept });
new Thing("last", { value: middle.value });
new Thing("alone", { value });
"#;

#[test]
pub fn dependents_are_excluded_and_targets_replaced() {
    let lumi = project(CHAIN);
    let mut seen = Vec::new();
    for args in [
        &["up", "-y"][..],
        &[
            "up",
            "-y",
            "-c",
            "value=2",
            "--exclude",
            "middle",
            "--exclude-dependents",
        ],
        &["refresh", "-y", "--exclude", "kept", "--exclude-dependents"],
        &["up", "-y", "-c", "value=3", "--target-replace", "alone"],
        &[
            "preview",
            "-c",
            "value=3",
            "--target-replace",
            "middle",
            "--target-dependents",
        ],
        &["up", "-y", "--exclude-dependents"],
        &[
            "destroy",
            "-y",
            "--exclude",
            "middle",
            "--exclude-dependents",
        ],
        &["destroy", "-y"],
        &["destroy", "-y", "--exclude-protected"],
        &["destroy", "-y", "--exclude-protected"],
    ] {
        let answer = lumi.run(&allowed(args));
        let ends = ["Done: ", "Plan: ", "Failed: ", "Incomplete plan: "];
        let mut lines = answer.stdout.lines().rev();
        let end = lines.find(|line| ends.iter().any(|it| line.starts_with(it)));
        let end = without_times(end.unwrap_or_default());
        let calls = sorted_calls(&lumi);
        seen.push(format!(
            "{} ({}) {end} ({calls})",
            args.join(" "),
            answer.code
        ));
    }
    insta::assert_snapshot!(seen.join("\n"), @"
    up -y (0) Done: +4 created, in [time] s (create alone, create kept, create last, create middle)
    up -y -c value=2 --exclude middle --exclude-dependents (0) Done: ~2 updated, 2 excluded, in [time] s (update alone, update kept)
    refresh -y --exclude kept --exclude-dependents (0) Done: nothing to do, 1 unchanged, in [time] s ()
    up -y -c value=3 --target-replace alone (0) Done: +-1 replaced, 3 excluded, in [time] s (create alone, delete alone)
    preview -c value=3 --target-replace middle --target-dependents (0) Plan: ~1 to update, +-1 to replace, 2 excluded ()
    up -y --exclude-dependents (2)  ()
    destroy -y --exclude middle --exclude-dependents (1) Incomplete plan: -1 to delete, 1 failed ()
    destroy -y (1) Incomplete plan: -3 to delete, 1 failed ()
    destroy -y --exclude-protected (0) Done: -3 deleted, 1 excluded, in [time] s (delete alone, delete last, delete middle)
    destroy -y --exclude-protected (0) Done: nothing to do, 1 excluded, in [time] s ()
    ");
}
