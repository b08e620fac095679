//! `examples/todo-api`: deployed, used with curl, changed, deployed again and destroyed; and `lumi/cloud` in another program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::documents::deployed_examples::{example, files, run};
use crate::functions::served::{Served, wait};
use crate::support::lumi::{Lumi, tool};

const ADMIN: &str = "authorization: Bearer only-for-development";

/// Status and body of a request by curl, or by another client without it.
fn curl(served: &Served, method: &str, path: &str, headers: &[&str], body: &str) -> String {
    let mut command = tool("curl");
    command.args(["--silent", "--show-error", "--request", method]);
    command.args(["--write-out", "\n%{http_code}", "--data-binary", body]);
    for header in headers {
        command.args(["--header", header]);
    }
    let Ok(output) = command
        .arg(format!("http://{}{path}", served.address))
        .output()
    else {
        let headers: String = headers.iter().map(|it| format!("{it}\r\n")).collect();
        return served
            .request(method, path, &headers, body.as_bytes())
            .brief();
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}{}", served.log());
    let text = String::from_utf8(output.stdout).unwrap();
    let (body, status) = text.rsplit_once('\n').unwrap();
    format!("{status} {}", body.trim_end())
}

fn get(served: &Served, path: &str) -> Value {
    let answer = curl(served, "GET", path, &[], "");
    let body = answer.strip_prefix("200 ");
    let body = body.unwrap_or_else(|| panic!("{path}: {answer}\n{}", served.log()));
    serde_json::from_str(body).unwrap()
}

/// Adds a todo and returns its id.
fn add(served: &Served, text: &str) -> String {
    let body = json!({ "text": text }).to_string();
    let answer = curl(served, "POST", "/todos", &[], &body);
    let todo = answer.strip_prefix("201 ");
    let todo = todo.unwrap_or_else(|| panic!("{answer}\n{}", served.log()));
    let todo: Value = serde_json::from_str(todo).unwrap();
    assert_eq!(
        (&todo["text"], &todo["done"]),
        (&json!(text), &json!(false))
    );
    todo["id"].as_str().unwrap().to_owned()
}

/// The events of the audit log, once there are `count` of them.
fn audit(served: &Served, count: usize) -> Vec<String> {
    let entries = || get(served, "/audit")["entries"].as_array().unwrap().clone();
    wait(|| entries().len() >= count, || served.log());
    let entries = entries();
    let whats = entries.iter().map(|key| {
        let key = key.as_str().unwrap();
        let entry = served.platform("GET", &format!("buckets/audit/{key}"), "");
        entry.json()["what"].as_str().unwrap().to_owned()
    });
    let mut whats: Vec<String> = whats.collect();
    whats.sort();
    whats
}

fn definition(lumi: &Lumi, function: &str) -> Value {
    serde_json::from_str(&lumi.read(&format!("out/dev/{function}/function.json"))).unwrap()
}

#[test]
fn a_service_is_deployed_used_changed_and_destroyed() {
    let lumi = example("todo-api");
    let up = run(&lumi, "up -y", 0);
    assert!(up.contains("serve: \"lumi closure serve out/dev\""), "{up}");
    let served = Served::start(&lumi, "out/dev", &[]);

    let bread = add(&served, "bread");
    let milk = add(&served, " milk ".trim());
    assert_eq!(get(&served, "/todos").as_array().unwrap().len(), 2);
    assert_eq!(get(&served, &format!("/todos/{milk}"))["text"], "milk");
    let done = curl(&served, "POST", &format!("/todos/{bread}/done"), &[], "");
    assert!(
        done.starts_with("200 ") && done.contains("\"done\":true"),
        "{done}"
    );
    assert_eq!(get(&served, "/todos?open").as_array().unwrap().len(), 1);
    assert_eq!(get(&served, "/statistics"), json!({ "open": 1, "done": 1 }));
    // Through the queue.
    assert_eq!(audit(&served, 3), ["added", "added", "done"]);
    assert_eq!(get(&served, "/audit")["bucket"], "audit");

    mistakes_of_clients_are_reported(&served, &milk);
    functions_may_do_what_their_code_does(&lumi);

    // Requires the secret, which is not in the bundle.
    let path = format!("/todos/{milk}");
    let refused = curl(
        &served,
        "DELETE",
        &path,
        &["authorization: Bearer guess"],
        "",
    );
    assert_eq!(refused, r#"403 {"error":"only admins may do that"}"#);
    assert_eq!(curl(&served, "DELETE", &path, &[ADMIN], ""), "204 ");
    let missing = format!("404 {{\"error\":\"there is no todo {milk}\"}}");
    assert_eq!(curl(&served, "GET", &path, &[], ""), missing);
    secrets_are_in_one_file(&lumi);

    the_program_changes(&lumi, &served);
    the_secret_changes(&lumi, &served);
    the_schedule_changes(&lumi, &served);
    // Later changes by the functions are not drift.
    let refreshed = run(&lumi, "refresh -y", 0);
    assert!(
        refreshed.contains("nothing to do, 12 unchanged"),
        "{refreshed}"
    );

    let end = run(&lumi, "destroy -y", 0);
    assert!(end.contains("Done: -"), "{end}");
    served.wait_for_log("function api is gone");
    let gone = curl(&served, "GET", "/todos", &[], "");
    assert_eq!(gone, r#"404 {"error":"nothing answers /todos"}"#);
    drop(served);
    let left = files(&lumi.folder().join("out"));
    // Empty files mark the places of stores and queues that were removed while the platform ran. The records of its last
    // runs and the database are the platform's.
    let mut left: Vec<&str> = left
        .iter()
        .filter(|(path, content)| !content.is_empty() && !path.contains("/.data/telemetry/"))
        .map(|it| it.0.rsplit('/').next().unwrap())
        .collect();
    left.sort_unstable();
    assert_eq!(left, ["address", "platform.redb", "token", "url-key"]);
}

fn mistakes_of_clients_are_reported(served: &Served, id: &str) {
    let replies = [
        curl(served, "POST", "/todos", &[], "no json"),
        curl(served, "POST", "/todos", &[], "{}"),
        curl(served, "POST", "/todos", &[], "null"),
        curl(served, "GET", "/todos/none", &[], ""),
        curl(served, "GET", "/nothing", &[], ""),
        curl(served, "PUT", "/todos", &[], "{}"),
        curl(served, "DELETE", &format!("/todos/{id}"), &[], ""),
    ];
    insta::assert_snapshot!(replies.join("\n"), @r#"
    400 {"error":"the body is not JSON"}
    400 {"error":"a todo needs a text"}
    400 {"error":"a todo needs a text"}
    404 {"error":"there is no todo none"}
    404 {"error":"nothing answers /nothing"}
    405 {"error":"PUT is not allowed here; use GET, POST"}
    403 {"error":"only admins may do that"}
    "#);
}

fn functions_may_do_what_their_code_does(lumi: &Lumi) {
    let permissions = |name: &str| definition(lumi, name)["permissions"].clone();
    let all = ["api", "statistics", "tidy-up", "write-audit"]
        .map(|name| format!("{name} {}", permissions(name)));
    insta::assert_snapshot!(all.join("\n"), @r#"
    api {"net":[],"read":[],"kv":{"todos":["delete","get","list","put"]},"buckets":{"audit":["list"]},"queues":{"events":["push"]},"functions":{"statistics":["call"]}}
    statistics {"net":[],"read":[],"kv":{"todos":["get","list"]}}
    tidy-up {"net":[],"read":[],"kv":{"todos":["delete","get","list"]},"queues":{"events":["push"]}}
    write-audit {"net":[],"read":[],"buckets":{"audit":["put"]}}
    "#);
}

fn secrets_are_in_one_file(lumi: &Lumi) {
    let found = files(&lumi.folder().join("out"));
    let with_secret = found
        .iter()
        .filter(|(_, content)| String::from_utf8_lossy(content).contains("only-for-development"));
    let with_secret: Vec<&str> = with_secret.map(|it| it.0.as_str()).collect();
    let [path] = with_secret.as_slice() else {
        panic!("{with_secret:?}")
    };
    assert!(path.ends_with("/out/dev/.secrets/api.json"), "{path}");
    let mode = fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    for (path, content) in files(&lumi.folder().join(".lumi")) {
        let text = String::from_utf8_lossy(&content);
        assert!(!text.contains("only-for-development"), "{path}");
    }
}

fn the_program_changes(lumi: &Lumi, served: &Served) {
    let program = lumi.read("index.ts");
    let changed = program
        .replace("only admins may do that", "for admins only")
        .replace(
            "const api = new Router(\"api\");\n",
            "const api = new Router(\"api\");\n\napi.get(\"/health\", () => \"all is well\");\n",
        );
    lumi.file("index.ts", changed);
    let preview = lumi.run(&["preview", "--diff"]).ok();
    insta::assert_snapshot!("todo_api_change", lasting(&preview));
    run(lumi, "up -y", 0);
    served.wait_for_log("function api has changed");
    assert_eq!(curl(served, "GET", "/health", &[], ""), "200 all is well");
    let refused = curl(served, "DELETE", "/todos/1", &[], "");
    assert_eq!(refused, r#"403 {"error":"for admins only"}"#);
    // Nothing else has changed.
    assert!(
        !served.log().contains("function statistics has changed"),
        "{}",
        served.log()
    );
    let again = run(lumi, "preview --detailed-exitcode", 0);
    assert!(again.contains("unchanged"), "{again}");
}

/// Without hashes and positions, which change with the library.
fn lasting(text: &str) -> String {
    let lines = text
        .lines()
        .map(|it| it.split("  (index.ts:").next().unwrap_or(it));
    let text = lines.collect::<Vec<_>>().join("\n");
    let (first, rest) = text.split_once("dispatch-").unwrap();
    let parts = rest.split("dispatch-").map(|it| it[12..].to_owned());
    let parts: Vec<String> = std::iter::once(first.to_owned()).chain(parts).collect();
    parts.join("dispatch-HASH")
}

fn the_secret_changes(lumi: &Lumi, served: &Served) {
    let remove = |token: &str| {
        let header = format!("authorization: Bearer {token}");
        let answer = curl(served, "DELETE", "/todos/none", &[&header], "");
        answer.split(' ').next().unwrap().to_owned()
    };
    let args = ["config", "set", "adminToken", "correct-horse", "--secret"];
    lumi.run(&args).ok();
    let preview = run(lumi, "preview --diff", 0);
    assert!(
        preview.contains("1 to update") && !preview.contains("horse"),
        "{preview}"
    );
    run(lumi, "up -y", 0);
    wait(|| remove("correct-horse") == "404", || served.log());
    assert_eq!(remove("only-for-development"), "403");
    assert!(!served.log().contains("horse"), "{}", served.log());
}

fn the_schedule_changes(lumi: &Lumi, served: &Served) {
    let before = get(served, "/statistics");
    assert_eq!(before, json!({ "open": 0, "done": 1 }));
    lumi.run(&["config", "set", "tidyUp", "@every 1s"]).ok();
    run(lumi, "up -y", 0);
    let tidied = json!({ "open": 0, "done": 0 });
    wait(|| get(served, "/statistics") == tidied, || served.log());
    let entries = ["added", "added", "deleted", "done", "tidied up"];
    // On a slow machine the schedule may have run again meanwhile.
    assert_eq!(audit(served, 5)[..5], entries);
}

/// The components in another program.
fn links() -> Lumi {
    let lumi = Lumi::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = fs::read(root.join("tests/programs/platform/links.ts")).unwrap();
    lumi.file("index.ts", program);
    lumi
}

#[test]
fn the_components_serve_another_program() {
    let lumi = links();
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &["-q", "--errors", "hidden"]);
    let answers = [
        curl(
            &served,
            "PUT",
            "/a",
            &[],
            r#"{"url":"https://a.example/?q=1&r=ü"}"#,
        ),
        curl(&served, "PUT", "/b", &[], r#"{"url":"nowhere"}"#),
        curl(&served, "PUT", "/b", &[], "[]"),
        curl(&served, "PUT", "/b", &[], "null"),
        curl(&served, "GET", "/b", &[], ""),
        curl(&served, "GET", "/a%2Fb", &[], ""),
        curl(&served, "POST", "/broken", &[], ""),
        curl(&served, "POST", "/echo", &[], &"x".repeat(100_000)),
    ];
    insta::assert_snapshot!(answers.join("\n"), @r#"
    201 {"code":"a","url":"https://a.example/?q=1&r=ü"}
    422 {"error":"\"nowhere\" is no URL"}
    422 {"error":"undefined is no URL"}
    500 {"error":"the function failed"}
    404 {"error":"there is no link b"}
    404 {"error":"there is no link a/b"}
    500 {"error":"the function failed"}
    200 {"method":"POST","length":100000}
    "#);
    let location = |path: &str| {
        let reply = served.get(path);
        let location = reply
            .headers
            .lines()
            .find_map(|it| it.strip_prefix("location: "));
        (reply.status, location.unwrap().to_owned())
    };
    assert_eq!(
        location("/docs"),
        (302, "https://docs.example.com/".to_owned())
    );
    assert_eq!(location("/home"), (302, "https://example.com/".to_owned()));
    curl(
        &served,
        "PUT",
        "/unlucky",
        &[],
        r#"{"url":"https://u.example/"}"#,
    );
    for path in ["/a", "/a", "/unlucky"] {
        assert_eq!(served.get(path).status, 302);
    }
    let expected = json!({ "a": 2, "unlucky": 1, "none": 0 });
    let counted = || get(&served, "/clicks/a/unlucky/none");
    wait(
        || counted() == expected,
        || format!("{}{}", counted(), served.log()),
    );
    let log = served.log();
    assert!(
        log.contains("TypeError") && log.contains("POST /broken"),
        "{log}"
    );
    let large = served.request("POST", "/echo", "", &vec![b'x'; (64 << 20) + 1]);
    assert_eq!(large.status, 413);
}

#[test]
fn acknowledged_writes_survive_a_kill() {
    let lumi = links();
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    let put =
        |served: &Served, path| curl(served, "PUT", path, &[], r#"{"url":"https://a.example/"}"#);
    for path in ["/a", "/held"] {
        put(&served, path);
        for _ in 0..20 {
            assert_eq!(served.get(path).status, 302);
        }
    }
    let counted = |served: &Served| get(served, "/clicks/a/held");
    let wait_for = |served: &Served, expected: Value| {
        wait(
            || counted(served) == expected,
            || format!("{}{}", counted(served), served.log()),
        );
    };
    // In the middle of the work.
    wait_for(&served, json!({ "a": 20, "held": 0 }));
    served.kill();
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    put(&served, "/open");
    wait_for(&served, json!({ "a": 20, "held": 20 }));
}

#[test]
fn a_secret_that_is_made_up_is_planned() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "import { random } from 'lumi/std';\nimport { Router } from 'lumi/cloud';\n\
         const password = new random.Password('p', { length: 12 });\n\
         new Router('api').get('/', async () => (await password.result).length);\n",
    );
    let preview = run(&lumi, "preview", 0);
    assert!(preview.contains("Plan: +6 to create"), "{preview}");
    assert!(preview.contains("api.secrets"), "{preview}");
    let up = run(&lumi, "up -y", 0);
    assert!(up.contains("Done: +6 created"), "{up}");
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    assert_eq!(served.get("/").brief(), "200 12");
    let definition = lumi.read("out/dev/api/function.json");
    assert!(!definition.contains("LUMI_P_RESULT"), "{definition}");

    let program = lumi.read("index.ts").replace("12", "20");
    lumi.file("index.ts", program);
    let preview = run(&lumi, "preview", 0);
    assert!(
        preview.contains("Plan: ~1 to update, +-1 to replace, 4 unchanged"),
        "{preview}"
    );
    run(&lumi, "up -y", 0);
    wait(|| served.get("/").brief() == "200 20", || served.log());
}
