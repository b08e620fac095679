//! `lumi platform queue`: queues of a platform that runs, and of one that does not.

use serde_json::Value;

use crate::functions::served::{Functions, queue, wait};

/// A function that fails until its code is changed.
fn failing() -> Functions {
    let fns = Functions::new();
    let trigger = r#"{ "type": "queue", "queue": "jobs", "attempts": 1 }"#;
    fns.add("work", trigger, "() => { throw new Error('not yet'); }");
    fns
}

fn command(fns: &Functions, args: &str) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let all = [&["platform", "queue", "--folder", "fns"], &args[..]].concat();
    fns.lumi.run(&all).ok()
}

#[test]
fn messages_that_were_given_up_come_again_by_command() {
    let fns = failing();
    let it = fns.serve(&[]);
    it.platform("POST", "queues/jobs", r#"{"n":1}"#);
    it.platform("POST", "queues/waiting", "2");
    it.wait_for_log("gave up message");
    wait(
        || command(&fns, "ls").contains("0 waiting, 1 dead"),
        || command(&fns, "ls"),
    );
    assert_eq!(
        command(&fns, "ls"),
        "jobs     0 waiting, 1 dead\nwaiting  1 waiting, 0 dead\n"
    );
    let dead = command(&fns, "peek jobs --dead");
    assert!(
        dead.contains("failures=1 function=work trace=") && dead.ends_with("{\"n\":1}\n"),
        "{dead}"
    );
    let peeked: Value = serde_json::from_str(&command(&fns, "peek waiting --json")).unwrap();
    assert_eq!(peeked[0]["body"], "2");

    fns.code(
        "work",
        "export default ({ n }, { attempt }) => console.log(`done ${n} at ${attempt}`);",
    );
    it.wait_for_log("function work has changed");
    assert_eq!(command(&fns, "redrive jobs"), "1 message queued again\n");
    it.wait_for_log("done 1 at 1");
    assert_eq!(command(&fns, "redrive jobs"), "0 messages queued again\n");
}

#[test]
fn queues_of_a_platform_that_does_not_run_are_changed_too() {
    let fns = failing();
    let it = fns.serve(&[]);
    it.platform("POST", "queues/jobs", "1");
    it.wait_for_log("gave up message");
    wait(
        || command(&fns, "ls").contains("0 waiting, 1 dead"),
        || it.log(),
    );
    it.kill();
    assert_eq!(
        command(&fns, "purge jobs --dead --older-than 1h -y"),
        "0 messages removed\n"
    );
    assert_eq!(command(&fns, "redrive jobs"), "1 message queued again\n");
    assert_eq!(command(&fns, "ls"), "jobs  1 waiting, 0 dead\n");
    fns.code("work", "export default (n) => console.log(`done ${n}`);");
    let it = fns.serve(&[]);
    it.wait_for_log("done 1");
    wait(|| it.queue("jobs") == (0, 0), || it.log());
}

#[test]
fn mistakes_of_commands_are_explained() {
    let fns = Functions::new();
    fns.add("work", &queue("jobs"), "() => 1");
    let run = |args: &[&str]| {
        fns.lumi
            .run(&[&["platform", "queue", "--folder", "fns"], args].concat())
    };
    let nothing = run(&["ls"]);
    assert!(
        nothing.code == 1 && nothing.stderr.contains("no platform has run in"),
        "{}",
        nothing.transcript()
    );
    let it = fns.serve(&[]);
    it.platform("POST", "queues/waiting", "1");
    let unknown = run(&["peek", "job"]);
    assert_eq!(unknown.code, 1);
    assert!(
        unknown
            .stderr
            .contains("error: there is no queue job\nhelp: there are waiting\n"),
        "{}",
        unknown.stderr
    );
    let unasked = run(&["purge", "waiting"]);
    assert!(
        unasked.code == 2 && unasked.stderr.contains("pass -y"),
        "{}",
        unasked.transcript()
    );
    // Functions do not carry out commands.
    assert_eq!(
        it.request("POST", "/_lumi/operator", "", b"\"list\"")
            .status,
        401
    );
}
