//! Messages of streams as those of the platform on this machine, and back.

use chrono::{DateTime, SecondsFormat, Utc};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use crate::queue::{DeadMessage, Message};
use crate::telemetry::TraceContext;

use super::protocol::Headers;
use super::reader::StreamMessage;
use super::subjects::{Stream, lane_subject};

/// The id that all deliveries of a message have, and its key.
const ID: &str = "Lumi-Id";
const KEY: &str = "Lumi-Key";
const TRACE: &str = "traceparent";
const SCHEDULE: &str = "Nats-Schedule";
const SCHEDULE_TARGET: &str = "Nats-Schedule-Target";

/// A message of a stream. Functions that have `done` it do not get it again.
pub fn message_of(stored: &StreamMessage, done: Vec<String>) -> Message {
    let header = |name: &str| stored.headers.get(name);
    let key = header(KEY).and_then(|it| percent_decode_str(it).decode_utf8().ok());
    // Messages of older functions have no key: those of a lane keep their order.
    let lane = || stored.subject.split(".lane.").nth(1);
    let due = header(SCHEDULE).and_then(|it| it.strip_prefix("@at "));
    let due = due.and_then(|it| DateTime::parse_from_rfc3339(it).ok());
    Message {
        key: key
            .map(|it| it.into_owned())
            .or_else(|| lane().map(|it| format!("lane {it}"))),
        due: due.and_then(|it| u64::try_from(it.timestamp_millis()).ok()),
        span: header(TRACE).and_then(|it| TraceContext::parse(it)),
        name: header(ID).cloned(),
        done: done.into_iter().collect(),
        ..Message::new(String::from_utf8_lossy(&stored.payload).into_owned())
    }
}

/// A dead letter of a stream; `function` gave it up.
pub fn dead_of(stored: &StreamMessage, function: String) -> DeadMessage {
    let text = String::from_utf8_lossy(&stored.payload).into_owned();
    let letter: Value = serde_json::from_str(&text).unwrap_or_default();
    let attempts = letter["attempts"]
        .as_u64()
        .and_then(|it| it.try_into().ok());
    DeadMessage {
        body: letter.get("message").map_or(text, Value::to_string),
        function,
        attempts: attempts.unwrap_or(1),
        span: stored
            .headers
            .get(TRACE)
            .and_then(|it| TraceContext::parse(it)),
    }
}

/// A message that a stream takes.
#[derive(Debug, PartialEq, Eq)]
pub struct Outgoing {
    pub subject: String,
    pub headers: Headers,
    pub payload: Vec<u8>,
}

/// A message for a stream; `id` is that of its row.
pub fn outgoing(stream: &Stream, id: &str, message: Message) -> Outgoing {
    let mut headers = Headers::new();
    let name = message.name.unwrap_or_else(|| id.to_owned());
    headers.insert(ID.to_owned(), name);
    if let Some(span) = message.span {
        headers.insert(TRACE.to_owned(), span.to_string());
    }
    let subject = match (stream, &message.key, message.due.filter(|it| *it > now())) {
        (Stream::Queue(name), Some(key), _) => {
            let encoded = utf8_percent_encode(key, NON_ALPHANUMERIC).to_string();
            headers.insert(KEY.to_owned(), encoded);
            lane_subject(name, key)
        }
        (Stream::Queue(name), None, Some(due)) => {
            let at = i64::try_from(due)
                .ok()
                .and_then(DateTime::<Utc>::from_timestamp_millis);
            let at = at
                .unwrap_or_default()
                .to_rfc3339_opts(SecondsFormat::Millis, true);
            headers.insert(SCHEDULE.to_owned(), format!("@at {at}"));
            headers.insert(SCHEDULE_TARGET.to_owned(), format!("queue.{name}.messages"));
            format!("queue.{name}.later.{:032x}", rand::random::<u128>())
        }
        (Stream::Queue(name), ..) => format!("queue.{name}.messages"),
        (Stream::Topic(name), ..) => format!("topic.{name}"),
        (stream, ..) => stream.letters(),
    };
    let payload = message.body.into_bytes();
    Outgoing {
        subject,
        headers,
        payload,
    }
}

/// A dead letter for a stream; `id` is that of its row.
pub fn outgoing_dead(stream: &Stream, id: &str, dead: DeadMessage) -> Outgoing {
    let subject = match stream {
        Stream::DeadOfTopic(name) => format!("dead.topic.{name}.{}", dead.function),
        other => other.letters(),
    };
    let message: Value =
        serde_json::from_str(&dead.body).unwrap_or_else(|_| Value::from(dead.body.as_str()));
    let letter = json!({ "message": message, "attempts": dead.attempts });
    let mut headers = Headers::from([(ID.to_owned(), id.to_owned())]);
    if let Some(span) = dead.span {
        headers.insert(TRACE.to_owned(), span.to_string());
    }
    let payload = letter.to_string().into_bytes();
    Outgoing {
        subject,
        headers,
        payload,
    }
}

/// Milliseconds since the epoch.
pub fn now() -> u64 {
    crate::telemetry::now() / 1000
}
