//! Requests to functions.

use std::sync::Arc;

use form_urlencoded::parse;
use hyper::header::{ALLOW, HeaderValue};
use hyper::{Method, StatusCode};

use crate::definition::Takes;
use crate::error::CallFailure;
use crate::event::Event;
use crate::functions::Functions;
use crate::worker::{CallAnswer, RequestBody};

use super::answer::from_call;
use super::body::{Answer, refuse};
use super::monitoring;
use super::router::Match;
use super::server::{Answered, AppState, Message, busy, refused};
use super::site;
use lumi_host::{HttpRequest, RequestHead};

/// The target of a request.
pub struct Target {
    /// A snapshot: later changes do not affect the route of this request.
    functions: Arc<Functions>,
    found: Match,
}

impl Target {
    pub fn of(app_state: &AppState, method: &Method, path: &[String]) -> Self {
        let functions = app_state.functions.borrow().clone();
        let found = functions.router.find(method.as_str(), path);
        Self { functions, found }
    }

    pub fn takes(&self) -> Takes {
        match &self.found {
            Match::Function { takes, .. } => *takes,
            Match::OtherMethods(_) | Match::Nothing => Takes::Body,
        }
    }
}

/// `body` is that of the request if it goes to the function in parts.
pub async fn answer(
    app_state: &AppState,
    message: &Message,
    target: Target,
    body: Option<RequestBody>,
) -> Answered {
    let Target { functions, found } = target;
    let (name, route, takes, request) = match found {
        Match::Function {
            name,
            route,
            params,
            takes,
        } => {
            let mut request = request(message, &route, &params);
            request.is_stream = body.is_some();
            (name, route, takes, request)
        }
        Match::OtherMethods(methods) => {
            return other_methods(&message.head.method, &methods).into();
        }
        Match::Nothing => {
            if let Some(answer) = monitoring::answer(app_state, &message.head) {
                return answer.into();
            }
            if let Some(name) = app_state.sites.default() {
                let path = message.head.uri.path();
                return site::answer(&app_state.sites, &message.head, name, path)
                    .await
                    .into();
            }
            let problem = format!("nothing answers {}", message.head.uri.path());
            return refuse(StatusCode::NOT_FOUND, &problem).into();
        }
    };
    let Some(function) = functions.get(&name) else {
        return refuse(StatusCode::NOT_FOUND, "the function is gone").into();
    };
    let result = function.request(request, body, message.origin).await;
    let answer = answer_of(app_state, message, &name, takes, result);
    Answered {
        answer,
        function: Some(name),
        route: Some(route),
    }
}

/// The response to a call. Failures are reported, also those of a stream that has begun.
fn answer_of(
    app_state: &AppState,
    message: &Message,
    function: &str,
    takes: Takes,
    mut result: Result<CallAnswer, CallFailure>,
) -> Answer {
    let what = format!("{} {}", message.head.method, message.head.uri.path());
    let events = Arc::clone(&app_state.events);
    let function = function.to_owned();
    let report = move |failure| {
        events(Event::Failed {
            function,
            what,
            failure,
        });
    };
    if let Ok(CallAnswer::Stream(_, stream)) = &mut result {
        stream.on_failure(report.clone());
    }
    let answer = result.and_then(|answer| {
        from_call(answer, takes).map_err(|error| CallFailure::Answer(error.to_string()))
    });
    answer.unwrap_or_else(|failure| {
        let answer = failed(&failure, app_state.shows_errors);
        report(failure);
        answer
    })
}

/// The response to a failed call; with `shows_errors` it contains the reason, which is otherwise
/// only logged.
fn failed(failure: &CallFailure, shows_errors: bool) -> Answer {
    match failure {
        CallFailure::TimedOut(_) | CallFailure::ProcessorTime(_) => {
            refuse(StatusCode::GATEWAY_TIMEOUT, &failure.text())
        }
        CallFailure::Refused(refusal) => refused(*refusal),
        CallFailure::Busy(_) => busy(&failure.text()),
        CallFailure::Crashed(how) => {
            let problem = match shows_errors {
                true => format!("the function failed: {how}"),
                false => "the function failed: its process ended".to_owned(),
            };
            refuse(StatusCode::BAD_GATEWAY, &problem)
        }
        CallFailure::Failed(_) | CallFailure::Answer(_) => {
            let why = failure.reason().filter(|_| shows_errors);
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

/// The request for the function.
fn request(message: &Message, route: &str, params: &[(String, String)]) -> HttpRequest {
    let Message { head, body, .. } = message;
    let query = head.uri.query().unwrap_or_default();
    let request = RequestHead {
        method: head.method.as_str(),
        route,
        path: head.uri.path(),
        query: parse(query.as_bytes()).collect(),
        params,
    };
    let headers = head.headers.iter();
    HttpRequest {
        head: request.text(headers.map(|(name, value)| (name.as_str(), value.as_bytes()))),
        body: body.clone(),
        is_stream: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resilience::CallOrigin;
    use crate::telemetry::TraceContext;

    #[test]
    fn a_request_is_lines_and_bytes() {
        let built = hyper::Request::builder()
            .method("POST")
            .uri("/todos/a%20b?x=1&y=&x=a+%C3%A9&z=%26")
            .header("X-One", "1")
            .header("accept", "a")
            .header("accept", "b")
            .body(hyper::body::Bytes::from_static(&[255]));
        let (head, body) = built.unwrap().into_parts();
        let params = [("id".to_owned(), "a b".to_owned())];
        let request = request(
            &Message {
                head,
                body,
                origin: CallOrigin::new(TraceContext::new(true)),
            },
            "POST /todos/:id",
            &params,
        );
        insta::assert_snapshot!(request.head.replace('\n', "|"), @"POST|POST /todos/:id|/todos/a%20b|x=1&y=&x=a %C3%A9&z=%26|id=a b|x-one|1|accept|a|accept|b");
        assert_eq!(*request.body, [255]);
    }
}
