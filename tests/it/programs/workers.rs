//! Workers of `node:worker_threads` in a program: what they may do, and how they end. What they do as in Node is
//! in `tests/programs/as_in_node/workers.mjs`.

use std::time::{Duration, Instant};

use crate::support::lumi::Lumi;

const IMPORT: &str = "import { Worker } from 'node:worker_threads';\n";

/// A program that starts a worker of this code, of which each line is a statement.
fn with_worker(code: &str, rest: &str) -> Lumi {
    let code = format!("{code:?}");
    Lumi::program(&format!(
        "{IMPORT}const worker = new Worker({code}, {{ eval: true }});\n{rest}"
    ))
}

#[test]
fn a_worker_may_do_no_more_than_its_program() {
    let attempts = "const attempts = { read: () => require('fs').readFileSync('/etc/hostname'), \
         write: () => require('fs').writeFileSync('/tmp/no', ''), \
         run: () => require('child_process').execFileSync('ls'), \
         env: () => process.env.HOME, \
         module: () => require('/etc/hostname'), \
         inner: () => new (require('worker_threads').Worker)('try { require(\"fs\").readFileSync(\"/etc/hostname\"); console.log(\"inner may\") } catch (error) { console.log(error.message.split(\" is denied\")[0]) }', { eval: true }), };\n\
         for (const [name, attempt] of Object.entries(attempts)) {\n\
           try { attempt(); if (name !== 'inner') console.log(name, 'is allowed'); }\n\
           catch (error) { console.log(error.message.split(' is denied')[0]); }\n\
         }\n\
         fetch('http://127.0.0.1:9').catch((error) => console.log(error.message.split(' is denied')[0]));";
    let answer = with_worker(attempts, "").run(&["run"]);
    let mut lines: Vec<&str> = answer.stderr.lines().collect();
    lines.sort_unstable();
    insta::assert_snapshot!(lines.join("\n"));
    let answer = with_worker(
        "console.log(typeof require('fs').readFileSync('/etc/passwd', 'utf8'))",
        "",
    )
    .run(&["run", "--allow-read=/etc/passwd"]);
    assert_eq!(answer.stderr, "string\n");
}

#[test]
fn a_worker_declares_no_resources() {
    let lumi = with_worker(
        "new (require('lumi').CustomResource)('a:b:C', 'x', {})",
        "worker.on('error', ({ message }) => console.log(message));",
    );
    let answer = lumi.run(&["run"]);
    let problem = "a:b:C \"x\" is declared in a worker, and resources are declared in the main thread: send it what \
                   it needs with `parentPort.postMessage`";
    // The program has dealt with the error of its worker; a deployment would delete the resource.
    assert!(
        answer
            .stderr
            .starts_with(&format!("{problem}\nerror: {problem}\n")),
        "{}",
        answer.stderr
    );
    assert_eq!(answer.code, 1);
}

#[test]
fn files_of_workers_are_typescript_and_find_packages() {
    let lumi = Lumi::program(&format!(
        "{IMPORT}for (const file of ['./task.ts', './old.cts']) {{\n\
           new Worker(new URL(file, import.meta.url), {{ workerData: 20 }}).on('message', (it) => console.log(file, it));\n\
         }}\n"
    ));
    lumi.file(
        "task.ts",
        "import { parentPort, workerData } from 'node:worker_threads';\n\
         import { twice } from 'twice';\n\
         const data: number = workerData;\n\
         parentPort!.postMessage(twice(data + 1));\n",
    );
    lumi.file(
        "old.cts",
        "const threads = require('worker_threads');\n\
         const data: number = threads.workerData;\n\
         threads.parentPort.postMessage(require('twice').twice(data));\n",
    );
    lumi.file(
        "node_modules/twice/package.json",
        "{\"name\":\"twice\",\"main\":\"i.js\"}",
    );
    lumi.file("node_modules/twice/i.js", "exports.twice = (it) => it * 2;");
    let answer = lumi.run(&["run"]);
    let mut lines: Vec<&str> = answer.stderr.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["./old.cts 40", "./task.ts 42"], "{}", answer.stderr);
}

/// Runs a program whose worker never ends, and fails if that lasts longer than any start does.
fn ends(code: &str, rest: &str, flags: &[&str]) -> (i32, String) {
    let begin = Instant::now();
    let arguments: Vec<&str> = ["run"].iter().chain(flags).copied().collect();
    let answer = with_worker(code, rest).run(&arguments);
    assert!(begin.elapsed() < Duration::from_secs(60), "{code}");
    (answer.code, answer.stderr)
}

#[test]
fn limits_of_the_program_reach_its_workers() {
    for code in [
        "for (;;);",
        "setInterval(() => {}, 1)",
        "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
        "new (require('worker_threads').Worker)('for (;;);', { eval: true })",
    ] {
        let (exit, text) = ends(code, "", &["--timeout=2s"]);
        assert!(
            exit == 1 && text.contains("stopped after 2s"),
            "{code}: {text}"
        );
    }
    let (exit, text) = ends(
        "const kept = []; for (;;) kept.push(new Array(1000).fill(1));",
        "",
        &["--heap-limit=64MiB"],
    );
    assert!(
        exit == 1 && text.contains("reaching memory limit"),
        "{text}"
    );
    let (exit, text) = ends(
        "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));",
        "worker.on('error', ({ message }) => console.log(message));",
        &["--heap-limit=64MiB"],
    );
    let is_known = text.contains("memory limit") || text.contains("allocation failed");
    assert!(exit == 0 && is_known, "{text}");
}

#[test]
fn workers_end_with_their_program() {
    for (rest, code) in [
        ("worker.on('online', () => process.exit(3));", 1),
        ("worker.on('online', () => { throw new Error('no'); });", 1),
        ("worker.on('online', () => worker.unref());", 0),
    ] {
        let (exit, text) = ends("for (;;);", rest, &[]);
        assert_eq!(exit, code, "{rest}: {text}");
    }
}

#[test]
fn an_error_of_a_worker_that_nothing_hears_fails_the_program() {
    let answer = with_worker("throw new TypeError('mine')", "").run(&["run"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains("TypeError: mine"),
        "{}",
        answer.stderr
    );
}

#[test]
fn a_worker_may_be_ended_while_it_loads_modules() {
    let lumi = Lumi::program(&format!(
        "{IMPORT}let ended = 0;\n\
         for (let round = 0; round < 40; round++) {{\n\
           const worker = new Worker(new URL('./loads.mjs', import.meta.url));\n\
           worker.on('error', (error) => console.log('error', error));\n\
           await new Promise((done) => setTimeout(done, round));\n\
           await worker.terminate();\n\
           ended++;\n\
         }}\n\
         console.log(ended, 'ended');\n"
    ));
    lumi.file(
        "loads.mjs",
        "for (const name of ['fs', 'http', 'crypto', 'stream', 'http2', 'tls']) await import(`node:${name}`);\n\
         throw new Error('the end');\n",
    );
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    // A worker that was faster has failed before it was ended.
    let lines: Vec<&str> = answer.stderr.lines().collect();
    let others = lines.iter().filter(|it| {
        let is_end = **it == "40 ended";
        !is_end && !it.contains("the end") && !it.trim_start().starts_with("at ")
    });
    assert_eq!(others.count(), 0, "{}", answer.stderr);
    assert!(lines.contains(&"40 ended"), "{}", answer.stderr);
}
