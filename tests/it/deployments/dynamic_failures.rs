//! Dynamic providers that throw, or return invalid results.

use crate::deployments::dynamic::{errors, project, run, summary, up};
use crate::support::lumi::{Answer, Lumi};

pub fn failure(how: &str) -> Answer {
    let lumi = project(&format!(
        "new Row('a', {{ kind: 'x', size: 1, how: '{how}', token: lumi.secret('hunter' + 2) }});"
    ));
    let answer = run(&lumi, &["up", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(!answer.stderr.contains("hunter2"), "{}", answer.stderr);
    answer
}

#[test]
pub fn exceptions_are_shown_at_their_place() {
    insta::assert_snapshot!(errors(&failure("throw")), @r##"
    error: cannot create dynamic:index:Row "a": RangeError: no room for [secret]
      at RowProvider.create (row.ts:28:15): throw new RangeError(`no room for ${inputs.token}`);
     --> index.ts:3:1
      |
    3 | new Row('a', { kind: 'x', size: 1, how: 'throw', token: lumi.secret('hunter' + 2) });
      | ^
    "##);
}

#[test]
pub fn methods_say_what_is_known_about_the_world() {
    insta::assert_snapshot!(errors(&failure("partial")), @r##"
    error: cannot create dynamic:index:Row "a": it exists, but is not ready: the row is not indexed
     --> index.ts:3:1
      |
    3 | new Row('a', { kind: 'x', size: 1, how: 'partial', token: lumi.secret('hunter' + 2) });
      | ^
    "##);
    insta::assert_snapshot!(errors(&failure("unknown")), @r##"
    error: cannot create dynamic:index:Row "a": no answer
      at RowProvider.create (row.ts:33:15): throw new dynamic.UnknownOutcomeError("no answer", { cause: new Error("line is dead") });
      because line is dead
      at RowProvider.create (row.ts:33:69): throw new dynamic.UnknownOutcomeError("no answer", { cause: new Error("line is dead") });
     --> index.ts:3:1
      |
    3 | new Row('a', { kind: 'x', size: 1, how: 'unknown', token: lumi.secret('hunter' + 2) });
      | ^
    help: the outcome is unknown; it is recorded as pending, and the next run looks the object up
    "##);
}

#[test]
pub fn answers_of_the_wrong_form_lose_no_object() {
    insta::assert_snapshot!(errors(&failure("function")), @r##"
    error: cannot create dynamic:index:Row "a": it exists, but is not ready: output "f" of resource "a" (dynamic:index:Row) is a function; only inputs of resources can be functions: call it, or pass plain data
     --> index.ts:3:1
      |
    3 | new Row('a', { kind: 'x', size: 1, how: 'function', token: lumi.secret('hunter' + 2) });
      | ^
    "##);
    insta::assert_snapshot!(errors(&failure("nothing")), @r##"
    error: cannot create dynamic:index:Row "a": "create" of its provider must return { id }, a text that is not empty: without it, the object could not be found again
     --> index.ts:3:1
      |
    3 | new Row('a', { kind: 'x', size: 1, how: 'nothing', token: lumi.secret('hunter' + 2) });
      | ^
    help: the outcome is unknown; it is recorded as pending, and the next run looks the object up
    "##);
}

/// A project whose first deployment has failed with the fault `how`.
fn failed_once(how: &str) -> Lumi {
    let lumi = project(&format!(
        "new Row('a', {{ kind: 'x', size: 1, how: '{how}' }});"
    ));
    assert_eq!(run(&lumi, &["up", "-y"]).code, 1);
    lumi
}

#[test]
pub fn an_unready_object_is_repaired() {
    let lumi = failed_once("partial");
    assert_eq!(summary(&up(&lumi)), "Done: ~1 updated");
    assert_eq!(summary(&up(&lumi)), "Done: nothing to do, 1 unchanged");
}

#[test]
pub fn a_create_of_unknown_outcome_stays_pending() {
    let again = run(&failed_once("unknown"), &["up", "-y"]);
    assert_eq!(again.code, 1);
    assert!(
        again.stderr.contains("--forget-pending"),
        "{}",
        again.stderr
    );
}

#[test]
pub fn mistakes_are_shown_where_they_are_made() {
    let lumi = Lumi::program(
        "import * as dynamic from 'lumi/dynamic';\nclass A extends dynamic.Resource {}\n\n\
         new A({} as any, 'a');\n",
    );
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("index.ts:4"), "{}", answer.stderr);
    let message = "the provider of resource \"a\" (dynamic:index:A) must be an object with a method \"create\"";
    assert!(answer.stderr.contains(message), "{}", answer.stderr);
}

/// The program waits for its providers when the other resources fail.
#[test]
fn failures_of_other_resources_are_reported_once() {
    let resources = (0..4).map(|number| {
        format!("new http.Resource('r{number}', {{ create: {{ url: 'http://127.0.0.1:9/{number}' }} }});\n")
    });
    let lumi = project(&format!(
        "import {{ http }} from \"lumi/std\";\nnew Row('a', {{ kind: 'x', size: 1 }});\n{}",
        resources.collect::<String>()
    ));
    let answer = run(&lumi, &["up", "-y", "--continue-on-error"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    for number in 0..4 {
        let reason = format!("http://127.0.0.1:9/{number} failed");
        let count = answer.stderr.matches(&reason).count();
        assert_eq!(count, 1, "{}", answer.transcript());
    }
}
