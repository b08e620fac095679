//! The worker processes of `lumi closure serve`.

use std::fs;

use crate::functions::served::{Functions, Served, get, queue, send, wait};
use crate::support::lumi::Lumi;

/// A fatal error of V8: code cannot catch it, and the process ends.
const FATAL: &str = "'x'.repeat(140_000_000).match(/x/g)";

#[test]
fn a_fatal_error_costs_the_calls_of_that_function_only() {
    let fns = Functions::new();
    let export =
        format!("({{ params }}) => params.how === 'fatal' ? {FATAL}.length : process.env.LUMI_X");
    fns.add("frail", &get("/frail/:how"), &export);
    let slow = "() => new Promise((go) => setTimeout(() => go('done'), 3000))";
    fns.add("slow", &get("/slow"), slow);
    let it = fns.serve(&[]);
    assert_eq!(it.get("/frail/ok").brief(), "200 x");
    let address = it.address.clone();
    let other = std::thread::spawn(move || send(&address, "GET", "/slow", "", b""));
    for _ in 0..2 {
        let reply = it.get("/frail/fatal");
        assert_eq!(reply.status, 502, "{}", reply.text());
        assert!(
            reply.text().contains("its process was ended by V8"),
            "{}",
            reply.text()
        );
        assert_eq!(it.get("/frail/ok").brief(), "200 x");
    }
    assert_eq!(other.join().unwrap().brief(), "200 done");
    let log = it.log();
    assert!(
        log.contains("function frail failed at GET /frail/fatal: its process was ended by V8"),
        "{log}"
    );
}

#[test]
fn a_message_whose_process_died_is_brought_again() {
    let fns = Functions::new();
    let export = format!(
        "(message, {{ attempt }}) => attempt === 1 ? {FATAL}.length : console.log(`attempt ${{attempt}}`)"
    );
    fns.add("frail", &queue("jobs"), &export);
    let it = fns.serve(&[]);
    assert_eq!(it.platform("POST", "queues/jobs", "{}").status, 202);
    it.wait_for_log("[frail] attempt 2");
    it.wait_for_log("function frail handled message");
}

#[cfg(target_os = "linux")]
#[test]
fn workers_are_small_confined_and_end_with_the_platform() {
    let fns = Functions::new();
    fns.add("idle", &get("/idle"), "() => 'ok'");
    let mut it = fns.serve(&[]);
    assert_eq!(it.get("/idle").brief(), "200 ok");
    let log = it.log();
    assert!(log.contains("kernel limits on functions: "), "{log}");
    let workers = children(it.process.id());
    assert_eq!(workers.len(), 1, "{workers:?}");
    let status = |what: &str| {
        let text = fs::read_to_string(format!("/proc/{}/status", workers[0])).ok()?;
        let line = text.lines().find_map(|it| it.strip_prefix(what))?;
        line.split_whitespace().nth(1).map(str::to_owned)
    };
    // Private memory in kilobytes; code and snapshot are shared.
    let own: u32 = status("RssAnon").unwrap().parse().unwrap();
    assert!(own < 15 << 10, "{own} kB");
    if log.contains("seccomp") {
        assert_eq!(status("Seccomp").as_deref(), Some("2"));
    }
    assert_eq!(status("NoNewPrivs").as_deref(), Some("1"));
    it.process.kill().unwrap();
    it.process.wait().unwrap();
    wait(
        || status("Pid").is_none(),
        || "the worker lives on".to_owned(),
    );
}

/// The child processes of a process.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|it| it.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |process: &u32| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        status.lines().any(|it| it == format!("PPid:\t{parent}"))
    };
    numbers.filter(is_child).collect()
}

/// Programs that a function has started lead process groups of their own, and their children may, too.
#[cfg(target_os = "linux")]
#[test]
fn processes_of_a_function_end_with_its_worker() {
    let lumi = Lumi::new();
    // With `-m`, background jobs lead process groups.
    lumi.file(
        "out/starter/index.mjs",
        format!(
            "import {{ spawn }} from 'node:child_process';\n\
             export default async ({{ params }}) => {{\n\
             if (params.how === 'fatal') return {FATAL}.length;\n\
             const child = spawn('bash', ['-mc', 'sleep 1000 & echo $!; wait']);\n\
             return new Promise((done) => child.stdout.once('data', (id) => done(String(id).trim())));\n\
             }};\n"
        ),
    );
    lumi.file(
        "out/starter/function.json",
        r#"{ "name": "starter", "permissions": { "run": ["bash"] }, "triggers": [
            { "type": "http", "method": "GET", "path": "/:how" }] }"#,
    );
    let mut it = Served::start(&lumi, "out", &[]);
    let start = || it.get("/start").text().parse::<u32>().unwrap();
    let is_running = |id: u32| {
        fs::read_to_string(format!("/proc/{id}/cmdline")).is_ok_and(|it| it.contains("sleep"))
    };
    // While a process begins another program, it has no command line.
    let begins = |id: u32| wait(|| is_running(id), || format!("{id} has ended"));
    let ends = |id: u32| wait(|| !is_running(id), || format!("{id} lives on"));

    let first = start();
    begins(first);
    assert_eq!(it.get("/fatal").status, 502);
    ends(first);

    let second = start();
    begins(second);
    it.interrupt();
    it.process.wait().unwrap();
    ends(second);
}

/// More than a map of headers takes: the platform lives on.
#[test]
fn an_answer_with_too_many_headers_costs_that_call_only() {
    let functions = Functions::new();
    let many = "() => ({ headers: Object.fromEntries(\
         Array.from({ length: 40_000 }, (_, index) => [`x-${index}`, 'v'])) })";
    functions.add("many", &get("/many"), many);
    functions.add("good", &get("/good"), "() => \"fine\"");
    let served = functions.serve(&[]);
    let reply = served.get("/many").brief();
    assert!(
        reply.starts_with("500 ") && reply.contains("too many headers"),
        "{reply}"
    );
    assert_eq!(served.get("/good").brief(), "200 fine");
}
