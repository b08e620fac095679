//! A client of the DevTools protocol, for programs under `--inspect`.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Stdio};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{Message, WebSocket};

use crate::support::lumi::{Lumi, read_until};

/// A command under a debugger.
pub struct Debugged {
    pub process: Child,
    pub stderr: ChildStderr,
    /// `HOST:PORT/ID`.
    pub target: String,
}

impl Debugged {
    pub fn start(lumi: &Lumi, args: &[&str]) -> Self {
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

    pub fn address(&self) -> &str {
        self.target.split('/').next().unwrap()
    }

    /// The exit code, standard output, and the rest of standard error.
    pub fn end(mut self) -> (i32, String, String) {
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

pub fn next_target(stderr: &mut ChildStderr) -> String {
    read_until(stderr, "Debugger listening on ws://");
    read_until(stderr, "\n").trim().to_owned()
}

/// Sends a request and answers all that comes back until the connection ends.
pub fn http(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A server that ends a connection with bytes it did not read resets it.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

pub fn get(address: &str, path: &str, headers: &str) -> String {
    http(
        address,
        &format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"),
    )
}

/// The JSON of `path`.
pub fn list(address: &str, path: &str) -> Value {
    let answer = get(address, path, &format!("Host: {address}\r\n"));
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// A debugger.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    last: u64,
    /// Messages that no caller has asked for yet.
    seen: Vec<Value>,
    /// The URLs of scripts, by id.
    scripts: HashMap<String, String>,
}

impl Client {
    pub fn attach(target: &str) -> Self {
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

    pub fn receive(&mut self) -> Option<Value> {
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

    pub fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.last += 1;
        let request = json!({ "id": self.last, "method": method, "params": parameters });
        let message = Message::Text(request.to_string().into());
        self.socket.send(message).unwrap();
        self.last
    }

    /// The result of a request.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        let answer = self.find(&format!("the answer of {method}"), |it| it["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The next event of this name.
    pub fn event(&mut self, method: &str) -> Value {
        self.find(method, |it| it["method"] == method)["params"].clone()
    }

    pub fn find(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
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

    pub fn enable(&mut self) {
        self.call("Runtime.enable", json!({}));
        self.call("Debugger.enable", json!({}));
    }

    pub fn run(&mut self) {
        self.call("Runtime.runIfWaitingForDebugger", json!({}));
    }

    /// Waits for a pause: the URL, and line and column from 1.
    pub fn paused(&mut self) -> (Value, String) {
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

    pub fn local(&mut self, frame: &Value, expression: &str) -> Value {
        let parameters = json!({ "callFrameId": frame["callFrameId"], "expression": expression });
        let result = self.call("Debugger.evaluateOnCallFrame", parameters);
        result["result"]["value"].clone()
    }
}
