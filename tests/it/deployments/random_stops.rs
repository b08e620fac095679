//! Stops at random times: every command ends in an orderly way.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::faults::random_choice::RandomChoice;
use crate::faults::soak::rounds_and_seed;
use crate::support::lumi::{Lumi, tool};

/// Loads much of the runtime on first use, which a stop must not interrupt.
const PROGRAM: &str = r#"
import { createHash } from "node:crypto";
import * as path from "node:path";
import * as util from "node:util";
import { random } from "lumi/std";
import * as dynamic from "lumi/dynamic";

class Thing extends dynamic.Resource {
  constructor(name: string) {
    super({ create: async () => ({ id: name, outputs: {} }), delete: async () => {} }, name, {});
  }
}
for (const name of ["http2", "zlib", "tls", "http", "stream", "dns", "readline", "vm", "worker_threads"]) {
  await import(`node:${name}`);
}
new Thing("thing");
const id = new random.Id("id", { byteLength: 4 });
export const seen = [
  new URL("http://a/b").host, structuredClone({ a: 1 }).a, new TextEncoder().encode("a").length,
  new AbortController().signal.aborted, new EventTarget() instanceof EventTarget, btoa("x"),
  new Blob(["x"]).size, typeof new ReadableStream(), path.join("a", "b"), util.inspect({ a: [1] }),
  createHash("sha256").update("x").digest("hex").length, performance.now() > 0, id.hex,
];
await new Promise((done) => setTimeout(done, 1));
"#;

const TEST: &str = r#"
import { run, test } from "lumi/testing";
test("the program runs", async () => {
  const result = await run(() => import("./index.ts"));
  if (result.resources.length !== 2) throw new Error(String(result.resources.length));
});
"#;

/// The number of stops of each command.
const ROUNDS: u32 = 10;

/// Random times in each run of the tests; failure messages contain them.
fn dice() -> RandomChoice {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    RandomChoice::new(now.subsec_nanos().into())
}

fn project() -> Lumi {
    Lumi::program(PROGRAM)
}

fn start(lumi: &Lumi, args: &[&str]) -> Child {
    let mut command = lumi.command(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// The duration of a command that is not stopped.
fn duration(lumi: &Lumi, args: &[&str]) -> Duration {
    let begin = Instant::now();
    let output = start(lumi, args).wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    begin.elapsed()
}

/// Other exit codes are bugs; a signal before the handler is installed ends the process.
fn ends_in_good_order(output: &Output, signal: Option<i32>, when: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let is_code = matches!(output.status.code(), Some(0 | 1 | 4));
    let is_signal = signal.is_some() && output.status.signal() == signal;
    assert!(is_code || is_signal, "{when}: {}\n{stderr}", output.status);
    assert!(!stderr.contains("panicked"), "{when}: {stderr}");
}

/// Commands that run code and change nothing, whose stack is deployed.
const HARMLESS: &[&[&str]] = &[
    &["run"],
    &["preview"],
    &["test", "a.test.ts"],
    &["refresh", "-n"],
    &["destroy", "-n"],
    &["closure", "run", "f"],
];

/// A deployed stack, a test and a bundle.
fn deployed() -> Lumi {
    let lumi = project();
    lumi.file("a.test.ts", TEST);
    lumi.file("f/package.json", r#"{"main":"f.mjs","type":"module"}"#);
    lumi.file(
        "f/f.mjs",
        "export default async () => {\n\
           for (const name of ['http2', 'zlib', 'tls', 'http']) await import(`node:${name}`);\n\
           return structuredClone([new URL('http://a/b').host]);\n\
         };\n",
    );
    lumi.run(&["up", "-y"]).ok();
    lumi
}

fn time_limits(rounds: u32) {
    let lumi = deployed();
    let mut dice = dice();
    for command in HARMLESS {
        let whole = duration(&lumi, command);
        for _ in 0..rounds {
            let limit = format!("{}us", dice.below(whole.as_micros() as u64) + 1);
            let args = [command, &["--timeout", &limit][..]].concat();
            let output = start(&lumi, &args).wait_with_output().unwrap();
            ends_in_good_order(&output, None, &args.join(" "));
        }
    }
    lumi.run(&["up", "-y", "--expect-no-changes"]).ok();
}

#[test]
fn a_time_limit_may_come_at_any_time() {
    time_limits(ROUNDS * 2);
}

/// The first milliseconds are those in which modules of Node are loaded, each by `import()`.
#[test]
fn a_time_limit_may_come_while_modules_are_loaded() {
    let lumi = deployed();
    let commands = HARMLESS.iter().copied().chain([&["up", "-y"][..]]);
    let commands: Vec<&[&str]> = commands.collect();
    for milliseconds in 1..=60 {
        // Two commands for each limit, in turn.
        for command in [0, 3].map(|it| commands[(milliseconds + it) % commands.len()]) {
            let limit = format!("{milliseconds}ms");
            let args = [command, &["--timeout", &limit][..]].concat();
            let output = start(&lumi, &args).wait_with_output().unwrap();
            ends_in_good_order(&output, None, &args.join(" "));
        }
    }
    lumi.run(&["up", "-y"]).ok();
}

/// Fills the heap up to 40 MB on the way through the runtime.
const HUNGRY: &str = r#"
const kept: number[][] = [];
for (let step = 0; step < 40; step++) kept.push(new Array(1 << 17).fill(step));
"#;

fn heap_limits(rounds: u32) {
    let lumi = deployed();
    lumi.file("index.ts", format!("{PROGRAM}{HUNGRY}"));
    lumi.file("a.test.ts", format!("{TEST}{HUNGRY}"));
    let bundle = "export default () => { HUNGRY return kept.length; };";
    let hungry = HUNGRY.replace(": number[][]", "");
    lumi.file("f/f.mjs", bundle.replace("HUNGRY", &hungry));
    let mut dice = dice();
    let mut stopped = 0;
    for command in HARMLESS
        .iter()
        .filter(|it| it[0] != "destroy" && it[0] != "refresh")
    {
        duration(&lumi, command);
        for _ in 0..rounds {
            let limit = format!("{}KiB", (16 << 10) + dice.below(32 << 10));
            let args = [command, &["--heap-limit", &limit][..]].concat();
            let output = start(&lumi, &args).wait_with_output().unwrap();
            ends_in_good_order(&output, None, &args.join(" "));
            stopped += u32::from(!output.status.success());
        }
    }
    assert!(stopped > 0);
}

#[test]
fn a_heap_limit_may_be_reached_anywhere() {
    heap_limits(ROUNDS / 2);
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_early_stops() {
    let (rounds, _) = rounds_and_seed();
    let rounds = u32::try_from(rounds).unwrap();
    time_limits(rounds * 5);
    signals(rounds);
    heap_limits(rounds);
    println!("{rounds} rounds of stops at any time, all in good order");
}

#[test]
fn a_signal_may_come_at_any_time() {
    signals(ROUNDS / 2);
}

fn signals(rounds: u32) {
    let mut dice = dice();
    let changing: [&[&str]; 3] = [&["up", "-y"], &["refresh", "-y"], &["destroy", "-y"]];
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let lumi = deployed();
        for args in HARMLESS
            .iter()
            .chain([&["graph"][..]].iter())
            .chain(&changing)
        {
            let whole = duration(&lumi, args);
            for _ in 0..rounds {
                let child = start(&lumi, args);
                let wait = Duration::from_micros(dice.below(whole.as_micros() as u64));
                thread::sleep(wait);
                // The process may have ended already.
                let _ = tool("kill")
                    .args([&format!("-{name}"), &child.id().to_string()])
                    .stderr(Stdio::null())
                    .status();
                let output = child.wait_with_output().unwrap();
                let when = format!("{}, {name} after {wait:?}", args.join(" "));
                ends_in_good_order(&output, Some(number), &when);
            }
            // The stack remains usable.
            lumi.run(&["up", "-y"]).ok();
        }
    }
}
