//! The engine's end of the channel, with a scripted program at the other end.

use std::future::poll_fn;
use std::sync::Arc;
use std::thread;

use crate::{
    Changes, CheckRequest, CreateRequest, DeleteRequest, Diff, DiffRequest, Provider,
    ProviderError, ReadRequest, Target, UpdateRequest,
};
use lumi_graph::{Object, ResourceType, Urn, Value};

use super::{DynamicFailure, DynamicLine, DynamicMethod, DynamicRequest, dynamic_line};

type Reply = Result<Value, DynamicFailure>;

fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
    members
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn target() -> Target {
    Target {
        data: None,
        ignored: Vec::new(),
        urn: Urn::parse("urn:lumi:dev::demo::index::dynamic:index:Row::a").unwrap(),
        resource_type: ResourceType::parse("dynamic:index:Row").unwrap(),
        timeout: None,
        code: None,
    }
}

/// A program that answers with `reply` until the channel is closed.
fn program(
    reply: impl Fn(&DynamicRequest) -> Option<Reply> + Send + 'static,
) -> (DynamicLine, Arc<dyn Provider>) {
    let (line, mut requests) = dynamic_line(false);
    let provider = line.provider();
    thread::spawn(move || {
        block_on(async {
            while let Some(request) = poll_fn(|context| requests.poll_next(context)).await {
                // Without a reply the request is dropped, as when the isolate ends.
                if let Some(reply) = reply(&request) {
                    let _ = request.answer.send(reply);
                }
            }
        });
    });
    (line, provider)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(future)
}

fn diff(answer: Value, old: Object, new: Object) -> Diff {
    let (_line, provider) = program(move |_| Some(Ok(answer.clone())));
    let request = DiffRequest {
        target: target(),
        id: "1".to_owned(),
        old_inputs: Arc::new(old),
        old_outputs: Arc::default(),
        inputs: Arc::new(new),
    };
    block_on(provider.diff(request)).unwrap()
}

fn replaced(diff: &Diff) -> Vec<&str> {
    let replaced = diff.properties.iter().filter(|it| it.replaces);
    replaced.map(|it| it.path.as_str()).collect()
}

#[test]
fn a_diff_that_cannot_tell_leaves_it_to_the_engine() {
    let inputs = object([("size", 1.0.into())]);
    let answer = Value::Object(object([("canUpdate", true.into())]));
    let diff = diff(answer, inputs, object([("size", 2.0.into())]));
    assert_eq!(diff.changes, Changes::Unknown);
}

#[test]
fn a_resource_without_update_is_replaced() {
    let answer = || Value::Object(object([("canUpdate", false.into())]));
    let inputs = || object([("size", 1.0.into()), ("kind", "x".into())]);
    let changed = diff(
        answer(),
        inputs(),
        object([("size", 2.0.into()), ("kind", "x".into())]),
    );
    assert_eq!(replaced(&changed), ["size"]);
    assert_eq!(diff(answer(), inputs(), inputs()).changes, Changes::None);
}

#[test]
fn a_diff_names_what_replaces() {
    let answer = Value::Object(object([
        ("canUpdate", true.into()),
        ("changes", true.into()),
        ("replaces", vec!["tags".into(), "secretly".into()].into()),
        ("deleteBeforeReplace", true.into()),
    ]));
    let tags = |owner: &str| object([("tags", object([("owner", owner.into())]).into())]);
    let diff = diff(answer, tags("a"), tags("b"));
    assert_eq!(replaced(&diff), ["tags.owner", "secretly"]);
    assert!(diff.delete_before_replace && diff.changes == Changes::Some);
}

#[test]
fn a_diff_without_changes_is_believed() {
    let answer = Value::Object(object([
        ("canUpdate", true.into()),
        ("changes", false.into()),
    ]));
    let diff = diff(
        answer,
        object([("a", 1.0.into())]),
        object([("a", 2.0.into())]),
    );
    assert_eq!(diff.changes, Changes::None);
}

fn check(inputs: Object, reply: impl Fn() -> Reply + Send + 'static) -> Result<usize, String> {
    let (_line, provider) = program(move |_| Some(reply()));
    let request = CheckRequest {
        target: target(),
        old_inputs: None,
        inputs,
    };
    let checked = block_on(provider.check(request));
    checked
        .map(|it| it.failures.len())
        .map_err(|it| it.to_string())
}

#[test]
fn unknown_values_are_never_invalid() {
    let failure = object([
        ("property", "size.max".into()),
        ("reason", "too large".into()),
    ]);
    let failing = move || {
        let failures: Value = vec![failure.clone().into()].into();
        Ok(Value::Object(object([("failures", failures)])))
    };
    assert_eq!(
        check(object([("size", Value::Unknown)]), failing.clone()),
        Ok(0)
    );
    assert_eq!(check(object([("size", 1.0.into())]), failing), Ok(1));
    let throwing = || Err(DynamicFailure::Refused(ProviderError::failed("thrown")));
    assert_eq!(check(object([("size", Value::Unknown)]), throwing), Ok(0));
    let thrown = check(object([("size", 1.0.into())]), throwing);
    assert_eq!(thrown, Err("thrown".to_owned()));
    let missing = || Err(DynamicFailure::NoProvider);
    assert!(check(object([("size", Value::Unknown)]), missing).is_err());
}

#[test]
fn a_preview_makes_nothing_and_keeps_what_is_stable() {
    let (_line, provider) = program(|request| {
        assert_eq!(request.method, DynamicMethod::Diff);
        let stables: Value = vec!["kind".into(), "absent".into()].into();
        Some(Ok(Value::Object(object([("stables", stables)]))))
    });
    let outputs = || Arc::new(object([("kind", "x".into()), ("size", 1.0.into())]));
    let created = block_on(provider.create(CreateRequest {
        target: target(),
        inputs: Arc::default(),
        preview: true,
        follows_delete: false,
        recorded: None,
    }));
    assert_eq!(created.unwrap().id, None);
    let diffed = block_on(provider.diff(DiffRequest {
        target: target(),
        id: "1".to_owned(),
        old_inputs: Arc::default(),
        old_outputs: outputs(),
        inputs: Arc::default(),
    }));
    diffed.unwrap();
    let updated = block_on(provider.update(UpdateRequest {
        target: target(),
        id: "1".to_owned(),
        old_inputs: Arc::default(),
        old_outputs: outputs(),
        inputs: Arc::default(),
        preview: true,
    }));
    assert_eq!(updated.unwrap().outputs, object([("kind", "x".into())]));
}

#[test]
fn drift_of_an_output_is_drift_of_the_input_it_shows() {
    let props = object([("size", 2.0.into()), ("name", "b".into())]);
    let answer = Value::Object(object([("id", "1".into()), ("props", props.into())]));
    let (_line, provider) = program(move |_| Some(Ok(answer.clone())));
    let inputs = object([
        ("size", 1.0.into()),
        ("name", "a".into()),
        ("how", "x".into()),
    ]);
    // The name is derived from the input, but does not contain it.
    let outputs = object([("size", 1.0.into()), ("name", "a-1".into())]);
    let read = block_on(provider.read(ReadRequest {
        target: target(),
        id: "1".to_owned(),
        inputs: Some(Arc::new(inputs)),
        outputs: Some(Arc::new(outputs)),
        is_import: false,
        begun_update: None,
    }));
    let drifted = object([
        ("size", 2.0.into()),
        ("name", "a".into()),
        ("how", "x".into()),
    ]);
    assert_eq!(read.unwrap().unwrap().inputs, drifted);
}

fn delete(provider: &Arc<dyn Provider>) -> Result<(), ProviderError> {
    block_on(provider.delete(DeleteRequest {
        target: target(),
        id: "1".to_owned(),
        inputs: Arc::default(),
        outputs: Arc::default(),
    }))
}

#[test]
fn a_broken_off_delete_may_have_happened() {
    let (_line, provider) = program(|_| None);
    let error = delete(&provider).unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }));
    insta::assert_snapshot!(error, @"the program was stopped while its provider was in `delete`");
}

#[test]
fn a_missing_program_is_not_asked() {
    let (line, requests) = dynamic_line(false);
    let provider = line.provider();
    requests.refuse();
    let error = delete(&provider).unwrap_err();
    assert!(matches!(error, ProviderError::Failed { .. }));
    insta::assert_snapshot!(error, @r##"
    its provider for `dynamic:index:Row` is code of the program, which no longer has it; put the class `Row` back, or call `dynamic.register("dynamic:index:Row", provider)` in the program, until the last such resource is deleted (a resource that was deployed with `retainOnDelete` needs no provider, because its object stays); the state has no copy of the code, because it could not be captured when it was deployed
    "##);
    let (line, _requests) = dynamic_line(false);
    let provider = line.provider();
    drop(line);
    assert!(matches!(
        delete(&provider),
        Err(ProviderError::Failed { .. })
    ));
}

#[test]
fn requests_refused_before_they_start_have_no_effect() {
    let (line, requests) = dynamic_line(false);
    let provider = line.provider();
    let deleting = thread::spawn(move || delete(&provider));
    // The request is either in the channel already or too late: the result is the same.
    thread::yield_now();
    requests.refuse();
    let error = deleting.join().unwrap().unwrap_err();
    assert!(matches!(error, ProviderError::Failed { .. }));
    drop(line);
}
