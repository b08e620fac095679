//! A server under load: requests on connections that stay open.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;
use crate::process::{Sample, finish_server};
use crate::process_tree::{children, memory, tree_memory};

/// Requests before the measured ones: they start what answers, and compile it.
const WARM_UP: usize = 2_000;

/// A function is idle, and has given memory back, after this time (`docs/platform.md`).
const IDLE: Duration = Duration::from_secs(5);

/// The work of a server while it is measured.
#[derive(Clone, Copy)]
pub enum ServerWork {
    /// The time counts in which it answers these requests.
    Requests(Load),
    /// The latency counts that 99 of 100 requests do not exceed, at half of the rate at which it answers these.
    HalfLoad(Load),
    /// The time of the first request counts, which starts what answers.
    First,
    /// The time counts in which it acknowledges messages of 1 KB.
    Acknowledged(Load),
    /// The time counts in which a function gets such messages, from the first `push` on.
    Delivered(Load),
}

/// Requests on connections that stay open.
#[derive(Clone, Copy)]
pub struct Load {
    pub requests: usize,
    pub connections: usize,
}

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

    /// The latencies of all requests. With a pause, each connection begins a request at such intervals, and the latency
    /// counts from the time at which it should have begun.
    fn send_all(&self, load: Load, exchange: &Exchange, pause: Duration) -> Result<Vec<Duration>> {
        let count = load.requests / load.connections;
        let connections = u32::try_from(load.connections)?;
        let start = Instant::now();
        thread::scope(|scope| {
            let threads: Vec<_> = (0..connections)
                .map(|index| {
                    let start = start + pause * index / connections;
                    scope.spawn(move || exchange.repeat(&self.address, count, start, pause))
                })
                .collect();
            let mut latencies = Vec::new();
            for thread in threads {
                let result = thread.join().map_err(|_| "a connection panicked")?;
                latencies.extend(result?);
            }
            Ok(latencies)
        })
    }

    fn request_all(&self, load: Load) -> Result<Vec<Duration>> {
        self.send_all(load, &Exchange::hello(), Duration::ZERO)
    }

    /// Sends messages, and waits until they are acknowledged or, if asked, delivered.
    fn push_all(&self, load: Load, token: &str, awaits_delivery: bool) -> Result<()> {
        self.send_all(load, &Exchange::push(token), Duration::ZERO)?;
        let pushed = load.requests / load.connections * load.connections;
        let count = Exchange::count();
        while awaits_delivery && count.once(&self.address)?.parse::<usize>()? < pushed {
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
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

/// Starts a server, and measures what it does.
pub fn measure_server(command: Command, work: ServerWork) -> Result<Sample> {
    let token = command
        .get_current_dir()
        .map(|it| it.join(".data/token"))
        .unwrap_or_default();
    let server = Server::start(command)?;
    let start = Instant::now();
    let counted = match work {
        ServerWork::Requests(load) => {
            server.request_all(warm_up(load))?;
            timed(|| server.request_all(load).map(drop))?
        }
        ServerWork::HalfLoad(load) => {
            server.request_all(warm_up(load))?;
            let full = timed(|| server.request_all(load).map(drop))?;
            let interval = full.as_secs_f64() / load.requests as f64;
            // Each connection has its share of half the rate.
            let pause = Duration::from_secs_f64(2.0 * interval * load.connections as f64);
            percentile(server.send_all(load, &Exchange::hello(), pause)?, 99)
        }
        ServerWork::First => timed(|| {
            Exchange::hello().once(&server.address)?;
            Ok(())
        })?,
        ServerWork::Acknowledged(load) | ServerWork::Delivered(load) => {
            let token = fs::read_to_string(token)?;
            let awaits_delivery = matches!(work, ServerWork::Delivered(_));
            timed(|| server.push_all(load, &token, awaits_delivery))?
        }
    };
    // SAFETY: a plain system call without pointers, for a child that was not waited for.
    unsafe { libc::kill(server.child.id().cast_signed(), libc::SIGTERM) };
    finish_server(&server.child, start, counted)
}

fn warm_up(load: Load) -> Load {
    Load {
        requests: WARM_UP,
        ..load
    }
}

fn timed(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}

/// The value that this share of all, in percent, does not exceed.
fn percentile(mut values: Vec<Duration>, share: usize) -> Duration {
    values.sort_unstable();
    let index = (values.len() * share).div_ceil(100).saturating_sub(1);
    values.get(index).copied().unwrap_or_default()
}

/// Bytes that an idle function has for itself, after some calls.
pub fn memory_of_an_idle_function(command: Command) -> Result<u64> {
    let server = Server::start(command)?;
    server.request_all(Load {
        requests: WARM_UP,
        connections: 8,
    })?;
    thread::sleep(IDLE);
    server.memory_of_workers()
}

/// Bytes of a server and its functions after one request to each; what they share counts once.
pub fn memory_of_functions(command: Command, paths: &[String]) -> Result<u64> {
    let server = Server::start(command)?;
    for path in paths {
        Exchange::get(path, None).once(&server.address)?;
    }
    Ok(tree_memory(server.child.id()))
}

/// A request, and the answer that it has to get.
struct Exchange {
    request: Vec<u8>,
    /// `None` for any answer.
    answer: Option<&'static str>,
}

impl Exchange {
    fn get(path: &str, answer: Option<&'static str>) -> Self {
        let request = format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").into_bytes();
        Self { request, answer }
    }

    fn hello() -> Self {
        Self::get("/hello/bench", Some(r#"{"hello":"bench"}"#))
    }

    /// Asks how many messages were delivered.
    fn count() -> Self {
        Self::get("/count", None)
    }

    fn push(token: &str) -> Self {
        let body = "m".repeat(1024);
        let head = format!(
            "POST /_lumi/queues/bench HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        Self {
            request: (head + &body).into_bytes(),
            answer: None,
        }
    }

    fn once(&self, address: &str) -> io::Result<String> {
        let mut connection = BufReader::new(TcpStream::connect(address)?);
        self.send(&mut connection)
    }

    /// Repeats it on one connection, each time after the answer to the one before, and from `start` on at intervals of a pause.
    fn repeat(
        &self,
        address: &str,
        count: usize,
        start: Instant,
        pause: Duration,
    ) -> io::Result<Vec<Duration>> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut connection = BufReader::new(stream);
        let mut latencies = Vec::with_capacity(count);
        let mut due = start;
        for _ in 0..count {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if pause.is_zero() {
                due = Instant::now();
            }
            self.send(&mut connection)?;
            latencies.push(due.elapsed());
            due += pause;
        }
        Ok(latencies)
    }

    fn send(&self, connection: &mut BufReader<TcpStream>) -> io::Result<String> {
        connection.get_mut().write_all(&self.request)?;
        let (status, body) = read_answer(connection)?;
        let is_expected = self.answer.is_none_or(|it| it == body);
        match (200..300).contains(&status) && is_expected {
            true => Ok(body),
            false => Err(io::Error::other(format!(
                "the server answered {status} {body:?}"
            ))),
        }
    }
}

/// Reads the status and the body of an answer whose length its head says.
fn read_answer(reader: &mut impl io::BufRead) -> io::Result<(u16, String)> {
    let mut length = 0;
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let status = first.split(' ').nth(1).and_then(|it| it.parse().ok());
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
    let body = String::from_utf8(body).map_err(io::Error::other)?;
    Ok((status.unwrap_or_default(), body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_as_long_as_its_head_says() {
        let mut answer = &b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP"[..];
        assert_eq!(read_answer(&mut answer).unwrap(), (200, "ok".to_owned()));
        assert_eq!(answer, b"HTTP");
    }

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values = |count| (1..=count).map(Duration::from_millis).collect();
        assert_eq!(percentile(values(200), 99), Duration::from_millis(198));
        assert_eq!(percentile(values(1), 99), Duration::from_millis(1));
        assert_eq!(percentile(Vec::new(), 99), Duration::ZERO);
    }
}
