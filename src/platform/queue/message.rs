//! One message, as stored on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Number of retries of a failed delivery.
pub const RETRIES: u32 = 5;
/// Pause before the first retry; doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub body: String,
    /// Functions that processed the message or gave it up.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub done: BTreeSet<String>,
    /// The number of failures, by function.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, u32>,
}

/// The record of a message that was given up.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadMessage {
    pub body: String,
    pub function: String,
    /// The number of deliveries.
    pub attempts: u32,
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
        let attempt = self.failures.get(function).map_or(1, |it| it + 1);
        serde_json::json!([body, { "queue": queue, "id": id, "attempt": attempt }]).to_string()
    }

    /// Records a failure; returns the pause before the next attempt, `None` after the last one.
    pub fn fail(&mut self, function: &str) -> Option<Duration> {
        let failures = self.failures.entry(function.to_owned()).or_default();
        *failures += 1;
        (*failures <= RETRIES).then(|| FIRST_PAUSE * 2_u32.pow(*failures - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_tried_again_later_and_later() {
        let mut message = Message::new("x".to_owned());
        let pauses: Vec<_> = std::iter::from_fn(|| message.fail("f")).collect();
        assert_eq!(
            pauses,
            [200, 400, 800, 1600, 3200].map(Duration::from_millis)
        );
        assert_eq!(message.fail("g"), Some(FIRST_PAUSE));
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
