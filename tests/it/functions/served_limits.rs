//! Limits of `lumi closure serve`: on requests, and on the calls of functions.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::functions::served::{Functions, get, send};

/// A function that returns the body of its request.
fn echo() -> Functions {
    let fns = Functions::new();
    fns.add(
        "echo",
        r#"{ "type": "http", "path": "/echo" }"#,
        "({ body }) => body",
    );
    fns
}

/// Sends `head` and keeps the connection.
fn begin(address: &str, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn a_body_that_is_announced_as_too_large_is_refused_at_once() {
    let fns = echo();
    let it = fns.serve(&[]);
    for length in ["67108865", "107374182400"] {
        let head = format!("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: {length}\r\n\r\n");
        let mut stream = begin(&it.address, &head);
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413");
    }
}

#[test]
fn a_missing_body_does_not_keep_the_platform_running() {
    let fns = echo();
    let mut it = fns.serve(&[]);
    let head = "POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nonly this";
    let _stream = begin(&it.address, head);
    assert_eq!(it.request("POST", "/echo", "", b"a").brief(), "200 a");
    let started = Instant::now();
    it.interrupt();
    assert_eq!(it.process.wait().unwrap().code(), Some(0));
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn a_result_that_is_too_large_fails_and_the_function_lives() {
    let fns = Functions::new();
    fns.add(
        "large",
        &get("/:mib"),
        "({ params: { mib } }) => { globalThis.count = (globalThis.count ?? 0) + 1; return mib === '0' ? globalThis.count : 'x'.repeat(Number(mib) << 20); }",
    );
    let it = fns.serve(&[]);
    assert!(it.get("/97").brief().starts_with("500 "));
    assert!(it.log().contains("the result is too large"), "{}", it.log());
    assert_eq!(it.get("/0").brief(), "200 2");
}

#[test]
fn a_call_that_takes_too_long_is_ended_and_the_function_lives() {
    let fns = Functions::new();
    fns.add(
        "slow",
        &get("/:how"),
        "({ params: { how } }) => { if (how === 'loop') for (;;); \
         if (how === 'wait') return new Promise(() => {}); return globalThis.count = (globalThis.count ?? 0) + 1; }",
    );
    let it = fns.serve(&["--timeout", "1s"]);
    assert_eq!(it.get("/ok").brief(), "200 1");
    assert_eq!(it.get("/ok").brief(), "200 2");
    let late = r#"504 {"error":"the function did not answer within 1s"}"#;
    assert_eq!(it.get("/loop").brief(), late);
    // In a new isolate.
    assert_eq!(it.get("/ok").brief(), "200 1");
    assert_eq!(it.get("/wait").brief(), late);
    assert_eq!(it.get("/ok").brief(), "200 1");
    assert!(it.log().contains("did not end within 1s"), "{}", it.log());
}

#[test]
fn a_function_that_takes_too_much_memory_is_started_again() {
    let fns = Functions::new();
    fns.add(
        "hungry",
        &get("/:how"),
        "({ params: { how } }) => { const all = []; while (how === 'all') all.push(new Array(1000).fill({})); return 1; }",
    );
    let it = fns.serve(&["--heap-limit", "64MiB"]);
    assert_eq!(it.get("/none").brief(), "200 1");
    assert_eq!(it.get("/all").status, 500);
    assert_eq!(it.get("/none").brief(), "200 1");
    assert!(it.log().contains("64 MiB"), "{}", it.log());
}

#[test]
fn calls_run_at_the_same_time() {
    let fns = Functions::new();
    // The first twenty wait for each other.
    fns.add(
        "meet",
        &get("/meet"),
        "() => new Promise((go) => { const all = (globalThis.all ??= []); all.push(go); if (all.length === 20) all.forEach((it, at) => it(at)); })",
    );
    let it = fns.serve(&["-q"]);
    let address = it.address.as_str();
    let mut answers: Vec<u32> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..20)
            .map(|_| scope.spawn(|| send(address, "GET", "/meet", "", b"")))
            .collect();
        let replies = calls.into_iter().map(|it| it.join().unwrap());
        replies.map(|it| it.text().parse().unwrap()).collect()
    });
    answers.sort_unstable();
    assert_eq!(answers, (0..20).collect::<Vec<_>>());
}

/// The status of the response to a request.
fn status(address: &str, request: &str) -> String {
    let mut stream = begin(address, request);
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[test]
fn pages_of_other_sites_cannot_use_functions() {
    let fns = echo();
    let it = fns.serve(&["--allow-host", "app.example.com"]);
    let post = |headers: &str| {
        let head = format!(
            "POST /echo HTTP/1.1\r\n{headers}connection: close\r\ncontent-length: 1\r\n\r\na"
        );
        status(&it.address, &head)
    };
    for (headers, expected) in [
        ("host: localhost\r\n", "200"),
        ("host: evil.example\r\n", "403"),
        ("host: app.example.com:8080\r\n", "200"),
        ("host: localhost\r\norigin: http://evil.example\r\n", "403"),
        (
            "host: localhost\r\norigin: http://localhost:3000\r\n",
            "200",
        ),
        (
            "host: localhost\r\norigin: https://app.example.com\r\n",
            "200",
        ),
    ] {
        assert_eq!(post(headers), expected, "{headers}");
    }
    let refused = it.request("POST", "/echo", "origin: http://evil.example\r\n", b"a");
    insta::assert_snapshot!(refused.brief(), @r#"403 {"error":"a page of evil.example must not use functions here; allow it with `lumi closure serve --allow-host evil.example`"}"#);
}

#[test]
fn requests_that_can_be_read_in_two_ways_are_refused() {
    let fns = echo();
    let it = fns.serve(&[]);
    let chunks = "connection: close\r\n\r\n1\r\na\r\n0\r\n\r\n";
    for (lines, expected) in [
        ("host: a\r\n", "200"),
        ("", "400"),
        ("host: a\r\nhost: a\r\n", "400"),
        ("host: a\r\ncontent-length: 1\r\n", "400"),
    ] {
        let head = format!("POST /echo HTTP/1.1\r\n{lines}transfer-encoding: chunked\r\n{chunks}");
        assert_eq!(status(&it.address, &head), expected, "{lines}");
    }
    let last =
        "POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 1\r\n";
    assert_eq!(status(&it.address, &format!("{last}{chunks}")), "400");
    for length in ["01", &format!("{}1", " ".repeat(300))] {
        let head = format!("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: {length}\r\n\r\na");
        assert_eq!(status(&it.address, &head), "400");
    }
    // No body in chunks is followed by another request.
    let chunked = "POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
    assert_eq!(status(&it.address, chunked), "200");
}

/// Adds a function with limits, as JSON.
fn limited(fns: &Functions, limits: &str, export: &str) {
    fns.code("f", &format!("export default {export};\n"));
    let trigger = get("/:what");
    let definition = format!(
        r#"{{ "name": "f", "triggers": [{trigger}, {{ "type": "queue", "queue": "jobs" }}], "limits": {limits} }}"#
    );
    fns.lumi.file("fns/f/function.json", definition);
}

#[cfg(target_os = "linux")]
#[test]
fn a_call_has_the_processor_time_of_its_limits() {
    let fns = Functions::new();
    let export = "async ({ params }) => { if (params.what === 'loop') for (;;); \
                  await new Promise((go) => setTimeout(go, params.what === 'sleep' ? 1500 : 0)); return 'ok'; }";
    limited(&fns, r#"{ "processorTime": 1 }"#, export);
    let it = fns.serve(&[]);
    let problem = r#"504 {"error":"the function used more than 1s of processor time"}"#;
    assert_eq!(it.get("/sleep").brief(), "200 ok");
    assert_eq!(it.get("/loop").brief(), problem);
    assert_eq!(it.get("/ok").brief(), "200 ok");
}

#[test]
fn a_function_has_the_memory_of_its_limits() {
    let fns = Functions::new();
    let export = "({ params }) => { if (params.what === 'ok') return 'ok'; const all = []; \
                  for (;;) all.push(new Array(1e5).fill(0)); }";
    limited(&fns, r#"{ "memory": 32 }"#, export);
    let it = fns.serve(&[]);
    assert_eq!(it.get("/ok").brief(), "200 ok");
    assert_eq!(it.get("/fill").status, 500);
    assert!(it.log().contains("memory"), "{}", it.log());
    assert_eq!(it.get("/ok").brief(), "200 ok");
}

#[test]
fn limits_that_are_none_are_refused_by_name() {
    let fns = Functions::new();
    limited(&fns, r#"{ "cpu": 1 }"#, "() => 'ok'");
    let it = fns.serve(&[]);
    it.wait_for_log("cannot be used: unknown field `cpu`");
}
