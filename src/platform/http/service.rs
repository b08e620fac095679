//! Services of the platform for functions, below `/_lumi/`.
//!
//! | request | answer |
//! |---|---|
//! | `GET /_lumi/kv/STORE/KEY` | the value; 404 if there is none |
//! | `PUT /_lumi/kv/STORE/KEY` | 204; the value is the body |
//! | `DELETE /_lumi/kv/STORE/KEY` | 204, also if there is none |
//! | `GET /_lumi/kv/STORE?prefix=P` | a list of keys in order, as JSON |
//! | `buckets` in place of `kv` | objects |
//! | `POST /_lumi/queues/QUEUE` | 202 and `{ id }` once the message, the body, is on disk |
//! | `POST /_lumi/functions/NAME` | `{ result }`; the body is an array of JSON, the arguments |

use hyper::body::Bytes;
use hyper::header::{ALLOW, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};

use crate::error::CallFailure;
use crate::event::Event;
use crate::grants::{Action, Service, Use};
use crate::storage::{BlobStore, StorageError};
use lumi_host::{ProgramError, Thrown};

use super::body::{Answer, answer as filled, empty, json_answer, refuse};
use super::server::{Answered, AppState, Message, busy};

/// The use that a request makes of a service; `None` if the service does not exist. `path` follows
/// `/_lumi`, decoded.
pub fn use_of<'a>(head: &Parts, path: &'a [String]) -> Option<Use<'a>> {
    let (service, path) = path.split_first()?;
    let (name, key) = path.split_first()?;
    let service = Service::ALL
        .into_iter()
        .find(|it| it.to_string() == *service)?;
    let has_key = !key.join("/").is_empty();
    let action = match (service, &head.method) {
        (Service::Kv | Service::Buckets, &Method::GET | &Method::HEAD) if has_key => Action::Get,
        (Service::Kv | Service::Buckets, &Method::GET | &Method::HEAD) => Action::List,
        (Service::Kv | Service::Buckets, &Method::PUT) => Action::Put,
        (Service::Kv | Service::Buckets, &Method::DELETE) => Action::Delete,
        (Service::Queues, &Method::POST) => Action::Push,
        (Service::Functions, &Method::POST) => Action::Call,
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
        ["buckets", bucket, key @ ..] => stored(&app_state.objects, message, bucket, key)
            .await
            .into(),
        ["queues", queue] => pushed(app_state, message, queue).await.into(),
        ["functions", name] => invoked(app_state, message, name).await,
        _ => {
            let problem = "there are kv, buckets, queues and functions below /_lumi";
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
                Some(bytes) => filled(StatusCode::OK, "application/octet-stream", bytes),
                None => refuse(
                    StatusCode::NOT_FOUND,
                    &format!("there is no {key:?} in {space:?}"),
                ),
            })
        }
        (&Method::PUT, false) => {
            let written = storage.write(space, &key, message.body.clone()).await;
            written.map(|()| empty(StatusCode::NO_CONTENT))
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

fn storage_response(error: &StorageError) -> Answer {
    let status = match error {
        StorageError::Name(_) => StatusCode::BAD_REQUEST,
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
    match app_state.queues.push(queue, body).await {
        Ok(id) => json_answer(StatusCode::ACCEPTED, &json!({ "id": id })),
        Err(error) => storage_response(&error),
    }
}

fn text(body: &Bytes) -> Option<String> {
    String::from_utf8(body.to_vec()).ok()
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
    let answer = match function.try_call(arguments.to_string()).await {
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
    }
}

/// Callers of the platform see the message of an exception, but not its position.
fn failed(failure: &CallFailure) -> Answer {
    let status = match failure {
        CallFailure::Busy(_) => return busy(&reason(failure).unwrap_or_default()),
        CallFailure::TimedOut(_) => StatusCode::GATEWAY_TIMEOUT,
        CallFailure::Crashed(_) => StatusCode::BAD_GATEWAY,
        CallFailure::Failed(_) | CallFailure::Answer(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let problem = reason(failure).unwrap_or_else(|| "the function failed".to_owned());
    refuse(status, &problem)
}

/// The reason why a call failed, if the function threw it.
pub fn reason(failure: &CallFailure) -> Option<String> {
    match failure {
        CallFailure::Busy(limit) => Some(format!("{limit} calls of the function are running")),
        CallFailure::TimedOut(limit) => {
            let limit = humantime::format_duration(*limit);
            Some(format!("the function did not answer within {limit}"))
        }
        CallFailure::Crashed(how) => Some(format!("the function failed: {how}")),
        CallFailure::Failed(error) => match &**error {
            ProgramError::Thrown(thrown) => Some(headline(thrown)),
            _ => None,
        },
        CallFailure::Answer(problem) => Some(problem.clone()),
    }
}

fn headline(thrown: &Thrown) -> String {
    match &thrown.class {
        Some(class) if class != "Error" => format!("{class}: {}", thrown.message),
        _ => thrown.message.clone(),
    }
}

fn only(methods: &'static str) -> Answer {
    let problem = format!("only {methods} is allowed here");
    let mut answer = refuse(StatusCode::METHOD_NOT_ALLOWED, &problem);
    let methods = HeaderValue::from_static(methods);
    answer.headers_mut().insert(ALLOW, methods);
    answer
}
