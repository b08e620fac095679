//! `Database` of `lumi/cloud` on this machine: what a deployment makes on a server of Postgres, and what it refuses.

use serde_json::{Value, json};

use crate::documents::deployed_examples::run;
use crate::functions::served::Served;
use crate::support::lumi::Lumi;
use crate::support::postgres::Postgres;

const PROGRAM: &str = "import { Database, Function } from 'lumi/cloud';
const shop = new Database('shop', { migrations: 'migrations' });
new Function('names', async () => (await shop.query<{ name: string }>('SELECT name FROM items ORDER BY name')).map((it) => it.name));
new Function('ask', async (text: string) => shop.query(text));
new Function('peek', async (url: string) => {
  const { hostname, port } = new URL(url);
  const { connect } = process.getBuiltinModule('node:net');
  await new Promise((resolve, reject) => connect(Number(port), hostname).on('connect', resolve).on('error', reject));
});
";

fn project(server: &str) -> Lumi {
    let lumi = Lumi::program(PROGRAM);
    lumi.file(
        "migrations/001.sql",
        "CREATE TABLE items (name text PRIMARY KEY);\nINSERT INTO items VALUES ('a');\n",
    );
    lumi.run(&["config", "set", "lumi:postgres", server, "--secret"])
        .ok();
    lumi
}

fn call(served: &Served, name: &str, arguments: Value) -> Result<Value, String> {
    served.wait_for_log(&format!("function {name} is ready"));
    let answer = served.platform("POST", &format!("functions/{name}"), arguments.to_string());
    match answer.status {
        200 => Ok(answer.json()["result"].clone()),
        _ => Err(answer.text().to_owned()),
    }
}

#[test]
fn migrations_are_run_once_and_in_order() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let lumi = project(&postgres.url());
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &[]);
    assert_eq!(call(&served, "names", json!([])), Ok(json!(["a"])));
    let again = run(&lumi, "preview", 0);
    assert!(again.contains("no changes"), "{again}");

    lumi.file("migrations/002.sql", "INSERT INTO items VALUES ('b');\n");
    run(&lumi, "up -y", 0);
    assert_eq!(call(&served, "names", json!([])), Ok(json!(["a", "b"])));

    // A migration that fails leaves nothing, and can be corrected.
    lumi.file(
        "migrations/003.sql",
        "INSERT INTO items VALUES ('c');\nSELECT 1/0;\n",
    );
    let failed = run(&lumi, "up -y", 1);
    assert!(
        failed.contains("the migration 003.sql failed: division by zero"),
        "{failed}"
    );
    assert_eq!(call(&served, "names", json!([])), Ok(json!(["a", "b"])));
    lumi.file("migrations/003.sql", "INSERT INTO items VALUES ('d');\n");
    run(&lumi, "up -y", 0);
    assert_eq!(
        call(&served, "names", json!([])),
        Ok(json!(["a", "b", "d"]))
    );

    for (file, text, problem) in [
        (
            "002.sql",
            "SELECT 1;\n",
            "the migration 002.sql has changed since it was run",
        ),
        (
            "0021.sql",
            "SELECT 1;\n",
            "the migration 0021.sql comes before 003.sql",
        ),
    ] {
        let path = format!("migrations/{file}");
        let before = std::fs::read(lumi.folder().join(&path)).ok();
        lumi.file(&path, text);
        let failed = run(&lumi, "up -y", 1);
        assert!(failed.contains(problem), "{failed}");
        match before {
            Some(before) => drop(lumi.file(&path, before)),
            None => std::fs::remove_file(lumi.folder().join(&path)).unwrap(),
        }
    }
    run(&lumi, "up -y", 0);
    assert_eq!(
        call(&served, "names", json!([])),
        Ok(json!(["a", "b", "d"]))
    );
}

#[test]
fn a_database_has_a_user_of_its_own_and_goes_with_the_stack() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let lumi = project(&postgres.url());
    let preview = lumi.run(&["preview", "--diff"]);
    assert!(
        !preview.transcript().contains("correct-horse"),
        "{}",
        preview.transcript()
    );
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &[]);
    let user = call(
        &served,
        "ask",
        json!([
            "SELECT current_user::text AS name, usesuper FROM pg_user WHERE usename = current_user"
        ]),
    );
    assert_eq!(
        user,
        Ok(json!([{ "name": "demo_dev_shop", "usesuper": false }]))
    );
    let refused = call(&served, "ask", json!(["CREATE DATABASE other"]));
    assert!(
        refused
            .as_ref()
            .is_err_and(|it| it.contains("permission denied")),
        "{refused:?}"
    );
    // Functions that do not use it do not reach the server.
    let peeked = call(&served, "peek", json!([postgres.url()]));
    assert!(
        peeked.as_ref().is_err_and(|it| it.contains("net access")),
        "{peeked:?}"
    );
    let open = std::fs::read_to_string(lumi.folder().join("out/dev/ask/function.json")).unwrap();
    assert!(!open.contains("postgres://"), "{open}");
    let state = lumi.run(&["stack", "export"]).ok();
    assert!(!state.contains("correct-horse"), "{state}");
    run(&lumi, "destroy -y", 0);
    let gone = call(&served, "ask", json!(["SELECT 1"]));
    assert!(gone.is_err(), "{gone:?}");
    // What is gone can be made again.
    run(&lumi, "up -y", 0);
    run(&lumi, "destroy -y", 0);
}

#[test]
fn missing_servers_and_odd_migrations_are_refused_by_name() {
    let lumi = project("postgres://admin:secret-word@127.0.0.1:1/postgres");
    let failed = run(&lumi, "up -y", 1);
    assert!(
        failed.contains("the connection to Postgres at 127.0.0.1:1 failed"),
        "{failed}"
    );
    assert!(!failed.contains("secret-word"), "{failed}");
    let refused = |problem: &str| {
        let refused = lumi.run(&["preview"]);
        assert_eq!(refused.code, 1, "{}", refused.transcript());
        assert!(refused.stderr.contains(problem), "{}", refused.stderr);
    };
    lumi.file("migrations/readme.md", "");
    refused(
        "has migrations/readme.md, which is no migration: they are files such as 001-orders.sql",
    );
    std::fs::remove_dir_all(lumi.folder().join("migrations")).unwrap();
    refused("the Database \"shop\" has no folder migrations of migrations");
    lumi.run(&["config", "rm", "lumi:postgres"]).ok();
    lumi.file("migrations/001.sql", "");
    refused("the target \"local\" needs a server of Postgres for the Database \"shop\"");
}
