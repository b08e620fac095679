//! Bodies of requests and answers of functions that are streams.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::functions::served::{Functions, Served, wait};

/// The common beginning of the functions: a stream of texts.
const TEXT: &str = "const encoder = new TextEncoder();
const text = (it) => encoder.encode(it);
";

fn function(code: &str) -> Functions {
    let fns = Functions::new();
    fns.add("f", r#"{ "type": "http", "path": "/:what" }"#, "null");
    fns.code("f", &format!("{TEXT}{code}"));
    fns
}

/// Begins a request, and keeps the connection.
fn begin(it: &Served, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&it.address).unwrap();
    let limit = Some(Duration::from_secs(60));
    stream.set_read_timeout(limit).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// Reads until a text has come.
fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut all = Vec::new();
    while !String::from_utf8_lossy(&all).contains(text) {
        let mut piece = [0; 1024];
        let length = stream.read(&mut piece).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&all));
        all.extend_from_slice(&piece[..length]);
    }
    String::from_utf8(all).unwrap()
}

/// Reads to the end of the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    // A body that is not whole may end with a reset.
    let _ = stream.read_to_end(&mut all);
    String::from_utf8(all).unwrap()
}

#[test]
fn parts_arrive_while_the_function_makes_others() {
    let fns = function(
        "let go;
        export default ({ params }) => {
          if (params.what === 'go') return go();
          const body = new ReadableStream({
            async start(controller) {
              controller.enqueue(text('first'));
              await new Promise((it) => go = it);
              controller.enqueue(text('second'));
              controller.close();
            },
          });
          return new Response(body, { status: 201, headers: { 'content-type': 'text/event-stream' } });
        };",
    );
    let it = fns.serve(&[]);
    let mut stream = begin(&it, "/stream");
    let head = read_until(&mut stream, "first");
    assert!(head.starts_with("HTTP/1.1 201 Created\r\n"), "{head}");
    assert!(
        head.contains("content-type: text/event-stream\r\n"),
        "{head}"
    );
    assert!(head.contains("transfer-encoding: chunked\r\n"), "{head}");
    assert_eq!(it.get("/go").status, 204);
    let end = rest(stream);
    assert!(end.ends_with("6\r\nsecond\r\n0\r\n\r\n"), "{end}");
}

#[test]
fn a_stream_waits_for_its_client_and_is_cancelled_with_it() {
    let fns = function(
        "let count = 0;
        export default ({ params }) => {
          if (params.what === 'count') return String(count);
          const body = new ReadableStream({
            pull(controller) {
              count++;
              controller.enqueue(new Uint8Array(1 << 20));
            },
            cancel: () => console.log('cancelled'),
          });
          return new Response(body);
        };",
    );
    let it = fns.serve(&[]);
    let stream = begin(&it, "/stream");
    let count = || it.get("/count").text().parse::<usize>().unwrap();
    wait(|| count() > 0, || "nothing is sent".to_owned());
    // The kernel buffers some megabytes for a client that does not read.
    wait(
        || {
            let before = count();
            (0..20).all(|_| count() == before)
        },
        || "the function goes on without its client".to_owned(),
    );
    assert!(count() < 100, "{}", count());
    drop(stream);
    it.wait_for_log("cancelled");
}

#[test]
fn a_stream_that_fails_breaks_the_answer_off() {
    let fns = function(
        "export default ({ params }) => {
          const body = new ReadableStream({
            pull(controller) {
              if (params.what === 'text') controller.enqueue('no bytes');
              if (this.begun) throw new RangeError('broken');
              controller.enqueue(text('begun'));
              this.begun = true;
            },
          }, { highWaterMark: 0 });
          return new Response(body);
        };",
    );
    let it = fns.serve(&[]);
    let end = rest(begin(&it, "/stream"));
    assert!(!end.ends_with("0\r\n\r\n"), "{end}");
    it.wait_for_log("function f failed at GET /stream: RangeError: broken");
    let text = rest(begin(&it, "/text"));
    assert!(!text.ends_with("0\r\n\r\n"), "{text}");
    it.wait_for_log("TypeError: a stream that is a body gives Uint8Arrays");
}

#[test]
fn a_process_that_dies_breaks_its_answers_off() {
    let fns = function(
        "export default ({ params }) => {
          if (params.what === 'die') 'x'.repeat(140_000_000).match(/x/g);
          const body = new ReadableStream({ start: (controller) => controller.enqueue(text('begun')) });
          return new Response(body);
        };",
    );
    let it = fns.serve(&[]);
    let mut stream = begin(&it, "/stream");
    read_until(&mut stream, "begun");
    assert_eq!(it.get("/die").status, 502);
    let end = rest(stream);
    assert!(!end.ends_with("0\r\n\r\n"), "{end}");
    it.wait_for_log("function f failed at GET /stream: its process was ended by V8");
}

/// The process of the old version ends after its last answer.
#[test]
fn a_stream_goes_on_while_its_function_changes() {
    let fns = function(
        "export default () => new Response(new ReadableStream({
          async start(controller) {
            controller.enqueue(text('old'));
            await new Promise((go) => setTimeout(go, 2000));
            controller.enqueue(text('end'));
            controller.close();
          },
        }));",
    );
    let it = fns.serve(&[]);
    let mut stream = begin(&it, "/stream");
    read_until(&mut stream, "old");
    fns.code("f", "export default () => 'new';");
    it.wait_for_log("function f has changed");
    assert_eq!(it.get("/a").brief(), "200 new");
    let end = rest(stream);
    assert!(end.ends_with("3\r\nend\r\n0\r\n\r\n"), "{end}");
}

/// Begins a request whose body comes in chunks, to a function that takes it as it comes in.
fn upload(it: &Served, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&it.address).unwrap();
    let limit = Some(Duration::from_secs(60));
    stream.set_read_timeout(limit).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn chunk(stream: &mut TcpStream, bytes: &[u8]) {
    write!(stream, "{:x}\r\n", bytes.len()).unwrap();
    stream.write_all(bytes).unwrap();
    stream.write_all(b"\r\n").unwrap();
}

/// A function that answers the number of bytes of a body, which it notes as they come in.
fn counting() -> Functions {
    let fns = Functions::new();
    let route = r#"{ "type": "http", "path": "/:what", "takes": "stream" }"#;
    fns.add("f", route, "null");
    fns.code(
        "f",
        "export default async ({ params, stream, body }) => {
          if (params.what === 'early') return 'no need to read' + body;
          let count = 0;
          try {
            for await (const part of stream) {
              count += part.length;
              if (params.what === 'notes') console.log(`so far ${count}`);
              if (params.what === 'some') break;
            }
          } catch (error) {
            console.log(`broken after ${count}: ${error.message}`);
          }
          return String(count);
        };",
    );
    fns
}

#[test]
fn a_body_arrives_while_the_client_sends_it() {
    let fns = counting();
    let it = fns.serve(&[]);
    let mut stream = upload(&it, "/notes");
    chunk(&mut stream, b"abc");
    it.wait_for_log("so far 3");
    chunk(&mut stream, b"de");
    it.wait_for_log("so far 5");
    stream.write_all(b"0\r\n\r\n").unwrap();
    let answer = rest(stream);
    assert!(answer.ends_with("\r\n\r\n5"), "{answer}");
    // Requests without a body have an empty stream.
    assert_eq!(it.get("/notes").brief(), "200 0");
}

#[test]
fn a_body_in_parts_may_be_larger_than_one_as_a_whole() {
    let fns = counting();
    let it = fns.serve(&[]);
    let mut stream = upload(&it, "/count");
    let piece = vec![7; 1 << 20];
    for _ in 0..70 {
        chunk(&mut stream, &piece);
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let answer = rest(stream);
    let size = (70 << 20).to_string();
    assert!(answer.ends_with(&size), "{answer}");
}

#[test]
fn a_body_that_breaks_off_fails_where_it_is_read() {
    let fns = counting();
    let it = fns.serve(&[]);
    let mut stream = upload(&it, "/notes");
    chunk(&mut stream, b"abc");
    it.wait_for_log("so far 3");
    drop(stream);
    it.wait_for_log("broken after 3: the client has not sent the whole body");
}

#[test]
fn a_function_need_not_read_the_whole_body() {
    let fns = counting();
    let it = fns.serve(&[]);
    assert_eq!(
        it.request("POST", "/early", "", b"abc").brief(),
        "200 no need to read"
    );
    let mut stream = upload(&it, "/some");
    chunk(&mut stream, b"abc");
    let answer = rest(stream);
    assert!(answer.ends_with("\r\n\r\n3"), "{answer}");
    assert_eq!(it.request("POST", "/count", "", b"abcd").brief(), "200 4");
}
