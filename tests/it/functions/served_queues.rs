//! Queues of `lumi closure serve`: delivery, retries and dead messages.

use std::fs;

use crate::functions::closure_serve::CLIENT;
use crate::functions::served::{Functions, queue, wait};

/// Appends each message to a list in the store.
fn collector(to: &str) -> String {
    format!(
        "{CLIENT}
        export default async (message, {{ id, attempt }}) => {{
          await platform(`kv/seen/{to}-${{id}}-${{attempt}}`, {{ method: 'PUT', body: JSON.stringify(message) }});
        }};"
    )
}

#[test]
fn messages_reach_every_subscriber() {
    let fns = Functions::new();
    for name in ["one", "two"] {
        fns.add(name, &queue("jobs"), "null");
        fns.code(name, &collector(name));
    }
    let it = fns.serve(&[]);
    let pushed = it.platform("POST", "queues/jobs", r#"{"n": 1}"#);
    assert_eq!(pushed.status, 202);
    let id = pushed.json()["id"].as_str().unwrap().to_owned();
    it.platform("POST", "queues/jobs", "no json");
    let keys = || it.platform("GET", "kv/seen", "").json();
    wait(|| keys().as_array().unwrap().len() == 4, || it.log());
    let key = format!("kv/seen/one-{id}-1");
    assert_eq!(it.platform("GET", &key, "").text(), r#"{"n":1}"#);
    // No message is left.
    let left = || fs::read_dir(fns.data("queues/jobs")).unwrap().count();
    wait(|| left() == 0, || format!("{} left", left()));
}

#[test]
fn an_acknowledged_message_survives_a_kill() {
    let fns = Functions::new();
    fns.add(
        "stuck",
        &queue("jobs"),
        "() => new Promise((go) => setTimeout(go, 60_000))",
    );
    let it = fns.serve(&[]);
    for number in 0..5 {
        assert_eq!(
            it.platform("POST", "queues/jobs", number.to_string())
                .status,
            202
        );
    }
    // These queues have no subscriber yet.
    assert_eq!(it.platform("POST", "queues/others", "5").status, 202);
    it.kill();
    fns.add(
        "stuck",
        &format!("{}, {}", queue("jobs"), queue("others")),
        "null",
    );
    fns.code("stuck", &collector("all"));
    let it = fns.serve(&[]);
    let keys = || it.platform("GET", "kv/seen", "").json();
    wait(|| keys().as_array().unwrap().len() == 6, || it.log());
    let mut bodies: Vec<String> = keys()
        .as_array()
        .unwrap()
        .iter()
        .map(|key| it.platform("GET", &format!("kv/seen/{}", key.as_str().unwrap()), ""))
        .map(|reply| reply.text().to_owned())
        .collect();
    bodies.sort();
    assert_eq!(bodies, ["0", "1", "2", "3", "4", "5"]);
}

#[test]
fn failed_messages_are_retried_and_finally_dead() {
    let fns = Functions::new();
    fns.add(
        "fails",
        &queue("jobs"),
        "(message, { attempt }) => { if (attempt <= message) throw new Error(`attempt ${attempt}`); }",
    );
    let it = fns.serve(&[]);
    let id = it.platform("POST", "queues/jobs", "100").json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    it.platform("POST", "queues/jobs", "1");
    let dead = fns.data(&format!("queues/jobs/dead/{id}-fails.json"));
    wait(|| dead.exists(), || it.log());
    let text = fs::read_to_string(&dead).unwrap();
    assert_eq!(text, r#"{"body":"100","function":"fails","attempts":6}"#);
    it.wait_for_log("gave up message");
    let log = it.log();
    assert!(
        log.contains("attempt 6") && !log.contains("attempt 7"),
        "{log}"
    );
    wait(
        || fs::read_dir(fns.data("queues/jobs")).unwrap().count() == 1,
        || it.log(),
    );
}
