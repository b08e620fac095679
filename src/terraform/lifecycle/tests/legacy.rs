//! Providers made with the library of before, which contradict their plans and say so.

use super::*;

fn wanted(session: &Session, members: &[(&str, Value)]) -> Value {
    let schema = session.resource("legacy_thing").unwrap();
    let Value::Object(mut all) = schema.block.empty_value() else {
        panic!("it is an object");
    };
    for (name, value) in members {
        all.insert((*name).to_owned(), value.clone());
    }
    convert(Value::Object(all), &schema.block.implied_type()).unwrap()
}

async fn opened(program: PathBuf) -> Session {
    let session = Session::open(started(program, "").await, None)
        .await
        .unwrap();
    let none: [(&str, Value); 0] = [];
    session.configure(&Value::object(none)).await.unwrap();
    session
}

async fn plan_of(session: &Session, prior: &Object, config: &Value) -> Plan {
    let request = PlanRequest {
        type_name: "legacy_thing",
        urn: None,
        prior,
        status: Status::Ready,
        config,
        full_config: config,
        must_replace: false,
        ignored: &[],
    };
    session.plan(&request).await.unwrap()
}

async fn made(session: &Session, prior: &Object, config: &Value) -> Outcome {
    let plan = plan_of(session, prior, config).await;
    assert!(plan.is_legacy);
    let applied = session
        .apply("legacy_thing", (prior, Status::Ready), &plan, config)
        .await;
    applied.unwrap()
}

fn rule(port: i64, names: &[&str]) -> Value {
    let names = names.iter().map(|it| Value::string(*it)).collect();
    Value::object([("port", Value::from(port)), ("names", Value::Tuple(names))])
}

/// A configuration with all that the library treats in its own way.
fn full(session: &Session) -> Value {
    wanted(
        session,
        &[
            ("name", Value::string("a")),
            // The provider plans and stores another text.
            ("text", Value::string("hello")),
            ("ratio", Value::string("0.1")),
            ("rule", Value::Tuple(vec![rule(80, &["x"]), rule(443, &[])])),
            ("single", Value::Tuple(vec![rule(1, &[])])),
            ("timeouts", Value::object([("create", Value::string("2m"))])),
        ],
    )
}

#[tokio::test]
async fn contradictions_that_are_announced_are_accepted() {
    let session = opened(provider!("legacy")).await;
    assert_eq!(session.client().process().version(), ProtocolVersion::Five);
    let nothing = Object::default();
    let config = full(&session);
    assert!(
        !session
            .validate(("legacy_thing", None), &config)
            .await
            .unwrap()
            .has_error()
    );
    let outcome = made(&session, &nothing, &config).await;
    assert!(
        !outcome.has_failed(),
        "{:?} {}",
        outcome.contradictions,
        outcome.diagnostics.error_text()
    );
    let object = outcome.object.unwrap();
    assert_eq!(object.value.attribute("text"), Value::string("hello!"));
    assert_eq!(object.value.attribute("timeout"), Value::string("2m0s"));
    let rules = object.value.attribute("rule");
    let codes: Vec<Value> = rules
        .elements()
        .unwrap()
        .iter()
        .map(|it| it.attribute("code"))
        .collect();
    assert_eq!(
        codes,
        [
            Value::string("set by the provider"),
            Value::string("set by the provider")
        ]
    );

    // The state gives back exactly that, and nothing is to be done.
    let stored = object
        .to_stored("legacy_thing", 1, 0, Status::Ready)
        .unwrap();
    assert!(stored.attributes.contains("\"ratio\":0.1,"));
    let back = session.upgrade("legacy_thing", &stored).await.unwrap();
    let (read, _) = session.read("legacy_thing", &back).await.unwrap();
    let read = read.unwrap();
    assert_eq!(read.value, object.value);
    assert_eq!(
        plan_of(&session, &read, &config).await.action,
        Action::Nothing
    );

    let renamed = wanted(&session, &[("name", Value::string("b"))]);
    let plan = plan_of(&session, &read, &renamed).await;
    assert_eq!(plan.action, Action::Replace);
    assert_eq!(plan.replaces, [Path::attribute("name")]);
    let gone = session
        .delete("legacy_thing", (&read, Status::Ready))
        .await
        .unwrap();
    assert!(gone.object.is_none() && !gone.has_failed());
}

#[tokio::test]
async fn half_of_a_creation_is_tainted_and_nothing_is_nothing() {
    let session = opened(provider!("legacy")).await;
    let nothing = Object::default();
    let with = |mode: &str| {
        let members = [("name", Value::string("a")), ("mode", Value::string(mode))];
        wanted(&session, &members)
    };
    let half = made(&session, &nothing, &with("half")).await;
    assert_eq!(half.diagnostics.error_text(), "half of it was made");
    assert_eq!(half.status, Status::Tainted);
    assert_eq!(
        half.object.unwrap().value.attribute("id"),
        Value::string("thing-a")
    );
    let failed = made(&session, &nothing, &with("fail")).await;
    assert!(failed.has_failed() && failed.object.is_none());
}

#[tokio::test]
async fn objects_are_imported_or_gone() {
    let session = opened(provider!("legacy")).await;
    let object = session
        .import("legacy_thing", ImportKey::Id("x"))
        .await
        .unwrap();
    assert_eq!(object.value.attribute("id"), Value::string("x"));
    // Collections of blocks are never null.
    assert_eq!(object.value.attribute("single"), Value::List(Vec::new()));
    let gone = session.import("legacy_thing", ImportKey::Id("gone")).await;
    assert!(matches!(gone, Err(LifecycleError::NotFound(_))));
}
