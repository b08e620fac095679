//! Pending operations whose outcome the user has found out.

use lumi_graph::{Object, Value};
use lumi_state::Record;

use super::program::{Program, Spec};
use super::scenario::Scenario;
use super::world::Fault;
use crate::manual_outcome::{ManualOutcome, manual_outcome};

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
