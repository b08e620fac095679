//! The states after earlier runs, for showing changes and for rollbacks.
//!
//! They are compressed snapshots with encrypted secrets. The space is bounded: the last [`KEPT`]
//! states of at most [`MAX_COMPRESSED`] bytes each.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::numbered_files::NumberedFiles;
use crate::state_error::StateError;
use crate::stores::store::Store;

/// The number of states that are kept.
pub const KEPT: usize = 20;
/// The maximum compressed size in bytes.
const MAX_COMPRESSED: usize = 4 << 20;
/// The maximum uncompressed size in bytes, which bounds the time spent on compression.
const MAX_UNCOMPRESSED: usize = 16 << 20;
const FOLDER: &str = "history/states";

/// Describes in words which states are kept.
pub fn recorded_states() -> String {
    format!(
        "the last {KEPT} states are kept, if they are not larger than {} MiB, or {} MiB compressed",
        MAX_UNCOMPRESSED >> 20,
        MAX_COMPRESSED >> 20
    )
}

/// Keeps a snapshot under the number of a history entry, and removes the oldest beyond the limit.
/// Returns false for a snapshot that is too large.
pub async fn keep(
    store: &dyn Store,
    stack: &str,
    number: u64,
    snapshot: &[u8],
) -> Result<bool, StateError> {
    let Some(bytes) = compressed(snapshot)? else {
        return Ok(false);
    };
    let files = files(store, stack);
    let numbers = files.numbers().await?;
    files.add(&numbers, number, bytes, KEPT).await?;
    Ok(true)
}

/// Reads a kept snapshot; `None` if it was removed.
pub async fn read(
    store: &dyn Store,
    stack: &str,
    number: u64,
) -> Result<Option<Vec<u8>>, StateError> {
    let files = files(store, stack);
    let Some(compressed) = files.read(number).await? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let mut decoder = GzDecoder::new(&*compressed).take(MAX_UNCOMPRESSED as u64 + 1);
    let read = decoder.read_to_end(&mut bytes);
    let problem = match read {
        Ok(_) if bytes.len() <= MAX_UNCOMPRESSED => return Ok(Some(bytes)),
        Ok(_) => "it is too large".to_owned(),
        Err(error) => error.to_string(),
    };
    let place = store.place(&files.path(number));
    Err(StateError::Damaged { place, problem })
}

/// The numbers of the entries that have a snapshot.
pub async fn numbers(store: &dyn Store, stack: &str) -> Result<Vec<u64>, StateError> {
    files(store, stack).numbers().await
}

/// Replaces a kept snapshot, or removes it if the new one is too large.
pub async fn replace(
    store: &dyn Store,
    stack: &str,
    number: u64,
    snapshot: &[u8],
) -> Result<(), StateError> {
    match compressed(snapshot)? {
        Some(bytes) => files(store, stack).write(number, bytes).await,
        None => remove(store, stack, number).await,
    }
}

/// Removes a kept snapshot.
pub async fn remove(store: &dyn Store, stack: &str, number: u64) -> Result<(), StateError> {
    files(store, stack).remove(number).await
}

/// The location of a kept snapshot, for messages.
pub fn place(store: &dyn Store, stack: &str, number: u64) -> String {
    store.place(&files(store, stack).path(number))
}

fn files<'a>(store: &'a dyn Store, stack: &str) -> NumberedFiles<'a> {
    NumberedFiles::new(store, format!("{stack}/{FOLDER}"), ".json.gz")
}

fn compressed(snapshot: &[u8]) -> Result<Option<Vec<u8>>, StateError> {
    if snapshot.len() > MAX_UNCOMPRESSED {
        return Ok(None);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(snapshot).and_then(|()| encoder.finish());
    let unwritable =
        |error: io::Error| StateError::Unwritable("a state of the history", error.to_string());
    let bytes = written.map_err(unwritable)?;
    Ok((bytes.len() <= MAX_COMPRESSED).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oversized_states_are_not_kept() {
        assert!(compressed(&[0; 1000]).unwrap().is_some());
        assert!(
            compressed(&vec![0; MAX_UNCOMPRESSED + 1])
                .unwrap()
                .is_none()
        );
        let mut random = 1u64;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 56) as u8
        })
        .take(MAX_COMPRESSED + 1000)
        .collect();
        assert!(compressed(&noise).unwrap().is_none());
    }
}
