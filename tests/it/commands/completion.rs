//! Shell completion.

use crate::support::lumi::{Answer, Lumi};

/// The completions in fish for the last word of a line.
fn offered(lumi: &Lumi, line: &[&str]) -> Vec<String> {
    let args = [&["--", "lumi"][..], line].concat();
    let mut command = lumi.command(&args);
    command.env("LUMI_COMPLETE", "fish");
    let answer = Answer::of(command.output().unwrap(), &args, lumi.folder()).ok();
    let names = answer
        .lines()
        .map(|it| it.split('\t').next().unwrap().to_owned());
    names.filter(|it| !it.starts_with('-')).collect()
}

fn deployed() -> Lumi {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\n\
         import * as lumi from \"lumi\";\n\
         new lumi.Config().requireSecret(\"token\");\n\
         const page = new fs.File(\"page\", { path: \"page.txt\", content: \"1\" });\n\
         new fs.File(\"style\", { path: \"style.txt\", content: \"1\" });\n\
         export const url = page.path;\n\
         export const key = lumi.secret(\"hunter2\");\n",
    );
    for args in [
        &["config", "set", "token", "hunter2", "--secret"][..],
        &["up", "-y"],
    ] {
        let mut command = lumi.command(args);
        command.env("LUMI_PASSPHRASE", "correct horse");
        Answer::of(command.output().unwrap(), args, lumi.folder()).ok();
    }
    lumi.file("Lumi.prod.yaml", "config: {}\n");
    lumi
}

/// Completing names needs no passphrase.
#[test]
fn names_are_offered() {
    let lumi = deployed();
    let all = ["dev", "prod"];
    assert_eq!(offered(&lumi, &["up", "-s", ""]), all);
    assert_eq!(offered(&lumi, &["stack", "select", ""]), all);
    assert_eq!(offered(&lumi, &["up", "-s", "p"]), ["prod"]);
    let resources = ["page", "style"];
    assert_eq!(offered(&lumi, &["up", "--target", ""]), resources);
    assert_eq!(offered(&lumi, &["state", "show", ""]), resources);
    assert_eq!(offered(&lumi, &["state", "show", "s"]), ["style"]);
    assert!(offered(&lumi, &["up", "-s", "prod", "--target", ""]).is_empty());
    assert_eq!(offered(&lumi, &["stack", "output", ""]), ["key", "url"]);
    assert_eq!(offered(&lumi, &["config", "get", ""]), ["token"]);
    let templates = offered(&lumi, &["new", "--template", ""]);
    assert!(templates.contains(&"site".to_owned()), "{templates:?}");
    assert!(offered(&lumi, &["sta"]).contains(&"stack".to_owned()));
}

/// In a broken project the completion prints nothing.
#[test]
fn completion_without_names_is_empty() {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "nmae: x\n");
    assert!(offered(&lumi, &["up", "-s", ""]).is_empty());
    let lumi = Lumi::new();
    lumi.file(".lumi/stacks/demo/dev/snapshot.json", "{");
    assert!(offered(&lumi, &["up", "--target", ""]).is_empty());
    let script = lumi.run(&["completions", "bash"]).ok();
    assert!(script.contains("LUMI_COMPLETE"), "{script}");
}
