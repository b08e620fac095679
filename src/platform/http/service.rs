//! Services of the platform for functions, below `/_lumi/`.
//!
//! | request | answer |
//! |---|---|
//! | `GET /_lumi/kv/STORE/KEY` | the value, and its version in `ETag`; 404 if there is none |
//! | `PUT /_lumi/kv/STORE/KEY?ttl=SECONDS` | 204; the value is the body. 412 if `If-Match` is not its version, or `If-None-Match: *` finds one |
//! | `DELETE /_lumi/kv/STORE/KEY` | 204, also if there is none |
//! | `GET /_lumi/kv/STORE?prefix=P` | a list of keys in order, as JSON |
//! | `buckets` in place of `kv` | objects |
//! | `POST /_lumi/buckets/BUCKET/KEY?sign=get&seconds=SECONDS` | `{ expires, signature }` for the query of a URL that needs no token; `&ttl=SECONDS` is signed, too, and the URL has it |
//! | `POST /_lumi/queues/QUEUE?delay=SECONDS&key=KEY` | 202 and `{ id }` once the message, the body, is on disk |
//! | `POST /_lumi/services/NAME` | `{ path }`, below which the service is requested; see [`forward`] |
//! | `POST /_lumi/operator` | the answer to a command of the operator, both JSON |
//! | `POST /_lumi/functions/NAME` | `{ result }`; the body is an array of JSON, the arguments |

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Bytes;
use hyper::header::{ALLOW, AUTHORIZATION, ETAG, HeaderValue, IF_MATCH, IF_NONE_MATCH};
use hyper::{Method, StatusCode, Uri};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::callers::Caller;
use crate::definition::changes_of;
use crate::error::CallFailure;
use crate::event::Event;
use crate::function::AtLimits;
use crate::grants::{Action, Service, Use};
use crate::operator::{self, QueueCommand};
use crate::queue::{Message as QueuedMessage, due_in};
use crate::storage::{BlobStore, Condition, StorageError, WriteOptions, version};

use super::body::{Answer, answer as filled, empty, json_answer, refuse};
use super::forward;
use super::server::{Answered, AppState, Message, busy, refused};
use super::signed;

/// The longest delay and the longest life of a value: a hundred years.
const MAX_SECONDS: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// The use that a request makes of a service; `None` if the service does not exist. `path` follows
/// `/_lumi`, decoded.
pub fn use_of<'a>(method: &Method, uri: &Uri, path: &'a [String]) -> Option<Use<'a>> {
    let (service, path) = path.split_first()?;
    let (name, key) = path.split_first()?;
    let service = Service::ALL
        .into_iter()
        .find(|it| it.to_string() == *service)?;
    let has_key = !key.join("/").is_empty();
    let action = match (service, method) {
        (Service::Kv | Service::Buckets, &Method::GET | &Method::HEAD) if has_key => Action::Get,
        (Service::Kv | Service::Buckets, &Method::GET | &Method::HEAD) => Action::List,
        (Service::Kv | Service::Buckets, &Method::PUT) => Action::Put,
        (Service::Kv | Service::Buckets, &Method::DELETE) => Action::Delete,
        (Service::Buckets, &Method::POST) if has_key => signed::requested_action(uri.query()?)?,
        (Service::Queues, &Method::POST) => Action::Push,
        (Service::Functions, &Method::POST) => Action::Call,
        (Service::Services, _) if has_key => Action::Fetch,
        (Service::Services, &Method::POST) => Action::Fetch,
        _ => return None,
    };
    Some(Use {
        service,
        name,
        action,
    })
}

/// Answers a request. `path` follows `/_lumi`, decoded.
pub async fn answer(app_state: &AppState, message: &Message, path: &[String]) -> Answered {
    let parts: Vec<&str> = path.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["kv", store, key @ ..] => stored(&app_state.values, message, store, key).await.into(),
        ["buckets", bucket, key @ ..] if message.head.method == Method::POST && !key.is_empty() => {
            let key = key.join("/");
            signed::sign(&app_state.url_signer, &message.head, bucket, &key).into()
        }
        ["buckets", bucket, key @ ..] => {
            let answer = stored(&app_state.objects, message, bucket, key).await;
            match answer.status().is_success() {
                true => noted(app_state, message, bucket, key, answer).await.into(),
                false => answer.into(),
            }
        }
        ["queues", queue] => pushed(app_state, message, queue).await.into(),
        ["services", name] if message.head.method == Method::POST => {
            forward::path_of(app_state, name).into()
        }
        [operator::PATH] => operated(app_state, message).await.into(),
        ["functions", name] => invoked(app_state, message, name).await,
        _ => {
            let problem = "there are kv, buckets, queues, functions and services below /_lumi";
            refuse(StatusCode::NOT_FOUND, problem).into()
        }
    }
}

async fn stored(storage: &BlobStore, message: &Message, space: &str, key: &[&str]) -> Answer {
    let key = key.join("/");
    let method = &message.head.method;
    let done = match (method, key.is_empty()) {
        (&Method::GET | &Method::HEAD, true) => {
            let prefix = query_value(message, "prefix");
            let keys = storage.list(space, &prefix).await;
            keys.map(|keys| json_answer(StatusCode::OK, &json!(keys)))
        }
        (&Method::GET | &Method::HEAD, false) => {
            let value = storage.read(space, &key).await;
            value.map(|value| match value {
                Some(bytes) => with_version(&version(&bytes), bytes),
                None => refuse(
                    StatusCode::NOT_FOUND,
                    &format!("there is no {key:?} in {space:?}"),
                ),
            })
        }
        (&Method::PUT, false) => {
            let options = match write_options(message) {
                Ok(options) => options,
                Err(problem) => return refuse(StatusCode::BAD_REQUEST, &problem),
            };
            let written = storage
                .write(space, &key, message.body.clone(), options)
                .await;
            written.map(|is_met| match is_met {
                true => empty(StatusCode::NO_CONTENT),
                false => refuse(
                    StatusCode::PRECONDITION_FAILED,
                    &format!("{key:?} in {space:?} has another version"),
                ),
            })
        }
        (&Method::DELETE, false) => {
            let removed = storage.remove(space, &key).await;
            removed.map(|()| empty(StatusCode::NO_CONTENT))
        }
        (_, true) => return only("GET"),
        (_, false) => return only("GET, PUT, DELETE"),
    };
    done.unwrap_or_else(|error| storage_response(&error))
}

fn with_version(version: &str, bytes: Vec<u8>) -> Answer {
    let mut answer = filled(StatusCode::OK, "application/octet-stream", bytes);
    let version = HeaderValue::from_str(version).expect("BUG: a version is hexadecimal");
    answer.headers_mut().insert(ETAG, version);
    answer
}

fn write_options(message: &Message) -> Result<WriteOptions, String> {
    let header = |name| {
        let value = message.head.headers.get(name)?;
        Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    let condition = match (header(IF_MATCH), header(IF_NONE_MATCH)) {
        (None, None) => Condition::Any,
        (Some(version), None) => Condition::Version(version.trim_matches('"').to_owned()),
        (None, Some(all)) if all == "*" => Condition::Absent,
        _ => return Err("a condition is If-Match: VERSION or If-None-Match: *".to_owned()),
    };
    let ttl = seconds(message, "ttl")?;
    Ok(WriteOptions { condition, ttl })
}

/// A number of seconds in the query; `None` if there is none.
fn seconds(message: &Message, name: &str) -> Result<Option<Duration>, String> {
    let text = query_value(message, name);
    if text.is_empty() {
        return Ok(None);
    }
    let number = text.parse::<f64>().ok();
    let duration = number.and_then(|it| Duration::try_from_secs_f64(it).ok());
    match duration.filter(|it| *it <= MAX_SECONDS) {
        Some(duration) => Ok(Some(duration)),
        None => Err(format!(
            "{name} must be a number of seconds, but is {text:?}"
        )),
    }
}

/// Adds an event of a changed object to the queue of its bucket, if a function wants it.
async fn noted(
    app_state: &AppState,
    message: &Message,
    bucket: &str,
    key: &[&str],
    answer: Answer,
) -> Answer {
    let change = match message.head.method {
        Method::PUT => "put",
        Method::DELETE => "delete",
        _ => return answer,
    };
    let queue = changes_of(bucket);
    let subscribers = app_state.functions.borrow().subscribers(&queue);
    if subscribers.is_empty() {
        return answer;
    }
    let event = json!({ "type": change, "key": key.join("/") });
    let event = QueuedMessage {
        span: Some(message.origin.span),
        ..QueuedMessage::new(event.to_string())
    };
    match app_state.queues.push(&queue, event).await {
        Ok(_) => answer,
        Err(error) => storage_response(&error),
    }
}

fn storage_response(error: &StorageError) -> Answer {
    let status = match error {
        StorageError::Name(_) => StatusCode::BAD_REQUEST,
        StorageError::Removed(_) => StatusCode::GONE,
        StorageError::Io(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    refuse(status, &error.to_string())
}

fn query_value(message: &Message, name: &str) -> String {
    let query = message.head.uri.query().unwrap_or_default();
    let found = form_urlencoded::parse(query.as_bytes()).find(|(it, _)| it == name);
    found
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

async fn pushed(app_state: &AppState, message: &Message, queue: &str) -> Answer {
    if message.head.method != Method::POST {
        return only("POST");
    }
    let Some(body) = text(&message.body) else {
        return refuse(StatusCode::BAD_REQUEST, "a message must be text in UTF-8");
    };
    let delay = match seconds(message, "delay") {
        Ok(delay) => delay.filter(|it| !it.is_zero()),
        Err(problem) => return refuse(StatusCode::BAD_REQUEST, &problem),
    };
    let message = QueuedMessage {
        key: Some(query_value(message, "key")).filter(|it| !it.is_empty()),
        due: delay.map(due_in),
        span: Some(message.origin.span),
        ..QueuedMessage::new(body)
    };
    match app_state.queues.push(queue, message).await {
        Ok(id) => json_answer(StatusCode::ACCEPTED, &json!({ "id": id })),
        Err(error) => storage_response(&error),
    }
}

fn text(body: &Bytes) -> Option<String> {
    String::from_utf8(body.to_vec()).ok()
}

/// Carries out a command of the operator.
async fn operated(app_state: &AppState, message: &Message) -> Answer {
    let header = message.head.headers.get(AUTHORIZATION);
    let caller = app_state.callers.find(header.map(|it| it.as_bytes()));
    if !matches!(caller, Some(Caller::Owner)) {
        return refuse(
            StatusCode::FORBIDDEN,
            "commands are for the operator of the platform",
        );
    }
    let Ok(command) = serde_json::from_slice::<QueueCommand>(&message.body) else {
        return refuse(StatusCode::BAD_REQUEST, "the body is not a command");
    };
    let queues = Arc::clone(&app_state.queues);
    let operating = spawn_blocking(move || queues.operate(&command));
    match operating.await.map_err(io::Error::other).flatten() {
        Ok(answer) => json_answer(StatusCode::OK, &json!(answer)),
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

async fn invoked(app_state: &AppState, message: &Message, name: &str) -> Answered {
    if message.head.method != Method::POST {
        return only("POST").into();
    }
    let arguments = match serde_json::from_slice(&message.body) {
        _ if message.body.is_empty() => json!([]),
        Ok(arguments @ Value::Array(_)) => arguments,
        _ => {
            let problem = "the body must be a JSON array, the arguments of the call";
            return refuse(StatusCode::BAD_REQUEST, problem).into();
        }
    };
    let function = app_state.functions.borrow().get(name).cloned();
    let Some(function) = function else {
        let problem = format!("there is no function {name:?}");
        return refuse(StatusCode::NOT_FOUND, &problem).into();
    };
    let call = function.call_with_retries(arguments.to_string(), message.origin, AtLimits::Fail);
    let answer = match call.await {
        // The result is JSON already.
        Ok(result) => {
            let result = result.as_deref().unwrap_or("null");
            let body = format!("{{\"result\":{result}}}\n");
            filled(StatusCode::OK, "application/json", body)
        }
        Err(failure) => {
            let answer = failed(&failure);
            (app_state.events)(Event::Failed {
                function: name.to_owned(),
                what: "its invocation".to_owned(),
                failure,
            });
            answer
        }
    };
    Answered {
        answer,
        function: Some(name.to_owned()),
        route: None,
    }
}

/// Callers of the platform see the message of an exception, but not its position.
fn failed(failure: &CallFailure) -> Answer {
    let status = match failure {
        CallFailure::Busy(_) => return busy(&failure.text()),
        CallFailure::Refused(refusal) => return refused(*refusal),
        CallFailure::TimedOut(_) | CallFailure::ProcessorTime(_) => StatusCode::GATEWAY_TIMEOUT,
        CallFailure::Crashed(_) => StatusCode::BAD_GATEWAY,
        CallFailure::Failed(_) | CallFailure::Answer(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    refuse(status, &failure.text())
}

fn only(methods: &'static str) -> Answer {
    let problem = format!("only {methods} is allowed here");
    let mut answer = refuse(StatusCode::METHOD_NOT_ALLOWED, &problem);
    let methods = HeaderValue::from_static(methods);
    answer.headers_mut().insert(ALLOW, methods);
    answer
}
