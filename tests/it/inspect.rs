//! Debuggers: `--inspect` and its relatives, over the protocol of DevTools.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Stdio};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{Message, WebSocket};

use crate::lumi::{Lumi, read_until};
use crate::signals::interrupt;

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

/// A command under a debugger.
struct Debugged {
    process: Child,
    stderr: ChildStderr,
    /// `HOST:PORT/ID`.
    target: String,
}

impl Debugged {
    fn start(lumi: &Lumi, args: &[&str]) -> Self {
        let mut command = lumi.command(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = process.stderr.take().unwrap();
        let target = next_target(&mut stderr);
        Self {
            process,
            stderr,
            target,
        }
    }

    fn address(&self) -> &str {
        self.target.split('/').next().unwrap()
    }

    /// The exit code, standard output, and the rest of standard error.
    fn end(mut self) -> (i32, String, String) {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.stderr.read_to_string(&mut stderr).unwrap();
        let mut pipe = self.process.stdout.take().unwrap();
        pipe.read_to_string(&mut stdout).unwrap();
        let code = self.process.wait().unwrap().code().unwrap_or(-1);
        (code, stdout, stderr)
    }
}

impl Drop for Debugged {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn next_target(stderr: &mut ChildStderr) -> String {
    read_until(stderr, "Debugger listening on ws://");
    read_until(stderr, "\n").trim().to_owned()
}

/// Sends a request and answers all that comes back until the connection ends.
fn http(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A server that ends a connection with bytes it did not read resets it.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: &str, path: &str, headers: &str) -> String {
    http(
        address,
        &format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"),
    )
}

/// The JSON of `path`.
fn list(address: &str, path: &str) -> Value {
    let answer = get(address, path, &format!("Host: {address}\r\n"));
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// A debugger.
struct Client {
    socket: WebSocket<TcpStream>,
    last: u64,
    /// Messages that no caller has asked for yet.
    seen: Vec<Value>,
    /// The URLs of scripts, by id.
    scripts: HashMap<String, String>,
}

impl Client {
    fn attach(target: &str) -> Self {
        let (address, id) = target.split_once('/').unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET /{id} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
        let head = read_until(&mut stream, "\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        // The example of RFC 6455.
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Self {
            socket: WebSocket::from_raw_socket(stream, Role::Client, None),
            last: 0,
            seen: Vec::new(),
            scripts: HashMap::new(),
        }
    }

    fn receive(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["method"] == "Debugger.scriptParsed" {
                        let text =
                            |name: &str| message["params"][name].as_str().unwrap().to_owned();
                        self.scripts.insert(text("scriptId"), text("url"));
                    }
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.last += 1;
        let request = json!({ "id": self.last, "method": method, "params": parameters });
        let message = Message::Text(request.to_string().into());
        self.socket.send(message).unwrap();
        self.last
    }

    /// The result of a request.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        let answer = self.find(&format!("the answer of {method}"), |it| it["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The next event of this name.
    fn event(&mut self, method: &str) -> Value {
        self.find(method, |it| it["method"] == method)["params"].clone()
    }

    fn find(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.seen.iter().position(&is_wanted) {
            return self.seen.remove(index);
        }
        loop {
            let message = self.receive();
            let message = message.unwrap_or_else(|| panic!("no {what}: {:#?}", self.seen));
            if is_wanted(&message) {
                return message;
            }
            self.seen.push(message);
        }
    }

    fn enable(&mut self) {
        self.call("Runtime.enable", json!({}));
        self.call("Debugger.enable", json!({}));
    }

    fn run(&mut self) {
        self.call("Runtime.runIfWaitingForDebugger", json!({}));
    }

    /// Waits for a pause: the URL, and line and column from 1.
    fn paused(&mut self) -> (Value, String) {
        let event = self.event("Debugger.paused");
        let frame = event["callFrames"][0].clone();
        let url = &self.scripts[frame["location"]["scriptId"].as_str().unwrap()];
        let place = format!(
            "{}:{}:{}",
            url.rsplit('/').next().unwrap(),
            frame["location"]["lineNumber"].as_u64().unwrap() + 1,
            frame["location"]["columnNumber"].as_u64().unwrap() + 1,
        );
        (frame, place)
    }

    fn local(&mut self, frame: &Value, expression: &str) -> Value {
        let parameters = json!({ "callFrameId": frame["callFrameId"], "expression": expression });
        let result = self.call("Debugger.evaluateOnCallFrame", parameters);
        result["result"]["value"].clone()
    }
}

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
    assert_eq!(place, "lib.ts:3:1");
    assert_eq!(client.local(&frame, "[value, twice].join()"), "20,40");
    client.send("Debugger.stepOut", json!({}));
    let (frame, place) = client.paused();
    assert_eq!(place, "index.ts:5:38");
    assert_eq!(client.local(&frame, "pair.left"), 20);
    client.send("Debugger.stepOver", json!({}));
    assert_eq!(client.paused().1, "index.ts:6:1");
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
        it["method"] == "Debugger.scriptParsed" && url.ends_with("/index.ts")
    });
    let map = script["params"]["sourceMapURL"].as_str().unwrap();
    assert!(map.starts_with("data:application/json"), "{map}");
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
fn the_time_limit_does_not_count_while_paused() {
    let lumi = Lumi::program("debugger;\nexport const done = 1;\n");
    // The isolate is there before the clock starts; the rest takes less than the limit.
    let debugged = Debugged::start(&lumi, &["run", "--inspect-wait=0", "--timeout", "1s"]);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    client.run();
    let (frame, _) = client.paused();
    let wait = "const end = Date.now() + 1500; while (Date.now() < end); 1";
    assert_eq!(client.local(&frame, wait), 1);
    client.send("Debugger.resume", json!({}));
    let (code, _, stderr) = debugged.end();
    assert_eq!(code, 0, "{stderr}");
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
