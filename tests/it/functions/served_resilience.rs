//! `resilience` of functions of `lumi closure serve`, as clients and messages meet it.

use crate::functions::served::{Functions, get, queue, wait};

/// A function with triggers and a policy, as JSON.
fn add(fns: &Functions, name: &str, triggers: &str, resilience: &str, export: &str) {
    fns.code(name, &format!("export default {export};\n"));
    let definition = format!(
        r#"{{ "name": "{name}", "triggers": [{triggers}], "resilience": {resilience},
            "permissions": {{ "functions": true }} }}"#
    );
    fns.lumi
        .file(&format!("fns/{name}/function.json"), definition);
}

#[test]
fn clients_learn_when_they_may_come_again() {
    let fns = Functions::new();
    let rate = r#"{ "rateLimit": { "calls": 1, "seconds": 600 } }"#;
    add(&fns, "limited", &get("/limited"), rate, "() => 'first'");
    let breaker = r#"{ "circuitBreaker": { "failures": 1, "pause": 600 } }"#;
    add(
        &fns,
        "broken",
        &get("/broken"),
        breaker,
        "() => { throw new Error('no'); }",
    );
    let timeout = r#"{ "timeout": 0.2 }"#;
    add(
        &fns,
        "slow",
        &get("/slow"),
        timeout,
        "() => new Promise(() => setTimeout(() => {}, 60_000))",
    );
    let it = fns.serve(&[]);
    assert_eq!(it.get("/limited").brief(), "200 first");
    let limited = it.get("/limited");
    assert_eq!(limited.status, 429);
    assert!(
        limited.headers.to_lowercase().contains("retry-after: 600"),
        "{}",
        limited.headers
    );
    assert_eq!(it.get("/broken").status, 500);
    let broken = it.get("/broken");
    assert!(
        broken.brief().starts_with("503") && broken.text().contains("circuit breaker"),
        "{}",
        broken.brief()
    );
    assert_eq!(it.get("/slow").status, 504);
}

#[test]
fn messages_wait_for_the_rate_and_lose_no_attempt() {
    let fns = Functions::new();
    let policy = r#"{ "rateLimit": { "calls": 2, "seconds": 0.4 }, "concurrency": 1 }"#;
    let export = "(n, { attempt }) => console.log(`message ${n} attempt ${attempt}`)";
    add(&fns, "work", &queue("jobs"), policy, export);
    let it = fns.serve(&[]);
    for number in 0..6 {
        it.platform("POST", "queues/jobs", number.to_string());
    }
    let count = || it.log().matches("attempt 1").count();
    wait(|| count() == 6, || it.log());
    assert!(!it.log().contains("attempt 2"), "{}", it.log());
}

#[test]
fn a_scheduled_call_is_tried_again() {
    let fns = Functions::new();
    let policy = r#"{ "retries": { "attempts": 3, "pause": 0.01 } }"#;
    let schedule = r#"{ "type": "schedule", "cron": "@every 1s" }"#;
    let export = "(() => { let count = 0; return () => { count++; if (count < 3) throw new Error(`call ${count}`); \
                  console.log('third'); }; })()";
    add(&fns, "tick", schedule, policy, export);
    let it = fns.serve(&[]);
    it.wait_for_log("third");
}

#[test]
fn policies_that_are_not_valid_are_named() {
    let fns = Functions::new();
    add(&fns, "f", "", r#"{ "timeot": 1 }"#, "() => 1");
    let it = fns.serve(&[]);
    it.wait_for_log("unknown field `timeot`");
}
