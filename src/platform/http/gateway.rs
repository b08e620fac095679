//! Requests to functions.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use form_urlencoded::parse;
use hyper::header::{ALLOW, HeaderMap, HeaderValue};
use hyper::{Method, StatusCode};
use serde_json::{Map, Value, json};

use crate::error::CallFailure;
use crate::event::Event;

use super::answer::from_result;
use super::body::{Answer, refuse};
use super::router::Match;
use super::server::{Answered, AppState, Message, busy};
use super::service::reason;

pub async fn answer(app_state: &AppState, message: &Message, path: &[String]) -> Answered {
    // A snapshot: later changes do not affect the route of this request.
    let functions = app_state.functions.borrow().clone();
    let method = message.head.method.as_str();
    let (name, arguments) = match functions.router.find(method, path) {
        Match::Function {
            name,
            route,
            params,
        } => (name, json!([request(message, &route, params)])),
        Match::OtherMethods(methods) => {
            return other_methods(&message.head.method, &methods).into();
        }
        Match::Nothing => {
            let problem = format!("nothing answers {}", message.head.uri.path());
            return refuse(StatusCode::NOT_FOUND, &problem).into();
        }
    };
    let Some(function) = functions.get(&name) else {
        return refuse(StatusCode::NOT_FOUND, "the function is gone").into();
    };
    let result = function.try_call(arguments.to_string()).await;
    let answer = result.and_then(|json| {
        from_result(json.as_deref()).map_err(|error| CallFailure::Answer(error.to_string()))
    });
    let answer = answer.unwrap_or_else(|failure| {
        let answer = failed(&failure, app_state.shows_errors);
        (app_state.events)(Event::Failed {
            function: name.clone(),
            what: format!("{method} {}", message.head.uri.path()),
            failure,
        });
        answer
    });
    Answered {
        answer,
        function: Some(name),
    }
}

/// The response to a failed call; with `shows_errors` it contains the reason, which is otherwise
/// only logged.
fn failed(failure: &CallFailure, shows_errors: bool) -> Answer {
    match failure {
        CallFailure::TimedOut(limit) => {
            let limit = humantime::format_duration(*limit);
            let problem = format!("the function did not answer within {limit}");
            refuse(StatusCode::GATEWAY_TIMEOUT, &problem)
        }
        CallFailure::Busy(_) => busy(&reason(failure).unwrap_or_default()),
        CallFailure::Crashed(how) => {
            let problem = match shows_errors {
                true => format!("the function failed: {how}"),
                false => "the function failed: its process ended".to_owned(),
            };
            refuse(StatusCode::BAD_GATEWAY, &problem)
        }
        CallFailure::Failed(_) | CallFailure::Answer(_) => {
            let why = reason(failure).filter(|_| shows_errors);
            let problem = match why {
                Some(why) => format!("the function failed: {why}"),
                None => "the function failed".to_owned(),
            };
            refuse(StatusCode::INTERNAL_SERVER_ERROR, &problem)
        }
    }
}

fn other_methods(method: &Method, methods: &[String]) -> Answer {
    let methods = methods.join(", ");
    let problem = format!("{method} is not allowed here; use {methods}");
    let mut answer = refuse(StatusCode::METHOD_NOT_ALLOWED, &problem);
    if let Ok(methods) = HeaderValue::from_str(&methods) {
        answer.headers_mut().insert(ALLOW, methods);
    }
    answer
}

/// The request object for the function.
fn request(message: &Message, route: &str, params: Vec<(String, String)>) -> Value {
    let Message { head, body } = message;
    let mut request = json!({
        "method": head.method.as_str(),
        "route": route,
        "path": head.uri.path(),
        "params": params.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "query": query(head.uri.query().unwrap_or_default()),
        "headers": headers(&head.headers),
    });
    match std::str::from_utf8(body) {
        Ok(text) => request["body"] = text.into(),
        Err(_) => {
            request["body"] = STANDARD.encode(body).into();
            request["isBase64Encoded"] = true.into();
        }
    }
    request
}

/// Repeated names become lists.
fn query(text: &str) -> Map<String, Value> {
    let mut query = Map::new();
    for (name, value) in parse(text.as_bytes()) {
        let value = Value::from(value.into_owned());
        match query.get_mut(name.as_ref()) {
            None => {
                query.insert(name.into_owned(), value);
            }
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = json!([first.take(), value]),
        }
    }
    query
}

/// Names in lower case; repeated headers are joined.
fn headers(headers: &HeaderMap) -> Map<String, Value> {
    let mut all = Map::new();
    for name in headers.keys() {
        let values = headers.get_all(name).iter();
        let values = values.map(|it| String::from_utf8_lossy(it.as_bytes()));
        let separator = if name == hyper::header::COOKIE {
            "; "
        } else {
            ", "
        };
        let text = values.collect::<Vec<_>>().join(separator);
        all.insert(name.as_str().to_owned(), text.into());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_plain_data() {
        let request_of = |body: &'static [u8]| {
            let built = hyper::Request::builder()
                .method("POST")
                .uri("/todos/a%20b?x=1&y=&x=2&z=%26")
                .header("X-One", "1")
                .header("accept", "a")
                .header("accept", "b")
                .body(hyper::body::Bytes::from_static(body));
            let (head, body) = built.unwrap().into_parts();
            request(
                &Message { head, body },
                "POST /todos/:id",
                vec![("id".to_owned(), "a b".to_owned())],
            )
        };
        insta::assert_snapshot!(request_of(b"text"), @r#"{"method":"POST","route":"POST /todos/:id","path":"/todos/a%20b","params":{"id":"a b"},"query":{"x":["1","2"],"y":"","z":"&"},"headers":{"x-one":"1","accept":"a, b"},"body":"text"}"#);
        let binary = request_of(&[255]);
        assert_eq!(
            (&binary["body"], &binary["isBase64Encoded"]),
            (&json!("/w=="), &json!(true))
        );
    }
}
