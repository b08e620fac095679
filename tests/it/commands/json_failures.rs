//! `--json`: a command that fails before it begins has its reason on standard output, too.

use serde_json::Value;

use crate::support::lumi::Lumi;

/// The lines of a command, which must fail, as JSON.
fn failed(lumi: &Lumi, line: &str) -> Vec<Value> {
    let answer = lumi.run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(
        answer.stderr.starts_with("error: "),
        "{}",
        answer.transcript()
    );
    let lines = answer.stdout.lines();
    lines.map(|it| serde_json::from_str(it).unwrap()).collect()
}

#[test]
fn a_run_that_cannot_begin_ends_with_a_summary() {
    let lumi = Lumi::program("export {};");
    for line in [
        "up -y -s nosuch --json",
        "up -y nosuch.ts --json",
        "preview nosuch.ts --json",
        "run nosuch.ts --json",
        "up --no-such-flag --json",
    ] {
        let lines = failed(&lumi, line);
        let [.., report, summary] = &*lines else {
            panic!("{line}: {lines:?}");
        };
        assert_eq!(report["type"], "report", "{line}");
        assert_eq!(report["severity"], "error", "{line}");
        assert!(report["message"].as_str().is_some_and(|it| !it.is_empty()));
        assert_eq!(summary["type"], "summary", "{line}");
        assert_eq!(summary["exitCode"], 2, "{line}");
    }
    lumi.file("Lumi.yaml", "nme: web\n");
    let lines = failed(&lumi, "preview --json");
    assert_eq!(lines[0]["at"]["line"], 1, "{lines:?}");
}

#[test]
fn other_commands_answer_with_a_document() {
    let lumi = Lumi::program("export {};");
    for line in [
        "stack output nosuch --json",
        "state show nosuch --json",
        "state ls --nosuch --json",
        "stack ls --program nosuch --json",
    ] {
        let documents = failed(&lumi, line);
        assert_eq!(documents.len(), 1, "{line}");
        assert_eq!(documents[0]["exitCode"], 2, "{line}");
        assert!(documents[0]["error"]["message"].is_string(), "{line}");
    }
    let answer = lumi.run(&["run", "nosuch.ts"]);
    assert_eq!(answer.stdout, "", "{}", answer.transcript());
}
