//! The life cycle of an object with a well-behaved API.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value as Json;

use super::*;

type Users = Arc<Mutex<BTreeMap<u32, Json>>>;

/// An API of users, and its data.
async fn api() -> (TestServer, Users) {
    let users = Users::default();
    let held = Arc::clone(&users);
    let server = TestServer::start(move |_, asked| answer(&mut held.lock(), asked)).await;
    (server, users)
}

fn answer(users: &mut BTreeMap<u32, Json>, asked: &ReceivedRequest) -> Reply {
    if !asked
        .headers
        .contains(&"authorization: bearer tok-123".to_owned())
    {
        return Reply::json(401, r#"{"error": "who is Bearer tok-123?"}"#);
    }
    let id = asked
        .target
        .strip_prefix("/users/")
        .map(|it| it.parse::<u32>().unwrap());
    let body = || serde_json::from_str::<Json>(&asked.body).unwrap();
    match (asked.method.as_str(), id) {
        ("POST", None) => {
            let id = users.keys().last().map_or(1, |it| it + 1);
            let mut user = body();
            user["id"] = id.into();
            users.insert(id, user.clone());
            Reply::json(201, &user.to_string())
        }
        ("GET", None) => {
            let all: Vec<&Json> = users.values().collect();
            Reply::json(200, &serde_json::json!({ "data": all }).to_string())
        }
        (_, Some(id)) if !users.contains_key(&id) => Reply::json(404, "{}"),
        ("GET", Some(id)) => Reply::json(200, &users[&id].to_string()),
        ("PUT", Some(id)) => {
            let mut user = body();
            user["id"] = id.into();
            users.insert(id, user);
            Reply::Answer(204, "", String::new())
        }
        ("DELETE", Some(id)) => {
            users.remove(&id);
            Reply::Answer(204, "", String::new())
        }
        _ => Reply::json(405, "{}"),
    }
}

#[tokio::test]
async fn an_object_is_made_changed_and_deleted() {
    let (server, users) = api().await;
    let ann = inputs(user(
        &server.url,
        serde_json::json!({ "name": "ann", "age": 7 }),
    ));
    let known = create(&ann).await.unwrap();
    assert_eq!(known.id, "1");
    assert_eq!(
        known.outputs["values"],
        from_json(serde_json::json!({ "name": "ann" }))
    );
    assert_eq!(diff(&known, &ann).await.changes, Changes::None);

    let bob = inputs(user(&server.url, serde_json::json!({ "name": "bob" })));
    let changes = diff(&known, &bob).await;
    assert_eq!(changes.changes, Changes::Some);
    assert!(
        changes
            .properties
            .iter()
            .all(|it| it.path == "body" && !it.replaces)
    );
    // The response to the update is empty, so the object is read.
    let outputs = update(&known, &bob).await.unwrap();
    assert_eq!(
        outputs["values"],
        from_json(serde_json::json!({ "name": "bob" }))
    );
    assert_eq!(users.lock()[&1]["name"], "bob");

    delete(&known).await.unwrap();
    assert!(users.lock().is_empty());
    delete(&known).await.unwrap();
    assert!(read(&known).await.unwrap().is_none());
    assert_eq!(
        server.lines(),
        [
            r#"POST /users {"name":"ann","age":7}"#,
            r#"PUT /users/1 {"name":"bob"}"#,
            "GET /users/1",
            "DELETE /users/1",
            "DELETE /users/1",
            "GET /users/1",
        ]
    );
}

#[tokio::test]
async fn drift_is_seen_in_what_is_wanted() {
    let (server, users) = api().await;
    let wanted = serde_json::json!({ "name": "ann", "tags": ["x"] });
    let known = create(&inputs(user(&server.url, wanted))).await.unwrap();
    users.lock().get_mut(&1).unwrap()["logins"] = 3.into();
    let same = read(&known).await.unwrap().unwrap();
    assert_eq!(same.inputs, *known.inputs);

    users.lock().get_mut(&1).unwrap()["tags"] = serde_json::json!(["x", "y"]);
    let drifted = read(&known).await.unwrap().unwrap();
    let seen = serde_json::json!({ "name": "ann", "tags": ["x", "y"] });
    assert_eq!(drifted.inputs["body"], from_json(seen));
    let after = Known {
        inputs: Arc::new(drifted.inputs),
        ..known.clone()
    };
    assert_eq!(diff(&after, &known.inputs).await.changes, Changes::Some);
}

#[tokio::test]
async fn the_program_can_import_by_id() {
    let (server, users) = api().await;
    users
        .lock()
        .insert(7, serde_json::json!({ "id": 7, "name": "eve" }));
    let wanted = inputs(user(&server.url, serde_json::json!({ "name": "ann" })));
    let request = |inputs| ReadRequest {
        target: target(),
        id: "7".to_owned(),
        inputs,
        outputs: None,
        is_import: false,
        begun_update: None,
    };
    let found = resource()
        .read(request(Some(wanted)))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        found.inputs["body"],
        from_json(serde_json::json!({ "name": "eve" }))
    );
    let error = resource().read(request(None)).await.unwrap_err();
    assert!(error.to_string().contains("the option `import`"), "{error}");
}

#[tokio::test]
async fn an_interrupted_create_is_looked_up() {
    let (server, users) = api().await;
    let plain = user(&server.url, serde_json::json!({ "name": "ann" }));
    assert!(matches!(
        recover(inputs(plain.clone())).await,
        Recovered::Undecidable
    ));

    let mut searched = plain.clone();
    searched["find"] = serde_json::json!({
        "url": format!("{}/users", server.url), "items": "/data", "match": { "/name": "ann" },
    });
    assert!(matches!(
        recover(inputs(searched.clone())).await,
        Recovered::NotYet(_)
    ));
    users
        .lock()
        .insert(3, serde_json::json!({ "id": 3, "name": "bob" }));
    users
        .lock()
        .insert(4, serde_json::json!({ "id": 4, "name": "ann" }));
    let Recovered::Found(found) = recover(inputs(searched.clone())).await else {
        panic!("not found");
    };
    assert_eq!(found.id, "4");
    users
        .lock()
        .insert(5, serde_json::json!({ "id": 5, "name": "ann" }));
    assert!(matches!(
        recover(inputs(searched)).await,
        Recovered::Undecidable
    ));

    let mut chosen = plain.clone();
    chosen["id"] = "4".into();
    assert!(matches!(
        recover(inputs(chosen.clone())).await,
        Recovered::Found(_)
    ));
    chosen["id"] = "6".into();
    assert!(matches!(
        recover(inputs(chosen)).await,
        Recovered::NotYet(_)
    ));
    let mut put = plain;
    put["create"]["method"] = "PUT".into();
    assert!(matches!(recover(inputs(put)).await, Recovered::Absent));
}

/// The server's token has changed since the object was created.
#[tokio::test]
async fn an_object_outlives_its_token() {
    let (server, users) = api().await;
    let new = user(&server.url, serde_json::json!({ "name": "ann" }));
    let mut old = new.clone();
    old["headers"]["authorization"] = "Bearer old-1".into();
    let elsewhere = serde_json::json!({ "headers": { "authorization": "Bearer tok-123" },
        "create": { "url": "http://127.0.0.1:1/users" } });
    let origins =
        |url: &str| from_json(serde_json::json!({ url: { "authorization": "Bearer tok-123" } }));
    for (program, configured, works) in [
        (Some(new), None, true),
        (None, Some(origins(&server.url)), true),
        // Headers for another origin are not sent.
        (Some(elsewhere), Some(origins("http://127.0.0.1:1")), false),
        (None, None, false),
    ] {
        let made = inputs(user(&server.url, serde_json::json!({ "name": "ann" })));
        let known = create(&made).await.unwrap();
        let access = Arc::new(crate::Unrestricted);
        let context = Arc::new(ProviderContext::new("/".into(), access));
        let headers = Arc::<OriginHeaders>::default();
        headers.set(configured.as_ref()).unwrap();
        let backoff = Backoff::default();
        let resource = Resource::with_backoff(context, headers, backoff);
        if let Some(program) = program {
            let request = CheckRequest {
                target: target(),
                old_inputs: None,
                inputs: Object::clone(&inputs(program)),
            };
            resource.check(request).await.unwrap();
        }
        let read = ReadRequest {
            target: target(),
            id: known.id.clone(),
            inputs: Some(inputs(old.clone())),
            outputs: Some(Arc::clone(&known.outputs)),
            is_import: false,
            begun_update: None,
        };
        assert_eq!(resource.read(read).await.is_ok(), works);
        let delete = DeleteRequest {
            target: target(),
            id: known.id.clone(),
            inputs: inputs(old.clone()),
            outputs: Arc::clone(&known.outputs),
        };
        assert_eq!(resource.delete(delete).await.is_ok(), works);
        assert_eq!(users.lock().is_empty(), works);
        users.lock().clear();
    }
}

#[test]
fn a_wrong_setting_is_explained_without_its_values() {
    for text in [
        "hunter2",
        "[\"hunter2\"]",
        r#"{"x":{"a":"hunter2"}}"#,
        r#"{"http://a":"hunter2"}"#,
        r#"{"http://a":{"a":"hunter2\n"}}"#,
    ] {
        let error = OriginHeaders::parse(&Value::from(text)).unwrap_err();
        assert!(
            !error.contains("hunter2") && error.contains("by origin"),
            "{error}"
        );
    }
}
