//! Pending operations whose outcome the user has found out.

use std::sync::Arc;

use lumi_graph::{Object, ResourceOption, Urn, Value};
use lumi_state::{Action, OperationOutcome, PendingOperation, Record, StackState};

use super::program::{Program, Spec};
use super::samples::resource;
use super::scenario::Scenario;
use super::world::Fault;
use crate::recovery::manual_outcome::{ManualOutcome, manual_outcome};

/// A stack whose only resource was created without an answer, by a provider that cannot look for
/// it. Returns the id of the object, too.
async fn unanswered(program: &Program) -> (Scenario, String) {
    let mut stack = Scenario::new();
    stack.world.fault("a", Fault::UnknownDone);
    stack.world.lock().is_undecidable = true;
    assert!(stack.up(program).await.has_failed);
    assert!(stack.up(program).await.has_failed);
    let id = stack.world.lock().objects.keys().next().unwrap().clone();
    (stack, id)
}

fn done(id: &str, outputs: Option<Object>) -> ManualOutcome {
    ManualOutcome::Done {
        id: Some(id.to_owned()),
        outputs,
    }
}

fn resolve(stack: &mut Scenario, said: ManualOutcome) {
    let (&operation, pending) = stack.state.pending.first().unwrap();
    let outcome = manual_outcome(pending, &stack.state, said).unwrap();
    let record = Record::End { operation, outcome };
    stack.state.apply(&record).unwrap();
}

#[tokio::test]
async fn an_object_is_adopted_by_its_id_and_its_outputs_are_read() {
    let program = Program(vec![Spec::new("a", "1")]);
    let (mut stack, id) = unanswered(&program).await;
    stack.world.lock().is_undecidable = false;
    resolve(&mut stack, done(&id, None));
    stack.world.take_calls();
    assert!(!stack.up(&program).await.has_failed, "{}", stack.said());
    let calls = stack.world.take_calls();
    assert!(
        !calls.iter().any(|it| it.starts_with("update")),
        "{calls:?}"
    );
    let resource = &stack.state.resources[0];
    assert!(resource.problems.is_empty());
    assert_eq!(resource.outputs["value"], Value::from("1"));
    assert_eq!(stack.world.view(), ["a=1"]);
}

#[tokio::test]
async fn an_object_that_cannot_be_read_is_updated() {
    let program = Program(vec![Spec::new("a", "1")]);
    let (mut stack, id) = unanswered(&program).await;
    stack.world.lock().may_lack_data = true;
    resolve(&mut stack, done(&id, None));
    assert!(!stack.up(&program).await.has_failed, "{}", stack.said());
    assert_eq!(
        stack.said(),
        "a update (it is incomplete: its outputs are not known, since it was adopted by hand)"
    );
    assert_eq!(stack.world.view(), ["a=1"]);
}

#[tokio::test]
async fn outputs_that_the_user_gives_are_taken_as_they_are() {
    let program = Program(vec![Spec::new("a", "1")]);
    let (mut stack, id) = unanswered(&program).await;
    let outputs = Object::from_iter([("value".to_owned(), Value::from("mine"))]);
    resolve(&mut stack, done(&id, Some(outputs.clone())));
    assert!(!stack.up(&program).await.has_failed, "{}", stack.said());
    assert_eq!(*stack.state.resources[0].outputs, outputs);
}

#[tokio::test]
async fn a_wrong_id_is_noticed_before_any_creation() {
    let program = Program(vec![Spec::new("a", "1")]);
    let (mut stack, _) = unanswered(&program).await;
    stack.world.lock().is_undecidable = false;
    resolve(&mut stack, done("no-such-id", None));
    stack.world.take_calls();
    assert!(stack.up(&program).await.has_failed);
    insta::assert_snapshot!(stack.said(), @"a says it was adopted by hand, but its provider finds \
                                            no object `no-such-id` / `lumi state rm 'a'` removes \
                                            it from the state; then `lumi up` creates an object, \
                                            or `lumi import` adopts one with another id");
    let calls = stack.world.take_calls();
    assert!(
        !calls.iter().any(|it| it.starts_with("create")),
        "{calls:?}"
    );
}

#[tokio::test]
async fn an_operation_not_done_is_repeated_and_an_id_is_required() {
    let program = Program(vec![Spec::new("a", "1")]);
    let (mut stack, id) = unanswered(&program).await;
    let pending = stack.state.pending.values().next().unwrap();
    let said = ManualOutcome::Done {
        id: None,
        outputs: None,
    };
    assert!(manual_outcome(pending, &stack.state, said).is_err());
    stack.world.lock().objects.remove(&id);
    resolve(&mut stack, ManualOutcome::NotDone);
    assert!(!stack.up(&program).await.has_failed, "{}", stack.said());
    assert_eq!(stack.world.view(), ["a=1"]);
}

/// The outputs in the state after an update of a command, which the user gives.
fn resolved_update(old_stdout: Value, marked: &[&str]) -> Object {
    let mut old = resource(0, "a");
    old.urn = Urn::parse("urn:lumi:dev::web::index::std:exec:Command::a").unwrap();
    old.outputs = Arc::new(Object::from_iter([("stdout".to_owned(), old_stdout)]));
    let mut new = old.clone();
    let marked = marked.iter().map(|it| (*it).to_owned()).collect();
    let option = ResourceOption::AdditionalSecretOutputs(marked);
    new.options.set(option);
    let mut state = StackState::default();
    state.resources.insert(old.serial, Arc::new(old));
    let pending = PendingOperation {
        action: Action::Update {
            resource: Box::new(new),
        },
        message: None,
    };
    let given = ["stdout", "stderr"].map(|it| (it.to_owned(), Value::from("given")));
    let said = ManualOutcome::Done {
        id: None,
        outputs: Some(Object::from_iter(given)),
    };
    match manual_outcome(&pending, &state, said).unwrap() {
        OperationOutcome::Done { outputs, .. } => outputs,
        other => panic!("{other:?}"),
    }
}

#[test]
fn given_outputs_are_secret_as_those_of_a_run_are() {
    let is_secret = |outputs: &Object, name: &str| outputs[name].contains_secret();
    let open = resolved_update("before".into(), &[]);
    assert!(!is_secret(&open, "stdout") && !is_secret(&open, "stderr"));
    let passed_on = resolved_update(Value::secret("before".into()), &[]);
    assert!(is_secret(&passed_on, "stdout") && is_secret(&passed_on, "stderr"));
    let marked = resolved_update("before".into(), &["stderr"]);
    assert!(!is_secret(&marked, "stdout") && is_secret(&marked, "stderr"));
}
