//! One message, as stored on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::resilience::{ATTEMPTS, Retries};
use crate::telemetry::TraceContext;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub body: String,
    /// Messages with the same key are delivered one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The earliest time of the first delivery, in milliseconds since the epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<u64>,
    /// The span of the push.
    #[serde(
        default,
        rename = "traceparent",
        skip_serializing_if = "Option::is_none"
    )]
    pub span: Option<TraceContext>,
    /// The id that functions get, where it is not that of the row: a message of another target keeps its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The only function that gets the message, if not every subscriber does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Functions that processed the message or gave it up.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub done: BTreeSet<String>,
    /// The number of failures, by function.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, u32>,
}

/// The record of a message that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadMessage {
    pub body: String,
    pub function: String,
    /// The number of deliveries.
    pub attempts: u32,
    /// The span of the push.
    #[serde(
        default,
        rename = "traceparent",
        skip_serializing_if = "Option::is_none"
    )]
    pub span: Option<TraceContext>,
}

impl DeadMessage {
    /// The message for a queue of dead letters.
    pub fn letter(&self) -> Message {
        let text = || serde_json::Value::from(self.body.as_str());
        let message = serde_json::from_str(&self.body).unwrap_or_else(|_| text());
        let body = serde_json::json!({ "message": message, "attempts": self.attempts });
        Message {
            span: self.span,
            ..Message::new(body.to_string())
        }
    }
}

impl Message {
    pub fn new(body: String) -> Self {
        Self {
            body,
            ..Self::default()
        }
    }

    /// The arguments of the function: the message, parsed if it is JSON, and its origin.
    pub fn arguments(&self, queue: &str, id: &str, function: &str) -> String {
        let text = || serde_json::Value::from(self.body.as_str());
        // JSON with numbers that Rust cannot represent is passed as text.
        let body = serde_json::from_str(&self.body).unwrap_or_else(|_| text());
        let attempt = self.attempt(function);
        let id = self.name.as_deref().unwrap_or(id);
        serde_json::json!([body, { "queue": queue, "id": id, "attempt": attempt }]).to_string()
    }

    /// Whether a function is still to process the message.
    pub fn is_for(&self, function: &str) -> bool {
        let is_target = self.target.as_ref().is_none_or(|it| it == function);
        is_target && !self.done.contains(function)
    }

    /// The number of the next delivery to a function.
    pub fn attempt(&self, function: &str) -> u32 {
        self.failures.get(function).map_or(1, |it| it + 1)
    }

    /// Records a failure; returns the pause before the next attempt, `None` after the last one. `chance` is a random number
    /// from 0 to 1.
    pub fn fail(&mut self, function: &str, retries: &Retries, chance: f64) -> Option<Duration> {
        let failures = self.failures.entry(function.to_owned()).or_default();
        *failures += 1;
        let attempts = retries.attempts.unwrap_or(ATTEMPTS);
        (*failures < attempts.get()).then(|| retries.pause_after(*failures, chance))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn a_failure_is_tried_again_later_and_later() {
        let mut message = Message::new("x".to_owned());
        let attempts = |count| Retries {
            attempts: NonZeroU32::new(count),
            ..Retries::default()
        };
        let pauses: Vec<_> = std::iter::from_fn(|| message.fail("f", &attempts(6), 0.0)).collect();
        assert_eq!(
            pauses,
            [200, 400, 800, 1600, 3200].map(Duration::from_millis)
        );
        assert_eq!(message.fail("g", &attempts(2), 0.0), Some(pauses[0]));
        assert_eq!(message.fail("g", &attempts(2), 0.0), None);
        message.failures.insert("h".to_owned(), 98);
        assert_eq!(
            message.fail("h", &attempts(100), 0.0),
            Some(Duration::from_secs(60))
        );
    }

    #[test]
    fn functions_get_json_as_values() {
        let arguments = |body: &str| Message::new(body.to_owned()).arguments("q", "1", "f");
        let context = r#"{"queue":"q","id":"1","attempt":1}"#;
        assert_eq!(
            arguments(r#"{"a": 1}"#),
            format!(r#"[{{"a":1}},{context}]"#)
        );
        assert_eq!(arguments("a text"), format!(r#"["a text",{context}]"#));
        assert_eq!(arguments(""), format!(r#"["",{context}]"#));
    }
}
