//! The whole life of resources of a real provider, `tests/providers/terraform/kit`.
//!
//! `tools/terraform-providers` builds it. Where Go is missing, the script says so, and the tests are
//! skipped.

use std::path::{Path as FilePath, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use parking_lot::Mutex;

use super::*;
use crate::cty::{Path, Value, convert};
use crate::process::{
    LogFilter, LogLevel, PluginCommand, PluginProcess, ProtocolVersion, ProviderLog, SecretTexts,
};

fn root() -> PathBuf {
    FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The binary of a provider, built once; `None` where Go is missing.
fn built(name: &str) -> Option<PathBuf> {
    static BUILD: LazyLock<Mutex<()>> = LazyLock::new(Mutex::default);
    let guard = BUILD.lock();
    let root = root();
    // What the script says is seen as it is: that a provider is built, or why it is not.
    let status = Command::new(root.join("tools/terraform-providers"))
        .arg(name)
        .status();
    drop(guard);
    assert!(status.unwrap().success(), "`{name}` cannot be built");
    let program = root.join(format!(
        "target/terraform-providers/{name}/terraform-provider-{name}"
    ));
    program.exists().then_some(program)
}

/// Whether a test goes on. What is not there is said where test runners show it.
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
    let session = Session::open(started(program, "").await).await.unwrap();
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
        prior,
        status: Status::Ready,
        config,
        full_config: config,
        must_replace: false,
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

#[tokio::test]
async fn a_resource_lives() {
    let session = session(provider!("kit")).await;
    let nothing = Object::default();
    let first = config(&session, &everything());
    assert!(
        !session
            .validate("kit_thing", &first)
            .await
            .unwrap()
            .has_error()
    );
    let plan = planned(&session, &nothing, &first).await.unwrap();
    assert_eq!(plan.action, Action::Create);
    assert_eq!(plan.planned.value.attribute("id"), Value::UNKNOWN);
    assert_eq!(plan.planned.value.attribute("kind"), Value::string("plain"));
    assert_eq!(plan.planned.value.attribute("password"), Value::Null);
    let ready = (&nothing, Status::Ready);
    let made = session
        .apply("kit_thing", ready, &plan, &first)
        .await
        .unwrap();
    assert!(!made.has_failed(), "{:?}", made.contradictions);
    let made = made.object.unwrap();
    assert_eq!(made.value.attribute("id"), Value::string("thing-a"));
    assert_eq!(made.value.attribute("password"), Value::Null);
    assert_eq!(made.identity, Some(named("a")));
    assert!(!made.private.is_empty());

    // A state keeps it, and gives it back.
    let stored = made.to_stored(2, 1, Status::Ready).unwrap();
    assert!(stored.attributes.contains("12345678901234567890.5"));
    assert!(!stored.attributes.contains("hunter2"));
    let stored = StoredObject::parse(&stored.to_text()).unwrap();
    let back = session.upgrade("kit_thing", &stored).await.unwrap();
    assert_eq!(back, made);
    let (read, _) = session.read("kit_thing", &back).await.unwrap();
    let read = read.unwrap();
    assert_eq!(read.value, made.value);

    let plan = planned(&session, &read, &first).await.unwrap();
    assert_eq!(plan.action, Action::Nothing);
    let mut changed = everything();
    changed.push(("kind", Value::string("special")));
    let changed = config(&session, &changed);
    let updated = applied(&session, &read, &changed).await;
    assert!(!updated.has_failed(), "{:?}", updated.contradictions);
    let updated = updated.object.unwrap();
    assert_eq!(updated.value.attribute("kind"), Value::string("special"));

    let other = config(&session, &[("name", Value::string("b"))]);
    let plan = planned(&session, &updated, &other).await.unwrap();
    assert_eq!(plan.action, Action::Replace);
    assert_eq!(plan.replaces, [Path::attribute("name")]);
    assert_eq!(plan.planned.value.attribute("id"), Value::UNKNOWN);

    let deleted = session
        .delete("kit_thing", (&updated, Status::Ready))
        .await
        .unwrap();
    assert!(!deleted.has_failed() && deleted.object.is_none());
    let said = deleted.remarks.0[0].to_string();
    assert_eq!(said, "Deleted: what was made by \"create\"");
}

#[tokio::test]
async fn half_changes_are_kept() {
    let session = session(provider!("kit")).await;
    let nothing = Object::default();
    let half = applied(&session, &nothing, &config(&session, &mode("half create"))).await;
    assert!(half.has_failed());
    assert_eq!(half.status, Status::Tainted);
    let object = half.object.unwrap();
    assert_eq!(object.value.attribute("id"), Value::string("thing-a"));
    // What was made half is made again.
    let good = config(&session, &mode("good"));
    let request = PlanRequest {
        type_name: "kit_thing",
        prior: &object,
        status: Status::Tainted,
        config: &good,
        full_config: &good,
        must_replace: false,
    };
    assert_eq!(
        session.plan(&request).await.unwrap().action,
        Action::Replace
    );

    let failed = applied(
        &session,
        &nothing,
        &config(&session, &mode("fail in create")),
    )
    .await;
    assert!(failed.has_failed() && failed.object.is_none());
    let mut wanted = mode("half update");
    wanted.push(("size", Value::from(7)));
    let made = applied(&session, &nothing, &good).await.object.unwrap();
    let half = applied(&session, &made, &config(&session, &wanted)).await;
    assert!(half.has_failed());
    assert_eq!(half.status, Status::Ready);
    assert_eq!(half.object.unwrap().value.attribute("size"), Value::Null);
    let stuck = applied(
        &session,
        &nothing,
        &config(&session, &mode("fail in delete")),
    )
    .await;
    let stuck = stuck.object.unwrap();
    let kept = session
        .delete("kit_thing", (&stuck, Status::Ready))
        .await
        .unwrap();
    assert!(kept.has_failed() && kept.object.is_some());
}

#[tokio::test]
async fn contradictions_of_a_provider_are_found() {
    let session = session(provider!("kit")).await;
    let nothing = Object::default();
    let error = planned(&session, &nothing, &config(&session, &mode("other plan"))).await;
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("`mode`: the planned value is not that of"),
        "{error}"
    );
    let refused = planned(&session, &nothing, &config(&session, &mode("fail in plan"))).await;
    let refused = refused.unwrap_err().to_string();
    assert_eq!(refused, "`mode`: No plan: as it was asked for");
    for (wanted, place) in [("other result", "kind"), ("unknown after apply", "secret")] {
        let outcome = applied(&session, &nothing, &config(&session, &mode(wanted))).await;
        assert!(outcome.has_failed(), "{wanted}");
        assert_eq!(outcome.status, Status::Tainted);
        let places: Vec<String> = outcome
            .contradictions
            .iter()
            .map(|it| it.path.to_string())
            .collect();
        let said = outcome.remarks.error_text();
        assert!(
            places == [place] || said.contains(place),
            "{places:?} {said}"
        );
        assert!(outcome.object.unwrap().value.is_wholly_known());
    }
}

#[tokio::test]
async fn states_of_other_versions_are_upgraded_or_refused() {
    let session = session(provider!("kit")).await;
    let stored = |version| StoredObject {
        attributes: r#"{"id":"thing-a","name":"a","type":"old"}"#.to_owned(),
        schema_version: version,
        ..StoredObject::default()
    };
    let object = session.upgrade("kit_thing", &stored(1)).await.unwrap();
    assert_eq!(object.value.attribute("kind"), Value::string("old"));
    let error = session.upgrade("kit_thing", &stored(3)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the state of `kit_thing` was written with version 3 of its schema, and this provider knows \
         version 2; use a version of the provider at least as new as the one before"
    );
}

#[tokio::test]
async fn objects_are_imported_by_id_and_by_identity() {
    let session = session(provider!("kit")).await;
    for key in [ImportKey::Id("b"), ImportKey::Identity(&named("b"))] {
        let object = session.import("kit_thing", key).await.unwrap();
        assert_eq!(object.value.attribute("id"), Value::string("thing-b"));
    }
    let gone = session
        .import("kit_thing", ImportKey::Id("gone"))
        .await
        .unwrap_err();
    assert_eq!(
        gone.to_string(),
        "no `kit_thing` can be imported: the object does not exist"
    );
}

#[tokio::test]
async fn data_functions_and_ephemeral_values_are_read() {
    let session = session(provider!("kit")).await;
    let asked = |name| Value::object([("name", name), ("answer", Value::Null)]);
    let (data, _) = session
        .read_data("kit_echo", &asked(Value::string("you")))
        .await
        .unwrap();
    assert_eq!(data.attribute("answer"), Value::string("Hi, you"));
    let (data, _) = session
        .read_data("kit_echo", &asked(Value::UNKNOWN))
        .await
        .unwrap();
    assert_eq!(data.attribute("answer"), Value::UNKNOWN);

    let texts = |parts: &[&str]| {
        parts
            .iter()
            .map(|it| Value::string(*it))
            .collect::<Vec<_>>()
    };
    let joined = session.call_function("join", texts(&["-", "a", "b"])).await;
    assert_eq!(joined.unwrap(), Value::string("a-b"));
    let unknown = vec![Value::string("-"), Value::UNKNOWN];
    assert_eq!(
        session.call_function("join", unknown).await.unwrap(),
        Value::UNKNOWN
    );
    let error = session
        .call_function("join", texts(&["-", "a", ""]))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the argument 3 of `join` cannot be used: a part is empty"
    );
    let error = session.call_function("join", Vec::new()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the argument 1 of `join` cannot be used: it is missing"
    );

    let wanted = Value::object([("for", Value::string("me")), ("secret", Value::Null)]);
    let (mut ticket, _) = session.open_ephemeral("kit_ticket", &wanted).await.unwrap();
    assert_eq!(
        ticket.value.attribute("secret"),
        Value::string("ticket of me")
    );
    assert!(ticket.renew_at.is_some());
    session.renew_ephemeral(&mut ticket).await.unwrap();
    let said = session.close_ephemeral(ticket).await.unwrap();
    assert_eq!(said.0[0].to_string(), "Closed: after renewals 10");
}

#[tokio::test]
async fn secrets_of_a_configuration_are_not_repeated() {
    let program = provider!("kit");
    let session = Session::open(started(program, "").await).await.unwrap();
    let config = Value::object([
        ("greeting", Value::string("rude")),
        ("token", Value::string("t0ken")),
    ]);
    let error = session.configure(&config).await.unwrap_err();
    assert_eq!(error.to_string(), "`greeting`: Not so rude: with [secret]");
}

#[tokio::test]
async fn crashes_are_explained() {
    let program = provider!("kit");
    let start = PluginProcess::start(&command(program.clone(), "crash"), filter()).await;
    let error = start.unwrap_err().to_string();
    assert!(
        error.starts_with(
            "the provider `kit` ended before it listened: exit code 2\n  panic: kit: crash at start"
        ),
        "{error}"
    );
    let start = PluginProcess::start(&command(program.clone(), "garbage"), filter()).await;
    let error = start.unwrap_err().to_string();
    assert!(error.contains("`this is not a handshake`"), "{error}");
    let opened = Session::open(started(program.clone(), "crash in schema").await).await;
    let error = opened.err().unwrap().to_string();
    assert!(
        error.contains("ended while it answered `GetProviderSchema`: exit code 2\n  panic: kit"),
        "{error}"
    );
    let nothing = Object::default();
    let planning = session(program.clone()).await;
    let wanted = config(&planning, &mode("crash in plan"));
    let error = planned(&planning, &nothing, &wanted).await.unwrap_err();
    let ended = "`PlanResourceChange`: exit code 2\n  panic: kit: crash in plan";
    assert!(error.to_string().contains(ended), "{error}");
    let applying = session(program).await;
    let wanted = config(&applying, &mode("crash in apply"));
    let plan = planned(&applying, &nothing, &wanted).await.unwrap();
    let ready = (&nothing, Status::Ready);
    let applied = applying.apply("kit_thing", ready, &plan, &wanted).await;
    let error = applied.unwrap_err();
    // Nothing is known of the object.
    assert!(error.leaves_open());
    let ended = "`ApplyResourceChange`: exit code 2\n  panic: kit: crash in apply";
    assert!(error.to_string().contains(ended), "{error}");
}

#[tokio::test]
async fn a_plan_that_never_comes_ends_when_it_is_stopped() {
    let session = Arc::new(session(provider!("kit")).await);
    let at_work = Arc::clone(&session);
    let plan = tokio::spawn(async move {
        let wanted = config(&at_work, &mode("never answer in plan"));
        planned(&at_work, &Object::default(), &wanted).await
    });
    while !plan.is_finished() {
        session.stop().await.unwrap();
        tokio::task::yield_now().await;
    }
    let error = plan.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "Stopped: the plan was stopped");
}

#[tokio::test]
async fn a_change_in_flight_ends_when_it_is_stopped() {
    let session = Arc::new(session(provider!("kit")).await);
    let wanted = config(&session, &mode("wait in apply"));
    let plan = planned(&session, &Object::default(), &wanted)
        .await
        .unwrap();
    let at_work = Arc::clone(&session);
    let change = tokio::spawn(async move {
        let nothing = Object::default();
        let ready = (&nothing, Status::Ready);
        at_work.apply("kit_thing", ready, &plan, &wanted).await
    });
    // The stop may arrive before the change: it is repeated until there is an answer.
    while !change.is_finished() {
        session.stop().await.unwrap();
        tokio::task::yield_now().await;
    }
    let outcome = change.await.unwrap().unwrap();
    assert_eq!(outcome.status, Status::Tainted);
    assert!(outcome.has_failed() && outcome.object.is_some());
}

#[tokio::test]
async fn floods_of_logs_are_read_and_a_provider_ends() {
    let process = started(provider!("kit"), "flood").await;
    assert_eq!(process.version(), ProtocolVersion::Six);
    let session = Session::open(Arc::clone(&process)).await.unwrap();
    assert_eq!(session.schemas().resources(), ["kit_thing"]);
    drop(session);
    Arc::into_inner(process).unwrap().end().await;
}

#[tokio::test]
async fn providers_of_version_five_are_spoken_to() {
    let program = provider!("time");
    let process = PluginProcess::start(&command(program, ""), filter())
        .await
        .unwrap();
    assert_eq!(process.version(), ProtocolVersion::Five);
    let session = Session::open(Arc::new(process)).await.unwrap();
    let none: [(&str, Value); 0] = [];
    session.configure(&Value::object(none)).await.unwrap();
    let schema = session.resource("time_static").unwrap();
    let of = schema.block.implied_type();
    let wanted = Value::object([("rfc3339", Value::string("2020-01-02T03:04:05Z"))]);
    let wanted = convert(wanted, &of).unwrap();
    let nothing = Object::default();
    let request = PlanRequest {
        type_name: "time_static",
        prior: &nothing,
        status: Status::Ready,
        config: &wanted,
        full_config: &wanted,
        must_replace: false,
    };
    let plan = session.plan(&request).await.unwrap();
    let ready = (&nothing, Status::Ready);
    let made = session
        .apply("time_static", ready, &plan, &wanted)
        .await
        .unwrap();
    assert!(!made.has_failed(), "{:?}", made.contradictions);
    let made = made.object.unwrap();
    assert_eq!(made.value.attribute("year"), Value::from(2020));
    let (read, _) = session.read("time_static", &made).await.unwrap();
    assert_eq!(read.unwrap().value, made.value);
    let imported = session
        .import("time_static", ImportKey::Id("2020-01-02T03:04:05Z"))
        .await;
    assert_eq!(imported.unwrap().value.attribute("hour"), Value::from(3));
    let gone = session
        .delete("time_static", (&made, Status::Ready))
        .await
        .unwrap();
    assert!(gone.object.is_none() && !gone.has_failed());
}
