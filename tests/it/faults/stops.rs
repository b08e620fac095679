//! Runs that are stopped while a command runs: by Ctrl-C, a kill, a timeout, or not at all.

use std::fs;
use std::thread;
use std::time::Duration;

use super::deployed::Deployed;
use super::running::Running;

/// `c` runs until there is a file `go`, and logs each start.
const PROGRAM: &str = r#"
import { exec, fs } from "lumi/std";
const before = new fs.File("before", { path: "out/before", content: "b" });
const c = new exec.Command("c", {
  create: "echo >> begun; until test -e go; do sleep 0.02; done; echo > out/c.command",
  delete: "rm -f out/c.command",
  read: "test -e out/c.command",
}, { dependsOn: before });
new fs.File("after", { path: "out/after", content: "a" }, { dependsOn: c });
"#;

struct Stopped(Deployed);

impl Stopped {
    /// Starts a run whose command waits to be released.
    fn begin() -> (Self, Running) {
        let stack = Deployed::new();
        stack.lumi.file("index.ts", PROGRAM);
        let mut run = Running::start(stack.command(&["up", "-y"]));
        run.until("\"c\"  creating");
        // The file is complete: the command may be killed at any time after that.
        let begun = stack.lumi.folder().join("begun");
        while fs::read(&begun).map_or(0, |it| it.len()) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        (Self(stack), run)
    }

    fn let_go(&self) {
        self.0.lumi.file("go", "");
    }

    /// The number of times the command was started.
    fn begun(&self) -> usize {
        self.0.lumi.read("begun").lines().count()
    }

    fn names(&self) -> Vec<String> {
        let state = self.0.state().unwrap();
        let all = state.resources.values();
        let mut names: Vec<String> = all.map(|it| it.urn.name().to_owned()).collect();
        names.sort();
        names
    }

    /// The next run creates the missing objects.
    fn recovers(&self) {
        self.let_go();
        self.0.expect(&["up", "-y"], 0).unwrap();
        self.is_whole();
    }

    fn is_whole(&self) {
        assert_eq!(self.names(), ["after", "before", "c"]);
        let world: Vec<String> = self.0.world().into_keys().collect();
        assert_eq!(world, ["out/after", "out/before", "out/c.command"]);
        self.0
            .expect(&["preview", "--detailed-exitcode"], 0)
            .unwrap();
    }
}

#[test]
fn an_interrupt_lets_what_has_begun_finish() {
    let (stack, mut run) = Stopped::begin();
    run.interrupt();
    run.until("stopping");
    stack.let_go();
    let (code, said) = run.end();
    assert_eq!(code, Some(4), "{said}");
    assert_eq!(stack.names(), ["before", "c"]);
    assert!(stack.0.state().unwrap().pending.is_empty());
    stack.recovers();
    assert_eq!(stack.begun(), 1);
}

#[test]
fn a_second_interrupt_aborts_commands_and_saves() {
    let (stack, mut run) = Stopped::begin();
    run.interrupt();
    run.until("stopping");
    run.interrupt_again();
    let (code, said) = run.end();
    assert_eq!(code, Some(4), "{said}");
    // No command runs in the background.
    stack.let_go();
    stack.0.wait_for_orphans();
    assert!(!stack.0.world().contains_key("out/c.command"));
    assert_eq!(stack.names(), ["before"]);
    assert_eq!(stack.0.state().unwrap().pending.len(), 1);
    stack.recovers();
    assert_eq!(stack.begun(), 2);
}

#[test]
fn the_next_run_waits_for_a_command_that_survived_its_lumi() {
    let (stack, run) = Stopped::begin();
    let id = run.id();
    run.kill();
    let mut next = Running::start(stack.0.command(&["up", "-y"]));
    next.until("is still running");
    stack.let_go();
    let (code, said) = next.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("took over the lock"), "{said}");
    assert!(said.contains(&format!("(process {id})")), "{said}");
    stack.is_whole();
    assert_eq!(stack.begun(), 1);
}

#[test]
fn the_holder_of_a_stack_is_named() {
    let (stack, run) = Stopped::begin();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let holder = format!("on {} (process {})", host.trim(), run.id());
    for command in ["up", "destroy", "refresh"] {
        let answer = stack.0.expect(&[command, "-y"], 3).unwrap();
        assert!(answer.stderr.contains(&holder), "{}", answer.transcript());
    }
    let preview = stack.0.expect(&["preview"], 0).unwrap();
    assert!(preview.stderr.contains(&holder), "{}", preview.transcript());
    stack.let_go();
    assert_eq!(run.end().0, Some(0));
    stack.is_whole();
}

#[test]
fn a_timed_out_operation_is_pending_until_its_outcome_is_known() {
    let stack = Stopped(Deployed::new());
    let limited = PROGRAM.replace("dependsOn: before", "customTimeouts: { create: \"100ms\" }");
    stack.0.lumi.file("index.ts", &limited);
    let answer = stack.0.expect(&["up", "-y"], 1).unwrap();
    assert!(
        answer.stderr.contains("customTimeouts"),
        "{}",
        answer.stderr
    );
    assert_eq!(stack.0.state().unwrap().pending.len(), 1);
    // Without `read` the outcome cannot be determined.
    let blind = limited.replace("read:", "update:");
    let state = stack.0.copy();
    state.lumi.file("index.ts", PROGRAM);
    stack.0.lumi.file("index.ts", &blind);
    // The inputs at the start of `c` are used.
    stack.let_go();
    stack.0.expect(&["up", "-y"], 0).unwrap();
    stack.is_whole();
    let stack = Stopped(state);
    stack.recovers();
}

#[test]
fn an_outcome_that_cannot_be_looked_up_waits_for_a_decision() {
    let stack = Stopped(Deployed::new());
    let blind = PROGRAM.replace("read:", "update:");
    let limited = blind.replace("dependsOn: before", "customTimeouts: { create: \"100ms\" }");
    stack.0.lumi.file("index.ts", &limited);
    stack.0.expect(&["up", "-y"], 1).unwrap();
    stack.let_go();
    let answer = stack.0.expect(&["up", "-y"], 1).unwrap();
    assert!(
        answer.stderr.contains("--forget-pending"),
        "{}",
        answer.stderr
    );
    assert_eq!(stack.begun(), 1);
    stack.0.lumi.file("index.ts", &blind);
    stack
        .0
        .expect(&["up", "-y", "--forget-pending"], 0)
        .unwrap();
    stack.is_whole();
}
