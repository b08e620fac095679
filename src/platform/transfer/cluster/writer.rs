//! Puts entries into streams.

use crate::transfer::entry::{Entry, EntryKind};
use crate::transfer::error::TransferError;

use super::connection::Connection;
use super::imports::IMPORT;
use super::messages::{now, outgoing, outgoing_dead};
use super::protocol::Headers;
use super::subjects::{Stream, subject_of_key};

/// The codes of JetStream for a key that has a value; the second one is that of a cluster.
const HAS_VALUE: [u64; 2] = [10071, 10164];
/// The header with the milliseconds since the epoch at which a value is gone (`nats/kv_client.ts`).
pub const EXPIRES: &str = "Lumi-Expires";
/// JetStream removes a message after its time in seconds; longer times are not told to it.
const MAX_TTL: u64 = 1_000_000_000;
/// The id by which NATS tells a message that is sent again within two minutes.
const MESSAGE_ID: &str = "Nats-Msg-Id";

/// The stream that an entry belongs to.
pub fn stream_of(entry: &Entry) -> Stream {
    match entry.kind {
        EntryKind::Value | EntryKind::Object => Stream::Store(entry.space.clone()),
        EntryKind::Message => Stream::of_messages(&entry.space),
        EntryKind::DeadMessage => Stream::of_dead(&entry.space),
    }
}

/// Stores an entry; returns whether it was not there. `place` is the import and the place in its file.
pub async fn put(
    nats: &mut Connection,
    entry: &Entry,
    content: &[u8],
    replaces: bool,
    place: (&str, u64),
) -> Result<bool, TransferError> {
    let stream = stream_of(entry);
    let wrong = |_| {
        let problem = format!(
            "the message {} of {} has a wrong form",
            entry.key, entry.space
        );
        TransferError::Target(problem)
    };
    let mut out = match entry.kind {
        EntryKind::Value | EntryKind::Object => {
            return put_value(nats, entry, content, replaces).await;
        }
        EntryKind::Message => {
            let message = serde_json::from_slice(content).map_err(wrong)?;
            outgoing(&stream, &entry.key, message)
        }
        EntryKind::DeadMessage => {
            let dead = serde_json::from_slice(content).map_err(wrong)?;
            outgoing_dead(&stream, &entry.key, dead)
        }
    };
    let (import, position) = place;
    out.headers
        .insert(IMPORT.to_owned(), format!("{import} {position}"));
    out.headers
        .insert(MESSAGE_ID.to_owned(), format!("{import}-{position}"));
    nats.store(&out.subject, &out.headers, &out.payload).await?;
    Ok(true)
}

/// Whether the value is stored.
async fn put_value(
    nats: &mut Connection,
    entry: &Entry,
    content: &[u8],
    replaces: bool,
) -> Result<bool, TransferError> {
    let mut headers = Headers::new();
    if let Some(expires) = entry.expires {
        let Some(left) = expires.checked_sub(now()).filter(|it| *it > 0) else {
            // Its time has passed since the export.
            return Ok(true);
        };
        headers.insert(EXPIRES.to_owned(), expires.to_string());
        let seconds = left.div_ceil(1000) + 1;
        if seconds <= MAX_TTL {
            headers.insert("Nats-TTL".to_owned(), seconds.to_string());
        }
    }
    if !replaces {
        headers.insert(
            "Nats-Expected-Last-Subject-Sequence".to_owned(),
            "0".to_owned(),
        );
    }
    let subject = subject_of_key(&entry.space, &entry.key);
    match nats.store(&subject, &headers, content).await {
        Err(error) if error.code().is_some_and(|it| HAS_VALUE.contains(&it)) => Ok(false),
        stored => {
            stored?;
            Ok(true)
        }
    }
}
