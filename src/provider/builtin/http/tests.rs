//! Tests of the whole resource against a server.

mod lifecycle;
mod mistakes;
mod trouble;

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;

use super::backoff::Backoff;
use super::credentials::OriginHeaders;
use super::json::from_json;
use super::resource::Resource;
use super::test_server::{ReceivedRequest, Reply, TestServer};
use crate::builtin::provider_context::ProviderContext;
use crate::builtin::resource_handler::ResourceHandler as _;
use crate::builtin::testbed::{Known, Testbed};
use crate::{
    Changes, CheckRequest, CreateRequest, DeleteRequest, Diff, DiffRequest, ProviderError,
    ReadRequest, ReadState, RecoverRequest, Recovered, Target, UpdateRequest,
};
use lumi_graph::{Object, Value};

const TOKEN: &str = "std:http:Resource";

fn target() -> Target {
    Testbed::target(TOKEN, "a")
}

/// A resource whose retries have no delay.
fn resource() -> Resource {
    let context = Arc::new(ProviderContext::new(
        "/".into(),
        Arc::new(crate::Unrestricted),
    ));
    let backoff = Backoff {
        first: Duration::from_millis(1),
        longest: Duration::from_millis(2),
    };
    Resource::with_backoff(context, Arc::default(), backoff)
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
        follows_delete: false,
        recorded: None,
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
        is_import: false,
        begun_update: None,
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
