//! Errors in the inputs.

use std::sync::Arc;

use serde_json::Value as Json;

use super::*;

#[tokio::test]
async fn changes_of_identifying_inputs_replace() {
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

#[tokio::test]
async fn wrong_inputs_are_reported() {
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
    create.haeders: unknown property `haeders`; did you mean `headers`?
    read.url: `read.url` is missing: the absolute URL
    update: `update` must be an object, but is a string
    headers: a name in `headers` is not a valid header name
    headers: the value of the header `x` has characters that no header may have, such as a line break
    create.url: `url` must be a whole URL that begins with http:// or https://
    create.method: `method` must be one of HTTP, in capitals, such as `POST`
    create.expectStatus: `expectStatus` must be a status such as 201, or an array of them
    find.match: `name` in `match` is not a JSON pointer: a JSON pointer starts with `/`, as in `/data/id`; the empty text is the whole document
    idHeader: either `id` or `idHeader` may be given, not both
    outputs: `b` in `outputs` is not a JSON pointer: a JSON pointer starts with `/`, as in `/data/id`; the empty text is the whole document
    ignore: `/~` in `ignore` is not a JSON pointer: in a JSON pointer, `~` must be written `~0`, and `/` in a name `~1`
    timeout: `timeout` must be a whole number from 1 to 86400, but is 0
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

/// The requests that a state describes were not checked by this run.
#[tokio::test]
async fn a_state_cannot_have_objects_changed_by_looking_at_them() {
    let server = TestServer::start(|_, _| Reply::json(200, "[]")).await;
    let request = serde_json::json!({ "method": "DELETE", "url": server.url });
    let mut described = user(&server.url, serde_json::json!({ "name": "ann" }));
    described["read"] = request.clone();
    described["id"] = "1".into();
    let known = Known {
        id: "1".to_owned(),
        inputs: inputs(described.clone()),
        outputs: Arc::default(),
    };
    let refused = "only reads, so its method must be `GET` or `HEAD`, not `DELETE`";
    let error = read(&known).await.unwrap_err().to_string();
    assert!(error.contains(refused), "{error}");
    described["find"] = request;
    described["find"]["match"] = serde_json::json!({ "/name": "ann" });
    let request = RecoverRequest {
        target: target(),
        inputs: inputs(described),
    };
    let error = resource()
        .recover(request)
        .await
        .err()
        .map(|it| it.to_string());
    assert!(
        error.as_ref().is_some_and(|it| it.contains(refused)),
        "{error:?}"
    );
    assert!(server.received().is_empty());
}
