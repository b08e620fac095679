//! The life of a resource without failures.

use lumi_graph::Urn;

use crate::goplugin::grpc_controller_client::GrpcControllerClient;
use crate::lifecycle::KeptAnswers;

use super::*;

#[tokio::test]
async fn a_resource_lives() {
    let session = session(provider!("kit")).await;
    let nothing = Object::default();
    let first = config(&session, &everything());
    assert!(
        !session
            .validate(("kit_thing", None), &first)
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
    let stored = made.to_stored("kit_thing", 2, 1, Status::Ready).unwrap();
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
    let said = deleted.diagnostics.0[0].to_string();
    assert_eq!(said, "Deleted: what was made by \"create\"");
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
async fn providers_of_version_five_are_spoken_to() {
    let program = provider!("time");
    let process = PluginProcess::start(&command(program, ""), filter())
        .await
        .unwrap();
    assert_eq!(process.version(), ProtocolVersion::Five);
    let session = Session::open(Arc::new(process), None).await.unwrap();
    let none: [(&str, Value); 0] = [];
    session.configure(&Value::object(none)).await.unwrap();
    let schema = session.resource("time_static").unwrap();
    let of = schema.block.implied_type();
    let wanted = Value::object([("rfc3339", Value::string("2020-01-02T03:04:05Z"))]);
    let wanted = convert(wanted, &of).unwrap();
    let nothing = Object::default();
    let request = PlanRequest {
        type_name: "time_static",
        urn: None,
        prior: &nothing,
        status: Status::Ready,
        config: &wanted,
        full_config: &wanted,
        must_replace: false,
        ignored: &[],
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

#[tokio::test]
async fn many_changes_share_one_process() {
    let session = Arc::new(session(provider!("kit")).await);
    let mut changes = tokio::task::JoinSet::new();
    for number in 0..200 {
        let session = Arc::clone(&session);
        changes.spawn(async move {
            let name = format!("thing {number}");
            let wanted = config(&session, &[("name", Value::string(name.as_str()))]);
            let made = applied(&session, &Object::default(), &wanted).await;
            let id = made.object.unwrap().value.attribute("id");
            assert_eq!(id, Value::string(format!("thing-{name}")));
        });
    }
    while let Some(change) = changes.join_next().await {
        change.unwrap();
    }
}

#[tokio::test]
async fn a_run_takes_what_the_preview_was_answered() {
    let program = provider!("kit");
    let kept = Arc::new(KeptAnswers::default());
    let urn = Urn::parse("urn:lumi:dev::demo::index::kit:resources:kit_thing::a").unwrap();
    let preview = session(program.clone())
        .await
        .with_answers(Arc::clone(&kept));
    let wanted = config(&preview, &mode("plain"));
    let nothing = Object::default();
    let request = |config| PlanRequest {
        type_name: "kit_thing",
        urn: Some(&urn),
        prior: &nothing,
        status: Status::Ready,
        config,
        full_config: config,
        must_replace: false,
        ignored: &[],
    };
    let about = ("kit_thing", Some(&urn));
    preview.validate(about, &wanted).await.unwrap();
    let planned = preview.plan(&request(&wanted)).await.unwrap();
    drop(preview);

    // The run has another process, which has to end: it answers nothing any more.
    let run = session(program).await.with_answers(kept);
    let controller = run.client().process().connection().clone();
    let _ = GrpcControllerClient::new(controller).shutdown(()).await;
    run.client().process().exit().await.unwrap();
    run.validate(about, &wanted).await.unwrap();
    let again = run.plan(&request(&wanted)).await.unwrap();
    assert_eq!(again.planned, planned.planned);
    assert!(run.plan(&request(&wanted)).await.is_err());
    let other = config(&run, &mode("other"));
    assert!(run.validate(about, &other).await.is_err());
}
