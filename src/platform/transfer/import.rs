//! From a file into a target.

use std::collections::BTreeSet;
use std::path::Path;

use super::archive_key::ArchiveKey;
use super::archive_reader::ArchiveReader;
use super::entry::Entry;
use super::error::TransferError;
use super::progress::{Progress, Watcher};
use super::target::{Moved, Target};

/// Entries and bytes that are written together, at most, and one more entry.
const ENTRIES: usize = 500;
const BYTES: usize = 8 << 20;

/// The outcome of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The target has all of the file. So many entries of this run were not written because the target had them.
    Imported { progress: Progress, kept: u64 },
    /// An earlier import has moved the whole file.
    AlreadyImported,
}

/// Writes what a file has into a target, with `replaces` in place of values that the target has. Goes on where an earlier run
/// was interrupted.
pub async fn import(
    target: &mut impl Target,
    path: &Path,
    key: Option<ArchiveKey>,
    replaces: bool,
    watcher: Watcher<'_>,
) -> Result<Outcome, TransferError> {
    // The whole file is right before anything is written.
    let needed = needed(&mut ArchiveReader::open(path)?.with_key(key.clone()))?;
    let mut reader = ArchiveReader::open(path)?.with_key(key);
    let Some(position) = target.begin(&reader.header.id, &needed).await? else {
        return Ok(Outcome::AlreadyImported);
    };
    let mut progress = Progress::default();
    let (mut batch, mut bytes): (Vec<Moved>, usize) = (Vec::new(), 0);
    let mut kept = 0;
    while let Some((entry, content)) = reader.next_entry()? {
        progress.add(entry.kind, content.len());
        if progress.total() <= position {
            progress.continued += 1;
            continue;
        }
        bytes += content.len();
        batch.push((entry, content));
        if batch.len() >= ENTRIES || bytes >= BYTES {
            kept += write(target, &mut batch, replaces, &progress).await?;
            bytes = 0;
            watcher(&progress);
        }
    }
    kept += write(target, &mut batch, replaces, &progress).await?;
    target.finish().await?;
    Ok(Outcome::Imported { progress, kept })
}

/// Writes a batch; returns the number of entries that the target had.
async fn write(
    target: &mut impl Target,
    batch: &mut Vec<Moved>,
    replaces: bool,
    progress: &Progress,
) -> Result<u64, TransferError> {
    let batch = std::mem::take(batch);
    let count = batch.len() as u64;
    if count == 0 {
        return Ok(0);
    }
    let written = target.write(batch, replaces, progress.total()).await?;
    Ok(count.saturating_sub(written))
}

/// An entry of each kind and space of a whole file.
fn needed(reader: &mut ArchiveReader) -> Result<Vec<Entry>, TransferError> {
    let (mut places, mut needed) = (BTreeSet::new(), Vec::new());
    while let Some((entry, _)) = reader.next_entry()? {
        if places.insert((entry.kind, entry.space.clone())) {
            needed.push(entry);
        }
    }
    Ok(needed)
}
