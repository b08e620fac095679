//! Servers that are slow, unreachable, busy or faulty.

use std::sync::Arc;

use serde_json::Value as Json;

use super::*;

/// Replies in turn, and then with the last one for ever.
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
async fn requests_to_a_busy_server_are_repeated() {
    let busy = Reply::Answer(429, "Retry-After: 0\r\n", String::new());
    let server = script(vec![
        busy.clone(),
        Reply::json(503, ""),
        Reply::json(201, MADE),
    ])
    .await;
    assert_eq!(create(&ann(&server)).await.unwrap().id, "u/1");
    assert_eq!(server.received().len(), 3);

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
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn a_lost_create_is_in_doubt() {
    for lost in [Reply::Hangup, Reply::json(504, ""), Reply::json(502, "")] {
        let server = script(vec![lost]).await;
        let error = create(&ann(&server)).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unknown { .. }), "{error}");
        assert_eq!(server.received().len(), 1);
    }
}

#[tokio::test]
async fn repeatable_requests_are_retried() {
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
    assert_eq!(server.received().len(), 10);
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let server = script(vec![Reply::Silence]).await;
    let mut described = user(&server.url, serde_json::json!({}));
    described["timeout"] = 1.into();
    let error = create(&inputs(described)).await.unwrap_err();
    assert!(matches!(error, ProviderError::Unknown { .. }));
    let message = error.to_string().replace(&server.url, "http://server");
    insta::assert_snapshot!(message, @"POST http://server/users failed: no answer within its time \
                                       limit; it may have taken effect nevertheless");
}

#[tokio::test]
async fn a_refused_connection_is_a_failure_with_a_known_outcome() {
    // No server listens there any more.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
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
    insta::assert_snapshot!(error, @"the object was probably created, but its id is unknown: the answer (201) has no id at `idPointer`");
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
