//! The least that starts a provider of Terraform and asks it something: what lumi's own start is compared with.
//!
//! It is a program of its own, `lumi-bench bare-client PROVIDER METHOD...`: it starts the provider, reads where it listens,
//! makes calls without arguments one after the other, and prints how long that took. Of HTTP/2
//! it has the frames that such calls need, and nothing else.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::Result;

/// The first argument of the program.
pub const NAME: &str = "bare-client";

const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// Kinds of frames, and the flags that end something.
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

/// Starts a provider, makes the calls, prints the times, and kills the provider.
pub fn run(arguments: &[String]) -> Result<()> {
    let [program, methods @ ..] = arguments else {
        return Err("a provider and methods are needed".into());
    };
    let folder = std::env::temp_dir().join(format!("lumi-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .env("TF_PLUGIN_MAGIC_COOKIE", COOKIE)
        .env("PLUGIN_PROTOCOL_VERSIONS", "6,5")
        .env("PLUGIN_UNIX_SOCKET_DIR", &folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let times = called(&mut child, methods, start);
    child.kill()?;
    child.wait()?;
    std::fs::remove_dir_all(&folder)?;
    println!("{}", times?);
    Ok(())
}

fn called(child: &mut Child, methods: &[String], start: Instant) -> Result<String> {
    let milliseconds = || start.elapsed().as_secs_f64() * 1e3;
    let output = child.stdout.take().ok_or("no output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let listened = milliseconds();
    let parts: Vec<&str> = line.split('|').collect();
    let [_, version, "unix", address, ..] = parts.as_slice() else {
        return Err(format!("no handshake: {line:?}").into());
    };
    let mut client = Client::open(address)?;
    for method in methods {
        client.call(&format!("/tfplugin{version}.Provider/{method}"))?;
    }
    Ok(format!(
        "it listened after {listened:.2} ms and answered after {:.2} ms",
        milliseconds()
    ))
}

/// A connection that makes one call at a time.
struct Client {
    stream: UnixStream,
    /// The number of the next call; clients count in odd numbers.
    next: u32,
}

impl Client {
    fn open(address: &str) -> Result<Self> {
        let mut stream = UnixStream::connect(address)?;
        let mut hello = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
        hello.extend(frame(SETTINGS, 0, 0, &[]));
        stream.write_all(&hello)?;
        Ok(Self { stream, next: 1 })
    }

    /// Sends an empty message, and reads frames until the call has ended.
    fn call(&mut self, path: &str) -> Result<()> {
        let id = self.next;
        self.next += 2;
        let mut request = frame(HEADERS, END_HEADERS, id, &headers(path)?);
        request.extend(frame(DATA, END_STREAM, id, &[0; 5]));
        self.stream.write_all(&request)?;
        loop {
            let mut head = [0; 9];
            self.stream.read_exact(&mut head)?;
            let [a, b, c, kind, flags, of @ ..] = head;
            let mut body = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
            self.stream.read_exact(&mut body)?;
            match kind {
                SETTINGS if flags & ACK == 0 => {
                    self.stream.write_all(&frame(SETTINGS, ACK, 0, &[]))?
                }
                PING if flags & ACK == 0 => self.stream.write_all(&frame(PING, ACK, 0, &body))?,
                DATA | HEADERS if flags & END_STREAM != 0 && u32::from_be_bytes(of) == id => {
                    return Ok(());
                }
                _ => {}
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn frame(kind: u8, flags: u8, id: u32, body: &[u8]) -> Vec<u8> {
    let [_, length @ ..] = u32::try_from(body.len()).unwrap_or_default().to_be_bytes();
    let mut frame = length.to_vec();
    frame.extend([kind, flags]);
    frame.extend(id.to_be_bytes());
    frame.extend(body);
    frame
}

/// The headers of a call. Numbers are those of the static table of HPACK.
fn headers(path: &str) -> Result<Vec<u8>> {
    let text = |text: &str| -> Result<Vec<u8>> {
        // One byte has seven bits for a length.
        let length = u8::try_from(text.len())
            .ok()
            .filter(|it| *it < 127)
            .ok_or("the name of the method is too long")?;
        Ok([&[length], text.as_bytes()].concat())
    };
    let mut block = vec![0x80 | 3, 0x80 | 6];
    for (name, value) in [
        (4, path),
        (1, "localhost"),
        (15 + 16, "application/grpc"),
        (0, "trailers"),
    ] {
        // A number that is not below 15 goes on in a second byte.
        match name {
            0 => {
                block.push(0);
                block.extend(text("te")?);
            }
            1..15 => block.push(name),
            _ => block.extend([15, name - 15]),
        }
        block.extend(text(value)?);
    }
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_those_of_http2() {
        assert_eq!(frame(SETTINGS, ACK, 0, &[]), [0, 0, 0, 4, 1, 0, 0, 0, 0]);
        assert_eq!(
            frame(DATA, END_STREAM, 258, b"ab"),
            [0, 0, 2, 0, 1, 0, 0, 1, 2, b'a', b'b']
        );
    }

    #[test]
    fn headers_are_named_by_the_static_table() {
        let block = headers("/a/b").unwrap();
        let expected: &[&[u8]] = &[
            &[0x83, 0x86],
            &[4, 4],
            b"/a/b",
            &[1, 9],
            b"localhost",
            &[15, 16, 16],
            b"application/grpc",
            &[0, 2],
            b"te",
            &[8],
            b"trailers",
        ];
        assert_eq!(block, expected.concat());
        assert!(headers(&"x".repeat(127)).is_err());
    }
}
