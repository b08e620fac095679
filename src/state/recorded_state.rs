//! States as earlier runs left them: for what a run has changed, and for going back.
//!
//! They are snapshots, compressed, with their secrets encrypted. How much is kept is bounded: the
//! last [`KEPT`] of them, of at most [`MOST`] bytes each.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::state_error::StateError;
use super::store::Store;

/// How many states are kept.
pub(super) const KEPT: usize = 20;
/// Compressed, in bytes.
const MOST: usize = 4 << 20;
/// As a snapshot, in bytes; compressing more than that would be felt.
const MOST_OPEN: usize = 16 << 20;
const FOLDER: &str = "history/states";

/// Which states are kept, in words.
pub fn recorded_states() -> String {
    format!(
        "the last {KEPT} states are kept, if they are not larger than {} MiB, or {} MiB compressed",
        MOST_OPEN >> 20,
        MOST >> 20
    )
}

/// Keeps a snapshot under the number of an entry of the history, and drops those that are too many.
/// Answers whether it is kept: one that is too large is not.
pub(super) async fn keep(
    store: &dyn Store,
    stack: &str,
    number: u64,
    snapshot: &[u8],
) -> Result<bool, StateError> {
    let Some(bytes) = compressed(snapshot)? else {
        return Ok(false);
    };
    store.write(&path(stack, number), bytes).await?;
    let mut numbers = numbers(store, stack).await?;
    numbers.retain(|&it| it != number);
    let too_many = (numbers.len() + 1).saturating_sub(KEPT);
    for &number in &numbers[..too_many] {
        store.remove(&path(stack, number)).await?;
    }
    Ok(true)
}

/// A snapshot that was kept; `None` if it is not there any more.
pub(super) async fn read(
    store: &dyn Store,
    stack: &str,
    number: u64,
) -> Result<Option<Vec<u8>>, StateError> {
    let path = path(stack, number);
    let Some(blob) = store.read(&path).await? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let mut decoder = GzDecoder::new(&*blob.bytes).take(MOST_OPEN as u64 + 1);
    let read = decoder.read_to_end(&mut bytes);
    let problem = match read {
        Ok(_) if bytes.len() <= MOST_OPEN => return Ok(Some(bytes)),
        Ok(_) => "it is too large".to_owned(),
        Err(error) => error.to_string(),
    };
    let place = store.place(&path);
    Err(StateError::Damaged { place, problem })
}

/// Of the entries that have one.
pub(super) async fn numbers(store: &dyn Store, stack: &str) -> Result<Vec<u64>, StateError> {
    let names = store.list(&format!("{stack}/{FOLDER}")).await?;
    let number = |name: &String| name.strip_suffix(".json.gz")?.parse().ok();
    let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Puts another snapshot in the place of one, or removes it if that is too large.
pub(super) async fn replace(
    store: &dyn Store,
    stack: &str,
    number: u64,
    snapshot: &[u8],
) -> Result<(), StateError> {
    match compressed(snapshot)? {
        Some(bytes) => store.write(&path(stack, number), bytes).await,
        None => store.remove(&path(stack, number)).await,
    }
}

/// Where messages say that it is.
pub(super) fn place(store: &dyn Store, stack: &str, number: u64) -> String {
    store.place(&path(stack, number))
}

pub(super) fn path(stack: &str, number: u64) -> String {
    format!("{stack}/{FOLDER}/{number:08}.json.gz")
}

fn compressed(snapshot: &[u8]) -> Result<Option<Vec<u8>>, StateError> {
    if snapshot.len() > MOST_OPEN {
        return Ok(None);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(snapshot).and_then(|()| encoder.finish());
    let unwritable =
        |error: io::Error| StateError::Unwritable("a state of the history", error.to_string());
    let bytes = written.map_err(unwritable)?;
    Ok((bytes.len() <= MOST).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_not_kept() {
        assert!(compressed(&[0; 1000]).unwrap().is_some());
        assert!(compressed(&vec![0; MOST_OPEN + 1]).unwrap().is_none());
        let mut random = 1u64;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 56) as u8
        })
        .take(MOST + 1000)
        .collect();
        assert!(compressed(&noise).unwrap().is_none());
    }
}
