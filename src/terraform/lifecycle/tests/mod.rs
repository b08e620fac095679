//! The whole life of resources of a real provider, `tests/providers/terraform/kit`.
//!
//! `make judges` builds it; without it, the tests are skipped.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::cty::{Path, Value, convert};
use crate::process::{
    LogFilter, LogLevel, PluginCommand, PluginProcess, ProtocolVersion, ProviderLog, SecretTexts,
};

fn root() -> PathBuf {
    FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The binary of a provider; `None`, with a message, without the judges.
#[expect(clippy::print_stderr, reason = "the output of a skipped test")]
fn built(name: &str) -> Option<PathBuf> {
    let program = root().join(format!(
        "target/terraform-providers/{name}/terraform-provider-{name}"
    ));
    if !program.exists() {
        assert!(std::env::var_os("CI").is_none(), "CI must not skip it");
        eprintln!("skipped: the provider {name} is not built; `make judges` builds it");
        return None;
    }
    Some(program)
}

/// The binary of a provider; the test ends without it.
macro_rules! provider {
    ($name:literal) => {
        match built($name) {
            Some(program) => program,
            None => return,
        }
    };
}

fn filter() -> LogFilter {
    let log: ProviderLog = Arc::new(|_| {});
    LogFilter::new(LogLevel::Error, SecretTexts::default(), log)
}

fn command(program: PathBuf, start: &str) -> PluginCommand {
    PluginCommand {
        name: "kit".to_owned(),
        program,
        arguments: Vec::new(),
        directory: PathBuf::from("/"),
        startup_timeout: Duration::from_secs(60),
        environment: vec![("KIT_START".to_owned(), start.to_owned())],
    }
}

async fn started(program: PathBuf, start: &str) -> Arc<PluginProcess> {
    let process = PluginProcess::start(&command(program, start), filter()).await;
    Arc::new(process.unwrap())
}

async fn session(program: PathBuf) -> Session {
    let session = Session::open(started(program, "").await, None)
        .await
        .unwrap();
    let config = Value::object([
        ("greeting", Value::string("Hi")),
        ("token", Value::string("t0ken")),
    ]);
    session.configure(&config).await.unwrap();
    session
}

/// A configuration of the thing: what is left out is null, and blocks are empty.
fn config(session: &Session, members: &[(&str, Value)]) -> Value {
    let schema = session.resource("kit_thing").unwrap();
    let Value::Object(mut all) = schema.block.empty_value() else {
        panic!("it is an object");
    };
    for (name, value) in members {
        all.insert((*name).to_owned(), value.clone());
    }
    convert(Value::Object(all), &schema.block.implied_type()).unwrap()
}

async fn planned(
    session: &Session,
    prior: &Object,
    config: &Value,
) -> Result<Plan, LifecycleError> {
    let request = PlanRequest {
        type_name: "kit_thing",
        urn: None,
        prior,
        status: Status::Ready,
        config,
        full_config: config,
        must_replace: false,
        ignored: &[],
    };
    session.plan(&request).await
}

async fn applied(session: &Session, prior: &Object, config: &Value) -> Outcome {
    let plan = planned(session, prior, config).await.unwrap();
    let applied = session
        .apply("kit_thing", (prior, Status::Ready), &plan, config)
        .await;
    applied.unwrap()
}

fn mode(mode: &str) -> Vec<(&'static str, Value)> {
    vec![("name", Value::string("a")), ("mode", Value::string(mode))]
}

fn named(name: &str) -> Value {
    Value::object([("name", Value::string(name))])
}

fn everything() -> Vec<(&'static str, Value)> {
    let rule = |from: i64| Value::object([("from", Value::from(from))]);
    vec![
        ("name", Value::string("a")),
        ("size", Value::string("12345678901234567890.5")),
        (
            "tags",
            Value::Tuple(vec![Value::string("x"), Value::string("y")]),
        ),
        (
            "any",
            Value::Tuple(vec![Value::from(1), Value::string("z")]),
        ),
        ("password", Value::string("hunter2")),
        ("owner", named("o")),
        ("members", Value::Tuple(vec![named("m"), named("n")])),
        ("labels", Value::object([("l", named("x"))])),
        ("groups", Value::Tuple(vec![named("g"), named("h")])),
        ("rule", Value::Tuple(vec![rule(1), rule(2)])),
        ("port", Value::Tuple(vec![rule(80), rule(443)])),
    ]
}

mod legacy;
mod life;
mod listing;
mod trouble;
