//! `lumi closure serve` as a process, and a client for it.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::programs::signals;
use crate::support::lumi::Lumi;

/// A generous time limit for slow machines.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);

/// A folder with functions.
pub struct Functions {
    pub lumi: Lumi,
}

impl Functions {
    pub fn new() -> Self {
        let lumi = Lumi::new();
        fs::create_dir(lumi.folder().join("fns")).unwrap();
        Self { lumi }
    }

    /// Adds a function with triggers as JSON, and its default export.
    pub fn add(&self, name: &str, triggers: &str, export: &str) {
        self.code(name, &format!("export default {export};\n"));
        let definition = format!(
            r#"{{ "name": "{name}", "env": {{ "LUMI_X": "x" }}, "triggers": [{triggers}],
                "permissions": {{ "kv": true, "buckets": true, "queues": true, "functions": true }} }}"#
        );
        self.lumi
            .file(&format!("fns/{name}/function.json"), definition);
    }

    pub fn code(&self, name: &str, code: &str) {
        self.lumi.file(&format!("fns/{name}/index.mjs"), code);
    }

    /// A file of the platform's data.
    pub fn data(&self, name: &str) -> PathBuf {
        self.lumi.folder().join("fns/.data").join(name)
    }

    /// Starts a platform on a free port.
    pub fn serve(&self, more: &[&str]) -> Served {
        Served::start(&self.lumi, "fns", more)
    }
}

/// A trigger for `GET` requests.
pub fn get(path: &str) -> String {
    format!(r#"{{ "type": "http", "method": "GET", "path": "{path}" }}"#)
}

/// A trigger for the messages of a queue.
pub fn queue(name: &str) -> String {
    format!(r#"{{ "type": "queue", "queue": "{name}" }}"#)
}

/// A platform that stops on drop.
pub struct Served {
    pub address: String,
    token: String,
    pub process: Child,
    log: PathBuf,
}

impl Served {
    /// Starts a platform for a folder of the project, on a free port.
    pub fn start(lumi: &Lumi, folder: &str, more: &[&str]) -> Self {
        Self::start_with(lumi, folder, more, &[])
    }

    /// Starts a platform with additional environment variables.
    pub fn start_with(
        lumi: &Lumi,
        folder: &str,
        more: &[&str],
        environment: &[(&str, &Path)],
    ) -> Self {
        let log = lumi.folder().join("log");
        let mut args = vec!["closure", "serve", folder, "--port", "0"];
        args.extend(more);
        let mut process = lumi
            .command(&args)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = process.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://");
        let address =
            address.unwrap_or_else(|| panic!("{line}{}", fs::read_to_string(&log).unwrap()));
        let token = lumi.folder().join(folder).join(".data/token");
        Self {
            address: address.to_owned(),
            token: fs::read_to_string(token).unwrap(),
            process,
            log,
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A response.
pub struct Reply {
    pub status: u16,
    /// The header lines, without the status line.
    pub headers: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    /// Status and body.
    pub fn brief(&self) -> String {
        format!("{} {}", self.status, self.text().trim_end())
    }
}

impl Served {
    pub fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "", b"")
    }

    /// A request to the platform itself.
    pub fn platform(&self, method: &str, path: &str, body: impl AsRef<[u8]>) -> Reply {
        let header = self.authorization();
        self.request(method, &format!("/_lumi/{path}"), &header, body.as_ref())
    }

    /// The header line of the operator.
    pub fn authorization(&self) -> String {
        format!("authorization: Bearer {}\r\n", self.token)
    }

    /// The numbers of messages of a queue that wait, and that were given up.
    pub fn queue(&self, name: &str) -> (u64, u64) {
        let queues = self.platform("POST", "operator", "\"list\"").json();
        let queues = queues["queues"].as_array().unwrap();
        let queue = queues.iter().find(|it| it["queue"] == name);
        queue.map_or((0, 0), |it| {
            let count = |what: &str| it[what].as_u64().unwrap();
            (count("messages"), count("dead"))
        })
    }

    /// `headers` are lines with their line ends.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        send(&self.address, method, path, headers, body)
    }

    /// Standard error so far.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    pub fn wait_for_log(&self, text: &str) {
        wait(
            || self.log().contains(text),
            || format!("{text}\nis not in\n{}", self.log()),
        );
    }

    /// Sends SIGINT, like Ctrl-C.
    pub fn interrupt(&self) {
        signals::interrupt(&self.process);
    }

    /// Sends SIGKILL.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

pub fn wait(is_so: impl Fn() -> bool, otherwise: impl Fn() -> String) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < STARTUP_TIMEOUT, "{}", otherwise());
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn send(address: &str, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
    try_send(address, method, path, headers, body).expect("an answer")
}

/// `None` if the server does not answer.
pub fn try_send(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Option<Reply> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(STARTUP_TIMEOUT)).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {}\r\n{headers}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    // A server that refuses a request need not read all of it.
    let _ = stream.write_all(body);
    received(&mut stream)
}

/// Sends a request as it is; `None` if the server does not answer.
pub fn exchange(stream: &mut TcpStream, request: &[u8]) -> Option<Reply> {
    stream.set_read_timeout(Some(STARTUP_TIMEOUT)).unwrap();
    stream.write_all(request).ok()?;
    received(stream)
}

fn received(stream: &mut TcpStream) -> Option<Reply> {
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).ok()?;
    let end = reply.windows(4).position(|it| it == b"\r\n\r\n")?;
    let head = String::from_utf8(reply[..end].to_vec()).ok()?;
    let (line, headers) = head.split_once("\r\n")?;
    Some(Reply {
        status: line.split(' ').nth(1)?.parse().ok()?,
        headers: headers.to_owned(),
        body: reply[end + 4..].to_vec(),
    })
}
