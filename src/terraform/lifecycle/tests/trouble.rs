//! Failures, and the objects that are left.

use super::*;

#[tokio::test]
async fn half_changes_are_kept() {
    let session = session(provider!("kit")).await;
    let nothing = Object::default();
    let half = applied(&session, &nothing, &config(&session, &mode("half create"))).await;
    assert!(half.has_failed());
    assert_eq!(half.status, Status::Tainted);
    let object = half.object.unwrap();
    assert_eq!(object.value.attribute("id"), Value::string("thing-a"));
    // An object that was half made is made again.
    let good = config(&session, &mode("good"));
    let request = PlanRequest {
        type_name: "kit_thing",
        urn: None,
        prior: &object,
        status: Status::Tainted,
        config: &good,
        full_config: &good,
        must_replace: false,
        ignored: &[],
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
        error.contains("`mode`: the planned value differs from the"),
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
        let said = outcome.diagnostics.error_text();
        assert!(
            places == [place] || said.contains(place),
            "{places:?} {said}"
        );
        assert!(outcome.object.unwrap().value.is_wholly_known());
    }
}

#[tokio::test]
async fn secrets_of_a_configuration_are_not_repeated() {
    let program = provider!("kit");
    let session = Session::open(started(program, "").await, None)
        .await
        .unwrap();
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
    let opened = Session::open(started(program.clone(), "crash in schema").await, None).await;
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
    let session = Session::open(Arc::clone(&process), None).await.unwrap();
    assert_eq!(
        session.schemas().resources(),
        ["kit_gadget", "kit_safe", "kit_thing"]
    );
    drop(session);
    Arc::into_inner(process).unwrap().end().await;
}
