//! Clones of foreign projects, which bring states, and plugins that `Lumi.yaml` names.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::support::lumi::{Answer, Lumi};
use crate::support::pseudo_terminal::PseudoTerminal;

const QUESTION: &str = "Use it from now on? yes / no / details: ";

/// A project whose state has a command, in the folder of a user who has not used it.
fn clone_with_state() -> Lumi {
    let lumi = Lumi::program(
        "import { exec } from \"lumi/std\";\n\
         new exec.Command(\"c\", { create: \"true\", read: \"echo looked >> looks\", \
         delete: \"echo gone >> looks\" });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    fs::remove_dir_all(lumi.folder().with_file_name("home")).unwrap();
    let _ = fs::remove_file(lumi.folder().join("looks"));
    lumi
}

fn was_touched(lumi: &Lumi) -> bool {
    lumi.folder().join("looks").exists()
}

#[test]
fn a_state_in_a_clone_is_asked_about_before_its_objects_are_looked_at() {
    let lumi = clone_with_state();
    for args in [
        &["preview", "--refresh"][..],
        &["refresh"],
        &["refresh", "--dry-run"],
        &["up"],
        &["destroy"],
    ] {
        let refused = lumi.run(args);
        let said = refused.transcript();
        assert_eq!(refused.code, 2, "{said}");
        assert!(said.contains("was not used on this machine"), "{said}");
        assert!(said.contains("pass -P"), "{said}");
        let mut terminal = PseudoTerminal::start(&mut lumi.command(args), 100, 30);
        terminal.expect(QUESTION);
        terminal.type_keys("no\n");
        let (code, screen) = terminal.end();
        assert_eq!(code, 4, "{screen}");
        assert!(!was_touched(&lumi), "{screen}");
    }
    // A look at the state itself asks no provider about objects.
    for args in [&["preview"][..], &["state", "ls"], &["stack", "output"]] {
        lumi.run(args).ok();
    }
    assert!(!was_touched(&lumi));

    let mut terminal = PseudoTerminal::start(&mut lumi.command(&["preview", "--refresh"]), 100, 30);
    terminal.expect(QUESTION);
    terminal.type_keys("yes\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(was_touched(&lumi));
    // The answer is remembered.
    lumi.run(&["preview", "--refresh"]).ok();
    let other = lumi.folder().with_file_name("copy");
    fs::rename(lumi.folder(), &other).unwrap();
    let mut moved = lumi.command(&["preview", "--refresh"]);
    let moved = moved.current_dir(&other).output().unwrap();
    assert_eq!(moved.status.code(), Some(2));
    fs::rename(&other, lumi.folder()).unwrap();
}

#[test]
fn flags_of_a_script_accept_a_state() {
    for args in [
        &["preview", "--refresh", "-P"][..],
        &["refresh", "-y"],
        &["up", "-y"],
        &["destroy", "-y"],
    ] {
        let lumi = clone_with_state();
        lumi.run(args).ok();
        lumi.run(&["preview", "--refresh"]).ok();
    }
}

#[test]
fn stacks_of_ones_own_are_not_asked_about() {
    let lumi = Lumi::program("export const a = 1;\n");
    lumi.run(&["stack", "init", "first"]).ok();
    lumi.run(&["preview", "--refresh"]).ok();
    lumi.run(&["stack", "rename", "first", "second", "-y"]).ok();
    lumi.run(&["preview", "--refresh"]).ok();
    // The backend of a variable is the user's own.
    let lumi = clone_with_state();
    let url = format!("file:{}", lumi.folder().join(".lumi").display());
    let mut command = lumi.command(&["preview", "--refresh"]);
    let output = command.env("LUMI_BACKEND", url).output().unwrap();
    Answer::of(output, &["preview", "--refresh"], lumi.folder()).ok();
}

/// A project whose `Lumi.yaml` names a plugin that leaves a trace and ends.
fn clone_with_plugin() -> Lumi {
    let lumi = Lumi::with_sdk("new lumi.CustomResource(\"own:index:Thing\", \"a\", {});\n");
    lumi.file("Lumi.yaml", "name: demo\nplugins:\n  own: ./tool\n");
    let tool = lumi.file("tool", "#!/bin/sh\necho started >> looks\nexit 1\n");
    fs::set_permissions(tool, fs::Permissions::from_mode(0o755)).unwrap();
    lumi
}

#[test]
fn a_plugin_of_a_clone_is_started_once_it_is_accepted() {
    let lumi = clone_with_plugin();
    let refused = lumi.run(&["preview"]);
    let said = refused.transcript();
    assert_eq!(refused.code, 2, "{said}");
    assert!(said.contains("own: ./tool"), "{said}");
    assert!(said.contains("pass -P"), "{said}");
    // `-y` answers the question about a plan, which is not made yet.
    assert_eq!(lumi.run(&["up", "-y"]).code, 2);
    let listed = lumi.run(&["plugin", "ls"]).ok();
    assert!(listed.contains("not accepted yet"), "{listed}");
    assert!(!was_touched(&lumi));

    assert_eq!(lumi.run(&["preview", "-P"]).code, 1);
    assert!(was_touched(&lumi));
    fs::remove_file(lumi.folder().join("looks")).unwrap();
    assert_eq!(lumi.run(&["preview"]).code, 2);
    let mut terminal = PseudoTerminal::start(&mut lumi.command(&["preview"]), 100, 30);
    terminal.expect("own: ./tool");
    terminal.expect("Start them from now on? yes / no / details: ");
    terminal.type_keys("yes\n");
    assert_eq!(terminal.end().0, 1);
    assert!(was_touched(&lumi));
    assert_eq!(lumi.run(&["preview"]).code, 1);
    // Another path is another question.
    lumi.file("Lumi.yaml", "name: demo\nplugins:\n  own: ./other\n");
    assert_eq!(lumi.run(&["preview"]).code, 2);
}

/// Packages of a project bring plugins for programs that run in Node only.
#[test]
fn a_plugin_in_the_packages_of_a_clone_is_not_started() {
    let lumi = clone_with_plugin();
    lumi.file("Lumi.yaml", "name: demo\n");
    let place = lumi.folder().join("node_modules/@pulumi/pulumi");
    fs::create_dir_all(&place).unwrap();
    fs::rename(
        lumi.folder().join("tool"),
        place.join("pulumi-resource-own"),
    )
    .unwrap();
    let said = lumi.run(&["preview"]);
    assert_eq!(said.code, 1, "{}", said.transcript());
    assert!(!was_touched(&lumi), "{}", said.transcript());
}
