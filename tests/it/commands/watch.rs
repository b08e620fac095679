//! `lumi watch`: rounds that compare objects with their program.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::lumi::{Lumi, read_until, tool};

const PROGRAM: &str = r#"import { fs } from "lumi/std";
new fs.File("page", { path: "page.txt", content: "hello" });
new fs.File("other", { path: "other.txt", content: "world" });
"#;

fn deployed(program: &str) -> Lumi {
    let lumi = Lumi::program(program);
    lumi.run(&["up", "-y"]).ok();
    lumi
}

/// A server that answers each request with a status, and hands over the bodies.
struct Webhook {
    url: String,
    bodies: Receiver<Value>,
}

impl Webhook {
    /// The n-th request gets the n-th status; further ones get the last.
    fn start(statuses: &'static [u16]) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/hook/t0ken", listener.local_addr().unwrap());
        let (send, bodies) = channel();
        thread::spawn(move || {
            for (number, connection) in listener.incoming().enumerate() {
                let status = statuses[number.min(statuses.len() - 1)];
                let Ok(body) = answer(connection.unwrap(), status) else {
                    return;
                };
                if send.send(body).is_err() {
                    return;
                }
            }
        });
        Self { url, bodies }
    }

    fn next(&self) -> Value {
        self.bodies.recv_timeout(Duration::from_secs(60)).unwrap()
    }
}

fn answer(mut connection: TcpStream, status: u16) -> std::io::Result<Value> {
    let head = read_until(&mut connection, "\r\n\r\n").to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).unwrap();
    let length: usize = length.lines().next().unwrap().parse().unwrap();
    let mut body = vec![0; length];
    connection.read_exact(&mut body)?;
    write!(
        connection,
        "HTTP/1.1 {status} Some\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    )?;
    Ok(serde_json::from_slice(&body).unwrap())
}

/// A watch in the background, which is killed with its test.
struct Background(Child);

impl Background {
    fn start(lumi: &Lumi, args: &[&str]) -> Self {
        let mut command = lumi.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// Ends it with SIGTERM; returns its exit code and the rest of its messages.
    fn terminate(mut self) -> (Option<i32>, String) {
        signal(&self.0, libc::SIGTERM);
        let mut text = String::new();
        let mut stderr = self.0.stderr.take().unwrap();
        stderr.read_to_string(&mut text).unwrap();
        (self.0.wait().unwrap().code(), text)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn signal(process: &Child, signal: libc::c_int) {
    let id = i32::try_from(process.id()).unwrap();
    // SAFETY: a plain system call without pointers, for a process that was not waited for.
    assert_eq!(unsafe { libc::kill(id, signal) }, 0);
}

#[test]
pub fn only_changes_of_drift_are_events() {
    let lumi = deployed(PROGRAM);
    let watch = || lumi.seen(&["watch", "--rounds", "1"]);
    let mut seen = vec![watch()];
    lumi.file("page.txt", "by hand");
    seen.push(watch());
    // The program has moved, and the drift is the same.
    lumi.file("index.ts", format!("// More\n{PROGRAM}"));
    seen.push(watch());
    fs::remove_file(lumi.folder().join("other.txt")).unwrap();
    seen.push(watch());
    lumi.run(&["reconcile", "--to", "world", "-y"]).ok();
    seen.push(watch());
    lumi.file("index.ts", "throw new Error(\"no\");");
    seen.push(watch());
    seen.push(watch());
    lumi.file("index.ts", PROGRAM);
    seen.push(watch());
    seen.push(lumi.seen(&["stack", "history", "--drift"]));
    seen.push(lumi.seen(&["stack", "history", "--drift", "2"]));
    seen.push(lumi.seen(&["stack", "history", "--drift", "9"]));
    insta::assert_snapshot!("watch_events", seen.join("\n"));
}

#[test]
pub fn drift_is_set_back_in_each_round() {
    let lumi = deployed(PROGRAM);
    lumi.file("page.txt", "by hand");
    fs::remove_file(lumi.folder().join("other.txt")).unwrap();
    let refused = lumi.run(&["watch", "--rounds", "1", "--to", "world"]);
    assert_eq!(refused.code, 2, "{}", refused.transcript());
    let args = ["watch", "--every", "1s", "--to", "world", "-y", "--json"];
    let mut watch = Background::start(&lumi, &args);
    let output = watch.0.stdout.as_mut().unwrap();
    let first: Value = serde_json::from_str(&read_until(output, "\n")).unwrap();
    assert_eq!(first["outcome"], "setBack", "{first}");
    assert_eq!(first["change"], "setBack");
    assert_eq!(first["drift"].as_array().unwrap().len(), 2, "{first}");
    assert_eq!(lumi.read("page.txt"), "hello");
    assert_eq!(lumi.read("other.txt"), "world");
    lumi.file("page.txt", "again");
    let deadline = Instant::now() + Duration::from_secs(120);
    while lumi.read("page.txt") != "hello" {
        assert!(Instant::now() < deadline, "the drift stays");
        thread::sleep(Duration::from_millis(100));
    }
    let (code, text) = watch.terminate();
    assert_eq!(code, Some(0), "{text}");
}

#[test]
pub fn one_process_watches_a_stack() {
    let lumi = deployed(PROGRAM);
    let mut first = Background::start(&lumi, &["watch", "--every", "1h"]);
    read_until(first.0.stderr.as_mut().unwrap(), "no drift\n");
    let second = lumi.run(&["watch", "--rounds", "1"]);
    assert_eq!(second.code, 3, "{}", second.transcript());
    let text = &second.stderr;
    assert!(
        text.contains("the stack `dev` is watched already: ") && text.contains("`lumi watch`"),
        "{text}"
    );
    // Deployments go on beside it.
    lumi.file("index.ts", PROGRAM.replace("hello", "changed"));
    lumi.run(&["up", "-y"]).ok();
    signal(&first.0, libc::SIGKILL);
    first.0.wait().unwrap();
    let next = lumi.run(&["watch", "--rounds", "1"]);
    assert_eq!(next.code, 0, "{}", next.transcript());
    assert!(
        next.stderr.contains("its process is gone"),
        "{}",
        next.stderr
    );
}

/// A program that never ends takes its round along, and no process stays behind, also if the watch is killed.
#[test]
pub fn a_round_has_a_time_limit() {
    let lumi = deployed(PROGRAM);
    lumi.file(
        "index.ts",
        "console.error(\"started\"); await new Promise((done) => setTimeout(done, 1e9));",
    );
    let watch = lumi.run(&["watch", "--rounds", "1", "--round-timeout", "3s"]);
    assert_eq!(watch.code, 1, "{}", watch.transcript());
    assert!(
        watch
            .stdout
            .contains("the round took longer than 3s (--round-timeout)"),
        "{}",
        watch.transcript()
    );
    let mut killed = Background::start(&lumi, &["watch", "--allow-env"]);
    let rounds = || rounds_of(lumi.folder());
    let deadline = Instant::now() + Duration::from_secs(60);
    while rounds() == 0 {
        assert!(Instant::now() < deadline, "no round has begun");
        thread::sleep(Duration::from_millis(20));
    }
    signal(&killed.0, libc::SIGKILL);
    killed.0.wait().unwrap();
    while rounds() > 0 {
        assert!(Instant::now() < deadline, "the round has not ended");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The number of processes of rounds in a folder.
fn rounds_of(folder: &std::path::Path) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let is_round = |process: &fs::DirEntry| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let here = fs::read_link(process.path().join("cwd"));
        String::from_utf8_lossy(&line).contains("--one-round") && here.is_ok_and(|it| it == folder)
    };
    processes.filter(is_round).count()
}

#[test]
pub fn webhooks_get_events_and_no_secrets() {
    let secret = "hunter2-hunter2";
    let lumi = Lumi::program(
        "import { Config } from \"lumi\";\nimport { fs } from \"lumi/std\";\n\
         const secret = new Config().requireSecret(\"password\");\n\
         new fs.File(\"page\", { path: \"page.txt\", content: \"hello\" });\n\
         new fs.File(\"secret\", { path: \"secret.txt\", content: secret });\n",
    );
    lumi.run(&["config", "set", "password", secret, "--secret"])
        .ok();
    lumi.run(&["up", "-y"]).ok();
    lumi.file("page.txt", "by hand");
    lumi.file("secret.txt", "another");
    // The first attempt fails for a moment, the second one arrives.
    let hook = Webhook::start(&[503, 200]);
    let watch = lumi.run(&["watch", "--rounds", "1", "--webhook", &hook.url, "-v"]);
    assert_eq!(watch.code, 1, "{}", watch.transcript());
    let (failed, taken) = (hook.next(), hook.next());
    assert_eq!(failed, taken);
    assert_eq!(taken["event"], "drifted");
    assert_eq!(taken["stack"], "dev");
    let text = taken["text"].as_str().unwrap();
    assert!(
        text.ends_with(", stack dev: drift in 2 resources"),
        "{text}"
    );
    let history = lumi.run(&["stack", "history", "--drift", "--json"]);
    let files = fs::read_dir(lumi.folder().join(".lumi/stacks"))
        .unwrap()
        .flatten();
    let mut written = format!("{taken}{}{}", watch.transcript(), history.transcript());
    for project in files {
        for entry in fs::read_dir(project.path().join("dev/drift"))
            .unwrap()
            .flatten()
        {
            written += &fs::read_to_string(entry.path()).unwrap();
        }
    }
    assert!(!written.contains(secret), "{written}");
    assert!(written.contains("by hand"), "{written}");

    // One that refuses is named without its path, which is often a secret.
    let refusing = Webhook::start(&[404]);
    lumi.run(&["reconcile", "--to", "world", "-y"]).ok();
    let mut command = lumi.command(&["watch", "--rounds", "1"]);
    let answer = command.env("LUMI_WEBHOOK", &refusing.url).output().unwrap();
    let text = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(refusing.next()["event"], "resolved");
    assert!(
        text.contains("the webhook did not take the event: 127.0.0.1: status 404"),
        "{text}"
    );
    assert!(!text.contains("t0ken"), "{text}");
}

#[test]
pub fn a_stack_that_does_not_exist_is_not_watched() {
    let lumi = Lumi::program(PROGRAM);
    let answer = lumi.run(&["watch", "-s", "prod", "--rounds", "1"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(!lumi.folder().join(".lumi/stacks").exists());
    for (flag, value) in [
        ("--every", "5"),
        ("--webhook", "example.com"),
        ("--rounds", "0"),
    ] {
        let answer = lumi.run(&["watch", flag, value]);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
    }
}

/// A deletion is no repair that a limit of none allows.
#[test]
pub fn a_limit_of_deletions_holds_in_rounds() {
    let lumi = deployed(PROGRAM);
    lumi.file("other.txt", "by hand");
    lumi.file(
        "index.ts",
        PROGRAM.replace("new fs.File(\"other\"", "// (\"other\""),
    );
    let world = ["watch", "--rounds", "1", "--to", "world", "-y"];
    let limited = lumi.run(&[&world[..], &["--max-deletes", "0"]].concat());
    assert_eq!(limited.code, 1, "{}", limited.transcript());
    let text = limited.transcript();
    assert!(text.contains("--max-deletes allows 0"), "{text}");
    assert_eq!(lumi.read("other.txt"), "by hand");
    let limited = lumi.run(&["reconcile", "--to", "world", "-y", "--max-deletes", "0"]);
    assert_eq!(limited.code, 1, "{}", limited.transcript());
    assert_eq!(lumi.read("other.txt"), "by hand");
}

/// A server that takes connections, and never answers.
fn silent_webhook() -> (TcpListener, String) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    (listener, url)
}

/// A webhook that hangs keeps neither the others from the event, nor the watch from its end.
#[test]
pub fn a_webhook_that_hangs_holds_nothing_up() {
    let lumi = deployed(PROGRAM);
    lumi.file("page.txt", "by hand");
    let (silent, url) = silent_webhook();
    let other = Webhook::start(&[200]);
    let args = [
        "watch",
        "--every",
        "1h",
        "--webhook",
        &url,
        "--webhook",
        &other.url,
    ];
    let watch = Background::start(&lumi, &args);
    let _connection = silent.accept().unwrap();
    assert_eq!(other.next()["event"], "drifted");
    let begin = Instant::now();
    let (code, text) = watch.terminate();
    assert_eq!(code, Some(0), "{text}");
    // One attempt takes ten seconds.
    assert!(begin.elapsed() < Duration::from_secs(5), "{text}");
    assert!(!text.contains("the webhook did not take"), "{text}");
    // The event is in the history: the next watch knows the drift.
    let next = lumi.run(&["watch", "--rounds", "1"]);
    assert!(
        next.stderr.contains("round 1: the same drift"),
        "{}",
        next.transcript()
    );
}

/// Watches that are killed at any moment leave neither a lock, nor a state that the next one cannot use, nor a history
/// with a gap.
#[test]
pub fn a_watch_that_is_killed_at_any_moment_goes_on() {
    let program = "import { fs } from \"lumi/std\";\n\
        for (let i = 0; i < 40; i++) new fs.File(`f${i}`, { path: `f/${i}`, content: `${i}` });\n";
    let lumi = deployed(program);
    let (mut seed, mut set_back) = (7_u64, 0);
    for _ in 0..6 {
        for file in 0..40 {
            lumi.file(&format!("f/{file}"), "by hand");
        }
        let args = ["watch", "--every", "1h", "--to", "world", "-y"];
        let mut watch = Background::start(&lumi, &args);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        thread::sleep(Duration::from_millis(100 + (seed >> 33) % 2_000));
        signal(&watch.0, libc::SIGKILL);
        watch.0.wait().unwrap();
        set_back += usize::from(lumi.read("f/39") == "39");
        while rounds_of(lumi.folder()) > 0 {
            thread::sleep(Duration::from_millis(20));
        }
    }
    let last = lumi.run(&["watch", "--rounds", "1", "--to", "world", "-y"]);
    let transcript = last.transcript();
    assert!(
        last.code <= 1,
        "after {set_back} whole rounds: {transcript}"
    );
    // A set-back that was killed after its refresh has left objects that the state agrees with.
    lumi.run(&["up", "-y"]).ok();
    for file in 0..40 {
        assert_eq!(lumi.read(&format!("f/{file}")), file.to_string());
    }
    lumi.run(&["preview", "--refresh", "--expect-no-changes"])
        .ok();
    let history = lumi.run(&["stack", "history", "--drift", "--json"]);
    let entries: Value = serde_json::from_str(&history.stdout).unwrap();
    let numbers = entries.as_array().unwrap().iter().rev();
    let numbers: Vec<u64> = numbers.map(|it| it["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
}

/// A history that cannot be written is a warning, and its event one of the next round.
#[test]
pub fn an_event_that_cannot_be_kept_comes_again() {
    let lumi = deployed(PROGRAM);
    lumi.file("page.txt", "by hand");
    let entry = lumi
        .folder()
        .join(".lumi/stacks/demo/dev/drift/00000001.json");
    fs::create_dir_all(&entry).unwrap();
    let lost = lumi.run(&["watch", "--rounds", "1"]);
    assert_eq!(lost.code, 1, "{}", lost.transcript());
    let text = &lost.stderr;
    assert!(
        text.contains("the history of drift cannot be written"),
        "{}",
        lost.transcript()
    );
    fs::remove_dir(&entry).unwrap();
    let kept = lumi.run(&["watch", "--rounds", "1"]);
    assert!(
        kept.stdout.contains("1  ") && kept.stdout.contains("drift  1 resource"),
        "{}",
        kept.transcript()
    );
}

/// The text of the first block of a language after a heading of `docs/reconcile.md`.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let (_, rest) = page.split_once("## Watching").unwrap();
    let (_, rest) = rest.split_once(&format!("\n```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}

/// The command line of an example is one that lumi takes: it fails because there is no such stack, and not before.
fn is_accepted(args: &[&str]) {
    let lumi = Lumi::program(PROGRAM);
    let answer = lumi.run(args);
    let text = answer.transcript();
    assert!(answer.code == 2 && text.contains("`prod`"), "{text}");
    assert!(!text.contains("Usage:"), "{text}");
}

#[test]
pub fn the_examples_of_services_are_valid() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reconcile.md")).unwrap();
    let unit = block(&page, "ini");
    let line = unit
        .lines()
        .find_map(|it| it.strip_prefix("ExecStart=/usr/bin/lumi "));
    is_accepted(&line.unwrap().split(' ').collect::<Vec<_>>());
    // Providers must not get the signal that the watch gets: they end their steps.
    assert!(unit.contains("KillMode=mixed\n"), "{unit}");
    let job: Value = serde_yaml_ng::from_str(block(&page, "yaml")).unwrap();
    assert_eq!(job["kind"], "CronJob");
    assert_eq!(job["spec"]["concurrencyPolicy"], "Forbid");
    let command =
        &job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]["command"];
    let words: Vec<&str> = command
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    assert_eq!(words[0], "lumi");
    is_accepted(&words[1..]);

    // The program must exist where the unit says.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lumi-watch.service");
    fs::write(
        &path,
        unit.replace("/usr/bin/lumi", env!("CARGO_BIN_EXE_lumi")),
    )
    .unwrap();
    let Ok(verified) = tool("systemd-analyze").arg("verify").arg(&path).output() else {
        return;
    };
    let said = String::from_utf8_lossy(&verified.stderr);
    assert!(
        verified.status.success() && !said.contains("lumi-watch"),
        "{said}"
    );
}
