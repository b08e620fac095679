//! `Service` of `lumi/cloud` on this machine: programs that the platform starts, probes, starts again and stops.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use serde_json::{Value, json};

use crate::documents::deployed_examples::run;
use crate::functions::served::{Served, wait};
use crate::support::lumi::Lumi;

/// Answers its process, its path and the value of `VERSION`.
const SERVER: &str = r#"
import http.server, json, os, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_GET(self):
        answer = {"process": os.getpid(), "path": self.path, "version": os.environ.get("VERSION")}
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
print("version", os.environ.get("VERSION"), flush=True)
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"#;

/// A project with a service of these arguments, and a function that requests it.
fn project(args: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("server.py", SERVER);
    declare(&lumi, args);
    lumi
}

fn declare(lumi: &Lumi, args: &str) {
    lumi.file(
        "index.ts",
        format!(
            "import {{ Function, Service }} from 'lumi/cloud';
const api = new Service('api', {args});
new Function('get', async (path: string) => (await api.fetch(path)).json());
new Function('url', () => api.url());
"
        ),
    );
}

/// The platform of a project, whose folder may be empty.
fn served(lumi: &Lumi) -> Served {
    fs::create_dir_all(lumi.folder().join("out/dev")).unwrap();
    Served::start(lumi, "out/dev", &[])
}

fn call(served: &Served, name: &str, arguments: Value) -> Value {
    // The platform finds functions a moment after their deployment.
    served.wait_for_log(&format!("function {name} is ready"));
    let answer = served.platform("POST", &format!("functions/{name}"), arguments.to_string());
    assert_eq!(answer.status, 200, "{}\n{}", answer.text(), served.log());
    answer.json()["result"].clone()
}

fn get(served: &Served) -> Value {
    call(served, "get", json!(["/"]))
}

fn is_alive(process: &Value) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|it| !it.contains(") Z "))
}

const PYTHON: &str = "command: ['python3', 'server.py']";

/// The messages of a deployment that fails.
fn refused(lumi: &Lumi) -> String {
    run(lumi, "up -y", 1)
}

#[test]
fn a_program_that_does_not_exist_fails_the_deployment() {
    let lumi = project("{ command: ['no-such-program'] }");
    let expected = "the service api cannot start: the program \"no-such-program\" does not exist";
    let text = refused(&lumi);
    assert!(text.contains(expected), "{text}");
    let served = served(&lumi);
    let text = refused(&lumi);
    assert!(text.contains(expected), "{text}");
    // Nothing is left to run, and a correction is enough.
    assert!(
        !lumi
            .folder()
            .join("out/dev/.data/services/api/run")
            .exists()
    );
    declare(&lumi, &format!("{{ {PYTHON} }}"));
    run(&lumi, "up -y", 0);
    assert_eq!(get(&served)["path"], "/");
}

#[test]
fn a_deployment_fails_with_what_the_program_printed_last() {
    let lumi = project("{ command: ['sh', '-c', 'echo one; echo two >&2; exit 7'] }");
    let served = served(&lumi);
    let text = refused(&lumi);
    for part in ["the service api ended with code 7", "one", "two"] {
        assert!(text.contains(part), "{text}");
    }
    served.wait_for_log("service api ended with code 7; it starts again in 0.1 s");
}

#[test]
fn a_program_that_is_never_healthy_fails_the_deployment() {
    let lumi = project("{ command: ['sleep', '60'], startTimeout: 0.3, grace: 1 }");
    let served = served(&lumi);
    let text = refused(&lumi);
    let expected = "the service api is not healthy 0.3 s after its start: nothing listens on port";
    assert!(text.contains(expected), "{text}");
    declare(
        &lumi,
        &format!("{{ {PYTHON}, health: '/', startTimeout: 30 }}"),
    );
    run(&lumi, "up -y", 0);
    assert_eq!(get(&served)["path"], "/");
}

#[test]
fn a_port_that_is_taken_fails_the_deployment() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let lumi = project(&format!("{{ {PYTHON}, port: {port} }}"));
    let served = served(&lumi);
    let text = refused(&lumi);
    let expected =
        format!("the service api cannot start: its port {port} is taken by another program");
    assert!(text.contains(&expected), "{text}");
    drop(taken);
    run(&lumi, "up -y", 0);
    assert_eq!(get(&served)["path"], "/");
}

#[test]
fn a_new_version_takes_over_when_it_is_ready() {
    let version =
        |it: &str| format!("{{ {PYTHON}, health: '/', environment: {{ VERSION: '{it}' }} }}");
    let lumi = project(&version("1"));
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    let first = get(&served);
    assert_eq!(first["version"], "1");
    // One that fails leaves the other one in place.
    declare(&lumi, "{ command: ['sh', '-c', 'exit 1'] }");
    refused(&lumi);
    assert_eq!(get(&served), first);
    declare(&lumi, &version("2"));
    run(&lumi, "up -y", 0);
    assert_eq!(get(&served)["version"], "2");
    wait(|| !is_alive(&first["process"]), || served.log());
    // The command that runs it is gone: a change that others have made.
    fs::remove_file(lumi.folder().join("out/dev/.data/services/api/run")).unwrap();
    let refreshed = run(&lumi, "refresh -y", 0);
    assert!(refreshed.contains("std:exec:Command"), "{refreshed}");
    run(&lumi, "up -y", 0);
    assert_eq!(get(&served)["version"], "2");
}

/// The program, which is a child of a shell, is in another process group, and ignores SIGTERM.
const STUBBORN: &str =
    "command: ['sh', '-c', 'trap \"\" TERM; set -m; python3 server.py & wait; wait'], grace: 0.2";

#[test]
fn a_program_that_ignores_the_request_to_end_is_killed() {
    let lumi = project(&format!("{{ {STUBBORN} }}"));
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    let process = get(&served)["process"].clone();
    run(&lumi, "destroy -y", 0);
    assert!(!is_alive(&process), "{}", served.log());
    assert!(!lumi.folder().join("out/dev/.data/services/api").exists());
    assert!(!lumi.folder().join("out/dev/.services/api.json").exists());
}

#[test]
fn nothing_outlives_the_platform() {
    let shell = "command: ['sh', '-c', 'trap \"\" TERM; python3 server.py; true'], grace: 0.2";
    let lumi = project(&format!("{{ {shell}, replicas: 2 }}"));
    run(&lumi, "up -y", 0);
    let begin = || {
        let served = served(&lumi);
        for replica in ["1", "2"] {
            served.wait_for_log(&format!("service api replica {replica} is ready"));
        }
        let gauge = "lumi_service_ready_replicas{service=\"api\"} 2";
        let metrics = || served.get("/metrics").text().to_owned();
        wait(|| metrics().contains(gauge), metrics);
        let [one, other] = [(); 2].map(|()| get(&served)["process"].clone());
        assert_ne!(one, other);
        (served, [one, other])
    };
    let (platform, processes) = begin();
    platform.kill();
    let is_over = |processes: &[Value]| !processes.iter().any(is_alive);
    wait(|| is_over(&processes), || format!("{processes:?}"));
    let (mut platform, processes) = begin();
    platform.interrupt();
    platform.process.wait().unwrap();
    assert!(is_over(&processes), "{processes:?}");
}

#[test]
fn a_flood_of_output_is_cut_and_slows_nothing_down() {
    let flood = "command: ['sh', '-c', 'yes flood & exec python3 server.py']";
    let lumi = project(&format!("{{ {flood} }}"));
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    served.wait_for_log("lines are left out: more than 1000 came in a second)");
    assert_eq!(get(&served)["path"], "/");
    run(&lumi, "destroy -y", 0);
}

#[test]
fn output_is_in_the_logs_without_secrets() {
    let lumi = Lumi::new();
    lumi.file("server.py", SERVER);
    lumi.file(
        "index.ts",
        format!(
            "import {{ Config }} from 'lumi';
import {{ Service }} from 'lumi/cloud';
const environment = {{ VERSION: new Config().requireSecret('version') }};
new Service('api', {{ {PYTHON}, environment }});
"
        ),
    );
    lumi.run(&["config", "set", "version", "correct-horse", "--secret"])
        .ok();
    let plan = run(&lumi, "preview --diff", 0);
    assert!(!plan.contains("correct-horse"), "{plan}");
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    served.wait_for_log("[api] version ");
    served.wait_for_log("service api is ready on port");
    assert!(!served.log().contains("correct-horse"), "{}", served.log());
    let logs = || run(&lumi, "logs --function api", 0);
    wait(|| logs().contains("version "), logs);
    assert!(!logs().contains("correct-horse"), "{}", logs());
}

#[test]
fn a_service_uses_what_it_names_and_nothing_else() {
    let lumi = Lumi::new();
    lumi.file(
        "server.py",
        r#"
import http.server, os, urllib.error, urllib.request
def ask(method, path, body=None):
    headers = {"authorization": "Bearer " + os.environ["LUMI_PLATFORM_TOKEN"]}
    url = os.environ["LUMI_PLATFORM"] + "/_lumi/" + path
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method)) as it:
            return it.read().decode()
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode()}"
class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_GET(self):
        store = os.environ["LUMI_NOTES_NAME"]
        ask("PUT", f"kv/{store}/key", b'"value"')
        content = "\n".join([ask("GET", f"kv/{store}/key"), ask("GET", "kv/others/key"), os.environ["LUMI_KEY_VALUE"]])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(content.encode())
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"#,
    );
    lumi.file(
        "index.ts",
        format!(
            "import {{ Function, KVStore, Secret, Service }} from 'lumi/cloud';
const [notes, others] = [new KVStore('notes'), new KVStore('others')];
const key = new Secret('key', {{ value: 'correct-horse' }});
const api = new Service('api', {{ {PYTHON}, uses: [notes, key] }});
new Function('get', async () => (await api.fetch('/')).text());
new Function('other', async () => (await fetch((process.env.LUMI_PLATFORM) + '/_lumi/services/api', {{
  method: 'POST', headers: {{ authorization: `Bearer ${{process.env.LUMI_PLATFORM_TOKEN}}` }} }})).status);
"
        ),
    );
    let plan = run(&lumi, "preview --diff", 0);
    assert!(
        plan.contains("\"kv:put notes\": \"because: uses\""),
        "{plan}"
    );
    assert!(!plan.contains("correct-horse"), "{plan}");
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    let text = call(&served, "get", json!([]));
    insta::assert_snapshot!(text.as_str().unwrap(), @r#"
    "value"
    403 {"error":"the service \"api\" may not get \"others\" of kv; the \"permissions\" in its api.json would need { \"kv\": { \"others\": [\"get\"] } }"}

    correct-horse
    "#);
    assert_eq!(call(&served, "other", json!([])), json!(403));
}

#[test]
fn the_url_of_a_service_is_a_right() {
    let lumi = project(&format!("{{ {PYTHON} }}"));
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    let url = call(&served, "url", json!([]));
    let url = url.as_str().unwrap();
    let path = &url[url.find("/_lumi").unwrap()..];
    let answer = served.get(&format!("{path}/a%2Fb?c"));
    assert_eq!(answer.json()["path"], "/a%2Fb?c");
    let (last, rest) = (&path[path.len() - 1..], &path[..path.len() - 1]);
    let other = if last == "0" { "1" } else { "0" };
    for wrong in [
        format!("{rest}{other}/"),
        path.replace("/api/", "/other/"),
        "/_lumi/services/api/x".to_owned(),
    ] {
        assert_eq!(served.get(&wrong).status, 403, "{wrong}");
    }
    assert_eq!(served.get("/_lumi/services/api").status, 401);
    // The log has no signature.
    let signature = path.rsplit('/').next().unwrap();
    assert!(!served.log().contains(signature), "{}", served.log());
}

/// Makes the handshake of a WebSocket, sends a text, and answers the text of a client in capitals.
const WEB_SOCKET: &str = r#"
import base64, hashlib, http.server, os
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *_): pass
    def do_GET(self):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.write(b"welcome")
        self.rfile.read(1)
        length = self.rfile.read(1)[0] & 127
        mask = self.rfile.read(4)
        text = bytes(it ^ mask[at % 4] for at, it in enumerate(self.rfile.read(length)))
        self.write(text.upper())
        self.close_connection = True
    def write(self, text):
        self.wfile.write(bytes([0x81, len(text)]) + text)
        self.wfile.flush()
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"#;

#[test]
fn a_service_may_have_web_sockets() {
    let lumi = Lumi::new();
    lumi.file("server.py", WEB_SOCKET);
    lumi.file(
        "index.ts",
        format!(
            "import {{ Function, Service }} from 'lumi/cloud';
const api = new Service('api', {{ {PYTHON} }});
new Function('talk', async () => {{
  const socket = new WebSocket((await api.url()).replace('http', 'ws'));
  const texts: string[] = [];
  return new Promise((resolve, reject) => {{
    socket.onerror = () => reject(new Error('the socket failed'));
    socket.onmessage = ({{ data }}) => {{
      texts.push(data);
      if (texts.length === 1) socket.send('hello');
      else resolve(texts);
    }};
  }});
}});
"
        ),
    );
    run(&lumi, "up -y", 0);
    let served = served(&lumi);
    assert_eq!(
        call(&served, "talk", json!([])),
        json!(["welcome", "HELLO"])
    );
}

#[test]
fn mistakes_are_refused_at_their_lines() {
    let problems: Vec<String> = [
        "{}",
        "{ command: [] }",
        "{ command: ['a'], port: 0 }",
        "{ command: ['a'], replicas: 101 }",
        "{ command: ['a'], health: 'healthz' }",
        "{ command: ['a'], grace: -1 }",
        "{ command: ['a'], environment: { 'A-B': '' } }",
        "{ image: 'registry.example.com/a' }",
        "{ command: ['a'], uses: [{} as any] }",
    ]
    .iter()
    .map(|args| {
        let lumi = project(args);
        let refused = lumi.run(&["run"]);
        assert_eq!(refused.code, 1, "{}", refused.transcript());
        assert!(
            refused.stderr.contains("index.ts:2:13"),
            "{}",
            refused.stderr
        );
        let line = refused.stderr.lines().find(|it| it.starts_with("error"));
        line.unwrap_or_default().to_owned()
    })
    .collect();
    insta::assert_snapshot!(problems.join("\n"), @r#"
    error: TypeError: the Service "api" needs a `command` or an `image`
    error: TypeError: the Service "api" has a `command` that must be a list of a program and its arguments, such as ["python3", "server.py"]
    error: TypeError: the Service "api" has a `port` that must be 1 to 65535
    error: TypeError: the Service "api" has `replicas` that must be 1 to 100
    error: TypeError: the Service "api" has a `health` that must be a path, such as /healthz
    error: TypeError: the Service "api" has a `grace` that must be 0 to 86400 seconds
    error: TypeError: the Service "api" has a variable "A-B", which is no name
    error: TypeError: the target "local" runs programs, and no images: the Service "api" needs a `command`
    error: TypeError: the Service "api" can use components of lumi/cloud alone; name other resources in `waitsFor`
    "#);
}

#[test]
fn a_definition_that_cannot_be_read_is_reported() {
    let lumi = project(&format!("{{ {PYTHON} }}"));
    let served = served(&lumi);
    let folder = lumi.folder().join("out/dev");
    let data = folder.join(".data/services/api");
    for path in [folder.join(".services"), data.clone()] {
        fs::create_dir_all(path).unwrap();
    }
    fs::write(folder.join(".services/api.json"), "{ \"name\": \"api\" }").unwrap();
    fs::write(data.join("run"), "1").unwrap();
    let state = || fs::read_to_string(data.join("state")).unwrap_or_default();
    wait(|| state().starts_with("1 failed"), state);
    let expected = ".services/api.json:1:17 cannot be used: missing field `command`";
    assert!(state().contains(expected), "{}", state());
    assert!(Path::new(&data).is_dir());
    drop(served);
}
