//! The permissions of functions in `lumi closure serve`, and the files that are served.

use std::fs;

use crate::functions::served::Functions;

/// A function for GET /f with additional members in its function.json.
fn add(fns: &Functions, members: &str, code: &str) {
    fns.code("f", code);
    let definition = format!(
        r#"{{ "name": "f", {members}, "triggers": [{{ "type": "http", "method": "GET", "path": "/f" }}] }}"#
    );
    fns.lumi.file("fns/f/function.json", definition);
}

const TRY_EVERYTHING: &str = r#"
const attempt = async (line) => {
  const [method, path] = line.split(" ");
  const { LUMI_PLATFORM, LUMI_PLATFORM_TOKEN } = process.env;
  const answer = await fetch(`${LUMI_PLATFORM}/_lumi/${path}`, {
    method,
    headers: { authorization: `Bearer ${LUMI_PLATFORM_TOKEN}` },
    body: method === "POST" ? "[]" : method === "PUT" ? "1" : undefined,
  });
  return `${line} ${answer.status} ${await answer.text()}`.trim();
};
export default async () => {
  const all = [];
  for (const line of [
    "PUT kv/todos/1", "GET kv/todos/1", "HEAD kv/todos/1", "GET kv/todos", "GET kv/todos/", "GET kv/todos//",
    "DELETE kv/todos/1", "GET kv/other/1", "PUT kv/other/1", "GET buckets/todos/1", "PATCH kv/other/1",
    "POST queues/jobs", "POST queues/others", "POST functions/f", "GET nothing/todos", "GET kv",
  ]) all.push(await attempt(line));
  return all.join("\n");
};
"#;

#[test]
fn functions_may_do_what_their_permissions_say() {
    let fns = Functions::new();
    let permissions =
        r#""permissions": { "kv": { "todos": ["get", "put"] }, "queues": { "jobs": ["push"] } }"#;
    add(&fns, permissions, TRY_EVERYTHING);
    let it = fns.serve(&["-q"]);
    let tried = it.get("/f");
    let mut text = tried.text().to_owned();
    let id = text.find("{\"id\":\"").unwrap() + 7;
    text.replace_range(id..id + 25, "ID");
    insta::assert_snapshot!(text, @r#"
    PUT kv/todos/1 204
    GET kv/todos/1 200 1
    HEAD kv/todos/1 200
    GET kv/todos 403 {"error":"the function \"f\" may not list \"todos\" of kv; the \"permissions\" in its function.json would need { \"kv\": { \"todos\": [\"list\"] } }"}
    GET kv/todos/ 403 {"error":"the function \"f\" may not list \"todos\" of kv; the \"permissions\" in its function.json would need { \"kv\": { \"todos\": [\"list\"] } }"}
    GET kv/todos// 403 {"error":"the function \"f\" may not list \"todos\" of kv; the \"permissions\" in its function.json would need { \"kv\": { \"todos\": [\"list\"] } }"}
    DELETE kv/todos/1 403 {"error":"the function \"f\" may not delete \"todos\" of kv; the \"permissions\" in its function.json would need { \"kv\": { \"todos\": [\"delete\"] } }"}
    GET kv/other/1 403 {"error":"the function \"f\" may not get \"other\" of kv; the \"permissions\" in its function.json would need { \"kv\": { \"other\": [\"get\"] } }"}
    PUT kv/other/1 403 {"error":"the function \"f\" may not put \"other\" of kv; the \"permissions\" in its function.json would need { \"kv\": { \"other\": [\"put\"] } }"}
    GET buckets/todos/1 403 {"error":"the function \"f\" may not get \"todos\" of buckets; the \"permissions\" in its function.json would need { \"buckets\": { \"todos\": [\"get\"] } }"}
    PATCH kv/other/1 405 {"error":"only GET, PUT, DELETE is allowed here"}
    POST queues/jobs 202 {"id":"ID"}
    POST queues/others 403 {"error":"the function \"f\" may not push \"others\" of queues; the \"permissions\" in its function.json would need { \"queues\": { \"others\": [\"push\"] } }"}
    POST functions/f 403 {"error":"the function \"f\" may not call \"f\" of functions; the \"permissions\" in its function.json would need { \"functions\": { \"f\": [\"call\"] } }"}
    GET nothing/todos 404 {"error":"there are kv, buckets, queues, functions and services below /_lumi"}
    GET kv 404 {"error":"there are kv, buckets, queues, functions and services below /_lumi"}
    "#);
    // The token of the platform allows everything.
    assert_eq!(it.platform("PUT", "kv/other/1", "1").status, 204);
}

#[test]
fn a_function_without_grants_has_no_access() {
    let fns = Functions::new();
    add(
        &fns,
        r#""env": { "LUMI_PLATFORM_TOKEN": "mine" }"#,
        TRY_EVERYTHING,
    );
    let it = fns.serve(&["-q"]);
    let tried = it.get("/f");
    let lines: Vec<&str> = tried.text().lines().collect();
    let refused = lines.iter().filter(|it| it.contains(" 403")).count();
    assert_eq!(refused, lines.len() - 3, "{}", tried.text());
}

#[test]
fn every_file_of_a_function_counts() {
    let fns = Functions::new();
    fns.lumi
        .file("fns/f/lib/text.mjs", "export default 'first';\n");
    add(
        &fns,
        r#""env": {}"#,
        "import text from './lib/text.mjs';\nexport default () => text;\n",
    );
    let it = fns.serve(&[]);
    assert_eq!(it.get("/f").brief(), "200 first");
    fns.lumi
        .file("fns/f/lib/text.mjs", "export default 'second';\n");
    it.wait_for_log("function f has changed");
    assert_eq!(it.get("/f").brief(), "200 second");
}

#[test]
fn secrets_are_in_a_file_of_their_own() {
    let fns = Functions::new();
    let code = "export default () => [process.env.LUMI_KEY, process.env.LUMI_OPEN];\n";
    let members = r#""env": { "LUMI_OPEN": "door" }, "secrets": "../.secrets/f.json""#;
    add(&fns, members, code);
    let it = fns.serve(&[]);
    assert_eq!(it.get("/f").status, 404);
    assert!(
        it.log().contains("its secrets") && it.log().contains("cannot be read"),
        "{}",
        it.log()
    );
    fns.lumi
        .file("fns/.secrets/f.json", r#"{ "LUMI_KEY": "hunter2" }"#);
    it.wait_for_log("function f is ready");
    assert_eq!(it.get("/f").brief(), r#"200 ["hunter2","door"]"#);
    fns.lumi
        .file("fns/.secrets/f.json", r#"{ "LUMI_KEY": "correct-horse" }"#);
    it.wait_for_log("function f has changed");
    assert_eq!(it.get("/f").brief(), r#"200 ["correct-horse","door"]"#);
    // The error describes the problem without the content.
    fns.lumi.file(
        "fns/.secrets/f.json",
        r#"{ "LUMI_KEY": ["battery-staple"] }"#,
    );
    it.wait_for_log("are not an object of names and texts");
    assert_eq!(it.get("/f").brief(), r#"200 ["correct-horse","door"]"#);
    let log = it.log();
    assert!(
        !log.contains("battery") && !log.contains("horse") && !log.contains("hunter2"),
        "{log}"
    );
    fs::remove_dir_all(fns.lumi.folder().join("fns/f")).unwrap();
    it.wait_for_log("function f is gone");
}
