//! Interrupted runs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use super::Project;
use crate::programs::signals;

/// Sends the signal of Ctrl-C to the whole process group.
fn interrupt(process: &Child) {
    signals::send_to_group(process, libc::SIGINT);
}

fn interrupt_again(process: &Child) {
    sleep(signals::SAME_REQUEST);
    interrupt(process);
}

fn trouble(fault: &str) -> Option<Project> {
    let project = Project::with_plugins("trouble")?;
    project.0.file("objects/keep", "");
    let config = format!("config:\n  fault: {fault}\n");
    project.0.file("Pulumi.dev.yaml", config);
    Some(project)
}

#[test]
fn a_failure_stops_a_run_unless_it_continues_on_errors() {
    let Some(project) = trouble("refuses") else {
        return;
    };
    let args = ["up", "-y", "--continue-on-error"];
    let seen = project.failure(&args);
    assert!(seen.contains("the quota is used up"), "{seen}");
    assert!(
        seen.contains("\"after\"  skipped: trouble failed"),
        "{seen}"
    );
    assert!(
        seen.contains("Failed: +2 created, 1 failed, 1 skipped"),
        "{seen}"
    );
    // The next run does the rest; the outputs of the complete program are saved then.
    let seen = project.failure(&["up", "-y"]);
    assert!(seen.contains("Done: +2 created, 2 unchanged"), "{seen}");
    assert_eq!(project.outputs()["size"], 1);
    project.destroy();
    std::fs::remove_file(project.0.folder().join("objects/refuses-happened")).unwrap();
    let seen = project.failure(&["up", "-y"]);
    assert!(seen.contains("the quota is used up"), "{seen}");
    let skipped = "\"after\"  skipped: the run is stopping";
    assert!(seen.contains(skipped), "{seen}");
    project.succeeds(&["up", "-y"]);
    project.destroy();
}

#[test]
fn runs_are_interrupted() {
    let Some(project) = trouble("slow") else {
        return;
    };
    let mut command = project.command(&["up", "-y"]);
    command.process_group(0);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stderr = BufReader::new(process.stderr.take().unwrap());
    while !project.has("objects/slow-happened") {
        sleep(Duration::from_millis(20));
        assert!(process.try_wait().unwrap().is_none(), "it ended");
    }
    let mut text = String::new();
    interrupt(&process);
    while !text.contains("interrupt again") {
        assert_ne!(stderr.read_line(&mut text).unwrap(), 0, "{text}");
    }
    interrupt_again(&process);
    stderr.read_to_string(&mut text).unwrap();
    assert!(!process.wait().unwrap().success());
    assert!(text.contains("it was cancelled"), "{text}");
    assert!(!project.has("after.txt"));
    // Nothing is lost, and the next run continues.
    project.succeeds(&["up", "-y"]);
    assert!(project.has("after.txt"));
    project.destroy();
}

#[test]
fn a_preview_is_interrupted_while_the_program_thinks() {
    let program = "console.log(\"thinking\"); setInterval(() => {}, 1000);\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let mut command = project.command(&["preview"]);
    command.process_group(0);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stderr = BufReader::new(process.stderr.take().unwrap());
    let mut text = String::new();
    while !text.contains("thinking") {
        assert_ne!(stderr.read_line(&mut text).unwrap(), 0, "{text}");
    }
    interrupt(&process);
    stderr.read_to_string(&mut text).unwrap();
    assert!(!process.wait().unwrap().success());
    assert!(text.contains("interrupted"), "{text}");
}

#[test]
fn outputs_stay_when_a_program_fails() {
    let text = |end: &str| format!("exports.a = 1;\n{end}\n");
    let Some(project) = Project::text(&text("")) else {
        return;
    };
    project.succeeds(&["up", "-y"]);
    project.0.file("index.js", text("throw new Error(\"no\");"));
    let preview = project.failure(&["preview"]);
    assert!(
        preview.contains("Error: no") && !preview.contains("Outputs"),
        "{preview}"
    );
    let up = project.failure(&["up", "-y"]);
    assert!(up.contains("Error: no") && up.contains("[exit 1]"), "{up}");
    assert_eq!(project.outputs(), json!({ "a": 1 }));
}

#[test]
fn programs_that_need_too_much_memory_are_stopped() {
    let program = "const all = []; for (;;) all.push(new Array(100000).fill(Math.random()));\n";
    let Some(project) = Project::text(program) else {
        return;
    };
    let args = ["preview", "--heap-limit", "64MB", "--runtime"];
    let embedded = project.failure(&[&args[..], &["embedded"]].concat());
    assert!(
        embedded.contains("the program used more than 61 MiB"),
        "{embedded}"
    );
    let preview = project.failure(&[&args[..], &["node"]].concat());
    assert!(
        preview.contains("JavaScript heap out of memory"),
        "{preview}"
    );
    assert!(
        preview.contains("error: the program ended with"),
        "{preview}"
    );
}
