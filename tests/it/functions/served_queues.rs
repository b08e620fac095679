//! Queues of `lumi closure serve`: delivery, retries and dead messages.

use std::thread::JoinHandle;

use crate::functions::closure_serve::CLIENT;
use crate::functions::served::{Functions, Served, queue, try_send, wait};

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
    wait(
        || it.queue("jobs") == (0, 0),
        || format!("{:?} left", it.queue("jobs")),
    );
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
    wait(|| it.queue("jobs") == (0, 1), || it.log());
    let peek = r#"{ "peek": { "queue": "jobs", "dead": true, "limit": 1 } }"#;
    let dead = it.platform("POST", "operator", peek).json()["messages"][0].clone();
    let facts = ["id", "body", "function", "failures"].map(|it| dead[it].to_string());
    assert_eq!(facts, [&format!("{id:?}"), "\"100\"", "\"fails\"", "6"]);
    assert!(dead["traceparent"].as_str().unwrap().starts_with("00-"));
    it.wait_for_log("gave up message");
    let log = it.log();
    assert!(
        log.contains("attempt 6") && !log.contains("attempt 7"),
        "{log}"
    );
}

/// A sender that is never told that its message was lost: all that was acknowledged before a `kill -9` in the middle of the
/// work arrives, by key in the order in which it was sent.
#[test]
fn nothing_acknowledged_is_lost_by_kills_under_load() {
    let fns = Functions::new();
    fns.add("work", &queue("jobs"), "null");
    let code = format!(
        "{CLIENT}
        const last = {{}};
        export default async ({{ sender, number }}, {{ id }}) => {{
          await platform(`kv/seen/${{sender}}-${{number}}`, {{ method: 'PUT', body: `${{Date.now()}}` }});
          if (number < (last[sender] ?? 0)) await platform(`kv/disorder/${{id}}`, {{ method: 'PUT', body: '1' }});
          last[sender] = number;
        }};"
    );
    fns.code("work", &code);
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..3 {
        let it = fns.serve(&["-q"]);
        let senders: Vec<_> = (0..4)
            .map(|sender| push_until_killed(&it, round, sender))
            .collect();
        let count = || {
            it.platform("GET", "kv/seen", "")
                .json()
                .as_array()
                .unwrap()
                .len()
        };
        let before = count();
        wait(|| count() >= before + 5, || it.log());
        it.kill();
        for sender in senders {
            acknowledged.extend(sender.join().unwrap());
        }
    }
    let it = fns.serve(&["-q"]);
    wait(|| it.queue("jobs") == (0, 0), || it.log());
    let seen = it.platform("GET", "kv/seen", "").json();
    let seen: Vec<&str> = seen
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let lost: Vec<&String> = acknowledged
        .iter()
        .filter(|it| !seen.contains(&it.as_str()))
        .collect();
    assert!(
        !acknowledged.is_empty() && lost.is_empty(),
        "{lost:?} of {}",
        acknowledged.len()
    );
    assert_eq!(
        it.platform("GET", "kv/disorder", "").text().trim_end(),
        "[]"
    );
}

/// Pushes messages one after the other, until the platform is gone; returns those that it has acknowledged.
fn push_until_killed(it: &Served, round: usize, sender: usize) -> JoinHandle<Vec<String>> {
    let (address, headers) = (it.address.clone(), it.authorization());
    std::thread::spawn(move || {
        let mut acknowledged = Vec::new();
        for number in 1..=200 {
            let sender = format!("{round}-{sender}");
            let body = format!(r#"{{ "sender": "{sender}", "number": {number} }}"#);
            let path = format!("/_lumi/queues/jobs?key={sender}");
            match try_send(&address, "POST", &path, &headers, body.as_bytes()) {
                Some(reply) if reply.status == 202 => {
                    acknowledged.push(format!("{sender}-{number}"))
                }
                _ => break,
            }
        }
        acknowledged
    })
}
