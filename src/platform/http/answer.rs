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

use super::body::{Answer, answer, empty};

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

/// `json` is the function's result, `None` for undefined.
pub fn from_result(json: Option<&str>) -> Result<Answer, AnswerError> {
    let Some(json) = json else {
        return Ok(empty(StatusCode::NO_CONTENT));
    };
    let value = serde_json::from_str(json).map_err(AnswerError::NotJson)?;
    match value {
        Value::String(text) => Ok(answer(StatusCode::OK, TEXT, text)),
        Value::Object(members) if is_full(&members) => full(&members),
        // Unchanged JSON text of the function.
        _ => Ok(answer(StatusCode::OK, JSON, json.to_owned())),
    }
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
            .filter(|it| (200..600).contains(it))
            .and_then(|it| StatusCode::from_u16(u16::try_from(it).ok()?).ok())
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
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
        if OF_CONNECTION.contains(&name) {
            continue;
        }
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
            let value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| wrong())?;
            let added = headers.try_append(&name, value);
            added.map_err(|_| AnswerError::ManyHeaders)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    async fn shown(json: Option<&str>) -> String {
        let answer = match from_result(json) {
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
