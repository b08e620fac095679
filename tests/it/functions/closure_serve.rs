//! `lumi closure serve`: functions behind HTTP, and the life cycle of the platform.

use std::fs;
use std::time::{Duration, Instant};

use crate::functions::served::{Functions, Served, get, send, wait};
use crate::support::lumi::Lumi;

pub const CLIENT: &str = r#"
const platform = (path, init = {}) => fetch(`${process.env.LUMI_PLATFORM}/_lumi/${path}`, {
  ...init, headers: { authorization: `Bearer ${process.env.LUMI_PLATFORM_TOKEN}` },
});
"#;

#[test]
fn requests_lead_to_functions() {
    let fns = Functions::new();
    fns.add(
        "echo",
        r#"{ "type": "http", "path": "/echo/:id/*" }"#,
        "(request) => request",
    );
    fns.add("text", &get("/"), "() => 'hello'");
    fns.add("none", &get("/none"), "() => {}");
    fns.add("list", &get("/list"), "async () => [1, process.env.LUMI_X]");
    fns.add(
        "full",
        &get("/full"),
        "() => ({ status: 201, headers: { 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] }, body: '<p>' })",
    );
    fns.add(
        "bytes",
        &get("/bytes"),
        "() => ({ body: btoa('\\xff\\x00'), isBase64Encoded: true })",
    );
    fns.add(
        "async",
        &get("/late"),
        "() => new Promise((go) => setTimeout(() => go({ late: true }), 20))",
    );
    let it = fns.serve(&[]);
    let headers = "x-test: 1\r\naccept: a\r\n";
    let echo = it
        .request(
            "POST",
            "/echo/a%20b/c/d?x=1&x=2&y=z",
            headers,
            b"body \xc3\xa9",
        )
        .json();
    let mut sent = echo.clone();
    sent["headers"]["host"] = "HOST".into();
    insta::assert_snapshot!(sent, @r#"{"method":"POST","route":"ANY /echo/:id/*","path":"/echo/a%20b/c/d","params":{"id":"a b","*":"c/d"},"query":{"x":["1","2"],"y":"z"},"headers":{"host":"HOST","connection":"close","content-length":"7","x-test":"1","accept":"a"},"body":"body é"}"#);
    assert_eq!(it.get("/").brief(), "200 hello");
    assert_eq!(it.get("/none").brief(), "204 ");
    assert_eq!(it.get("/list").brief(), r#"200 [1,"x"]"#);
    assert_eq!(it.get("/late").brief(), r#"200 {"late":true}"#);
    let full = it.get("/full");
    assert_eq!(full.brief(), "201 <p>");
    assert!(
        full.headers.contains("content-type: text/html\r\n"),
        "{}",
        full.headers
    );
    assert!(
        full.headers.contains("set-cookie: a=1\r\nset-cookie: b=2"),
        "{}",
        full.headers
    );
    assert_eq!(it.get("/bytes").body, [255, 0]);
    assert_eq!(it.request("HEAD", "/", "", b"").brief(), "200 ");
    let echoed = it.request("PUT", "/echo/1/", "", &[255, 254]).json();
    assert_eq!(
        (&echoed["body"], &echoed["isBase64Encoded"]),
        (&"//4=".into(), &true.into())
    );
    let log = it.log();
    assert!(
        log.contains("GET /list 200 ") && log.contains(" ms (list)\n"),
        "{log}"
    );
}

/// Requests that run while the code of their function changes are answered by one version or the other.
#[test]
fn no_request_is_lost_while_a_function_changes() {
    let fns = Functions::new();
    let code = |version: usize| {
        format!("export default () => new Promise((go) => setTimeout(() => go('{version}'), 2));\n")
    };
    fns.add("f", &get("/f"), "null");
    fns.code("f", &code(0));
    let it = fns.serve(&["-q"]);
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let last = 3;
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut newest = 0;
                    while !is_over.load(std::sync::atomic::Ordering::Acquire) {
                        let reply = it.get("/f");
                        assert_eq!(reply.status, 200, "{}", reply.text());
                        newest = reply.text().parse::<usize>().unwrap().max(newest);
                    }
                    newest
                })
            })
            .collect();
        for version in 1..=last {
            fns.code("f", &code(version));
            wait(
                || it.get("/f").text() == version.to_string(),
                || format!("version {version}"),
            );
        }
        is_over.store(true, std::sync::atomic::Ordering::Release);
        let newest = clients.into_iter().map(|it| it.join().unwrap()).max();
        assert_eq!(newest, Some(last));
    });
}

#[test]
fn requests_without_a_route_are_refused() {
    let fns = Functions::new();
    fns.add(
        "get",
        &format!("{}, {}", get("/a/:id"), get("/b")),
        "() => 1",
    );
    fns.add(
        "post",
        r#"{ "type": "http", "method": "POST", "path": "/b" }"#,
        "() => 1",
    );
    let it = fns.serve(&["-q"]);
    let replies = [
        it.get("/nothing").brief(),
        it.request("DELETE", "/b", "", b"").brief(),
        it.get("/a/1/2").brief(),
        it.get("/_lumi/kv/s/k").brief(),
        it.request("GET", "/_lumi/kv/s/k", "authorization: Bearer x\r\n", b"")
            .brief(),
        it.platform("GET", "nothing", "").brief(),
        it.platform("PATCH", "kv/s/k", "").brief(),
        it.platform("GET", "queues/q", "").brief(),
        it.platform("POST", "queues/q", [255]).brief(),
        it.platform("POST", "functions/none", "[]").brief(),
        it.platform("POST", "functions/get", "{}").brief(),
        it.platform("PUT", &format!("kv/s/{}", "k".repeat(2000)), "")
            .brief(),
    ];
    insta::assert_snapshot!(replies.join("\n"), @r#"
    404 {"error":"nothing answers /nothing"}
    405 {"error":"DELETE is not allowed here; use GET, POST"}
    404 {"error":"nothing answers /a/1/2"}
    401 {"error":"this needs the header `authorization: Bearer TOKEN` with the token of this platform, LUMI_PLATFORM_TOKEN inside of functions"}
    401 {"error":"this needs the header `authorization: Bearer TOKEN` with the token of this platform, LUMI_PLATFORM_TOKEN inside of functions"}
    404 {"error":"there are kv, buckets, queues, functions and services below /_lumi"}
    405 {"error":"only GET, PUT, DELETE is allowed here"}
    405 {"error":"only POST is allowed here"}
    400 {"error":"a message must be text in UTF-8"}
    404 {"error":"there is no function \"none\""}
    400 {"error":"the body must be a JSON array, the arguments of the call"}
    400 {"error":"a name must not be longer than 1024 bytes"}
    "#);
    let allowed = it.request("DELETE", "/b", "", b"").headers;
    assert!(allowed.contains("allow: GET, POST"), "{allowed}");
    assert_eq!(it.log(), "");
}

#[test]
fn errors_are_for_the_log_and_not_for_clients() {
    let fns = Functions::new();
    fns.add(
        "throws",
        &get("/throws"),
        "() => {\n  throw new RangeError('secret');\n}",
    );
    fns.add("broken", &get("/broken"), "1 +");
    fns.add(
        "rejects",
        &get("/rejects"),
        "() => { Promise.reject(new Error('never handled')); return 'ok'; }",
    );
    fns.add(
        "cycle",
        &get("/cycle"),
        "() => { const a = {}; a.a = a; return a; }",
    );
    fns.add("status", &get("/status"), "() => ({ status: 42 })");
    fns.add("number", &get("/number"), "1");
    let it = fns.serve(&["--errors", "hidden"]);
    for path in ["throws", "broken", "cycle", "status", "number", "throws"] {
        let reply = it.get(&format!("/{path}")).brief();
        assert_eq!(reply, r#"500 {"error":"the function failed"}"#, "{path}");
    }
    assert_eq!(it.get("/rejects").brief(), "200 ok");
    it.wait_for_log("never handled");
    // The isolate survives.
    assert_eq!(it.get("/rejects").brief(), "200 ok");
    let log = it.log();
    for text in [
        "function throws failed at GET /throws: RangeError: secret\n --> index.mjs:2:9",
        "2 |   throw new RangeError('secret');",
        "function broken failed at GET /broken: SyntaxError",
        "cannot be written as JSON",
        "answered the status 42, which is not valid",
        "the default export of the module is not a function",
    ] {
        assert!(log.contains(text), "{text}\nis not in\n{log}");
    }
}

#[test]
fn on_this_machine_clients_learn_why_a_function_failed() {
    let fns = Functions::new();
    let export = "() => { throw new RangeError('too far'); }";
    fns.add("throws", &get("/throws"), export);
    let shown = r#"500 {"error":"the function failed: RangeError: too far"}"#;
    assert_eq!(fns.serve(&[]).get("/throws").brief(), shown);
    let hidden = r#"500 {"error":"the function failed"}"#;
    let open = fns.serve(&["--host", "0.0.0.0"]);
    let port = open.address.rsplit(':').next().unwrap();
    let reply = send(&format!("127.0.0.1:{port}"), "GET", "/throws", "", b"");
    assert_eq!(reply.brief(), hidden);
}

#[test]
fn platform_requests_of_functions_are_not_logged() {
    let fns = Functions::new();
    let code = format!("{CLIENT} export default async () => (await platform('kv/s/k')).status;");
    fns.add("asks", &get("/asks"), "null");
    fns.code("asks", &code);
    let it = fns.serve(&[]);
    assert_eq!(it.get("/asks").brief(), "200 404");
    it.wait_for_log("GET /asks 200");
    assert!(!it.log().contains("/_lumi/"), "{}", it.log());
    let first = it.log().lines().next().unwrap().to_owned();
    // The time as `hh:mm:ss.mmm `.
    assert_eq!(
        (first.find(':'), first.find('.'), first.find(' ')),
        (Some(2), Some(8), Some(12)),
        "{first}"
    );
}

#[test]
fn functions_use_the_platform() {
    let fns = Functions::new();
    let code = format!(
        "{CLIENT}
        export default async ({{ params: {{ id }} }}) => {{
          await platform(`kv/todos/${{id}}`, {{ method: 'PUT', body: JSON.stringify({{ id }}) }});
          await platform('buckets/files/a/b.bin', {{ method: 'PUT', body: new Uint8Array([0, 255]) }});
          const bytes = await (await platform('buckets/files/a/b.bin')).arrayBuffer();
          const answer = await platform('functions/add', {{ method: 'POST', body: '[1, 2]' }});
          return {{
            keys: await (await platform('kv/todos')).json(),
            value: await (await platform(`kv/todos/${{id}}`)).json(),
            bytes: [...new Uint8Array(bytes)],
            missing: (await platform('kv/todos/none')).status,
            sum: await answer.json(),
            elsewhere: await fetch('http://127.0.0.1:1/').catch((error) => error.message),
            outside: await fetch('http://localhost/').catch((error) => error.message),
          }};
        }};"
    );
    fns.add("use", &get("/use/:id"), "null");
    fns.code("use", &code);
    fns.add("add", r#"{ "type": "invoke" }"#, "(a, b) => a + b");
    let it = fns.serve(&[]);
    insta::assert_snapshot!(it.get("/use/7").json(), @r#"{"keys":["7"],"value":{"id":"7"},"bytes":[0,255],"missing":404,"sum":{"result":3},"elsewhere":"net access to \"127.0.0.1:1\" is denied; `net: [\"127.0.0.1:1\"]` in the permissions of the function permits it","outside":"net access to \"localhost:80\" is denied; `net: [\"localhost:80\"]` in the permissions of the function permits it"}"#);
}

#[test]
fn functions_may_be_common_js() {
    let fns = Functions::new();
    fns.lumi.file(
        "fns/f/function.json",
        format!(
            r#"{{ "name": "f", "entry": "index.cjs", "triggers": [{}] }}"#,
            get("/")
        ),
    );
    fns.lumi.file(
        "fns/f/index.cjs",
        "const { basename } = require('node:path');\nmodule.exports = () => basename('a/b');\n",
    );
    assert_eq!(fns.serve(&[]).get("/").brief(), "200 b");
}

#[test]
fn values_and_objects_outlive_the_platform() {
    let fns = Functions::new();
    let it = fns.serve(&["-q"]);
    let binary: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    assert_eq!(it.platform("PUT", "kv/s/a%2Fb", "1").status, 204);
    assert_eq!(it.platform("PUT", "kv/s/a/c", "2").status, 204);
    assert_eq!(it.platform("PUT", "kv/s/d", "3").status, 204);
    assert_eq!(it.platform("PUT", "buckets/s/d", &binary).status, 204);
    it.kill();
    let it = fns.serve(&["-q"]);
    assert_eq!(it.platform("GET", "kv/s/a/b", "").brief(), "200 1");
    assert_eq!(
        it.platform("GET", "kv/s", "").brief(),
        r#"200 ["a/b","a/c","d"]"#
    );
    assert_eq!(
        it.platform("GET", "kv/s?prefix=a%2F", "").brief(),
        r#"200 ["a/b","a/c"]"#
    );
    assert_eq!(it.platform("GET", "buckets/s/d", "").body, binary);
    assert_eq!(it.platform("DELETE", "kv/s/d", "").status, 204);
    assert_eq!(it.platform("DELETE", "kv/s/d", "").status, 204);
    assert_eq!(it.platform("GET", "kv/s/d", "").status, 404);
    assert_eq!(it.platform("GET", "kv/none", "").brief(), "200 []");
    let large = it.platform("PUT", "kv/s/large", vec![0; (64 << 20) + 1]);
    assert_eq!(large.status, 413);
}

#[test]
fn functions_come_change_and_go_while_serving() {
    let fns = Functions::new();
    let it = fns.serve(&[]);
    assert_eq!(it.get("/a").status, 404);
    fns.add("a", &get("/a"), "() => 'first'");
    it.wait_for_log("function a is ready");
    assert_eq!(it.get("/a").brief(), "200 first");
    fns.code("a", "export default () => 'second';");
    it.wait_for_log("function a has changed");
    assert_eq!(it.get("/a").brief(), "200 second");
    fns.lumi.file("fns/a/function.json", "{");
    it.wait_for_log("cannot be used");
    assert_eq!(it.get("/a").brief(), "200 second");
    fs::remove_dir_all(fns.lumi.folder().join("fns/a")).unwrap();
    it.wait_for_log("function a is gone");
    assert_eq!(it.get("/a").status, 404);
}

#[test]
fn an_interrupt_lets_requests_end() {
    let fns = Functions::new();
    let code = format!(
        "{CLIENT}
        export default async () => {{
          console.log('begun');
          await new Promise((go) => setTimeout(go, 1000));
          // After the interrupt.
          return (await platform('kv/s/k', {{ method: 'PUT', body: '1' }})).status;
        }};"
    );
    fns.add("slow", &get("/slow"), "null");
    fns.code("slow", &code);
    let mut it = fns.serve(&[]);
    let address = it.address.clone();
    let call = std::thread::spawn(move || send(&address, "GET", "/slow", "", b""));
    it.wait_for_log("begun");
    it.interrupt();
    assert_eq!(call.join().unwrap().brief(), "200 204");
    assert_eq!(it.process.wait().unwrap().code(), Some(0));
}

#[test]
fn a_folder_is_served_once() {
    let fns = Functions::new();
    let _it = fns.serve(&[]);
    let again = fns.lumi.run(&["closure", "serve", "fns", "--port", "0"]);
    assert_eq!(again.code, 1);
    assert!(
        again.stderr.contains("another `lumi closure serve`"),
        "{}",
        again.stderr
    );
    let missing = fns.lumi.run(&["closure", "serve", "missing"]);
    assert_eq!(missing.code, 2);
    let help = fns.lumi.run(&["closure", "serve", "--help"]).ok();
    assert!(
        help.contains("The time limit of a call") && !help.contains("Stop the program after"),
        "{help}"
    );
    let busy = Functions::new();
    let port = _it.address.rsplit(':').next().unwrap();
    let busy = busy.lumi.run(&["closure", "serve", "fns", "--port", port]);
    assert_eq!(busy.code, 1);
    assert!(busy.stderr.contains("--port 0"), "{}", busy.stderr);
}

/// Takes a minute: `cargo test --test it -- --ignored serve_a_minute`.
#[test]
#[ignore = "takes up to a minute"]
fn serve_a_minute() {
    let fns = Functions::new();
    let trigger = r#"{ "type": "schedule", "cron": "* * * * *" }"#;
    fns.add(
        "tick",
        trigger,
        "({ cron, time }) => console.log(`${cron} at ${time}`)",
    );
    let it = fns.serve(&[]);
    let start = Instant::now();
    while !it.log().contains("* * * * * at 20") {
        assert!(start.elapsed() < Duration::from_secs(90), "{}", it.log());
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// Bundles have no definition.
#[test]
fn a_folder_without_functions_is_reported() {
    let lumi = Lumi::new();
    lumi.file(
        "build/handler/index.mjs",
        "export const handler = () => 1;\n",
    );
    let _served = Served::start(&lumi, "build", &[]);
    let log = lumi.read("log");
    assert!(log.contains("there are no functions in build"), "{log}");
    assert!(log.contains("function.json"), "{log}");
}

/// Work on other machines calls functions, and does nothing else.
#[test]
fn a_token_of_callers_allows_calls_alone() {
    let fns = Functions::new();
    fns.add("double", "", "(n) => 2 * n");
    let token = "0123456789abcdefghijABCDEFGHIJ-_";
    fns.lumi.file("token", format!("{token}\n"));
    let it = fns.serve(&["--caller-token", "token"]);
    let asked = |method: &str, path: &str, token: &str, body: &str| {
        let header = format!("authorization: Bearer {token}\r\n");
        it.request(method, path, &header, body.as_bytes()).brief()
    };
    let called = asked("POST", "/_lumi/functions/double", token, "[21]");
    assert_eq!(called.trim(), r#"200 {"result":42}"#);
    let wrong = asked("POST", "/_lumi/functions/double", &token[1..], "[21]");
    assert!(wrong.starts_with("401 "), "{wrong}");
    for (method, path) in [
        ("PUT", "/_lumi/kv/store/key"),
        ("POST", "/_lumi/queues/jobs"),
        ("POST", "/_lumi/operator"),
        ("GET", "/_lumi/functions/double"),
    ] {
        let refused = asked(method, path, token, "1");
        assert!(refused.starts_with("403 "), "{method} {path}: {refused}");
    }
    let metrics = asked("GET", "/metrics", token, "");
    assert!(metrics.starts_with("200 "), "{metrics}");
    fns.lumi.file("short", &token[1..]);
    let short = fns
        .lumi
        .run(&["closure", "serve", "fns", "--caller-token", "short"]);
    assert_eq!(short.code, 2, "{}", short.transcript());
    assert!(
        short.stderr.contains("must have a token of 32 or more"),
        "{}",
        short.stderr
    );
}
