//! Debuggers and source maps of bundled functions.

use std::path::Path;
use std::thread;

use serde_json::{Value, json};

use crate::functions::served::{Served, send, wait};
use crate::programs::source_map::{Place, SourceMap};
use crate::support::inspector_client::{Client, Debugged, list};
use crate::support::lumi::{Lumi, tool};
use crate::support::peers::skip;

const PRICING: &str = "interface Order {\n  count?: number;\n}\n\n\
     export function price(order: Order): string {\n  \
     const count = order.count ?? 0;\n  \
     if (count < 0) throw new RangeError(\"no such count\");\n  \
     return `costs ${count * 2}`;\n}\n";
/// The line of `PRICING` that computes, from 0.
const COUNTED: i64 = 7;

/// A project whose function `price` is in the bundle `out/handler`.
fn bundled() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: shop\n");
    lumi.file("src/pricing.ts", PRICING);
    lumi.file(
        "index.ts",
        "import { CustomResource } from 'lumi';\n\
         import { price } from './src/pricing.ts';\n\
         new CustomResource('a:b:C', 'handler', {\n  \
         f: (order: { count?: number }) => ({ body: price(order) }) });\n",
    );
    let answer = lumi.run(&["closure", "bundle", "index.ts", "--out", "out"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    lumi
}

/// The script of the bundle, and its source map.
fn script(client: &mut Client) -> (Value, SourceMap) {
    let script = client.find("the script", |it| {
        let url = it["params"]["url"].as_str().unwrap_or_default();
        it["method"] == "Debugger.scriptParsed" && url.ends_with("/handler/index.mjs")
    });
    let map = SourceMap::embedded(script["params"]["sourceMapURL"].as_str().unwrap());
    (script["params"]["url"].clone(), map)
}

/// Sets a breakpoint in a line of the user's file as an editor does.
fn set_breakpoint(client: &mut Client, url: &Value, map: &SourceMap) {
    let Place { line, column } = map.generated("src/pricing.ts", COUNTED);
    let place = json!({ "url": url, "lineNumber": line, "columnNumber": column });
    client.call("Debugger.setBreakpointByUrl", place);
}

/// Waits for a pause in the line, and goes on.
fn pass_breakpoint(client: &mut Client, folder: &Path, map: &SourceMap) {
    let (frame, _) = client.paused();
    let location = &frame["location"];
    let place = Place {
        line: location["lineNumber"].as_i64().unwrap(),
        column: location["columnNumber"].as_i64().unwrap(),
    };
    let (source, original) = map.original(place);
    assert_eq!(original.line, COUNTED);
    // Relative to the bundle, which is two folders down.
    let file = folder.join("out/handler").join(source).canonicalize();
    let expected = folder.join("src/pricing.ts").canonicalize();
    assert_eq!(file.unwrap(), expected.unwrap());
    assert_eq!(client.local(&frame, "count"), 3);
    client.send("Debugger.resume", json!({}));
}

#[test]
fn breakpoints_of_a_bundle_stand_in_the_users_typescript() {
    let lumi = bundled();
    let args = [
        "closure",
        "run",
        "out/handler",
        "--args",
        r#"[{"count":3}]"#,
        "--inspect-brk=0",
    ];
    let debugged = Debugged::start(&lumi, &args);
    let mut client = Client::attach(&debugged.target);
    client.enable();
    client.run();
    client.paused();
    let (url, map) = script(&mut client);
    set_breakpoint(&mut client, &url, &map);
    client.send("Debugger.resume", json!({}));
    pass_breakpoint(&mut client, lumi.folder(), &map);
    let (code, stdout, stderr) = debugged.end();
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(stdout.trim(), r#"{"body":"costs 6"}"#);
}

const DEFINITION: &str = r#"{ "name": "price", "entry": "main.mjs",
    "triggers": [{ "type": "http", "method": "POST", "path": "/price" }] }"#;

/// The debuggers' address of the function `price` in its process number `index`.
fn target(served: &Served, index: usize) -> String {
    target_of(served, "price", index)
}

/// The debuggers' address of a function in its process number `index`.
fn target_of(served: &Served, function: &str, index: usize) -> String {
    let end = format!(" for {function}");
    let line = |log: &str| {
        let targets = log
            .lines()
            .filter_map(|it| it.strip_prefix("Debugger listening on ws://"));
        let mut functions = targets.filter_map(|it| it.strip_suffix(end.as_str()));
        functions.nth(index).map(str::to_owned)
    };
    wait(|| line(&served.log()).is_some(), || served.log());
    line(&served.log()).unwrap()
}

/// Calls the function `price` on another thread.
fn call(served: &Served, body: &'static str) -> thread::JoinHandle<String> {
    let address = served.address.clone();
    thread::spawn(move || {
        let headers = "content-type: application/json\r\n";
        send(&address, "POST", "/price", headers, body.as_bytes()).brief()
    })
}

/// Serves the function with an HTTP handler around it.
fn serve(lumi: &Lumi, flag: &str) -> Served {
    lumi.file("out/handler/function.json", DEFINITION);
    // The request has the order as text.
    lumi.file(
        "out/handler/main.mjs",
        "import price from './index.mjs';\n\
         globalThis.begun = true;\n\
         export default (request) => price(JSON.parse(request.body));\n",
    );
    Served::start(lumi, "out", &[flag])
}

#[test]
fn functions_that_are_served_are_debugged_in_their_processes() {
    let lumi = bundled();
    let served = serve(&lumi, "--inspect=0");
    let first = target(&served, 0);
    let mut client = Client::attach(&first);
    client.enable();
    let (url, map) = script(&mut client);
    set_breakpoint(&mut client, &url, &map);
    let calling = call(&served, r#"{"count":3}"#);
    pass_breakpoint(&mut client, lumi.folder(), &map);
    assert_eq!(calling.join().unwrap(), "200 costs 6");
    let address = first.split('/').next().unwrap();
    let targets = list(address, "/json/list");
    assert_eq!(targets.as_array().unwrap().len(), 1, "{targets}");
    assert_eq!(targets[0]["title"], "lumi: price");
    // Changed code is another target at the same port; debuggers of the old one learn that it ended.
    lumi.file("out/handler/more.mjs", "export {};\n");
    let second = target(&served, 1);
    assert_ne!(second, first);
    assert_eq!(second.split('/').next(), Some(address));
    while client.receive().is_some() {}
    // The process of a function answers without its debugger as well.
    assert_eq!(
        call(&served, r#"{"count":4}"#).join().unwrap(),
        "200 costs 8"
    );
}

#[test]
fn a_call_waits_until_a_debugger_lets_its_function_begin() {
    let lumi = bundled();
    let served = serve(&lumi, "--inspect-brk=0");
    let calling = call(&served, r#"{"count":3}"#);
    let mut client = Client::attach(&target(&served, 0));
    client.enable();
    client.run();
    // The first statement of the entry.
    assert_eq!(client.paused().1, "main.mjs:2:1");
    assert!(!calling.is_finished());
    client.send("Debugger.resume", json!({}));
    assert_eq!(calling.join().unwrap(), "200 costs 6");
    // The pause is for the next call: none is running.
    client.call("Debugger.pause", json!({}));
    drop(client);
    assert_eq!(
        call(&served, r#"{"count":1}"#).join().unwrap(),
        "200 costs 2"
    );
}

#[test]
fn stack_traces_lead_to_the_users_typescript_in_lumi_and_in_node() {
    let lumi = bundled();
    let answer = lumi.run(&[
        "closure",
        "run",
        "out/handler",
        "--args",
        r#"[{"count":-1}]"#,
    ]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let place = "src/pricing.ts:7:";
    assert!(answer.stderr.contains(place), "{}", answer.transcript());
    let program = "const { default: price } = await import(process.argv[1]);\n\
         try { price({ count: -1 }); } catch (error) { console.log(error.stack); }\n";
    let bundle = lumi.folder().join("out/handler/index.mjs");
    let node = tool("node")
        .args(["--enable-source-maps", "--input-type=module", "-e", program])
        .arg(&bundle)
        .output();
    let Ok(output) = node else {
        skip("node", "the package manager of the system");
        return;
    };
    let stdout = String::from_utf8(output.stdout).unwrap();
    let file = lumi.folder().join("src/pricing.ts");
    let place = format!("{}:7:", file.canonicalize().unwrap().display());
    assert!(stdout.contains(&place), "{stdout}");
}

#[test]
fn a_function_does_not_reach_the_debuggers_of_others() {
    let lumi = Lumi::new();
    // Each way to open a connection, to each name of this machine.
    lumi.file(
        "out/curious/index.mjs",
        "import net from 'node:net';\n\
         const failed = (error) => `${error.cause?.message ?? error.message}`;\n\
         const ways = {\n\
         fetch: (host, port) => fetch(`http://${host}:${port}/json/list`).then((it) => it.text()),\n\
         net: (host, port) => new Promise((done, fail) => {\n\
         const socket = net.connect(port, host.replace(/[\\[\\]]/g, ''), () => done('connected'));\n\
         socket.on('error', fail);\n\
         }),\n\
         socket: (host, port) => new Promise((done, fail) => {\n\
         const socket = new WebSocket(`ws://${host}:${port}/x`);\n\
         socket.onopen = () => done('open');\n\
         socket.onerror = (event) => fail(event.error ?? new Error(event.message));\n\
         }),\n\
         listen: (host, port) => new Promise((done, fail) => {\n\
         const server = net.createServer();\n\
         server.on('error', fail);\n\
         server.listen(port, host.replace(/[\\[\\]]/g, ''), () => done('listening'));\n\
         }),\n\
         };\n\
         export default async ({ params: { how, host, port } }) =>\n\
         ways[how](host, Number(port)).catch(failed);\n",
    );
    lumi.file(
        "out/curious/function.json",
        r#"{ "name": "curious", "permissions": { "net": true }, "triggers": [
            { "type": "http", "method": "GET", "path": "/:how/:host/:port" }] }"#,
    );
    let served = Served::start(&lumi, "out", &["--inspect=0"]);
    let debugger = target_of(&served, "curious", 0);
    let (_, port) = debugger
        .split('/')
        .next()
        .unwrap()
        .rsplit_once(':')
        .unwrap();
    for how in ["fetch", "net", "socket", "listen"] {
        for host in [
            "127.0.0.1",
            "localhost",
            "0.0.0.0",
            "127.1.2.3",
            "[::1]",
            "[::ffff:127.0.0.1]",
        ] {
            let reply = served.get(&format!("/{how}/{host}/{port}")).brief();
            assert!(
                reply.contains("debuggers attach to this port"),
                "{how} {host}: {reply}"
            );
        }
    }
}

/// The sandbox closes the port to functions, but the programs that they start have the rights of the user.
#[test]
fn a_program_that_a_function_starts_finds_no_debugger() {
    let lumi = Lumi::new();
    lumi.file(
        "out/starter/index.mjs",
        "import { execFileSync } from 'node:child_process';\n\
         const script = 'exec 3<>/dev/tcp/127.0.0.1/$1; \
         printf \"GET $0 HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n\" >&3; cat <&3';\n\
         export default ({ params, query }) =>\n\
         execFileSync('bash', ['-c', script, query.path, params.port]).toString();\n",
    );
    lumi.file(
        "out/starter/function.json",
        r#"{ "name": "starter", "permissions": { "run": ["bash"] }, "triggers": [
            { "type": "http", "method": "GET", "path": "/:port" }] }"#,
    );
    lumi.file(
        "out/victim/index.mjs",
        "export default () => process.env.PASSWORD;\n",
    );
    lumi.file(
        "out/victim/function.json",
        r#"{ "name": "victim", "triggers": [{ "type": "invoke" }] }"#,
    );
    let served = Served::start(&lumi, "out", &["--inspect=0"]);
    let victim = target_of(&served, "victim", 0);
    target_of(&served, "starter", 0);
    let (address, id) = victim.split_once('/').unwrap();
    let (_, port) = address.rsplit_once(':').unwrap();
    for path in [
        "/json",
        "/json/list",
        "/json/version",
        "/json/protocol",
        "/",
    ] {
        let reply = served.get(&format!("/{port}?path={path}")).brief();
        assert!(reply.contains("HTTP/1.1"), "{path}: {reply}");
        assert!(!reply.contains(id), "{path}: {reply}");
        let is_list = matches!(path, "/json" | "/json/list");
        assert_eq!(
            reply.contains("use an address that Lumi has printed"),
            is_list,
            "{reply}"
        );
    }
    // A debugger that has the address attaches.
    let mut client = Client::attach(&victim);
    client.enable();
}
