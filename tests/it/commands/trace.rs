//! `LUMI_LOG` and `--profile`: the beginning and the end of all that takes time, without secrets.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::process::Stdio;

use crate::support::lumi::Lumi;

/// The file that is imported has the secret as its name.
const SECRET: &str = "correcthorse";
const PROGRAM: &str = r#"
import { fs } from "lumi/std";
import "./correcthorse.ts";
import "data:text/javascript,export const code = 'of a module'";
const a = new fs.File("a", { path: "out/a", content: "1" });
new fs.File("b", { path: "out/b", content: a.path });
"#;

fn project() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.file("correcthorse.ts", "export {};\n");
    lumi.run(&["config", "set", "--secret", "token", SECRET])
        .ok();
    lumi
}

/// The text without URNs, times and sizes: `goal:call: provider: new package="std" method="Create"`.
fn tidy(log: &str) -> Vec<String> {
    let lines = log.lines().map(|line| {
        let words = line.split_whitespace().skip(2);
        let is_kept = |it: &&str| {
            !["urn=", "time.", "bytes=", "url="]
                .iter()
                .any(|varying| it.starts_with(varying))
        };
        words.filter(is_kept).collect::<Vec<_>>().join(" ")
    });
    lines.collect()
}

#[test]
fn a_log_has_what_begins_and_ends() {
    let lumi = project();
    let run = |level: &str| {
        let mut command = lumi.command(&["up", "-y", "--skip-preview", "--parallel", "1"]);
        command
            .env("LUMI_LOG", level)
            .env("LUMI_LOG_FILE", "lumi.log");
        assert!(command.output().unwrap().status.success());
        let log = lumi.read("lumi.log");
        std::fs::remove_file(lumi.folder().join("lumi.log")).unwrap();
        log
    };
    let log = run("engine=debug,provider=debug,state=debug,host=debug");
    assert!(
        !log.contains(SECRET) && !log.contains("of a module"),
        "{log}"
    );
    let lines = tidy(&log);
    let mut open: BTreeMap<String, i32> = BTreeMap::new();
    for line in &lines {
        let (span, rest) = line.split_once(": ").unwrap();
        let phase = if rest.contains(": new") { 1 } else { -1 };
        *open.entry(span.to_owned()).or_default() += phase;
    }
    assert!(open.values().all(|it| *it == 0), "{lines:#?}");
    let begun: Vec<&String> = lines.iter().filter(|it| it.contains(": new")).collect();
    let first: Vec<&str> = begun
        .iter()
        .map(|it| it.as_str())
        .take_while(|it| !it.contains("Close"))
        .collect();
    insta::assert_snapshot!(first.join("\n"), @r#"
    import: host: new
    import: host: new
    import: host: new
    goal: engine: new
    goal:call: provider: new package="std" method="CheckConfig"
    goal:call: provider: new package="std" method="Configure"
    goal:call: provider: new package="std" method="Check"
    goal:step: engine: new kind=Create
    journal write: state: new
    goal:call: provider: new package="std" method="Create"
    journal write: state: new
    goal: engine: new
    goal:call: provider: new package="std" method="Check"
    goal:step: engine: new kind=Create
    journal write: state: new
    goal:call: provider: new package="std" method="Create"
    journal write: state: new
    "#);
    let log = run("state=debug");
    assert!(
        tidy(&log)
            .iter()
            .all(|it| it.starts_with("journal write: state:")),
        "{log}"
    );
}

#[test]
fn a_log_shows_where_a_killed_run_was() {
    let lumi = Lumi::program(
        r#"import { exec } from "lumi/std";
        new exec.Command("slow", { create: "echo begun; sleep 60" });"#,
    );
    let mut command = lumi.command(&["up", "-y", "--skip-preview", "--allow-run"]);
    command
        .env("LUMI_LOG", "provider=debug")
        .env("LUMI_LOG_FILE", "lumi.log");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let log = lumi.folder().join("lumi.log");
    let has_begun =
        || std::fs::read_to_string(&log).is_ok_and(|it| it.contains("method=\"Create\""));
    while !has_begun() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    child.wait().unwrap();
    let lines = tidy(&lumi.read("lumi.log"));
    insta::assert_snapshot!(lines.last().unwrap(), @r#"
    call: provider: new package="std" method="Create"
    "#);
}

#[test]
fn a_profile_has_a_row_for_each_goal() {
    let lumi = project();
    lumi.run(&["up", "-y", "--profile", "profile.json"]).ok();
    let text = lumi.read("profile.json");
    assert!(!text.contains(SECRET), "{text}");
    let profile: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut open: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    let mut rows = 0;
    for event in profile["traceEvents"].as_array().unwrap() {
        let name = event["name"].as_str().unwrap();
        let row = open.entry(event["id"].as_u64().unwrap()).or_default();
        match event["ph"].as_str().unwrap() {
            "b" => {
                rows += i32::from(name == "goal" && row.is_empty());
                row.push(name);
            }
            "e" => {
                let at = row.iter().rposition(|it| *it == name);
                row.remove(at.unwrap());
            }
            other => panic!("{other}"),
        }
    }
    assert!(open.values().all(Vec::is_empty), "{open:?}");
    // The plan, and the deployment.
    assert_eq!(rows, 4);
}

#[test]
fn mistakes_are_reported_before_the_run() {
    let lumi = Lumi::program("console.log(\"runs\");");
    let with = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = lumi.command(&[&["run"], more].concat());
        command.envs(variables.iter().copied());
        let output = command.output().unwrap();
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let log = ("LUMI_LOG", "debug");
    insta::assert_snapshot!(
        [
            with(&[("LUMI_LOG", "engin=debug")], &[]),
            with(&[("LUMI_LOG", "all")], &[]),
            with(&[log, ("LUMI_LOG_FILE", "missing/log")], &[]),
            with(&[], &["--profile", "missing/profile.json"]),
        ]
        .concat(),
        @r"
    error: LUMI_LOG: there is no layer `engin`
    help: did you mean `engine`?
    error: LUMI_LOG: there is no level `all`
    help: the levels are off, error, warn, info, debug, trace
    error: LUMI_LOG_FILE: cannot write missing/log: No such file or directory (os error 2)
    error: cannot write missing/profile.json: No such file or directory (os error 2)
    "
    );
}
