//! `lumi snapshot TYPE=PLACE`: objects that providers list.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use serde_json::{Value, json};

use crate::functions::served::Served;
use crate::support::lumi::Lumi;
use crate::support::rest_server::RestServer;

fn document(lumi: &Lumi, args: &[&str]) -> Value {
    let text = lumi
        .run(&[&["snapshot", "-A", "--json"], args].concat())
        .ok();
    serde_json::from_str(&text).unwrap()
}

fn vertex<'d>(document: &'d Value, name: &str) -> &'d Value {
    let all = document["graph"]["vertices"].as_array().unwrap();
    let found = all.iter().find(|it| it["name"] == name);
    found.unwrap_or_else(|| panic!("{document:#}"))
}

fn refusal(lumi: &Lumi, args: &[&str]) -> String {
    let said = lumi.run(&[&["snapshot", "-A"], args].concat());
    assert_eq!(said.code, 1, "{}", said.transcript());
    said.stderr
}

const TEAMS: &str = r#"
import { Config } from "lumi";
import { http } from "lumi/std";
const at = `${new Config().require("url")}/teams`;
new http.Resource("web", {
  create: { url: at }, read: { url: at + "/{id}" }, update: { url: at + "/{id}" },
  delete: { url: at + "/{id}" }, body: { name: "web" },
});
"#;

/// A deployed team on a server with more objects.
fn teams() -> (Lumi, RestServer) {
    let server = RestServer::start("first");
    let lumi = Lumi::program(TEAMS);
    let headers = json!({ server.url(): { "authorization": "Bearer first" } });
    let config = json!({ "config": { "url": server.url(), "std:httpHeaders": headers } });
    lumi.file("Lumi.dev.yaml", config.to_string());
    lumi.run(&["up", "-yA"]).ok();
    (lumi, server)
}

#[test]
fn objects_of_a_rest_collection_are_listed() {
    let (lumi, server) = teams();
    let api = server.make("teams", json!({ "name": "api" }));
    server.make("users", json!({ "name": "ann", "team": "/teams/2" }));
    let teams = format!("std:http:Resource={}/teams", server.url());
    let users = format!("std:http:Resource={}/users#name=/name", server.url());
    let seen = document(&lumi, &[&teams, &users]);
    // The team of the program is known, and a user with the id of another object is not that object.
    assert_eq!(
        (&seen["known"], &seen["recovered"]),
        (&1.into(), &1.into()),
        "{seen:#}"
    );
    assert_eq!(seen["listed"].as_array().unwrap().len(), 2, "{seen:#}");
    let listed = vertex(&seen, "api");
    assert_eq!(listed["id"], api);
    assert_eq!(listed["inputs"]["body"], json!({ "name": "api" }));
    assert_eq!(
        listed["inputs"]["create"]["url"],
        format!("{}/teams", server.url())
    );
    let guesses = seen["guesses"].as_array().unwrap();
    assert_eq!(guesses.len(), 1, "{seen:#}");
    assert!(
        guesses[0]["to"].as_str().unwrap().ends_with("::api"),
        "{seen:#}"
    );
    // The program of it means the same.
    lumi.run(&["snapshot", "-A", &teams, &users, "-o", "live.json"])
        .ok();
    lumi.run(&["infer", "live.json", "-o", "again.ts"]).ok();
    lumi.run(&["diff", "--semantic", "live.json", "program:again.ts"])
        .ok();
    assert!(server.take_log().iter().all(|it| it == "POST /teams"));
}

#[test]
fn an_object_with_the_name_of_a_resource_is_another_one() {
    let (lumi, server) = teams();
    server.make("teams", json!({ "name": "web" }));
    let seen = document(
        &lumi,
        &[&format!("std:http:Resource={}/teams", server.url())],
    );
    assert_eq!(vertex(&seen, "web-2")["id"], "2");
    // A place twice has its objects once.
    let place = format!("std:http:Resource={}/teams", server.url());
    let twice = document(&lumi, &[&place, &place]);
    assert_eq!(twice["listed"], seen["listed"]);
}

#[test]
fn a_collection_that_cannot_be_listed_is_explained() {
    let (lumi, server) = teams();
    let of = |place: &str| refusal(&lumi, &[&format!("std:http:Team={place}")]);
    assert!(of("teams").contains("must be a whole URL"));
    assert!(of(&format!("{}/teams/7", server.url())).contains("404"));
    assert!(of(&format!("{}/teams/1", server.url())).contains("is not a list of objects"));
    assert!(of(&format!("{}/teams#id=/uuid", server.url())).contains("has no id at `/uuid`"));
    let stranger = Lumi::program("");
    let said = refusal(
        &stranger,
        &[&format!("std:http:Team={}/teams", server.url())],
    );
    assert!(said.contains("answered 401"), "{said}");
    let said = refusal(&lumi, &["std:http:Team"]);
    assert!(said.contains("at the URL of a collection"), "{said}");
}

/// Answers each request with a page that another follows.
fn endless_pages() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let answer = |stream: TcpStream, number: usize| {
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        while stream.read_line(&mut line).is_ok_and(|it| it > 2) {
            line.clear();
        }
        let body = format!("[{{\"id\": {number}}}]");
        let length = body.len();
        let head = format!(
            "HTTP/1.1 200 .\r\nContent-Length: {length}\r\nConnection: close\r\n\
             Link: </more?page={number}>; rel=\"next\"\r\n\r\n"
        );
        let _ = stream.get_mut().write_all([head, body].concat().as_bytes());
    };
    // It ends with the process of the tests.
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            stream.into_iter().for_each(|it| answer(it, number));
        }
    });
    port
}

#[test]
fn pages_that_never_end_are_an_error() {
    let lumi = Lumi::program("");
    let place = format!("std:http:Page=http://127.0.0.1:{}/more", endless_pages());
    let said = refusal(&lumi, &[&place]);
    assert!(
        said.contains("page 1000 of the list: the list has more than 1000 pages"),
        "{said}"
    );
}

#[test]
fn values_of_the_local_platform_are_listed() {
    let lumi = Lumi::program("");
    lumi.file("fns/hello/index.mjs", "export default () => 1;\n");
    lumi.file(
        "fns/hello/function.json",
        r#"{ "name": "hello", "triggers": [] }"#,
    );
    let platform = Served::start(&lumi, "fns", &[]);
    platform.platform("PUT", "kv/todos/first", r#"{"done":false}"#);
    platform.platform("PUT", "kv/todos/second", "7");
    let url = format!("http://{}", platform.address);
    let token = lumi.read("fns/.data/token");
    let headers = json!({ &url: { "authorization": format!("Bearer {}", token.trim()) } });
    let config = json!({ "config": { "std:httpHeaders": headers } });
    lumi.file("Lumi.dev.yaml", config.to_string());
    let values = format!("std:http:Value={url}/_lumi/kv/todos");
    let seen = document(&lumi, &[&values, "std:fs:Directory=fns"]);
    assert_eq!(
        vertex(&seen, "first")["inputs"]["body"],
        json!({ "done": false })
    );
    assert_eq!(vertex(&seen, "second")["outputs"]["response"], 7);
    assert_eq!(vertex(&seen, "fns/hello")["type"], "std:fs:Directory");
    assert_eq!(seen["listed"].as_array().unwrap().len(), 4, "{seen:#}");
    // What was listed can be written by its requests: the program puts back what is gone.
    lumi.run(&["snapshot", "-A", &values, "-o", "live.json"])
        .ok();
    lumi.run(&["infer", "live.json", "-o", "index.ts", "--force"])
        .ok();
    platform.platform("DELETE", "kv/todos/first", "");
    lumi.run(&["up", "-yA"]).ok();
    assert_eq!(
        platform.platform("GET", "kv/todos/first", "").text(),
        r#"{"done":false}"#
    );
}

/// Rows of a JSON file, one page for each.
const ROWS: &str = r#"
import * as dynamic from "lumi/dynamic";
import { readFileSync, writeFileSync } from "node:fs";

const load = () => JSON.parse(readFileSync("rows.json", "utf8"));
class Rows implements dynamic.ResourceProvider {
  async create(inputs: any) {
    writeFileSync("rows.json", JSON.stringify({ ...load(), [inputs.name]: inputs }));
    return { id: inputs.name, outs: inputs };
  }
  async read(id: string) {
    const row = load()[id];
    return row && { id, props: row };
  }
  async *list(place: string | undefined) {
    for (const [id, row] of Object.entries<any>(load())) {
      if (place === "fail" && id === "b") throw new Error("the second page is gone");
      if (place === "no ids") yield { id: "" };
      if (place === "ids") yield { id };
      else yield { id, name: `row ${id}`, props: row };
    }
    while (place === "never end") yield { id: `${Math.random()}`, props: {} };
    if (place === "wait") await new Promise(() => {});
  }
}
export class Row extends dynamic.Resource {
  constructor(name: string) {
    super(new Rows(), name, { name });
  }
}
"#;

#[test]
fn objects_of_dynamic_providers_are_listed() {
    let lumi = Lumi::program("import { Row } from './row.ts';\nnew Row('a');\n");
    lumi.file("row.ts", ROWS);
    lumi.file("rows.json", r#"{ "b": { "name": "b", "of": "a" } }"#);
    lumi.run(&["up", "-yA"]).ok();
    for (place, name) in [
        ("dynamic:index:Row", "row b"),
        ("dynamic:index:Row=ids", "b"),
    ] {
        let seen = document(&lumi, &[place]);
        assert_eq!(
            (&seen["known"], &seen["recovered"]),
            (&1.into(), &1.into()),
            "{seen:#}"
        );
        let listed = vertex(&seen, name);
        assert_eq!(listed["inputs"], json!({ "name": "b", "of": "a" }));
    }
    // The state has the code when the program has it no more.
    lumi.file("index.ts", "");
    let seen = document(&lumi, &["dynamic:index:Row"]);
    assert_eq!(vertex(&seen, "row b")["id"], "b");
}

#[test]
fn a_dynamic_provider_that_cannot_list_is_explained() {
    let program = "import { Row } from './row.ts';\nimport * as dynamic from 'lumi/dynamic';\n\
                   new Row('a');\ndynamic.register('dynamic:index:Other', { create: () => ({ id: '1' }) } as any);\n";
    let lumi = Lumi::program(program);
    lumi.file("row.ts", ROWS);
    lumi.file("rows.json", r#"{ "a": {}, "b": {} }"#);
    let of = |listing: &str| refusal(&lumi, &[listing]);
    let said = of("dynamic:index:Other");
    assert!(
        said.contains("the objects of `dynamic:index:Other` cannot be listed"),
        "{said}"
    );
    let said = of("dynamic:index:Row=fail");
    assert!(said.contains("the second page is gone"), "{said}");
    let said = of("dynamic:index:Row=no ids");
    assert!(said.contains("has no id"), "{said}");
    let said = of("dynamic:index:Row=never end");
    assert!(
        said.contains("there are more than 100000 objects"),
        "{said}"
    );
    let said = of("dynamic:index:Row=wait");
    assert!(said.contains("never finishes"), "{said}");
    let said = of("dynamic:index:Nothing");
    assert!(said.contains("put the class `Nothing` back"), "{said}");
}
