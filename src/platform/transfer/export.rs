//! From a target into a file.

use std::fs;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use crate::storage::sync_folder;

use super::archive_format::{ArchiveHeader, Facts, MAGIC, MAX_HEADER, Record, SealedKey};
use super::archive_key::ArchiveKey;
use super::archive_reader::{ArchiveReader, Next};
use super::archive_writer::ArchiveWriter;
use super::entry::Entry;
use super::error::TransferError;
use super::progress::{Progress, Watcher};
use super::target::Target;

/// The name of a file that is not complete.
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    path.with_file_name(name)
}

/// The header of the file that an earlier run, which was interrupted, has begun; `None` if there is none.
pub fn begun_archive(path: &Path) -> Result<Option<ArchiveHeader>, TransferError> {
    if path.exists() {
        return Err(TransferError::Exists(path.to_owned()));
    }
    let partial = partial_path(path);
    match ArchiveReader::open(&partial) {
        Ok(reader) => Ok(Some(reader.header)),
        // It was killed before the header was written.
        Err(TransferError::Foreign(_)) if is_cut_header(&partial) => {
            fs::remove_file(&partial).map_err(TransferError::file(&partial))?;
            Ok(None)
        }
        Err(TransferError::File { source, .. })
            if source.kind() == std::io::ErrorKind::NotFound =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Begins a new file, and returns its header.
pub fn begin_archive(
    path: &Path,
    sealed: Option<SealedKey>,
) -> Result<ArchiveHeader, TransferError> {
    let partial = partial_path(path);
    let mut id = [0; 16];
    getrandom::fill(&mut id).map_err(std::io::Error::from)?;
    let header = ArchiveHeader {
        id: HEXLOWER.encode(&id),
        sealed,
    };
    ArchiveWriter::begin(&partial, &header).map_err(TransferError::file(&partial))?;
    Ok(header)
}

/// Whether a file is the beginning of a header.
fn is_cut_header(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    let length = bytes.len().min(MAGIC.len());
    bytes.len() <= MAGIC.len() + 4 + MAX_HEADER && bytes[..length] == MAGIC[..length]
}

/// Writes what a target holds into the file that [`begin_archive`] has begun. Entries that an earlier run has written, and that
/// are still the same, are not read again.
pub async fn export(
    target: &mut impl Target,
    path: &Path,
    key: Option<ArchiveKey>,
    watcher: Watcher<'_>,
) -> Result<Progress, TransferError> {
    let partial = partial_path(path);
    let failed = TransferError::file(&partial);
    let mut reader = ArchiveReader::open(&partial)?.with_key(key.clone());
    let header = reader.header.clone();
    let mut progress = Progress::default();
    let (mut next, offset) = pass_written(target, &mut reader, &mut progress).await?;
    let index = progress.continued;
    let mut writer = ArchiveWriter::at(&partial, header, key, index, offset).map_err(&failed)?;
    while let Some(entry) = next {
        let content = target.content(&entry).await?;
        progress.add(entry.kind, content.len());
        writer.append(entry, content).map_err(&failed)?;
        watcher(&progress);
        next = target.next().await?;
    }
    writer.finish().map_err(&failed)?;
    fs::rename(&partial, path).map_err(&failed)?;
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    sync_folder(folder.unwrap_or(Path::new("."))).map_err(&failed)?;
    Ok(progress)
}

/// Passes over the entries that the file has; returns the first one that it lacks, and the end of those before.
async fn pass_written(
    target: &mut impl Target,
    reader: &mut ArchiveReader,
    progress: &mut Progress,
) -> Result<(Option<Entry>, u64), TransferError> {
    loop {
        let offset = reader.offset();
        let Some(entry) = target.next().await? else {
            return Ok((None, offset));
        };
        match reader.next_record()? {
            Next::Record(Record {
                facts: Facts::Entry(written),
                content,
            }) if written == entry => {
                progress.add(entry.kind, content.len());
                progress.continued += 1;
            }
            _ => return Ok((Some(entry), offset)),
        }
    }
}

/// Removes from a target what a file has, unless it has changed since; returns the number of entries.
pub async fn remove_exported(
    target: &mut impl Target,
    path: &Path,
    key: Option<ArchiveKey>,
) -> Result<u64, TransferError> {
    let mut reader = ArchiveReader::open(path)?.with_key(key);
    let mut entries = Vec::new();
    while let Some((entry, _)) = reader.next_entry()? {
        entries.push(entry);
    }
    target.remove(entries).await
}

#[cfg(test)]
mod tests;
