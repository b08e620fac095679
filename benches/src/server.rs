//! A server under load: requests on a few connections that stay open.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;
use crate::process::{Sample, finish_server};
use crate::process_tree::{children, memory};

const CONNECTIONS: usize = 8;

/// Requests before the measured ones: they start what answers, and compile it.
const WARM_UP: usize = 2_000;

/// A function is idle, and has given memory back, after this time (`docs/platform.md`).
const IDLE: Duration = Duration::from_secs(5);

const REQUEST: &[u8] = b"GET /hello/bench HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
const ANSWER: &str = r#"{"hello":"bench"}"#;

/// A started server, which is stopped when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts a server that prints its address first.
    fn start(mut command: Command) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("the output is not a pipe")?;
        BufReader::new(output).read_line(&mut line)?;
        let mut server = Self {
            child,
            address: String::new(),
        };
        let (_, address) = line
            .trim_end()
            .split_once("http://")
            .ok_or_else(|| format!("the server did not print its address but {line:?}"))?;
        address.clone_into(&mut server.address);
        Ok(server)
    }

    fn request_all(&self, requests: usize) -> Result<()> {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..CONNECTIONS)
                .map(|_| scope.spawn(|| request(&self.address, requests / CONNECTIONS)))
                .collect();
            for thread in threads {
                let result = thread.join().map_err(|_| "a connection panicked")?;
                result.map_err(|error| error.to_string())?;
            }
            Ok(())
        })
    }

    /// The bytes that the processes which this server started have for themselves. Pages of the binary
    /// are not among them: the kernel keeps those once, for all processes.
    fn memory_of_workers(&self) -> Result<u64> {
        let mut total = 0;
        for child in children(self.child.id())? {
            // The changed pages that no other process has.
            total += memory(child, "Private_Dirty")?.unwrap_or(0);
        }
        Ok(total)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only if the server has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server, and measures a number of requests to it.
pub fn measure_requests(command: Command, requests: usize) -> Result<Sample> {
    let server = Server::start(command)?;
    server.request_all(WARM_UP)?;
    let start = Instant::now();
    server.request_all(requests)?;
    let taken = start.elapsed();
    // SAFETY: a plain system call without pointers, for a child that was not waited for.
    unsafe { libc::kill(server.child.id().cast_signed(), libc::SIGTERM) };
    finish_server(&server.child, start, taken)
}

/// Bytes that an idle function has for itself, after some calls.
pub fn memory_of_an_idle_function(command: Command) -> Result<u64> {
    let server = Server::start(command)?;
    server.request_all(WARM_UP)?;
    thread::sleep(IDLE);
    server.memory_of_workers()
}

/// Sends requests on one connection, each after the answer to the one before.
fn request(address: &str, count: usize) -> std::result::Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    let mut reader = BufReader::new(stream.try_clone().map_err(failed)?);
    for _ in 0..count {
        stream.write_all(REQUEST).map_err(failed)?;
        let body = body(&mut reader).map_err(failed)?;
        if body != ANSWER {
            return Err(format!("the server answered {body:?}"));
        }
    }
    Ok(())
}

/// Reads an answer whose length its head says.
fn body(reader: &mut impl std::io::BufRead) -> std::io::Result<String> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    String::from_utf8(body).map_err(std::io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_as_long_as_its_head_says() {
        let mut answer = &b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP"[..];
        assert_eq!(body(&mut answer).unwrap(), "ok");
        assert_eq!(answer, b"HTTP");
    }
}
