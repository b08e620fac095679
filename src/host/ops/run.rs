//! Run context, logs and test results.

use std::time::Duration;

use deno_core::error::JsError;
use deno_core::{OpState, op2, v8};

use crate::errors::error::ProgramError;
use crate::event::{Event, LogLevel, TestOutcome, TestResult};
use crate::program::{Mode, SettlingOrder};

use super::session::Session;
use lumi_node::string;

/// `RunContext` of `js/lumi/protocol/ops.ts`.
#[op2]
pub fn op_lumi_context<'s>(scope: &mut v8::PinScope<'s, '_>) -> v8::Local<'s, v8::Value> {
    let session = Session::of(scope);
    let context = session.borrow().context.clone();
    let has_channel = session.borrow().surroundings.channel.get().is_some();
    let plans = session.borrow().monitor.plans();
    let continues_on_error = session.borrow().monitor.continues_on_error();
    let texts = |scope: &mut v8::PinScope<'s, '_>, texts: &[String]| {
        let texts = texts.iter().map(|it| string(scope, it).into());
        let texts: Vec<v8::Local<v8::Value>> = texts.collect();
        v8::Array::new_with_elements(scope, &texts).into()
    };
    let arguments: v8::Local<v8::Value> = texts(scope, &context.arguments);
    let flags: v8::Local<v8::Value> = texts(scope, &context.flags);
    let mode = match context.mode {
        Mode::Program | Mode::Nothing => "program",
        Mode::Test => "test",
        Mode::Script => "script",
        Mode::Call => "call",
        Mode::Serve => "serve",
        Mode::Worker => "worker",
    };
    let tried = match context.tried {
        None => v8::undefined(scope).into(),
        Some(SettlingOrder::First) => string(scope, "first").into(),
        Some(SettlingOrder::Last) => string(scope, "last").into(),
    };
    let members: [(&str, v8::Local<v8::Value>); 12] = [
        ("project", string(scope, &context.project).into()),
        ("stack", string(scope, &context.stack).into()),
        ("dryRun", v8::Boolean::new(scope, context.dry_run).into()),
        ("plans", v8::Boolean::new(scope, plans).into()),
        (
            "continuesOnError",
            v8::Boolean::new(scope, continues_on_error).into(),
        ),
        ("directory", string(scope, &context.directory).into()),
        ("args", arguments),
        ("flags", flags),
        ("mode", string(scope, mode).into()),
        ("hasChannel", v8::Boolean::new(scope, has_channel).into()),
        ("testFilter", string(scope, &context.test_filter).into()),
        ("tried", tried),
    ];
    object(scope, &members).into()
}

/// Full key to `{value, secret}`.
#[op2]
pub fn op_lumi_config<'s>(scope: &mut v8::PinScope<'s, '_>) -> v8::Local<'s, v8::Value> {
    let session = Session::of(scope);
    let config = session.borrow().config.clone();
    let all = v8::Object::new(scope);
    for (key, entry) in config {
        let members: [(&str, v8::Local<v8::Value>); 2] = [
            ("value", string(scope, &entry.value).into()),
            ("secret", v8::Boolean::new(scope, entry.secret).into()),
        ];
        let entry = object(scope, &members);
        let key = string(scope, &key);
        all.create_data_property(scope, key.into(), entry.into());
    }
    all.into()
}

fn object<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    members: &[(&str, v8::Local<'s, v8::Value>)],
) -> v8::Local<'s, v8::Object> {
    let object = v8::Object::new(scope);
    for (name, value) in members {
        let name = string(scope, name);
        object.create_data_property(scope, name.into(), *value);
    }
    object
}

/// Tells the engine that a deployment of the program may differ from its plan.
#[op2(fast)]
pub fn op_lumi_note_unrepeatable(state: &mut OpState) {
    let session = Session::from_state(state);
    session.borrow().monitor.note_unrepeatable();
}

/// Tells the engine that the program has used the planned outputs of a change.
#[op2(fast)]
pub fn op_lumi_note_planned_outputs(state: &mut OpState) {
    let session = Session::from_state(state);
    session.borrow().monitor.note_planned_outputs();
}

#[op2(fast)]
pub fn op_lumi_log(
    state: &mut OpState,
    #[smi] level: i32,
    #[string] message: String,
    #[smi] serial: i32,
) {
    let level = LogLevel::from_number(level);
    let session = Session::from_state(state);
    let session = session.borrow();
    let urn = u32::try_from(serial)
        .ok()
        .and_then(|it| session.registry.get(it));
    (session.events)(Event::Log {
        level,
        message,
        urn: urn.map(|it| it.urn.clone()),
    });
}

/// Reports the result of a call, as JSON.
#[op2(fast)]
pub fn op_lumi_result(state: &mut OpState, #[string] json: String) {
    let session = Session::from_state(state);
    let session = session.borrow();
    (session.events)(Event::Result(json));
}

/// `error` is the value that the test threw.
#[op2(fast, reentrant)]
pub fn op_lumi_test_result<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    #[string] name: String,
    #[string] outcome: &str,
    milliseconds: f64,
    error: v8::Local<'s, v8::Value>,
) {
    let session = Session::of(scope);
    let events = session.borrow().events.clone();
    let outcome = match outcome {
        "passed" => TestOutcome::Passed,
        "skipped" => TestOutcome::Skipped,
        _ => {
            let error = JsError::from_v8_exception(scope, error);
            TestOutcome::Failed(Box::new(ProgramError::from_js(&error, &session.borrow())))
        }
    };
    let duration = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
    events(Event::Test(TestResult {
        name,
        outcome,
        duration,
    }));
}
