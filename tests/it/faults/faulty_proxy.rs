//! A TCP proxy on loopback that delays, resets and cuts connections, as determined by a seed.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;

use super::random_choice::RandomChoice;

/// Stops on drop.
pub struct FaultyProxy {
    port: u16,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    target: u16,
    dice: Mutex<RandomChoice>,
    /// The percentage of requests that fail or are delayed.
    percent: AtomicU64,
    is_over: AtomicBool,
}

/// The fault of one request. Each connection carries one.
enum Fate {
    Pass,
    Delay(Duration),
    /// The server does not receive the request.
    Reset,
    /// Responds 503; the server does not receive the request.
    Unavailable,
    /// The server executes the request, but the client receives no response.
    LoseAnswer,
    /// The client receives only the first bytes of the response.
    CutAnswer,
    /// The server receives an idempotent request twice.
    Repeat,
}

impl FaultyProxy {
    /// A proxy for a local port, without faults at first.
    pub fn start(target: u16, seed: u64) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            target,
            dice: Mutex::new(RandomChoice::new(seed)),
            percent: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        });
        let serving = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            for client in listener.incoming() {
                if serving.is_over.load(Ordering::SeqCst) {
                    return;
                }
                let serving = Arc::clone(&serving);
                // Broken connections are expected here.
                thread::spawn(move || client.and_then(|it| serving.carry(it)));
            }
        });
        Self {
            port,
            shared,
            thread: Some(thread),
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Sets the percentage of requests that fail or are delayed.
    pub fn disturb(&self, percent: u64) {
        self.shared.percent.store(percent, Ordering::SeqCst);
    }
}

impl Drop for FaultyProxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // Unblocks `accept`.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn fate(&self) -> Fate {
        let mut dice = self.dice.lock();
        if !dice.chance(self.percent.load(Ordering::SeqCst)) {
            return Fate::Pass;
        }
        match dice.below(6) {
            0 => Fate::Delay(Duration::from_millis(dice.below(200))),
            1 => Fate::Reset,
            2 => Fate::Unavailable,
            3 => Fate::LoseAnswer,
            4 => Fate::CutAnswer,
            _ => Fate::Repeat,
        }
    }

    fn carry(&self, mut client: TcpStream) -> std::io::Result<()> {
        let fate = self.fate();
        if matches!(fate, Fate::Reset) {
            return client.shutdown(Shutdown::Both);
        }
        let request = read_request(&client)?;
        match fate {
            Fate::Unavailable => {
                let answer = "HTTP/1.1 503 .\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                return client.write_all(answer.as_bytes());
            }
            Fate::Delay(time) => thread::sleep(time),
            Fate::Repeat if !request.starts_with(b"POST") => drop(self.forward(&request)?),
            _ => {}
        }
        let answer = self.forward(&request)?;
        let length = match fate {
            Fate::LoseAnswer => 0,
            Fate::CutAnswer => answer.len() / 2,
            _ => answer.len(),
        };
        client.write_all(&answer[..length])
    }

    fn forward(&self, request: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut server = TcpStream::connect(("127.0.0.1", self.target))?;
        server.write_all(request)?;
        let mut answer = Vec::new();
        server.read_to_end(&mut answer)?;
        Ok(answer)
    }
}

/// Head and body of one request with a Content-Length.
fn read_request(client: &TcpStream) -> std::io::Result<Vec<u8>> {
    let mut reader = BufReader::new(client);
    let mut request = Vec::new();
    let mut length = 0;
    loop {
        let start = request.len();
        let read = reader.read_until(b'\n', &mut request)?;
        if !request.ends_with(b"\n") {
            // The client was killed during its request: the server must not wait for the rest.
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if read <= 2 {
            break;
        }
        let line = String::from_utf8_lossy(&request[start..]).to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let start = request.len();
    request.resize(start + length, 0);
    reader.read_exact(&mut request[start..])?;
    Ok(request)
}
