//! The commands, and what they answer.

use serde::{Deserialize, Serialize};

use crate::telemetry::TraceContext;

/// A command for queues. `before` limits it to messages from before that time, in microseconds since the epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum QueueCommand {
    /// Lists all queues.
    List,
    /// Shows the oldest messages; with `dead` those that were given up.
    Peek {
        queue: String,
        dead: bool,
        limit: usize,
    },
    /// Removes messages.
    Purge {
        queue: String,
        dead: bool,
        before: Option<u64>,
    },
    /// Lets messages that were given up come again, to the functions that gave them up.
    Redrive { queue: String, before: Option<u64> },
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum QueueAnswer {
    Queues(Vec<QueueSummary>),
    Messages(Vec<KeptMessage>),
    /// The number of messages that the command has changed.
    Changed(usize),
    /// The queue does not exist; these do.
    NoQueue(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueSummary {
    pub queue: String,
    /// Messages that wait or are being delivered.
    pub messages: usize,
    /// Messages that were given up.
    pub dead: usize,
}

/// A message as the platform keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptMessage {
    pub id: String,
    pub body: String,
    /// Microseconds since the epoch.
    pub time: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The function that gave it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The number of deliveries that failed, of all functions.
    pub failures: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceparent: Option<TraceContext>,
}
