//! Clients that speak HTTP/2, and those that take gzip.

use crate::functions::served::{Functions, get};

const CLIENT: &str = r#"import http2 from "node:http2";
import { gunzipSync } from "node:zlib";

const session = http2.connect(`http://${process.argv[2]}`);

/** The status, the headers and the body of an answer. */
function request(headers: Record<string, unknown>, body?: Uint8Array): Promise<[any, Buffer]> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers as never);
    const parts: Uint8Array[] = [];
    let answer: unknown;
    stream.on("response", (it: unknown) => answer = it);
    stream.on("data", (part: Uint8Array) => parts.push(part));
    stream.on("end", () => resolve([answer, Buffer.concat(parts)]));
    stream.on("error", reject);
    stream.end(body);
  });
}

const check = (what: string, value: unknown, expected: unknown) => {
  if (JSON.stringify(value) !== JSON.stringify(expected)) throw new Error(`${what}: ${JSON.stringify(value)}`);
};

const many = await Promise.all(Array.from({ length: 100 }, (_, n) => request({ ":path": `/echo?n=${n}` })));
many.forEach(([answer, body], n) => check("an answer", [answer[":status"], JSON.parse(String(body)).query], [200, { n: `${n}` }]));

const sent = new Uint8Array(300_000).fill(120);
const [, echoed] = await request({ ":path": "/echo", ":method": "POST", cookie: ["a=1", "b=2"] }, sent);
const { body, headers } = JSON.parse(String(echoed));
check("a body", body.length, sent.length);
check("a cookie", headers.cookie, "a=1; b=2");
check("a host", headers.host, process.argv[2]);

const [large, whole] = await request({ ":path": "/large" });
check("a large answer", [whole.length, large["content-encoding"], large["vary"]], [3_000_000, undefined, "accept-encoding"]);
const [small, compressed] = await request({ ":path": "/large", "accept-encoding": "gzip" });
check("gzip", [small["content-encoding"], compressed.length < 100_000], ["gzip", true]);
check("its content", gunzipSync(compressed).equals(whole), true);
const [, streamed] = await request({ ":path": "/stream", "accept-encoding": "gzip" });
check("a stream", String(gunzipSync(streamed)), "first second");
check("no function", (await request({ ":path": "/nothing" }))[0][":status"], 404);
check("a foreign page", (await request({ ":path": "/echo", origin: "http://evil.example" }))[0][":status"], 403);
session.close();
console.log("done");
"#;

#[test]
fn clients_speak_http_2_and_take_gzip() {
    let fns = Functions::new();
    let any = |path: &str| get(path).replace("GET", "ANY");
    fns.add("echo", &any("/echo"), "(it) => it");
    fns.add("large", &get("/large"), "() => 'abc'.repeat(1_000_000)");
    let parts = r#"() => new Response(new ReadableStream({
        start(it) { for (const part of ["first", " ", "second"]) it.enqueue(new TextEncoder().encode(part)); it.close(); },
    }), { headers: { "content-type": "text/event-stream" } })"#;
    fns.add("stream", &get("/stream"), parts);
    let mut it = fns.serve(&[]);
    fns.lumi.file("Lumi.yaml", "name: client\n");
    fns.lumi.file("client.ts", CLIENT);
    let args = [
        "run",
        "client.ts",
        "--allow-net=127.0.0.1",
        "--",
        &it.address,
    ];
    let run = fns.lumi.run(&args);
    assert!(
        run.code == 0 && run.stderr.contains("done"),
        "{}{}",
        run.transcript(),
        it.log()
    );
    // A platform that stops ends connections that are idle.
    it.interrupt();
    assert!(it.process.wait().unwrap().success());
}

#[test]
fn parts_of_a_stream_can_be_read_in_gzip_as_they_come() {
    use std::io::{Read as _, Write as _};
    let fns = Functions::new();
    // The second part comes when the first one has arrived.
    let parts = r#"(() => {
        let next;
        return ({ path }) => {
            if (path === "/next") return next(), "went on";
            const { promise, resolve } = Promise.withResolvers();
            next = resolve;
            return new Response(new ReadableStream({ async start(it) {
                it.enqueue(new TextEncoder().encode("first"));
                await promise;
                it.enqueue(new TextEncoder().encode("second"));
                it.close();
            } }), { headers: { "content-type": "text/event-stream" } });
        };
    })()"#;
    fns.add(
        "stream",
        &format!("{}, {}", get("/stream"), get("/next")),
        parts,
    );
    let it = fns.serve(&[]);
    let mut client = std::net::TcpStream::connect(&it.address).unwrap();
    let head = "GET /stream HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n";
    client.write_all(head.as_bytes()).unwrap();
    let mut decoder = flate2::write::GzDecoder::new(Vec::new());
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    while !String::from_utf8_lossy(decoder.get_ref()).contains("first") {
        let count = client.read(&mut buffer).unwrap();
        assert!(count > 0, "{}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&buffer[..count]);
        decoder = flate2::write::GzDecoder::new(Vec::new());
        decoder.write_all(&chunks(&text)).unwrap();
        decoder.flush().unwrap();
    }
    assert_eq!(it.get("/next").brief(), "200 went on");
    client.read_to_end(&mut text).unwrap();
    let mut decoder = flate2::write::GzDecoder::new(Vec::new());
    decoder.write_all(&chunks(&text)).unwrap();
    assert_eq!(decoder.finish().unwrap(), b"firstsecond");
}

/// The content of the chunks of an answer, as far as it has come.
fn chunks(text: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    let Some(start) = text.windows(4).position(|it| it == b"\r\n\r\n") else {
        return content;
    };
    let mut rest = &text[start + 4..];
    while let Some(end) = rest.windows(2).position(|it| it == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        let Some(part) = rest.get(end + 2..end + 2 + size) else {
            break;
        };
        content.extend_from_slice(part);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    content
}
