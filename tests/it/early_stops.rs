//! Stops at random times: every command ends in an orderly way.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::faults::dice::Dice;
use crate::lumi::{Lumi, tool};

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

/// The number of stops of each command.
const ROUNDS: u32 = 10;

/// Random times in each run of the tests; failure messages contain them.
fn dice() -> Dice {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Dice::new(now.subsec_nanos().into())
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

#[test]
fn a_time_limit_may_come_at_any_time() {
    let lumi = project();
    let mut dice = dice();
    for command in ["run", "preview"] {
        let whole = duration(&lumi, &[command]);
        for _ in 0..ROUNDS * 4 {
            let limit = format!("{}us", dice.below(whole.as_micros() as u64) + 1);
            let output = start(&lumi, &[command, "--timeout", &limit]);
            let output = output.wait_with_output().unwrap();
            ends_in_good_order(&output, None, &format!("{command} --timeout {limit}"));
        }
    }
}

#[test]
fn a_signal_may_come_at_any_time() {
    let mut dice = dice();
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let lumi = project();
        for command in ["run", "up", "destroy"] {
            let args = match command {
                "run" => vec!["run"],
                _ => vec![command, "-y"],
            };
            let whole = duration(&lumi, &args);
            for _ in 0..ROUNDS {
                let child = start(&lumi, &args);
                let wait = Duration::from_micros(dice.below(whole.as_micros() as u64));
                thread::sleep(wait);
                // The process may have ended already.
                let _ = tool("kill")
                    .args([&format!("-{name}"), &child.id().to_string()])
                    .stderr(Stdio::null())
                    .status();
                let output = child.wait_with_output().unwrap();
                let when = format!("{command}, {name} after {wait:?}");
                ends_in_good_order(&output, Some(number), &when);
                // Left behind by a signal without a handler.
                let _ = fs::remove_file(lumi.folder().join(".lumi/stacks/dev/lock"));
            }
            // The stack remains usable.
            lumi.run(&["up", "-y"]).ok();
        }
    }
}
