//! A real S3 server on loopback, for one test.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::lumi::server;
use crate::support::peers::python_environment;

/// Stops on drop.
pub struct S3Server {
    process: Child,
    port: u16,
}

impl S3Server {
    /// `None` if its packages are not installed.
    pub fn start() -> Option<Self> {
        let program = python_environment("s3-server", "moto_server")?;
        // Another process might take the port first; then another port is tried.
        (0..5).find_map(|_| Self::start_on(&program, free_port()))
    }

    fn start_on(program: &Path, port: u16) -> Option<Self> {
        let process = server(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut server = Self { process, port };
        let deadline = Instant::now() + Duration::from_secs(60);
        while Instant::now() < deadline && server.process.try_wait().unwrap().is_none() {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(server);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }

    pub fn make_bucket(&self, name: &str) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!(
            "PUT /{name} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    /// Waits for the end of all requests. The client of one may have been killed, and what it asked
    /// for happens nevertheless.
    pub fn wait_for_requests(&self) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while has_connections(self.port) {
            assert!(Instant::now() < deadline, "the server ends no connection");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The variables that a user would set.
    pub fn environment(&self) -> Vec<(String, String)> {
        let endpoint = format!("http://127.0.0.1:{}", self.port);
        [
            ("AWS_ENDPOINT_URL", endpoint.as_str()),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .to_vec()
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Whether a connection to a local port is open at one of its ends. Always `false` on systems without
/// `/proc`.
fn has_connections(port: u16) -> bool {
    let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    // The columns are a number, the local address, the other one, and the state, in hexadecimal.
    sockets.lines().skip(1).any(|socket| {
        let columns: Vec<&str> = socket.split_whitespace().collect();
        let is_ours = |column: usize| {
            let port_of = columns.get(column).and_then(|it| it.rsplit(':').next());
            port_of.and_then(|it| u16::from_str_radix(it, 16).ok()) == Some(port)
        };
        let is_open = columns
            .get(3)
            .is_some_and(|it| !CLOSED_OR_LISTENS.contains(it));
        is_open && (is_ours(1) || is_ours(2))
    })
}

/// `TIME_WAIT`, `CLOSE` and `LISTEN` of Linux.
const CLOSED_OR_LISTENS: [&str; 3] = ["06", "07", "0A"];

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

#[test]
fn a_connection_counts_until_it_is_closed() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    assert!(!has_connections(port));
    let client = TcpStream::connect(("127.0.0.1", port)).unwrap();
    drop(client);
    // The end of the server is still open.
    assert_eq!(has_connections(port), cfg!(target_os = "linux"));
    let (served, _) = listener.accept().unwrap();
    drop(served);
    while has_connections(port) {
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_ends_with_its_test() {
    use std::os::unix::process::ExitStatusExt as _;

    let test = std::thread::spawn(|| server("sleep").arg("1000").spawn().unwrap());
    let status = test.join().unwrap().wait().unwrap();
    assert_eq!(status.signal(), Some(libc::SIGKILL));
}
