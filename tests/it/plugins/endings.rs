//! Runs and plugins that are interrupted, or that never end.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use super::{Project, thing};
use crate::programs::signals::{interrupt, interrupt_again};

/// Starts an `up` whose plugin waits in a create, and returns its standard error from there on. With a
/// plan first, that line would be held back.
fn waiting(project: &Project) -> (std::process::Child, BufReader<std::process::ChildStderr>) {
    let mut command = project.command(&["up", "-y", "--skip-preview"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stderr = BufReader::new(process.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("waiting") {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "it ended");
    }
    (process, stderr)
}

#[test]
fn a_plugin_that_does_not_answer_keeps_no_run_from_ending() {
    let project = Project::new(&thing("a", "{}"));
    project.0.file("silent", "Check");
    for command in [
        &["preview", "--timeout", "1s"][..],
        &["up", "-y", "--timeout", "1s"],
    ] {
        let answer = project.run(command);
        assert!(answer.contains("[exit 1]"), "{answer}");
        assert!(
            answer.contains("before the provider of `scripted` answered `Check`"),
            "{answer}"
        );
    }
    let (mut process, mut stderr) = waiting(&project);
    interrupt(&process);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut stderr, &mut said).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(4), "{said}");
}

#[test]
fn a_plugin_has_so_long_for_an_answer() {
    let program = |region: &str| {
        format!(
            "const provider = new lumi.ProviderResource(\"scripted\", \"p\", {{ region: \"{region}\" }});\n\
             export const a = new lumi.CustomResource(\"scripted:index:Thing\", \"a\", {{}}, {{ provider }});\n\
             export const found = lumi.invoke(\"scripted:index:echo\", {{}}, {{ provider }});\n"
        )
    };
    let project = Project::new("");
    let file = |region: &str| {
        let program = format!("import * as lumi from \"lumi\";\n{}", program(region));
        project.0.file("index.ts", program);
    };
    let failure = |method: &str| {
        project.0.file("silent", method);
        // The process must have started by then, even on a slow machine.
        let answer = project.run(&["preview", "--provider-timeout", "5s"]);
        assert!(answer.contains("[exit 1]"), "{answer}");
        let errors = answer.lines().filter(|it| it.starts_with("error: "));
        errors.collect::<Vec<_>>().join("\n")
    };
    file("eu");
    let mut errors = ["CheckConfig", "Configure", "Invoke", "Check"]
        .map(failure)
        .to_vec();
    project.0.file("silent", "");
    let up = project.run(&["up", "--yes"]);
    assert!(up.contains("[exit 0]"), "{up}");
    file("us");
    errors.push(failure("DiffConfig"));
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn the_second_interrupt_cancels_what_runs() {
    let project = Project::new(&thing("a", "{ value: \"x\", fault: \"slow\" }"));
    let (mut process, mut stderr) = waiting(&project);
    interrupt(&process);
    let mut said = String::new();
    while !said.contains("interrupt again") {
        assert_ne!(stderr.read_line(&mut said).unwrap(), 0, "{said}");
    }
    interrupt_again(&process);
    std::io::Read::read_to_string(&mut stderr, &mut said).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(4), "{said}");
    assert!(said.contains("it was cancelled"), "{said}");
    assert_eq!(project.processes(), (1, 1));
}

#[cfg(target_os = "linux")]
#[test]
fn no_plugin_outlives_lumi() {
    let project = Project::new(&thing("a", "{ value: \"x\", fault: \"slow\" }"));
    let (mut process, _stderr) = waiting(&project);
    let plugin = project.0.read("starts").trim().to_owned();
    process.kill().unwrap();
    process.wait().unwrap();
    let stat = format!("/proc/{plugin}/stat");
    let is_alive = || {
        let stat = fs::read_to_string(&stat).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z")
    };
    while is_alive() {
        std::thread::yield_now();
    }
}
