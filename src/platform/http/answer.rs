//! Converts results of functions to HTTP responses.
//!
//! A text becomes a text body. An object with only `status`, `headers`, `body` and
//! `isBase64Encoded` is a complete response; any other value becomes a JSON body. Undefined becomes
//! 204.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, TRANSFER_ENCODING,
};
use serde_json::{Map, Value};
use thiserror::Error;

use super::body::{Answer, AnswerBody, answer, empty};
use crate::definition::Takes;
use crate::worker::CallAnswer;
use lumi_host::{Content, HttpAnswer};

const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";
const BYTES: &str = "application/octet-stream";
const MEMBERS: [&str; 4] = ["status", "headers", "body", "isBase64Encoded"];
/// Headers of the connection, which the server sets.
const OF_CONNECTION: [HeaderName; 3] = [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];

/// The reasons for which the result of a function cannot be sent as a response.
#[derive(Debug, Error)]
pub enum AnswerError {
    #[error("the function's answer is not JSON: {0}")]
    NotJson(serde_json::Error),
    #[error("the function answered the status {0}, which is not valid")]
    Status(Value),
    #[error("the function's body is not base64: {0}")]
    NotBase64(base64::DecodeError),
    #[error("the function answered an invalid header: {0:?}")]
    Header(String),
    #[error("the function answered too many headers")]
    ManyHeaders,
}

/// `takes` is what the route of the request takes: a WebSocket may be accepted.
pub fn from_call(answer: CallAnswer, takes: Takes) -> Result<Answer, AnswerError> {
    match answer {
        CallAnswer::Result(json) => from_result(json.as_deref()),
        CallAnswer::Http(answer) => from_http(answer, status_code),
        CallAnswer::Stream(head, stream) => {
            let status = match takes {
                Takes::WebSocket => status_of_web_socket,
                Takes::Body | Takes::Stream => status_code,
            };
            let mut answer = from_http(head, status)?;
            *answer.body_mut() = AnswerBody::Stream(stream);
            Ok(answer)
        }
    }
}

/// The process of a function checks nothing of its answers, or may have been made to.
fn from_http(
    http: HttpAnswer,
    status: fn(u64) -> Option<StatusCode>,
) -> Result<Answer, AnswerError> {
    let status = status(http.status.into());
    let status = status.ok_or_else(|| AnswerError::Status(http.status.into()))?;
    let mut answer = match http.content {
        Content::Nothing | Content::Stream => empty(status),
        Content::Text => answer(status, TEXT, http.body.clone()),
        Content::Bytes => answer(status, kind_of(&http.body), http.body.clone()),
    };
    let mut is_typed = false;
    for (name, value) in http.headers() {
        let wrong = || AnswerError::Header(name.to_owned());
        let value = value.ok_or_else(wrong)?;
        let name = header_name(name)?;
        if name == CONTENT_TYPE && !std::mem::replace(&mut is_typed, true) {
            answer.headers_mut().remove(&name);
        }
        add(answer.headers_mut(), &name, value)?;
    }
    Ok(answer)
}

/// Bytes that are text are that, unless a header says otherwise.
fn kind_of(bytes: &[u8]) -> &'static str {
    match str::from_utf8(bytes) {
        Ok(_) => TEXT,
        Err(_) => BYTES,
    }
}

fn status_code(status: u64) -> Option<StatusCode> {
    let status = u16::try_from(status).ok()?;
    let code = StatusCode::from_u16(status).ok();
    code.filter(|it| (200..600).contains(&it.as_u16()))
}

/// The status of an answer in parts to the handshake of a WebSocket.
fn status_of_web_socket(status: u64) -> Option<StatusCode> {
    let accepted = StatusCode::SWITCHING_PROTOCOLS;
    match status == u64::from(accepted.as_u16()) {
        true => Some(accepted),
        false => status_code(status),
    }
}

fn header_name(name: &str) -> Result<HeaderName, AnswerError> {
    HeaderName::from_bytes(name.as_bytes()).map_err(|_| AnswerError::Header(name.to_owned()))
}

/// Adds a header, unless it is one of the connection.
fn add(headers: &mut HeaderMap, name: &HeaderName, value: &str) -> Result<(), AnswerError> {
    if OF_CONNECTION.contains(name) {
        return Ok(());
    }
    let wrong = |_| AnswerError::Header(name.to_string());
    let value = HeaderValue::from_bytes(value.as_bytes()).map_err(wrong)?;
    let added = headers.try_append(name, value);
    added.map(drop).map_err(|_| AnswerError::ManyHeaders)
}

/// `json` is the function's result, `None` for undefined.
fn from_result(json: Option<&str>) -> Result<Answer, AnswerError> {
    let Some(json) = json else {
        return Ok(empty(StatusCode::NO_CONTENT));
    };
    if is_data(json) {
        return Ok(answer(StatusCode::OK, JSON, json.to_owned()));
    }
    let value = serde_json::from_str(json).map_err(AnswerError::NotJson)?;
    match value {
        Value::String(text) => Ok(answer(StatusCode::OK, TEXT, text)),
        Value::Object(members) if is_full(&members) => full(&members),
        // Unchanged JSON text of the function.
        _ => Ok(answer(StatusCode::OK, JSON, json.to_owned())),
    }
}

/// Whether the first member of an object is none of an answer: then the object is data, and need not
/// be read.
fn is_data(json: &str) -> bool {
    let Some((name, _)) = json.strip_prefix("{\"").and_then(|it| it.split_once('"')) else {
        return json.starts_with('[');
    };
    // A name that is escaped may be any.
    !name.contains('\\') && !MEMBERS.contains(&name)
}

fn is_full(members: &Map<String, Value>) -> bool {
    let known = members.keys().all(|it| MEMBERS.contains(&it.as_str()));
    let has = |name| members.contains_key(name);
    let status = members.get("status").is_none_or(Value::is_number);
    let headers = members.get("headers").is_none_or(Value::is_object);
    known && status && headers && (has("status") || has("headers") || has("body"))
}

fn full(members: &Map<String, Value>) -> Result<Answer, AnswerError> {
    let status = match members.get("status") {
        None => StatusCode::OK,
        Some(status) => status
            .as_u64()
            .and_then(status_code)
            .ok_or_else(|| AnswerError::Status(status.clone()))?,
    };
    let is_base64 = members.get("isBase64Encoded") == Some(&Value::Bool(true));
    let mut answer = match members.get("body") {
        None | Some(Value::Null) => empty(status),
        Some(Value::String(text)) if is_base64 => answer(status, BYTES, bytes(text)?),
        Some(Value::String(text)) => answer(status, TEXT, text.clone()),
        Some(value) => answer(status, JSON, value.to_string()),
    };
    if let Some(Value::Object(headers)) = members.get("headers") {
        set(answer.headers_mut(), headers)?;
    }
    Ok(answer)
}

fn bytes(text: &str) -> Result<Bytes, AnswerError> {
    let bytes = STANDARD.decode(text);
    Ok(bytes.map_err(AnswerError::NotBase64)?.into())
}

/// Sets headers. A value may be a list, for headers that occur more than once.
fn set(headers: &mut HeaderMap, members: &Map<String, Value>) -> Result<(), AnswerError> {
    for (name, value) in members {
        let wrong = || AnswerError::Header(name.clone());
        let name = header_name(name)?;
        let one = std::slice::from_ref(value);
        let values = value.as_array().map_or(one, Vec::as_slice);
        if name == CONTENT_TYPE {
            headers.remove(&name);
        }
        for value in values {
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                Value::Array(_) | Value::Object(_) => return Err(wrong()),
            };
            add(headers, &name, &text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;
    use proptest::prelude::*;

    use super::*;

    async fn shown(json: Option<&str>) -> String {
        text_of(from_result(json)).await
    }

    async fn text_of(answer: Result<Answer, AnswerError>) -> String {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return error.to_string(),
        };
        let mut text = answer.status().as_str().to_owned();
        for (name, value) in answer.headers() {
            text += &format!(" {name}={}", value.to_str().unwrap());
        }
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        format!("{text} {:?}", String::from_utf8_lossy(&body))
    }

    #[test]
    fn more_headers_than_a_map_takes_are_an_error() {
        let names = (0..40_000).map(|it| (format!("x-{it}"), Value::from("v")));
        let many = serde_json::json!({ "headers": Value::Object(names.collect()) });
        let error = from_result(Some(&many.to_string())).err().unwrap();
        assert_eq!(error.to_string(), "the function answered too many headers");
        // Values of one name do not count.
        let same = serde_json::json!({ "headers": { "set-cookie": vec!["a"; 40_000] } });
        assert!(from_result(Some(&same.to_string())).is_ok());
    }

    #[tokio::test]
    async fn answers_in_bytes() {
        let mut all = Vec::new();
        let typed = "Content-Type\ntext/html\nset-cookie\na\nset-cookie\nb\ncontent-length\n9";
        for (status, content, headers, body) in [
            (204, Content::Nothing, "", &b""[..]),
            (200, Content::Text, "", "\u{e9}".as_bytes()),
            (200, Content::Bytes, "", b"text"),
            (200, Content::Bytes, "", b"\xff"),
            (201, Content::Text, typed, b"<p>"),
            (
                200,
                Content::Text,
                "content-type\na/b\ncontent-type\nc/d",
                b"",
            ),
            (99, Content::Text, "", b""),
            (600, Content::Text, "", b""),
            (200, Content::Text, "a b\nc", b""),
            (200, Content::Text, "a\nb\rc", b""),
            (200, Content::Text, "a\nb\nc", b""),
        ] {
            let answer = HttpAnswer {
                status,
                content,
                headers: headers.to_owned(),
                body: Bytes::from_static(body),
            };
            all.push(text_of(from_call(CallAnswer::Http(answer), Takes::Body)).await);
        }
        insta::assert_snapshot!(all.join("\n"), @r#"
        204 ""
        200 content-type=text/plain; charset=utf-8 "é"
        200 content-type=text/plain; charset=utf-8 "text"
        200 content-type=application/octet-stream "�"
        201 content-type=text/html set-cookie=a set-cookie=b "<p>"
        200 content-type=a/b content-type=c/d ""
        the function answered the status 99, which is not valid
        the function answered the status 600, which is not valid
        the function answered an invalid header: "a b"
        the function answered an invalid header: "a"
        the function answered an invalid header: "c"
        "#);
    }

    proptest! {
        #[test]
        fn any_answer_of_a_process_is_sent_or_refused(
            status: u16, headers in "(?s).{0,60}", body in prop::collection::vec(any::<u8>(), 0..9),
            content in prop::sample::select(&[Content::Nothing, Content::Text, Content::Bytes][..]),
        ) {
            let body = Bytes::from(body);
            let answer = HttpAnswer { status, content, headers, body };
            if let Ok(answer) = from_http(answer, status_code) {
                prop_assert_eq!(answer.status().as_u16(), status);
                prop_assert!(OF_CONNECTION.iter().all(|it| !answer.headers().contains_key(it)));
            }
        }
    }

    #[test]
    fn data_is_known_by_its_first_member() {
        for data in ["[1]", r#"{"id":{}}"#, r#"{"":1}"#] {
            assert!(is_data(data), "{data}");
        }
        let others = [
            r#"{"status":1}"#,
            r#"{"st\u0061tus":1}"#,
            r#"{"body""#,
            "{}",
            "{",
            "{\"",
            "1",
            "\"a\"",
            "",
        ];
        for other in others {
            assert!(!is_data(other), "{other}");
        }
    }

    #[tokio::test]
    async fn answers_of_every_form() {
        let mut all = vec![shown(None).await];
        for json in [
            "null",
            r#""text""#,
            "[1]",
            r#"{"id":1}"#,
            r#"{"status":"open","body":"b"}"#,
            "{}",
            r#"{"status":201,"body":{"a":1}}"#,
            r#"{"status":404}"#,
            r#"{"body":"<p>","headers":{"Content-Type":"text/html","set-cookie":["a","b"],"content-length":9}}"#,
            r#"{"body":"aGk=","isBase64Encoded":true}"#,
            r#"{"body":"?","isBase64Encoded":true}"#,
            r#"{"status":99}"#,
            r#"{"status":200.5}"#,
            r#"{"headers":{"a b":"c"}}"#,
            r#"{"headers":{"a":"b\nc"}}"#,
        ] {
            all.push(shown(Some(json)).await);
        }
        insta::assert_snapshot!(all.join("\n"), @r#"
        204 ""
        200 content-type=application/json "null"
        200 content-type=text/plain; charset=utf-8 "text"
        200 content-type=application/json "[1]"
        200 content-type=application/json "{\"id\":1}"
        200 content-type=application/json "{\"status\":\"open\",\"body\":\"b\"}"
        200 content-type=application/json "{}"
        201 content-type=application/json "{\"a\":1}"
        404 ""
        200 content-type=text/html set-cookie=a set-cookie=b "<p>"
        200 content-type=application/octet-stream "hi"
        the function's body is not base64: Invalid symbol 63, offset 0.
        the function answered the status 99, which is not valid
        the function answered the status 200.5, which is not valid
        the function answered an invalid header: "a b"
        the function answered an invalid header: "a"
        "#);
    }
}
