//! WebSockets of functions that `lumi closure serve` runs, byte by byte.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::functions::served::{Functions, Served};

/// The handshake of RFC 6455, section 1.3.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

fn echo() -> Functions {
    let fns = Functions::new();
    let route = r#"{ "type": "http", "method": "GET", "path": "/:room", "takes": "webSocket" }"#;
    fns.add("f", route, "null");
    fns.code(
        "f",
        "export default ({ params, accept }) => params.room === 'closed' ? { status: 403 } : accept({
          protocols: ['echo'],
          open: (socket) => socket.send(`hello ${params.room}`),
          message(socket, data) {
            if (data === 'throw') throw new RangeError('no such word');
            return socket.send(data);
          },
          close: (socket, code) => console.log(`closed with ${code}`),
        });",
    );
    fns
}

/// Sends a handshake, and reads the head of the answer.
fn handshake(it: &Served, path: &str, more: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(&it.address).unwrap();
    let limit = Some(Duration::from_secs(60));
    stream.set_read_timeout(limit).unwrap();
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: a\r\nconnection: keep-alive, Upgrade\r\nupgrade: WebSocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: {KEY}\r\n{more}\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    (stream, String::from_utf8(head).unwrap())
}

/// A connection whose greeting is read.
fn opened(it: &Served) -> TcpStream {
    let (mut stream, head) = handshake(it, "/room", "");
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    assert_eq!(frame(&mut stream), (0x81, b"hello room".to_vec()));
    stream
}

/// Sends a frame of a client, whose mask changes nothing.
fn send(stream: &mut TcpStream, opcode: u8, payload: &[u8]) {
    let length = u8::try_from(payload.len()).unwrap();
    assert!(length < 126);
    let head = [0x80 | opcode, 0x80 | length, 0, 0, 0, 0];
    stream.write_all(&[&head, payload].concat()).unwrap();
}

/// The first byte and the payload of a short frame.
fn frame(stream: &mut TcpStream) -> (u8, Vec<u8>) {
    let mut head = [0; 2];
    stream.read_exact(&mut head).unwrap();
    let mut payload = vec![0; head[1].into()];
    stream.read_exact(&mut payload).unwrap();
    (head[0], payload)
}

/// The connection has no more bytes.
fn ended(mut stream: TcpStream) {
    let mut rest = Vec::new();
    // A connection that breaks off may be reset.
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.is_empty(), "{rest:?}");
}

#[test]
fn messages_pass_both_ways_until_the_client_closes() {
    let fns = echo();
    let it = fns.serve(&[]);
    let protocols = "sec-websocket-protocol: other, echo\r\n";
    let (mut stream, head) = handshake(&it, "/a%20b", protocols);
    assert!(head.contains(ACCEPT), "{head}");
    assert!(head.contains("sec-websocket-protocol: echo\r\n"), "{head}");
    assert_eq!(frame(&mut stream), (0x81, b"hello a b".to_vec()));
    send(&mut stream, 1, "\u{e9}".as_bytes());
    assert_eq!(frame(&mut stream), (0x81, "\u{e9}".into()));
    send(&mut stream, 2, &[0, 255]);
    assert_eq!(frame(&mut stream), (0x82, vec![0, 255]));
    // A ping is answered by its payload.
    send(&mut stream, 9, b"ping");
    assert_eq!(frame(&mut stream), (0x8a, b"ping".to_vec()));
    send(&mut stream, 8, &[0x03, 0xe8]);
    assert_eq!(frame(&mut stream), (0x88, vec![0x03, 0xe8]));
    ended(stream);
    it.wait_for_log("closed with 1000");
}

#[test]
fn a_client_that_goes_without_a_word_ends_the_call() {
    let fns = echo();
    let it = fns.serve(&[]);
    drop(opened(&it));
    it.wait_for_log("closed with 1006");
}

#[test]
fn a_handler_that_throws_closes_the_socket() {
    let fns = echo();
    let it = fns.serve(&[]);
    let mut stream = opened(&it);
    send(&mut stream, 1, b"throw");
    assert_eq!(frame(&mut stream), (0x88, vec![0x03, 0xf3]));
    ended(stream);
    it.wait_for_log("function f failed at GET /room: RangeError: no such word");
    it.wait_for_log("closed with 1011");
}

#[test]
fn frames_that_break_the_protocol_close_the_socket() {
    let fns = echo();
    let it = fns.serve(&[]);
    let mut stream = opened(&it);
    // Frames of clients have a mask.
    stream.write_all(b"\x81\x02hi").unwrap();
    let (first, _) = frame(&mut stream);
    assert_eq!(first, 0x88);
    ended(stream);
    // The function goes on.
    let mut stream = opened(&it);
    send(&mut stream, 1, b"a");
    assert_eq!(frame(&mut stream), (0x81, b"a".to_vec()));
}

#[test]
fn sockets_are_closed_when_the_platform_stops() {
    let fns = echo();
    let mut it = fns.serve(&[]);
    let mut stream = opened(&it);
    it.interrupt();
    assert_eq!(frame(&mut stream), (0x88, vec![0x03, 0xe9]));
    ended(stream);
    assert!(it.process.wait().unwrap().success(), "{}", it.log());
}

#[test]
fn requests_that_open_no_socket_are_told_why() {
    let fns = echo();
    let it = fns.serve(&[]);
    let plain = it.get("/room");
    assert_eq!(plain.status, 426, "{}", plain.text());
    assert!(plain.headers.contains("sec-websocket-version: 13"));
    let (_, head) = handshake(&it, "/closed", "");
    assert!(head.starts_with("HTTP/1.1 403 "), "{head}");
    // A page of another site.
    let (_, head) = handshake(&it, "/room", "origin: https://example.com\r\n");
    assert!(head.starts_with("HTTP/1.1 403 "), "{head}");
}

#[test]
fn other_routes_switch_to_no_protocol() {
    let fns = Functions::new();
    let route = r#"{ "type": "http", "path": "/:what", "takes": "stream" }"#;
    fns.add("f", route, "({ accept }) => accept({})");
    let it = fns.serve(&[]);
    let (_, head) = handshake(&it, "/room", "");
    assert!(head.starts_with("HTTP/1.1 500 "), "{head}");
}
