//! One message, as it is on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A failed delivery is tried so many times more.
pub const RETRIES: u32 = 5;
/// Before the first of them; doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub body: String,
    /// Functions that need it no more: they have had it, or it is dead for them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub done: BTreeSet<String>,
    /// How often it failed, by function.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, u32>,
}

/// What remains of a message that was given up.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadMessage {
    pub body: String,
    pub function: String,
    /// How often it was delivered.
    pub attempts: u32,
}

impl Message {
    pub fn new(body: String) -> Self {
        Self {
            body,
            ..Self::default()
        }
    }

    /// The arguments of the function: the message, read as JSON if it is JSON, and where it is from.
    pub fn arguments(&self, queue: &str, id: &str, function: &str) -> String {
        let text = || serde_json::Value::from(self.body.as_str());
        // A number that is too large for Rust is handed over as text.
        let body = serde_json::from_str(&self.body).unwrap_or_else(|_| text());
        let attempt = self.failures.get(function).map_or(1, |it| it + 1);
        serde_json::json!([body, { "queue": queue, "id": id, "attempt": attempt }]).to_string()
    }

    /// Notes a failure; answers how long to wait before it is tried again, `None` if it is not.
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
