//! Hooks: functions of the program that run before and after steps.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;

use super::program::{Program, Spec, program};
use super::scenario::Scenario;
use super::world::Fault;
use crate::{Hook, HookAnswer, HookRequest, Registrar, Source, UnmentionedPolicy};
use lumi_graph::{Object, Value};

type Lines = Arc<Mutex<Vec<String>>>;

/// Records its requests, and returns a fixed answer.
struct RecordingHook {
    name: &'static str,
    answer: Result<HookAnswer, String>,
    lines: Lines,
}

#[async_trait]
impl Hook for RecordingHook {
    async fn call(&self, request: HookRequest) -> Result<HookAnswer, String> {
        let value = |it: &Option<Arc<Object>>| {
            let value = it.as_ref().and_then(|it| it.get("value").cloned());
            value.and_then(|it| it.as_str().map(str::to_owned))
        };
        let (old, new) = (value(&request.old_inputs), value(&request.inputs));
        let mut line = format!("{} {}", self.name, request.urn.name());
        if request.preview {
            line.push_str(" in a preview");
        }
        line.push_str(&format!(" {old:?} -> {new:?}"));
        if let Some(outputs) = &request.outputs {
            line.push_str(&format!(" is {:?}", outputs["copy"].as_str()));
        }
        if let Some(failure) = &request.failure {
            line.push_str(&format!(" {} {:?}", failure.step.as_str(), failure.errors));
        }
        self.lines.lock().push(line);
        self.answer.clone()
    }
}

/// A program that registers hooks.
struct Hooked {
    program: Program,
    answers: Vec<(&'static str, Result<HookAnswer, String>)>,
    lines: Lines,
}

#[async_trait]
impl Source for Hooked {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        for (name, answer) in &self.answers {
            let hook = RecordingHook {
                name,
                answer: answer.clone(),
                lines: Arc::clone(&self.lines),
            };
            let registered = registrar.register_hook((*name).to_owned(), Arc::new(hook));
            registered.unwrap();
        }
        self.program.run(registrar).await
    }
}

/// Adds one hook for each kind of step, named like the kind.
fn hooked(spec: Spec, kinds: &[&str]) -> Spec {
    let lists = kinds.iter().map(|it| {
        let names = Value::Array(vec![Value::from(*it)]);
        ((*it).to_owned(), names)
    });
    spec.option("hooks", Value::Object(lists.collect()))
}

const ALL: [&str; 6] = [
    "beforeCreate",
    "afterCreate",
    "beforeUpdate",
    "afterUpdate",
    "beforeDelete",
    "afterDelete",
];

fn source(program: Program, names: &[&'static str]) -> Hooked {
    let answers = names.iter().map(|it| (*it, Ok(HookAnswer::Done)));
    Hooked {
        program,
        answers: answers.collect(),
        lines: Lines::default(),
    }
}

fn lines(source: &Hooked) -> String {
    source.lines.lock().join("\n")
}

#[tokio::test]
async fn hooks_run_before_and_after_each_kind_of_step() {
    let mut stack = Scenario::new();
    let mut seen = Vec::new();
    let specs = [
        vec![hooked(Spec::new("a", "1"), &ALL)],
        vec![hooked(Spec::new("a", "2"), &ALL)],
        vec![hooked(Spec::new("a", "2"), &ALL).input("key", "k")],
        vec![],
    ];
    for specs in specs {
        let mut source = source(program(specs), &ALL);
        let outcome = stack.up_with(&mut source).await;
        assert!(!outcome.has_failed, "{}", stack.said());
        seen.push(lines(&source));
    }
    insta::assert_snapshot!(seen.join("\n---\n"), @r#"
    beforeCreate a None -> Some("1")
    afterCreate a None -> Some("1") is Some("1")
    ---
    beforeUpdate a Some("1") -> Some("2")
    afterUpdate a Some("1") -> Some("2") is Some("2")
    ---
    beforeCreate a None -> Some("2")
    afterCreate a None -> Some("2") is Some("2")
    beforeDelete a Some("2") -> None
    afterDelete a Some("2") -> None
    ---
    beforeDelete a Some("2") -> None
    afterDelete a Some("2") -> None
    "#);
}

#[tokio::test]
async fn a_hook_that_fails_before_a_step_keeps_it_from_being_done() {
    let mut stack = Scenario::new();
    let spec = hooked(Spec::new("a", "1"), &["beforeCreate"]);
    let mut first = source(program([spec.clone()]), &[]);
    first.answers = vec![("beforeCreate", Err("no".to_owned()))];
    assert!(stack.up_with(&mut first).await.has_failed);
    assert!(stack.world.take_calls().is_empty());
    insta::assert_snapshot!(stack.said(), @r"a create: its hook `beforeCreate` failed: no; nothing was done");
    // A hook that the program does not register is an error.
    assert!(
        stack
            .up_with(&mut source(program([spec]), &[]))
            .await
            .has_failed
    );
    assert!(stack.world.take_calls().is_empty());
    insta::assert_snapshot!(stack.said(), @r"a create: its hook `beforeCreate` is a function of the program, and this run evaluates no program that registers it; `lumi up` and `lumi destroy --run-program` run hooks; nothing was done");
}

#[tokio::test]
async fn a_hook_that_fails_after_a_step_fails_the_run_and_loses_nothing() {
    let mut stack = Scenario::new();
    let spec = hooked(Spec::new("a", "1"), &["afterCreate"]);
    let both = program([spec, Spec::new("b", "1").after("a")]);
    let mut failing = source(both.clone(), &[]);
    failing.answers = vec![("afterCreate", Err("no".to_owned()))];
    assert!(stack.up_with(&mut failing).await.has_failed);
    insta::assert_snapshot!(stack.said(), @r"
    a create
    a says its hook `afterCreate` failed: no; its create was completed
    ");
    assert_eq!(stack.world.view(), ["a=1"]);
    assert_eq!(stack.state.resources.len(), 1);
    let mut again = source(both, &["afterCreate"]);
    assert!(
        !stack.up_with(&mut again).await.has_failed,
        "{}",
        stack.said()
    );
    assert_eq!(lines(&again), "", "the create was done before");
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
}

#[tokio::test]
async fn a_failed_step_is_tried_again_if_a_hook_says_so() {
    let mut stack = Scenario::new();
    let spec = hooked(Spec::new("a", "1"), &["onError"]);
    let mut retrying = source(program([spec.clone()]), &[]);
    retrying.answers = vec![("onError", Ok(HookAnswer::Retry))];
    stack.world.fault("a", Fault::Failed);
    assert!(
        !stack.up_with(&mut retrying).await.has_failed,
        "{}",
        stack.said()
    );
    insta::assert_snapshot!(lines(&retrying), @r#"onError a None -> Some("1") create ["the world says no"]"#);
    // A step that may have had an effect is not retried.
    let mut stack = Scenario::new();
    stack.world.fault("a", Fault::UnknownDone);
    assert!(stack.up_with(&mut retrying).await.has_failed);
    assert_eq!(stack.state.pending.len(), 1);
    // Without a retry the step stays failed.
    let mut stack = Scenario::new();
    stack.world.fault("a", Fault::Failed);
    let mut asking = source(program([spec]), &["onError"]);
    assert!(stack.up_with(&mut asking).await.has_failed);
}

#[tokio::test]
async fn a_tolerated_hook_failure_is_a_warning() {
    let mut stack = Scenario::new();
    let spec = hooked(Spec::new("a", "1"), &["beforeCreate"]);
    let mut ignoring = source(program([spec]), &[]);
    ignoring.answers = vec![("beforeCreate", Ok(HookAnswer::Ignored("no".to_owned())))];
    assert!(!stack.up_with(&mut ignoring).await.has_failed);
    insta::assert_snapshot!(stack.said(), @r"
    a create
    a says its hook `beforeCreate` failed: no
    ");
}

#[tokio::test]
async fn a_destroy_cannot_run_hooks_and_deletes_nothing_that_has_some() {
    let mut stack = Scenario::new();
    let all = program([
        hooked(Spec::new("a", "1"), &["afterDelete"]),
        Spec::new("b", "1"),
    ]);
    let first = stack.up_with(&mut source(all, &["afterDelete"])).await;
    assert!(!first.has_failed);
    stack.options.continue_on_error = true;
    assert!(stack.destroy().await.has_failed);
    insta::assert_snapshot!(stack.said(), @r"
    a delete: its hook `afterDelete` is a function of the program, and this run evaluates no program that registers it; `lumi up` and `lumi destroy --run-program` run hooks; nothing was done
    b delete
    ");
    assert_eq!(stack.world.view(), ["a=1"]);
}

#[tokio::test]
async fn the_hooks_of_a_component_run_when_it_is_complete() {
    let mut stack = Scenario::new();
    let component = || hooked(Spec::component("g"), &["beforeCreate", "afterDelete"]);
    let child = Spec::new("a", "1").below("g");
    let mut first = source(
        program([component(), child]),
        &["beforeCreate", "afterDelete"],
    );
    assert!(
        !stack.up_with(&mut first).await.has_failed,
        "{}",
        stack.said()
    );
    assert_eq!(lines(&first), "beforeCreate g None -> None");
    let mut none = source(program([]), &["beforeCreate", "afterDelete"]);
    assert!(
        !stack.up_with(&mut none).await.has_failed,
        "{}",
        stack.said()
    );
    assert_eq!(lines(&none), "afterDelete g None -> None");
}

#[tokio::test]
async fn a_destroy_after_the_program_runs_its_hooks() {
    let mut stack = Scenario::new();
    let spec = |value: &str| hooked(Spec::new("a", value), &["beforeDelete", "afterDelete"]);
    let names = ["beforeDelete", "afterDelete"];
    let all = || program([spec("1"), Spec::new("b", "1").from("link", "a")]);
    assert!(!stack.up_with(&mut source(all(), &names)).await.has_failed);
    stack.world.take_calls();
    // Goals of another program than the last one make and change nothing.
    let mut other = program([spec("2"), Spec::new("c", "2").from("link", "a")]);
    other.0.push(Spec::new("d", "1").alias("b"));
    let mut last = source(other, &names);
    let outcome = stack.destroy_after(&mut last).await;
    assert!(!outcome.has_failed, "{}", stack.said());
    assert_eq!(stack.world.take_calls(), ["delete b", "delete a"]);
    insta::assert_snapshot!(lines(&last), @r#"
    beforeDelete a Some("1") -> None
    afterDelete a Some("1") -> None
    "#);
    assert!(stack.state.resources.is_empty() && stack.state.outputs.is_empty());
}
