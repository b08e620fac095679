//! The whole of it against a server.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value as Json;

use super::backoff::Backoff;
use super::json::from_json;
use super::resource::Resource;
use super::test_server::{Asked, Reply, TestServer};
use crate::graph::{Object, Value};
use crate::provider::builtin::kind::Kind as _;
use crate::provider::builtin::surroundings::Surroundings;
use crate::provider::builtin::testbed::{Known, Testbed};
use crate::provider::{
    Changes, CheckRequest, CreateRequest, DeleteRequest, Diff, DiffRequest, ProviderError,
    ReadRequest, ReadState, RecoverRequest, Recovered, Target, UpdateRequest,
};

const TOKEN: &str = "std:http:Resource";

fn target() -> Target {
    Testbed::target(TOKEN, "a")
}

/// One that comes back at once.
fn resource() -> Resource {
    let surroundings = Arc::new(Surroundings::new("/".into()));
    let backoff = Backoff {
        first: Duration::from_millis(1),
        longest: Duration::from_millis(2),
    };
    Resource::with_backoff(surroundings, backoff)
}

fn inputs(json: Json) -> Arc<Object> {
    match from_json(json) {
        Value::Object(inputs) => Arc::new(inputs),
        other => panic!("{other:?}"),
    }
}

/// The usual description of a user.
fn user(url: &str, body: Json) -> Json {
    serde_json::json!({
        "headers": { "authorization": "Bearer tok-123" },
        "create": { "url": format!("{url}/users") },
        "read": { "url": format!("{url}/users/{{id}}") },
        "update": { "url": format!("{url}/users/{{id}}") },
        "delete": { "url": format!("{url}/users/{{id}}") },
        "body": body,
        "outputs": { "name": "/name" },
    })
}

async fn failures(inputs: Arc<Object>) -> String {
    let request = CheckRequest {
        target: target(),
        old_inputs: None,
        inputs: Object::clone(&inputs),
    };
    let checked = resource().check(request).await.unwrap();
    let lines = checked
        .failures
        .iter()
        .map(|it| format!("{}: {}", it.path, it.reason));
    lines.collect::<Vec<_>>().join("\n")
}

async fn create(inputs: &Arc<Object>) -> Result<Known, ProviderError> {
    assert_eq!(failures(Arc::clone(inputs)).await, "");
    let request = CreateRequest {
        target: target(),
        inputs: Arc::clone(inputs),
        preview: false,
    };
    let created = resource().create(request).await?;
    Ok(Known {
        id: created.id.unwrap(),
        inputs: Arc::clone(inputs),
        outputs: Arc::new(created.outputs),
    })
}

async fn read(known: &Known) -> Result<Option<ReadState>, ProviderError> {
    let request = ReadRequest {
        target: target(),
        id: known.id.clone(),
        inputs: Some(Arc::clone(&known.inputs)),
        outputs: Some(Arc::clone(&known.outputs)),
    };
    resource().read(request).await
}

async fn diff(known: &Known, inputs: &Arc<Object>) -> Diff {
    let request = DiffRequest {
        target: target(),
        id: known.id.clone(),
        old_inputs: Arc::clone(&known.inputs),
        old_outputs: Arc::clone(&known.outputs),
        inputs: Arc::clone(inputs),
    };
    resource().diff(request).await.unwrap()
}

async fn update(known: &Known, inputs: &Arc<Object>) -> Result<Object, ProviderError> {
    let request = UpdateRequest {
        target: target(),
        id: known.id.clone(),
        old_inputs: Arc::clone(&known.inputs),
        old_outputs: Arc::clone(&known.outputs),
        inputs: Arc::clone(inputs),
        preview: false,
    };
    resource().update(request).await
}

async fn delete(known: &Known) -> Result<(), ProviderError> {
    let request = DeleteRequest {
        target: target(),
        id: known.id.clone(),
        inputs: Arc::clone(&known.inputs),
        outputs: Arc::clone(&known.outputs),
    };
    resource().delete(request).await
}

async fn recover(inputs: Arc<Object>) -> Recovered {
    let request = RecoverRequest {
        target: target(),
        inputs,
    };
    resource().recover(request).await.unwrap()
}

type Users = Arc<Mutex<BTreeMap<u32, Json>>>;

/// An API for users, and what it holds.
async fn api() -> (TestServer, Users) {
    let users = Users::default();
    let held = Arc::clone(&users);
    let server = TestServer::start(move |_, asked| answer(&mut held.lock().unwrap(), asked)).await;
    (server, users)
}

fn answer(users: &mut BTreeMap<u32, Json>, asked: &Asked) -> Reply {
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
        known.outputs["outputs"],
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
    // The answer to the update is empty, so the object is read.
    let outputs = update(&known, &bob).await.unwrap();
    assert_eq!(
        outputs["outputs"],
        from_json(serde_json::json!({ "name": "bob" }))
    );
    assert_eq!(users.lock().unwrap()[&1]["name"], "bob");

    delete(&known).await.unwrap();
    assert!(users.lock().unwrap().is_empty());
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
    users.lock().unwrap().get_mut(&1).unwrap()["logins"] = 3.into();
    let same = read(&known).await.unwrap().unwrap();
    assert_eq!(same.inputs, *known.inputs);

    users.lock().unwrap().get_mut(&1).unwrap()["tags"] = serde_json::json!(["x", "y"]);
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
        .unwrap()
        .insert(7, serde_json::json!({ "id": 7, "name": "eve" }));
    let wanted = inputs(user(&server.url, serde_json::json!({ "name": "ann" })));
    let request = |inputs| ReadRequest {
        target: target(),
        id: "7".to_owned(),
        inputs,
        outputs: None,
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
async fn what_replaces() {
    let old = user("http://a.test", serde_json::json!({ "name": "ann" }));
    let known = Known {
        id: "1".to_owned(),
        inputs: inputs(old.clone()),
        outputs: Arc::default(),
    };
    let replaced = async |change: fn(&mut Json)| {
        let mut new = old.clone();
        change(&mut new);
        let diff = diff(&known, &inputs(new)).await;
        assert_eq!(diff.changes, Changes::Some);
        (
            diff.properties.iter().any(|it| it.replaces),
            diff.delete_before_replace,
        )
    };
    assert_eq!(
        replaced(|it| it["headers"] = serde_json::json!({})).await,
        (false, false)
    );
    assert_eq!(
        replaced(|it| it["create"]["url"] = "http://b.test".into()).await,
        (true, false)
    );
    assert_eq!(
        replaced(|it| it["create"]["expectStatus"] = 201.into()).await,
        (false, false)
    );
    assert_eq!(replaced(|it| it["id"] = "x".into()).await, (true, false));
    assert_eq!(
        replaced(|it| it["body"]["name"] = "bob".into()).await,
        (false, false)
    );
    let without_update = |it: &mut Json| {
        it["body"]["name"] = "bob".into();
        it["update"] = Json::Null;
    };
    assert_eq!(replaced(without_update).await, (true, false));
    let put = |it: &mut Json| {
        it["body"]["name"] = "bob".into();
        it["update"] = Json::Null;
        it["create"]["method"] = "PUT".into();
    };
    assert_eq!(replaced(put).await, (true, true));
}

/// Replies in turn; the last one for ever.
async fn script(replies: Vec<Reply>) -> TestServer {
    TestServer::start(move |at, _| replies[at.min(replies.len() - 1)].clone()).await
}

fn ann(server: &TestServer) -> Arc<Object> {
    inputs(user(&server.url, serde_json::json!({ "name": "ann" })))
}

fn known(server: &TestServer) -> Known {
    Known {
        id: "1".to_owned(),
        inputs: ann(server),
        outputs: Arc::default(),
    }
}

const MADE: &str = r#"{"id": "u/1", "name": "ann"}"#;

#[tokio::test]
async fn a_busy_server_is_asked_again() {
    let busy = Reply::Answer(429, "Retry-After: 0\r\n", String::new());
    let server = script(vec![
        busy.clone(),
        Reply::json(503, ""),
        Reply::json(201, MADE),
    ])
    .await;
    assert_eq!(create(&ann(&server)).await.unwrap().id, "u/1");
    assert_eq!(server.asked().len(), 3);

    let server = script(vec![busy]).await;
    let error = create(&ann(&server)).await.unwrap_err();
    assert!(matches!(error, ProviderError::Failed { .. }));
    let message = error.to_string().replace(&server.url, "http://server");
    insta::assert_snapshot!(message, @"POST http://server/users answered 429 Too Many Requests (tried 10 times)");
}

#[tokio::test]
async fn a_wait_longer_than_the_time_is_not_begun() {
    let later = Reply::Answer(503, "Retry-After: 3600\r\n", "down".to_owned());
    let server = script(vec![later]).await;
    let error = create(&ann(&server)).await.unwrap_err();
    let message = error.to_string().replace(&server.url, "http://server");
    insta::assert_snapshot!(message, @"POST http://server/users answered 503 Service Unavailable: down");
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_lost_create_is_in_doubt() {
    for lost in [Reply::Hangup, Reply::json(504, ""), Reply::json(502, "")] {
        let server = script(vec![lost]).await;
        let error = create(&ann(&server)).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unknown { .. }), "{error}");
        assert_eq!(server.asked().len(), 1);
    }
}

#[tokio::test]
async fn what_can_be_repeated_is_repeated() {
    let replies = vec![Reply::Hangup, Reply::json(502, ""), Reply::json(200, MADE)];
    let server = script(replies.clone()).await;
    assert!(read(&known(&server)).await.unwrap().is_some());
    let server = script(replies).await;
    update(&known(&server), &ann(&server)).await.unwrap();

    let server = script(vec![Reply::Hangup]).await;
    let error = read(&known(&server)).await.unwrap_err();
    assert!(matches!(error, ProviderError::Failed { .. }), "{error}");
    let error = delete(&known(&server)).await.unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }), "{error}");
    assert_eq!(server.asked().len(), 10);
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let server = script(vec![Reply::Silence]).await;
    let mut described = user(&server.url, serde_json::json!({}));
    described["timeout"] = 1.into();
    let error = create(&inputs(described)).await.unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }));
    let message = error.to_string().replace(&server.url, "http://server");
    insta::assert_snapshot!(message, @"POST http://server/users failed: no answer within the time it is given; it may have had its effect nevertheless");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_no_doubt() {
    let url = TestServer::start(|_, _| Reply::Hangup).await.url.clone();
    let error = create(&inputs(user(&url, serde_json::json!({}))))
        .await
        .unwrap_err();
    assert!(matches!(error, ProviderError::Failed { .. }), "{error}");
    assert!(error.to_string().ends_with("(tried 5 times)"), "{error}");
}

#[tokio::test]
async fn messages_hold_no_secrets() {
    let refusal = r#"{"error": "tok-123 is not allowed, nor is s3cret", "more": "x"}"#;
    let server = script(vec![Reply::json(403, refusal)]).await;
    let mut described = user(&server.url, serde_json::json!({}));
    described["create"]["url"] = format!("{}/users?key=s3cret", server.url).into();
    let error = create(&inputs(described)).await.unwrap_err();
    let message = error.to_string().replace(&server.url, "http://server");
    insta::assert_snapshot!(message, @r#"POST http://server/users?key=… answered 403 Forbidden: {"error": "[secret] is not allowed, nor is [secret]", "more": "x"}"#);
}

#[tokio::test]
async fn the_id_is_where_the_program_says() {
    let reply = Reply::Answer(
        201,
        "Location: /users/9?x=1\r\nX-Id: 8\r\n",
        r#"{"a": [{"b": 7}]}"#.into(),
    );
    let server = script(vec![reply]).await;
    for (name, value, id) in [
        ("idPointer", "/a/0/b", "7"),
        ("idHeader", "x-id", "8"),
        ("idHeader", "Location", "9"),
        ("id", "own", "own"),
        ("timeout", "", "9"),
    ] {
        let mut described = user(&server.url, serde_json::json!({}));
        described["outputs"] = Json::Null;
        if !value.is_empty() {
            described[name] = value.into();
        }
        assert_eq!(create(&inputs(described)).await.unwrap().id, id, "{name}");
    }
    let mut described = user(&server.url, serde_json::json!({}));
    described["idPointer"] = "/nowhere".into();
    let error = create(&inputs(described)).await.unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }));
    insta::assert_snapshot!(error, @"the object seems to exist, but what it is called is not known: the answer (201) has no id at `idPointer`");
}

#[tokio::test]
async fn an_object_that_cannot_be_read_yet_is_kept() {
    let made = Reply::Answer(201, "Location: /users/9\r\n", String::new());
    let server = script(vec![made, Reply::json(500, "boom")]).await;
    let error = create(&ann(&server)).await.unwrap_err();
    let ProviderError::PartialInit { id, reasons, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(id, "9");
    assert!(
        reasons[0].contains("500 Internal Server Error: boom"),
        "{reasons:?}"
    );
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
        Recovered::Absent
    ));
    users
        .lock()
        .unwrap()
        .insert(3, serde_json::json!({ "id": 3, "name": "bob" }));
    users
        .lock()
        .unwrap()
        .insert(4, serde_json::json!({ "id": 4, "name": "ann" }));
    let Recovered::Found(found) = recover(inputs(searched.clone())).await else {
        panic!("not found");
    };
    assert_eq!(found.id, "4");
    users
        .lock()
        .unwrap()
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
    assert!(matches!(recover(inputs(chosen)).await, Recovered::Absent));
    let mut put = plain;
    put["create"]["method"] = "PUT".into();
    assert!(matches!(recover(inputs(put)).await, Recovered::Absent));
}

#[tokio::test]
async fn wrong_inputs_are_told() {
    let wrong = serde_json::json!({
        "create": { "url": "ftp://a", "method": "post", "expectStatus": 99, "haeders": {} },
        "read": { "method": "GET" },
        "update": "x",
        "find": { "url": "http://a", "match": { "name": 1 } },
        "headers": { "a b": "c", "x": "s3cret\n" },
        "id": "1",
        "idHeader": "x-id",
        "outputs": { "a": "b" },
        "ignore": ["/~"],
        "timeout": 0,
    });
    insta::assert_snapshot!(failures(inputs(wrong)).await, @r"
    headers: a name in `headers` is no name of a header
    headers: the value of the header `x` has characters that no header may have, such as a line break
    create.url: `url` must be a whole URL that begins with http:// or https://
    create.method: `method` must be one of HTTP, in capitals, such as `POST`
    create.expectStatus: `expectStatus` must be a status such as 201, or an array of them
    create.haeders: unknown property `haeders`; did you mean `headers`?
    read.url: `url` is missing: where the request goes; `{id}` in it stands for the id
    update: `update` must be an object; it is a string
    find.match: `name` in `match` is no JSON pointer: a JSON pointer starts with `/`, as `/data/id` does; the empty text is the whole
    idHeader: either `id` or `idHeader` may be given, not both
    outputs: `b` in `outputs` is no JSON pointer: a JSON pointer starts with `/`, as `/data/id` does; the empty text is the whole
    ignore: `/~` in `ignore` is no JSON pointer: `~` stands for nothing in a JSON pointer but in `~0` (a `~`) and `~1` (a `/`)
    timeout: `timeout` must be a whole number from 1 to 86400; it is 0
    ");
    let needs_id = serde_json::json!({ "create": { "url": "http://a/{id}" } });
    insta::assert_snapshot!(failures(inputs(needs_id)).await, @"create.url: `create.url` has `{id}` in it, so the `id` must be given as an input");
    let mut open = Object::clone(&inputs(user("http://a", serde_json::json!({}))));
    open.insert("body".to_owned(), Value::Unknown);
    open.insert("create".to_owned(), Value::Unknown);
    assert_eq!(failures(Arc::new(open)).await, "");
    let mut asset = Object::clone(&inputs(user("http://a", serde_json::json!({}))));
    asset.insert("body".to_owned(), Value::Number(f64::NAN));
    assert!(
        failures(Arc::new(asset))
            .await
            .contains("a number that is not finite")
    );
}
