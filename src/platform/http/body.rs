//! Bodies of requests, and the plain answers of the platform itself.

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

/// In bytes; more than sensible requests have, and less than what fills the memory.
const MOST: usize = 64 << 20;

pub type Answer = Response<Full<Bytes>>;

/// All of a body; what to answer if there is too much of it, or the client went away.
pub async fn read<B>(body: B) -> Result<Bytes, Answer>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    match Limited::new(body, MOST).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            let problem = format!("the body is larger than {} MiB", MOST >> 20);
            Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, &problem))
        }
        Err(_) => Err(refuse(StatusCode::BAD_REQUEST, "the body is not complete")),
    }
}

pub fn answer(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer
}

pub fn json_answer(status: StatusCode, value: &Value) -> Answer {
    answer(status, "application/json", format!("{value}\n"))
}

/// Nothing more to say than the status.
pub fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = status;
    answer
}

pub fn refuse(status: StatusCode, problem: &str) -> Answer {
    json_answer(status, &json!({ "error": problem }))
}
