//! How much of each import the cluster has: the stream `lumi-imports` has a message for each.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::connection::{Connection, NatsError};
use super::protocol::Headers;
use super::reader::{next_message, stored_message};
use super::subjects::Stream;
use super::{NO_MESSAGE, NO_STREAM};

const STREAM: &str = "lumi-imports";
/// The header of a message that an import has stored: the import, and the place in its file.
pub const IMPORT: &str = "Lumi-Import";

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Marker {
    /// The number of entries.
    pub position: u64,
    pub is_whole: bool,
}

fn subject(import: &str) -> String {
    format!("lumi.imports.{import}")
}

/// Makes the stream of markers, unless it is there.
pub async fn make_stream(nats: &mut Connection) -> Result<(), NatsError> {
    let stream = json!({
        "name": STREAM, "subjects": [subject(">")], "retention": "limits", "storage": "file",
        "num_replicas": 1, "max_msgs_per_subject": 1,
    });
    nats.api(&format!("STREAM.CREATE.{STREAM}"), stream)
        .await
        .map(drop)
}

impl Marker {
    /// `None` for an import that has not begun.
    pub async fn read(nats: &mut Connection, import: &str) -> Result<Option<Self>, NatsError> {
        let request = json!({ "last_by_subj": subject(import) });
        let answer = match nats.api(&format!("STREAM.MSG.GET.{STREAM}"), request).await {
            Err(error)
                if error
                    .code()
                    .is_some_and(|it| it == NO_STREAM || NO_MESSAGE.contains(&it)) =>
            {
                return Ok(None);
            }
            answer => answer?,
        };
        let message =
            stored_message(&answer).ok_or_else(|| NatsError::NoJson(STREAM.to_owned()))?;
        let marker = serde_json::from_slice(&message.payload);
        marker
            .map(Some)
            .map_err(|_| NatsError::NoJson(STREAM.to_owned()))
    }

    /// Stores the marker in the stream, which is there.
    pub async fn write(&self, nats: &mut Connection, import: &str) -> Result<(), NatsError> {
        let text = serde_json::to_vec(self).expect("BUG: markers are plain data");
        nats.store(&subject(import), &Headers::new(), &text).await
    }
}

/// The places in its file of messages that an import has stored.
#[derive(Default)]
pub struct StoredPositions(HashSet<u64>);

impl StoredPositions {
    pub fn contains(&self, position: u64) -> bool {
        self.0.contains(&position)
    }

    /// Adds those of a stream whose functions take nothing.
    pub async fn read(
        &mut self,
        nats: &mut Connection,
        stream: &Stream,
        import: &str,
    ) -> Result<(), NatsError> {
        if matches!(stream, Stream::Store(_)) {
            return Ok(());
        }
        let mut from = 1;
        while let Some(message) = next_message(nats, stream, from).await? {
            from = message.sequence + 1;
            let place = message
                .headers
                .get(IMPORT)
                .and_then(|it| it.split_once(' '));
            let place = place.filter(|(id, _)| *id == import);
            self.0
                .extend(place.and_then(|(_, it)| it.parse::<u64>().ok()));
        }
        Ok(())
    }
}
