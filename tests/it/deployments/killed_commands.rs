//! A command that was killed may have done its work, or not; only the user knows.

use crate::support::lumi::Lumi;

const PROGRAM: &str = "import { exec } from \"lumi/std\";\n\
    const setup = new exec.Command(\"setup\", { create: \"echo run >> log; kill -9 $PPID\" });\n\
    export const said = setup.stdout;\n";

/// A stack whose run was killed by its only command.
fn killed() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    let answer = lumi.run(&["up", "-y"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    // The lock names the process.
    lumi.run(&["stack", "unlock"]).ok();
    lumi.file("index.ts", PROGRAM.replace("; kill -9 $PPID", ""));
    lumi
}

#[test]
fn the_advice_is_for_a_command() {
    insta::assert_snapshot!(killed().seen(&["up", "-y"]));
}

#[test]
fn a_killed_command_that_was_done_is_adopted() {
    let lumi = killed();
    insta::assert_snapshot!(lumi.seen(&["state", "resolve", "setup", "--done"]));
    let program = PROGRAM.replace("; kill -9 $PPID", "");
    assert_eq!(lumi.read("log"), "run\n");
    lumi.file(
        "index.ts",
        program.replace("echo run >> log", "echo run >> log; kill -9 $PPID"),
    );
    let up = lumi.run(&["up", "-y"]).ok();
    assert!(up.contains("Done: no changes of resources"), "{up}");
    assert_eq!(lumi.run(&["stack", "output", "said"]).ok(), "\n");
    assert_eq!(lumi.read("log"), "run\n");
}

#[test]
fn outputs_of_a_killed_command_can_be_given() {
    let lumi = killed();
    lumi.file("out.json", "{\"stdout\":\"hello\"}");
    lumi.file("list.json", "[]");
    let list = [
        "state",
        "resolve",
        "setup",
        "--done",
        "--outputs",
        "list.json",
    ];
    insta::assert_snapshot!(lumi.seen(&list));
    let out = [
        "state",
        "resolve",
        "setup",
        "--done",
        "--outputs",
        "out.json",
    ];
    insta::assert_snapshot!(lumi.seen(&out));
    lumi.file("index.ts", PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    assert_eq!(lumi.run(&["stack", "output", "said"]).ok(), "hello\n");
    assert_eq!(lumi.read("log"), "run\n");
}

#[test]
fn a_killed_command_that_was_not_done_is_run_again() {
    let lumi = killed();
    insta::assert_snapshot!(lumi.seen(&["state", "resolve", "*", "--not-done"]));
    lumi.run(&["up", "-y"]).ok();
    assert_eq!(lumi.read("log"), "run\nrun\n");
    insta::assert_snapshot!(lumi.seen(&["state", "resolve", "setup", "--not-done"]));
}
