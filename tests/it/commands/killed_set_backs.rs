//! Watches that are killed while they set objects back: the next round knows of it.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;

use crate::support::lumi::{Answer, Lumi};
use crate::support::test_share::TestShare;

const PROGRAM: &str = r#"import { fs, random } from "lumi/std";
const id = new random.Id("id", { byteLength: 2 });
new fs.File("page", { path: "page.txt", content: "hello" });
new fs.File("other", { path: "other.txt", content: "world" });
new fs.File("next", { path: "next.txt", content: id.hex });
"#;

/// A deployed stack with three files that differ; one of them is gone. And the content of `next.txt` as it was deployed.
fn drifted() -> (Lumi, String) {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    let next = lumi.read("next.txt");
    lumi.file("page.txt", "by hand");
    lumi.file("next.txt", "by hand");
    fs::remove_file(lumi.folder().join("other.txt")).unwrap();
    (lumi, next)
}

/// The files that are not what the program asks for, by name of their resource.
fn wrong_files(lumi: &Lumi, next: &str) -> Vec<&'static str> {
    let wanted = [("next", next), ("other", "world"), ("page", "hello")];
    let is_wrong = |(name, content): &(&str, &str)| {
        let path = lumi.folder().join(format!("{name}.txt"));
        fs::read_to_string(path).ok().as_deref() != Some(content)
    };
    wanted.into_iter().filter(is_wrong).map(|it| it.0).collect()
}

/// The names of the resources in the drift that a command writes as JSON.
fn found(answer: &Answer) -> Vec<String> {
    let document: Value = serde_json::from_str(&answer.stdout).unwrap();
    let drift = document["drift"].as_array().unwrap();
    let name = |it: &Value| {
        it["urn"]
            .as_str()
            .unwrap()
            .rsplit("::")
            .next()
            .map(str::to_owned)
    };
    let mut names: Vec<String> = drift.iter().filter_map(name).collect();
    names.sort();
    names.dedup();
    names
}

/// The drift of one resource.
fn drift_of(answer: &Answer, name: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(&answer.stdout).unwrap();
    let end = format!("::{name}");
    let drift = document["drift"].as_array().unwrap().iter();
    let of_name = drift.filter(|it| it["urn"].as_str().unwrap().ends_with(&end));
    of_name.cloned().collect()
}

/// Runs `work` while others read the stack, which never fails and writes nothing.
fn beside_readers<T>(lumi: &Lumi, work: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    let read = || {
        while !is_over.load(Ordering::Relaxed) {
            for args in [
                &["reconcile", "--json"][..],
                &["stack", "history", "--drift"],
            ] {
                let answer = lumi.run(args);
                assert!(answer.code <= 1, "{}", answer.transcript());
                assert!(!answer.stderr.contains("error:"), "{}", answer.transcript());
            }
        }
    };
    thread::scope(|scope| {
        let reader = scope.spawn(read);
        let done = work();
        is_over.store(true, Ordering::Relaxed);
        reader.join().unwrap();
        done
    })
}

const SET_BACK: [&str; 5] = ["watch", "--to", "world", "-y", "--one-round"];

/// Kills a round at one of its writes; false if it has fewer.
fn is_killed(lumi: &Lumi, point: &str) -> bool {
    let mut round = lumi.command(&SET_BACK);
    round.env("LUMI_FAILPOINT", point);
    round.output().unwrap().status.signal().is_some()
}

/// Kills a round at a write. The next ones report what it has left, and set it back.
fn is_survived(number: usize, moment: &str) -> bool {
    let (lumi, next) = drifted();
    let point = format!("{moment}:{number}");
    let is_killed = match number % 3 {
        0 => beside_readers(&lumi, || is_killed(&lumi, &point)),
        _ => is_killed(&lumi, &point),
    };
    let wrong = wrong_files(&lumi, &next);
    // A file that is right again may be one of which the state does not know it yet.
    let report = lumi.run(&["reconcile", "--json"]);
    let drift = found(&report);
    let is_known = wrong.iter().all(|it| drift.iter().any(|name| name == it));
    assert!(is_known, "{point}: {}", report.transcript());
    let round = lumi.run(&["watch", "--rounds", "1"]);
    let expected = i32::from(!drift.is_empty());
    assert_eq!(round.code, expected, "{point}: {}", round.transcript());
    let back = lumi.run(&["watch", "--rounds", "1", "--to", "world", "-y"]);
    assert_eq!(back.code, 0, "{point}: {}", back.transcript());
    assert_eq!(wrong_files(&lumi, &next), [""; 0], "{point}");
    is_killed
}

#[test]
fn a_set_back_is_finished_wherever_it_was_killed() {
    let share = TestShare::of_this_run();
    let mut kills = 0;
    for number in 1.. {
        let moments = ["after", "torn"].into_iter().enumerate();
        let mut moments = moments.filter(|(at, _)| share.has(number + at));
        if !moments.all(|(_, moment)| is_survived(number, moment)) {
            break;
        }
        kills = number;
    }
    assert!(kills > 8, "{kills}");
}

/// A deployed stack with a set-back that was killed when the state had been refreshed.
fn killed() -> Lumi {
    for number in 1.. {
        let (lumi, _) = drifted();
        assert!(
            is_killed(&lumi, &format!("after:{number}")),
            "no write is enough"
        );
        let page = drift_of(&lumi.run(&["reconcile", "--json"]), "page");
        if page.iter().any(|it| it["isUnfinished"] == true) {
            return lumi;
        }
    }
    unreachable!("numbers have no end")
}

#[test]
fn an_unfinished_set_back_is_shown_until_a_deployment() {
    let lumi = killed();
    let round = lumi.seen(&["watch", "--rounds", "1"]);
    assert!(round.contains("whose set-back has not ended"), "{round}");
    let history = lumi.output(&["stack", "history", "--drift", "1", "--json"]);
    assert!(history.contains("isUnfinished"), "{history}");
    // What the program asks for now counts: the object is that, whether the state knows it or not.
    lumi.file("index.ts", PROGRAM.replace("hello", "by hand"));
    let page = drift_of(&lumi.run(&["reconcile", "--json"]), "page");
    assert!(
        page.iter()
            .all(|it| it["state"] == "inProgram" && it["isUnfinished"].is_null()),
        "{page:?}"
    );
    lumi.run(&["up", "-y", "--refresh"]).ok();
    lumi.file("index.ts", PROGRAM);
    assert_eq!(found(&lumi.run(&["reconcile", "--json"])), [""; 0]);
}

#[test]
fn an_unfinished_set_back_goes_with_its_stack() {
    let lumi = killed();
    let before = found(&lumi.run(&["reconcile", "--json"]));
    lumi.run(&["stack", "rename", "dev", "other", "-y"]).ok();
    let after = found(&lumi.run(&["reconcile", "--json", "--stack", "other"]));
    assert_eq!(after, before);
    lumi.run(&[
        "watch", "--rounds", "1", "--to", "world", "-y", "--stack", "other",
    ])
    .ok();
    assert_eq!(lumi.read("page.txt"), "hello");
}
