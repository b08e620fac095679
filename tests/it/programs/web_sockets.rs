//! The global `WebSocket`.

use std::path::Path;

use crate::support::lumi::Lumi;
use crate::support::web_socket_server::WebSocketServer;

/// The output of a program that has `url` and `listen`, which prints the events of a socket.
fn printed(server: &WebSocketServer, scheme: &str, body: &str, more: &[&str]) -> String {
    let program = format!(
        "const url = '{scheme}://localhost:{port}';\n\
         const text = async (data) => typeof data === 'string' ? data\n  \
           : `${{data.constructor.name}} ${{new Uint8Array(data.arrayBuffer ? await data.arrayBuffer() : data)}}`;\n\
         const listen = (socket) => new Promise((closed) => {{\n  \
           socket.onopen = () => console.log('open', socket.readyState, socket.protocol);\n  \
           socket.onerror = (event) => console.log('error', socket.readyState, event.message);\n  \
           socket.addEventListener('close', (event) => {{\n    \
             console.log('close', socket.readyState, event.code, event.reason, event.wasClean);\n    \
             closed();\n  \
           }});\n\
         }});\n{body}",
        port = server.port
    );
    let lumi = Lumi::program("");
    lumi.file("index.js", program);
    let net = format!("--allow-net=localhost:{}", server.port);
    let mut args = vec!["run", "index.js"];
    args.extend(if more.is_empty() {
        vec![&*net]
    } else {
        more.to_vec()
    });
    let certificates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs/as_in_node/certificates/own.cert.pem");
    let output = lumi
        .command(&args)
        .env("NODE_EXTRA_CA_CERTS", certificates)
        .output()
        .unwrap();
    String::from_utf8(output.stderr).unwrap()
}

const ECHO: &str = "const socket = new WebSocket(`${url}/echo`, ['one', 'two']);\n\
     const end = listen(socket);\n\
     socket.binaryType = 'arraybuffer';\n\
     socket.binaryType = 'nothing';\n\
     console.log(socket.url.startsWith(url), socket.readyState, socket.binaryType, WebSocket.OPEN);\n\
     await new Promise((opened) => socket.addEventListener('open', opened));\n\
     const bytes = new Uint8Array([0, 1, 255]);\n\
     const sent = [ 'h\\u00e9', bytes, new Blob([bytes, bytes]), new DataView(bytes.buffer, 1), 'x'.repeat(300000), '' ];\n\
     for (const data of sent) socket.send(data);\n\
     console.log(socket.bufferedAmount);\n\
     let count = 0;\n\
     for await (const data of (async function* () {\n  \
       const queue = [];\n  \
       let wake;\n  \
       socket.onmessage = ({ data }) => (queue.push(data), wake?.());\n  \
       for (let index = 0; index < sent.length; index++) {\n    \
         while (queue.length === 0) await new Promise((it) => (wake = it));\n    \
         yield queue.shift();\n  \
       }\n\
     })()) {\n  \
       const shown = await text(data);\n  \
       console.log(++count, shown.length > 100 ? shown.length : shown);\n\
     }\n\
     console.log(socket.bufferedAmount);\n\
     socket.close(3001, 'done');\n\
     socket.close();\n\
     console.log(socket.readyState);\n\
     await end;\n\
     socket.send('late');\n\
     console.log(socket.bufferedAmount);\n";

const ECHOED: &str = "true 0 arraybuffer 1\nopen 1 two\n300014\n1 h\u{e9}\n2 ArrayBuffer 0,1,255\n\
     3 ArrayBuffer 0,1,255,0,1,255\n4 ArrayBuffer 1,255\n5 300000\n6 \n0\n2\nclose 3 3001 done true\n4\n";

#[test]
fn messages_come_back_in_their_order() {
    let server = WebSocketServer::start();
    assert_eq!(printed(&server, "ws", ECHO, &[]), ECHOED);
    assert_eq!(
        printed(
            &server,
            "http",
            &ECHO.replace("startsWith(url)", "startsWith('ws:')"),
            &[]
        ),
        ECHOED
    );
}

#[test]
fn connections_may_be_encrypted() {
    let server = WebSocketServer::secure("own");
    assert_eq!(printed(&server, "wss", ECHO, &[]), ECHOED);
    let server = WebSocketServer::secure("other");
    let said = printed(&server, "wss", "await listen(new WebSocket(url));\n", &[]);
    assert!(
        said.starts_with("error 3 ") && said.contains("certificate"),
        "{said}"
    );
    assert!(said.ends_with("\nclose 3 1006  false\n"), "{said}");
}

#[test]
fn servers_close_refuse_and_break_off() {
    let server = WebSocketServer::start();
    let of = |path: &str| {
        let body = format!("await listen(new WebSocket(`${{url}}/{path}`));\n");
        printed(&server, "ws", &body, &[])
    };
    assert_eq!(of("close"), "open 1 \nclose 3 4001 bye true\n");
    assert_eq!(
        of("refuse"),
        "error 3 the server answered the handshake with status 403 instead of 101\nclose 3 1006  false\n"
    );
    let dropped = of("drop");
    assert!(
        dropped.starts_with("open 1 \nerror 3 the server ended"),
        "{dropped}"
    );
    let invalid = of("invalid");
    assert!(invalid.starts_with("open 1 \nerror 3 "), "{invalid}");
    assert!(invalid.ends_with("close 3 1006  false\n"), "{invalid}");
}

#[test]
fn a_socket_that_is_closed_while_it_connects_fails() {
    let server = WebSocketServer::start();
    let body = "const socket = new WebSocket(`${url}/echo`);\n\
         const end = listen(socket);\n\
         try { socket.send('early'); } catch (error) { console.log(error.name); }\n\
         socket.close();\n\
         console.log(socket.readyState);\n\
         await end;\n";
    assert_eq!(
        printed(&server, "ws", body, &[]),
        "InvalidStateError\n2\nerror 3 the WebSocket was closed before the connection was open\n\
         close 3 1006  false\n"
    );
}

#[test]
fn wrong_arguments_are_refused() {
    let server = WebSocketServer::start();
    let body = "const tried = (make) => { try { make(); } catch (error) { console.log(error.name); } };\n\
         for (const bad of ['ftp://h', 'no url', `${url}/#a`]) tried(() => new WebSocket(bad));\n\
         for (const bad of [['a', 'A'], 'a b', ['']]) tried(() => new WebSocket(url, bad));\n\
         const socket = new WebSocket(`${url}/echo`);\n\
         const end = listen(socket);\n\
         for (const bad of [999, 1001, 5000, 'x']) tried(() => socket.close(bad));\n\
         tried(() => socket.close(1000, 'x'.repeat(124)));\n\
         tried(() => WebSocket(url));\n\
         socket.onopen = () => socket.close();\n\
         await end;\n";
    let syntax = "SyntaxError\n".repeat(6);
    let access = "InvalidAccessError\n".repeat(4);
    assert_eq!(
        printed(&server, "ws", body, &[]),
        format!("{syntax}{access}SyntaxError\nTypeError\nclose 3 1005  true\n")
    );
}

#[test]
fn a_connection_needs_permission() {
    let server = WebSocketServer::start();
    let body = "await listen(new WebSocket(url));\n";
    let said = printed(&server, "ws", body, &["--allow-net=localhost:1"]);
    let flag = format!("--allow-net=localhost:{}", server.port);
    assert!(
        said.starts_with("error 3 ") && said.contains(&flag),
        "{said}"
    );
    assert!(said.ends_with("close 3 1006  false\n"), "{said}");
}
