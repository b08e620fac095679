//! Resources that flags and commands name.

use crate::lumi::Lumi;

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
        "std:fs:File \"after\"  skipped: it was planned, but depends on something that failed",
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
