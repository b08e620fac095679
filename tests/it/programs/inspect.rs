//! Debuggers: `--inspect` and its relatives, over the protocol of DevTools.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::programs::signals::interrupt;
use crate::support::inspector_client::{Client, Debugged, get, http, list, next_target};
use crate::support::lumi::Lumi;

const PROGRAM: &str = "import { double } from './lib.ts';\n\
     \n\
     interface Pair { left: number }\n\
     const pair: Pair = { left: 20 };\n\
     export const sum = double(pair.left) + 2;\n\
     console.log('sum', { sum });\n";
const LIBRARY: &str = "export function double(value: number): number {\n\
     const twice = value * 2 as number;\n\
     return twice;\n\
     }\n";

fn project() -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.file("lib.ts", LIBRARY);
    lumi
}

fn breakpoint(client: &mut Client, file: &str, line: u32) -> Value {
    let parameters = json!({ "urlRegex": format!("^file://.*/{file}$"), "lineNumber": line - 1 });
    client.call("Debugger.setBreakpointByUrl", parameters)
}

#[test]
fn breakpoints_stand_in_the_users_typescript() {
    let lumi = project();
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    breakpoint(&mut client, "lib.ts", 3);
    client.run();
    let (frame, place) = client.paused();
    // V8 pauses at the end of a statement that returns.
    assert_eq!(place, "lib.ts:3:14");
    assert_eq!(client.local(&frame, "[value, twice].join()"), "20,40");
    client.send("Debugger.stepOut", json!({}));
    let (frame, place) = client.paused();
    assert_eq!(place, "index.ts:6:1");
    assert_eq!(client.local(&frame, "pair.left + sum"), 62);
    client.send("Debugger.resume", json!({}));
    let said = client.event("Runtime.consoleAPICalled");
    assert_eq!(said["args"][0]["value"], "sum");
    assert_eq!(said["args"][1]["preview"]["properties"][0]["value"], "42");
    let frame = &said["stackTrace"]["callFrames"][0];
    assert!(
        frame["url"].as_str().unwrap().ends_with("/index.ts"),
        "{said}"
    );
    assert_eq!(frame["lineNumber"], 5);
    client.event("Runtime.executionContextDestroyed");
    assert_eq!(client.receive(), None);
    let (code, stdout, stderr) = debugged.end();
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("sum: 42"), "{stdout}");
    assert!(stderr.contains("sum { sum: 42 }"), "{stderr}");
}

#[test]
fn a_program_pauses_at_its_first_statement() {
    let lumi = project();
    let debugged = Debugged::start(&lumi, &["run", "--inspect-brk=0", "--timeout", "60s"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    client.run();
    assert_eq!(client.paused().1, "index.ts:4:20");
    client.send("Debugger.resume", json!({}));
    assert_eq!(debugged.end().0, 0);
}

#[test]
fn a_program_pauses_at_its_first_statement_after_functions() {
    let lumi = Lumi::program(
        "export function twice(it: number): number {\n\
           return it * 2;\n\
         }\n\
         const first = 1;\n\
         export const four = twice(first + 1);\n",
    );
    let debugged = Debugged::start(&lumi, &["run", "--inspect-brk=0", "--timeout", "60s"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    client.run();
    assert_eq!(client.paused().1, "index.ts:4:15");
    client.send("Debugger.resume", json!({}));
    assert_eq!(debugged.end().0, 0);
}

#[test]
fn breakpoints_in_transpiled_files_have_a_source_map() {
    let lumi = Lumi::program(
        "enum Kind { A, B }\n\
         export const kind = Kind[1];\n",
    );
    let debugged = Debugged::start(&lumi, &["run", "--inspect-brk=0"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    client.run();
    client.paused();
    let script = client.find("the script", |it| {
        let url = it["params"]["url"].as_str().unwrap_or_default();
        it["method"] == "Debugger.scriptParsed"
            && url.starts_with("file:")
            && url.ends_with("/index.ts")
    });
    let map = script["params"]["sourceMapURL"].as_str().unwrap();
    assert!(map.starts_with("data:application/json"), "{script}");
    client.send("Debugger.resume", json!({}));
    assert_eq!(debugged.end().0, 0);
}

#[test]
fn two_debuggers_and_a_capture_share_an_isolate() {
    let lumi = Lumi::program(
        "import { compute } from 'lumi';\n\
         const secret = { text: 'captured' };\n\
         const handler = () => secret.text;\n\
         compute(handler);\n\
         debugger;\n\
         export const done = true;\n",
    );
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0"]);
    let mut first = Client::attach(&debugged.target);
    let mut second = Client::attach(&debugged.target);
    first.enable();
    second.enable();
    first.run();
    let (frame, place) = first.paused();
    assert_eq!(place, "index.ts:5:1");
    assert_eq!(second.paused().1, "index.ts:5:1");
    assert_eq!(first.local(&frame, "handler()"), "captured");
    // A debugger that goes does not end the pause for the other one.
    drop(first);
    let sum = second.call("Runtime.evaluate", json!({ "expression": "20 + 22" }));
    assert_eq!(sum["result"]["value"], 42);
    second.send("Debugger.resume", json!({}));
    assert_eq!(debugged.end().0, 0);
}

#[test]
fn a_pause_ends_when_the_last_debugger_goes() {
    let lumi = Lumi::program("debugger;\nexport const done = 1;\n");
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    client.run();
    client.paused();
    drop(client);
    let (code, stdout, _) = debugged.end();
    assert_eq!((code, stdout.contains("done: 1")), (0, true), "{stdout}");
}

#[test]
fn a_debugger_reaches_a_program_that_runs_or_waits() {
    for body in [
        "while (globalThis.go !== true);",
        "while (globalThis.go !== true) await new Promise((it) => setTimeout(it, 1));",
    ] {
        let lumi = Lumi::program(&format!(
            "declare var go: unknown;\n{body}\nexport const done = 1;\n"
        ));
        let debugged = Debugged::start(&lumi, &["run", "--inspect=0"]);
        let mut client = Client::attach(&debugged.target);
        client.enable();
        client.call("Debugger.pause", json!({}));
        client.paused();
        client.call("Debugger.resume", json!({}));
        client.call(
            "Runtime.evaluate",
            json!({ "expression": "globalThis.go = true" }),
        );
        assert_eq!(debugged.end().0, 0);
    }
}

#[test]
fn ctrl_c_ends_a_program_that_waits_or_is_paused() {
    for is_paused in [false, true] {
        let lumi =
            Lumi::program("debugger;\nawait new Promise(() => setTimeout(() => {}, 1e6));\n");
        let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0"]);
        let mut client = Client::attach(&debugged.target);
        client.enable();
        if is_paused {
            client.run();
            client.paused();
        }
        interrupt(&debugged.process);
        let (code, _, stderr) = debugged.end();
        assert_eq!(code, 4, "{stderr}");
    }
}

#[test]
fn requests_that_a_web_page_could_send_are_refused() {
    let lumi = project();
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0"]);
    let address = debugged.address();
    for headers in [
        "Host: evil.example\r\n",
        "Host: localhost.evil.example:80\r\n",
    ] {
        let answer = get(address, "/json", headers);
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        assert!(!answer.contains("ws://"), "{answer}");
    }
    let (host, id) = debugged.target.split_once('/').unwrap();
    let page = format!(
        "Host: {host}\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    );
    assert!(get(address, &format!("/{id}"), &page).starts_with("HTTP/1.1 403"));
    let local = format!("Host: {host}\r\n");
    assert!(get(address, &format!("/{id}"), &local).starts_with("HTTP/1.1 400"));
    assert!(get(address, "/x", &local).starts_with("HTTP/1.1 404"));
    // Bytes that are no HTTP, and frames that are no JSON, harm nothing.
    http(address, "\u{1}\u{2}garbage\r\n\r\n");
    let mut client = Client::attach(&debugged.target);
    client
        .socket
        .send(Message::Text("{no json".into()))
        .unwrap();
    client
        .socket
        .send(Message::Text("\u{1F600}".into()))
        .unwrap();
    client
        .socket
        .send(Message::Binary(vec![0, 255].into()))
        .unwrap();
    let targets = list(address, "/json/list");
    assert_eq!(targets.as_array().unwrap().len(), 1);
    let target = &targets[0];
    assert_eq!(
        target["webSocketDebuggerUrl"],
        format!("ws://{}", debugged.target)
    );
    assert!(target["url"].as_str().unwrap().ends_with("/index.ts"));
    assert_eq!(list(address, "/json"), targets);
    assert_eq!(list(address, "/json/version")["Protocol-Version"], "1.3");
    client.run();
    assert_eq!(debugged.end().0, 0);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let lumi = project();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let answer = lumi.run(&["run", &format!("--inspect={address}")]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(answer.stderr.contains(&address), "{}", answer.stderr);
    assert!(
        answer.stderr.contains("--inspect=127.0.0.1:0"),
        "{}",
        answer.stderr
    );
}

#[test]
fn a_deployment_is_debugged_and_its_plan_is_not() {
    let lumi = Lumi::program(
        "import { isDryRun } from 'lumi';\n\
         const planned: boolean = isDryRun();\n\
         debugger;\n\
         export const done = planned;\n",
    );
    for (args, is_plan) in [
        (["preview", "--inspect-wait=0"].as_slice(), true),
        (&["up", "--yes", "--inspect-wait=0"], false),
    ] {
        let debugged = Debugged::start(&lumi, args);
        let mut client = Client::attach(&debugged.target);
        client.enable();
        client.run();
        let (frame, place) = client.paused();
        assert_eq!(place, "index.ts:3:1");
        assert_eq!(client.local(&frame, "planned"), is_plan);
        client.send("Debugger.resume", json!({}));
        let (code, _, stderr) = debugged.end();
        assert_eq!(code, 0, "{stderr}");
        assert!(!stderr.contains("Debugger listening"), "{stderr}");
    }
}

#[test]
fn pages_and_extensions_of_a_browser_are_refused() {
    let lumi = project();
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0"]);
    let (host, id) = debugged.target.split_once('/').unwrap();
    let status = |path: &str, origin: &str| {
        let headers = format!("Host: {host}\r\nOrigin: {origin}\r\n");
        get(host, path, &headers)["HTTP/1.1 ".len()..][..3].to_owned()
    };
    for origin in [
        "null",
        "file://",
        "chrome-extension://abcdefghijklmnop",
        "http://localhost:3000",
        "http://127.0.0.1",
        "vscode-webview://x",
    ] {
        assert_eq!(status("/json/list", origin), "403", "{origin}");
        assert_eq!(status(&format!("/{id}"), origin), "403", "{origin}");
    }
    for origin in ["devtools://devtools", &format!("http://{host}")] {
        assert_eq!(status("/json/list", origin), "200", "{origin}");
        // A handshake is what is missing.
        assert_eq!(status(&format!("/{id}"), origin), "400", "{origin}");
    }
}

#[test]
fn a_program_does_not_reach_its_debugger() {
    let lumi = Lumi::program(
        "const url = `http://localhost:${globalThis.port}/json/list`;\n\
         console.log(await fetch(url).catch((error) => error.message));\n",
    );
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0", "--allow-all"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    let port = debugged.address().rsplit_once(':').unwrap().1;
    let expression = json!({ "expression": format!("globalThis.port = {port}") });
    client.call("Runtime.evaluate", expression);
    client.run();
    let (code, _, stderr) = debugged.end();
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains(
            "is denied (debuggers attach to this port); no permission grants access to it"
        ),
        "{stderr}"
    );
}

#[test]
fn each_file_of_tests_is_a_target_at_the_same_port() {
    let lumi = Lumi::new();
    for name in ["a.test.ts", "b.test.ts"] {
        let text = "import { test } from 'lumi/testing';\ntest('one', () => {\ndebugger;\n});\n";
        lumi.file(name, text);
    }
    let mut debugged = Debugged::start(&lumi, &["test", "--inspect-wait=0"]);
    let address = debugged.address().to_owned();
    for name in ["a.test.ts:3:1", "b.test.ts:3:1"] {
        let mut client = Client::attach(&debugged.target);
        client.enable();
        client.run();
        assert_eq!(client.paused().1, name);
        client.send("Debugger.resume", json!({}));
        if name.starts_with('a') {
            debugged.target = next_target(&mut debugged.stderr);
            assert_eq!(debugged.address(), address);
        }
    }
    assert_eq!(debugged.end().0, 0);
}
