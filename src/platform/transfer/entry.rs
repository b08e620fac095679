//! One message, value or object.

use serde::{Deserialize, Serialize};

/// The facts of something that a target holds; its content follows them in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    pub kind: EntryKind,
    /// The name of the store, bucket or queue, as the platform on this machine has it: `NAME.topic` is a topic, and `NAME.dead`
    /// the queue of the dead letters of a queue.
    pub space: String,
    /// The key of a value or an object; the id of a message, of which ids are in order; the id and the function of a dead one.
    pub key: String,
    /// Milliseconds since the epoch at which a value is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<u64>,
    /// A text that changes with the content.
    pub mark: String,
}

/// The content of a message and of a dead one is JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EntryKind {
    Value,
    Object,
    Message,
    DeadMessage,
}

impl EntryKind {
    /// The word for one of them.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Object => "object",
            Self::Message => "message",
            Self::DeadMessage => "dead message",
        }
    }
}
