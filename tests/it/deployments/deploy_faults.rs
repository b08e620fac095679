//! Failed deployments with the real binary: their output, and recovery by the next run.

use std::io::Read as _;
use std::os::fd::AsRawFd as _;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use crate::programs::signals::interrupt;
use crate::support::lumi::{Lumi, read_until};

#[test]
pub fn a_failure_is_shown_where_it_is_and_the_next_run_goes_on() {
    let lumi = Lumi::program(
        r#"
import { exec, fs } from "lumi/std";

const folder = new fs.File("first", { path: "out/first", content: "1" });
const flaky = new exec.Command("flaky", {
  create: "test -e ready || { echo 'ready is missing' >&2; exit 3; }",
}, { dependsOn: folder });
const after = new fs.File("after", { path: "out/after", content: flaky.stdout });
new fs.File("last", { path: "out/last", content: after.sha256 });
export const said = flaky.stdout;
"#,
    );
    let failed = lumi.seen(&["up", "-y"]);
    assert!(!lumi.folder().join("out/after").exists());
    let again = lumi.seen(&["up", "-y"]);
    lumi.file("ready", "");
    let done = lumi.seen(&["up", "-y"]);
    insta::assert_snapshot!([failed, again, done].join("\n"));
}

#[test]
pub fn an_exception_leaves_what_was_registered() {
    let lumi = Lumi::program(
        r#"
import { fs } from "lumi/std";
new fs.File("old", { path: "out/old", content: "1" });
"#,
    );
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        r#"
import { fs } from "lumi/std";
new fs.File("new", { path: "out/new", content: "1" });
throw new Error("not today");
"#,
    );
    insta::assert_snapshot!([lumi.seen(&["preview"]), lumi.seen(&["up", "-y"])].join("\n"));
    // The plan cannot tell whether the program still declares the resource.
    assert!(lumi.folder().join("out/old").exists());
}

#[test]
pub fn a_preview_stops_where_only_a_deployment_can_tell() {
    let lumi = Lumi::program(
        r#"
import { exec, fs } from "lumi/std";

const greeting = new exec.Command("greeting", { create: "echo hello" });
const text = await greeting.stdout;
console.log("it says", text);
new fs.File("shout", { path: "out/shout", content: text.toUpperCase() });
export const said = text;
"#,
    );
    let preview = [
        lumi.seen(&["preview"]),
        lumi.seen(&["preview", "-q", "--save", "plan.json"]),
    ];
    assert!(!lumi.folder().join("out").exists());
    // The plan announced further resources.
    let up = [
        lumi.seen(&["up", "--plan", "plan.json"]),
        lumi.seen(&["up", "-y"]),
        lumi.seen(&["preview", "--detailed-exitcode"]),
    ];
    insta::assert_snapshot!([preview.join("\n"), up.join("\n")].join("\n"));
    assert_eq!(lumi.read("out/shout"), "HELLO");
}

#[test]
pub fn a_logged_error_fails_the_run_and_deletes_nothing() {
    let lumi = Lumi::with_sdk(
        "import { fs } from \"lumi/std\";\n\
         new fs.File(\"a\", { path: \"out/a\", content: \"1\" });\n",
    );
    lumi.run(&["up", "-y"]).ok();
    lumi.file(
        "index.ts",
        "import * as lumi from \"lumi\";\n\
         lumi.log.warn(\"the disk is nearly full\");\n\
         lumi.log.error(\"the certificate has expired\");\n",
    );
    insta::assert_snapshot!([lumi.seen(&["preview"]), lumi.seen(&["up", "-y"])].join("\n"));
    assert!(lumi.folder().join("out/a").exists());
}

#[test]
pub fn protected_resources_stay() {
    let lumi = Lumi::program(
        r#"
import { fs } from "lumi/std";
new fs.File("a", { path: "out/a", content: "1" }, { protect: true });
"#,
    );
    lumi.run(&["up", "-y"]).ok();
    let destroy = [
        lumi.seen(&["preview", "--destroy"]),
        lumi.seen(&["destroy", "-y"]),
    ];
    lumi.file("index.ts", lumi.read("index.ts").replace("out/a", "out/b"));
    let moved = lumi.seen(&["up", "-y"]);
    insta::assert_snapshot!([destroy.join("\n"), moved].join("\n"));
    assert!(lumi.folder().join("out/a").exists());
}

#[test]
pub fn failures_are_events_too() {
    let lumi = Lumi::program(
        r#"
import { exec } from "lumi/std";
new exec.Command("no", { create: "exit 1" });
"#,
    );
    let answer = lumi.run(&["up", "-y", "--json"]);
    assert_eq!((answer.code, answer.stderr.as_str()), (1, ""));
    let lines: Vec<serde_json::Value> = answer
        .stdout
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let types: Vec<&str> = lines
        .iter()
        .map(|it| it["type"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["started", "stepStarted", "stepEnded", "summary"]);
    let failure = &lines[2]["failure"]["message"];
    assert!(
        failure.as_str().unwrap().contains("exit code 1"),
        "{failure}"
    );
    assert_eq!(lines[3]["exitCode"], 1);
    assert_eq!(lines[3]["failed"], 1);
}

/// A run that waits for the file `go`.
struct Waiting<'a> {
    lumi: &'a Lumi,
    process: Child,
}

impl<'a> Waiting<'a> {
    fn start(lumi: &'a Lumi) -> Self {
        let mut command = lumi.command(&["up", "-y"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while !lumi.folder().join("started").exists() {
            assert!(process.try_wait().unwrap().is_none(), "it ended");
            assert!(Instant::now() < deadline, "it does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { lumi, process }
    }

    /// Lets the run finish; returns its exit code and output.
    fn end(mut self) -> (i32, String) {
        self.lumi.file("go", "");
        let mut text = String::new();
        let mut stderr = self.process.stderr.take().unwrap();
        stderr.read_to_string(&mut text).unwrap();
        let mut stdout = self.process.stdout.take().unwrap();
        stdout.read_to_string(&mut text).unwrap();
        let status = self.process.wait().unwrap();
        (status.code().unwrap_or(-1), text)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // Otherwise the command would wait longer than its parent.
        self.lumi.file("go", "");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const SLOW: &str = r#"
import { exec, fs } from "lumi/std";

const slow = new exec.Command("slow", {
  create: "touch started; while test -e started -a ! -e go; do sleep 0.05; done; echo done",
});
new fs.File("after", { path: "out/after", content: slow.stdout });
"#;

#[test]
pub fn two_at_a_time_are_one_too_many() {
    let lumi = Lumi::program(SLOW);
    let waiting = Waiting::start(&lumi);
    let second = lumi.run(&["up", "-y"]);
    assert_eq!(second.code, 3, "{}", second.transcript());
    for part in ["is locked", "for `lumi up`", "lumi stack unlock"] {
        assert!(second.stderr.contains(part), "{}", second.stderr);
    }
    // Previews work without the lock.
    let preview = lumi.run(&["preview"]);
    assert_eq!(preview.code, 0, "{}", preview.transcript());
    assert!(
        preview
            .stderr
            .contains("another run holds the lock of the stack: "),
        "{}",
        preview.stderr
    );
    let (code, text) = waiting.end();
    assert_eq!(code, 0, "{text}");
    assert_eq!(lumi.run(&["preview", "--detailed-exitcode"]).code, 0);
}

#[test]
pub fn an_interrupted_run_finishes_its_steps_and_saves() {
    let lumi = Lumi::program(SLOW);
    let mut waiting = Waiting::start(&lumi);
    interrupt(&waiting.process);
    read_until(waiting.process.stderr.as_mut().unwrap(), "stopping");
    let (code, text) = waiting.end();
    assert_eq!(code, 4, "{text}");
    assert!(text.contains("Stopped: +1 created"), "{text}");
    assert!(!lumi.folder().join("out/after").exists());
    let history = lumi.run(&["stack", "history"]).ok();
    assert!(history.contains("up       stopped"), "{history}");
    let next = lumi.run(&["up", "-y"]).ok();
    assert!(next.contains("Done: +1 created, 1 unchanged"), "{next}");
}

/// Ends with its test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until nothing more can be written into a pipe.
fn wait_until_full(pipe: &ChildStdout, process: &mut Child) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut output = libc::pollfd {
        fd: pipe.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: plain system calls on an open pipe.
    let capacity = unsafe { libc::fcntl(output.fd, libc::F_GETPIPE_SZ) };
    let mut bytes: libc::c_int = 0;
    // The first page may be partly empty: a longer text begins on a new one.
    while bytes <= capacity - 4096 {
        assert!(process.try_wait().unwrap().is_none(), "it ended");
        assert!(Instant::now() < deadline, "the pipe has {bytes} bytes");
        // SAFETY: as above; both places are alive during the calls.
        unsafe {
            libc::poll(&raw mut output, 1, 100);
            assert_eq!(libc::ioctl(output.fd, libc::FIONREAD, &raw mut bytes), 0);
        }
        std::thread::yield_now();
    }
}

#[test]
fn an_interrupt_is_answered_while_the_reader_of_the_output_is_slow() {
    let lumi = Lumi::with_sdk(
        "console.log(\"x\".repeat(1 << 20));\nawait new Promise((done) => setTimeout(done, 3_600_000));\n",
    );
    let mut command = lumi.command(&["up", "-y", "-f", "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut started = Ended(command.spawn().unwrap());
    let process = &mut started.0;
    let mut stdout = process.stdout.take().unwrap();
    wait_until_full(&stdout, process);
    // SAFETY: only sends a signal to the child, which has not been waited for.
    let sent = unsafe { libc::kill(i32::try_from(process.id()).unwrap(), libc::SIGINT) };
    assert_eq!(sent, 0);
    read_until(
        process.stderr.as_mut().unwrap(),
        "the reader of standard output is slow",
    );
    let mut text = String::new();
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(4));
    assert!(
        text.ends_with("\n") && text.contains("\"summary\""),
        "{}",
        &text[text.len() - 500..]
    );
}

/// An error without a frame in the program is reported at the function's call.
#[test]
fn a_function_that_fails_is_shown_where_it_is_called() {
    for call in [
        "export const found = invoke(\"std:fs:nothing\", {});",
        "invoke(\"std:fs:nothing\", {}).then((it) => console.log(it));",
        "const found = invoke(\"std:fs:nothing\", {});\nawait found;",
    ] {
        let program = format!("import {{ invoke }} from \"lumi\";\n{call}\n");
        let lumi = Lumi::program(&program);
        let answer = lumi.run(&["up", "-y"]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("has no function `std:fs:nothing`"),
            "{}",
            answer.transcript()
        );
        assert!(
            answer.stderr.contains("--> index.ts:2:"),
            "{}",
            answer.transcript()
        );
    }
}

#[test]
fn an_output_that_cannot_be_one_is_shown_where_it_is_exported() {
    for (program, place) in [
        (
            "const a = 1;\nexport const out = { a: () => a };\n",
            "index.ts:2:14",
        ),
        (
            "const made = { a: [Symbol()] };\nexport { made as out };\n",
            "index.ts:2:10",
        ),
        (
            "const a = 1;\nexport default { a: () => a };\n",
            "index.ts:2:1",
        ),
        (
            "export const a = 1;\nexport default { a: 2 };\n",
            "index.ts:2:1",
        ),
    ] {
        let lumi = Lumi::program(program);
        let answer = lumi.run(&["run"]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let expected = format!("--> {place}");
        assert!(
            answer.stderr.contains(&expected),
            "{program}{}",
            answer.transcript()
        );
    }
}
