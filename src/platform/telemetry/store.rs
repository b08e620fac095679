//! The records of one run of the platform on disk: `RUN/SOURCE/NUMBER.log` below the folder of telemetry.
//!
//! A thread writes them. Each source has its own share of the storage, so that a function which writes much removes its own
//! records only.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;

use crate::storage::encode;

use super::record::Record;
use super::segment;
use super::source_log::{SEGMENT_BYTES, SourceLog};

/// Maximum number of records that wait to be written. Records beyond that are dropped.
const WAITING: usize = 8192;
/// Maximum number of records written together.
const TOGETHER: usize = 256;
/// Maximum number of sources with storage of their own; further ones share the storage of [`OTHERS`].
const SOURCES: usize = 256;
/// Number of runs that are kept, with the current one.
const RUNS: usize = 5;
/// The folders of the platform and of functions beyond [`SOURCES`]. Those of functions begin with [`FUNCTION`].
const PLATFORM: &str = "platform";
const OTHERS: &str = "others";
const FUNCTION: &str = "function-";

/// Writes the records of one run.
pub struct TelemetryStore {
    records: Mutex<Option<SyncSender<Record>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    dropped: Arc<AtomicU64>,
}

impl TelemetryStore {
    /// Begins a run in `folder`, and removes the oldest ones.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        let now = super::clock::now() / 1000;
        let run = folder.join(format!("{now:013}-{:08x}", rand::random::<u32>()));
        fs::create_dir_all(&run)?;
        for old in runs(folder).iter().rev().skip(RUNS) {
            fs::remove_dir_all(old)?;
        }
        let (records, received) = sync_channel(WAITING);
        let dropped = Arc::new(AtomicU64::new(0));
        let mut writer = Writer {
            run,
            sources: BTreeMap::new(),
            dropped: Arc::clone(&dropped),
        };
        let writer = thread::Builder::new()
            .name("telemetry".into())
            .spawn(move || writer.run(&received))?;
        Ok(Self {
            records: Mutex::new(Some(records)),
            writer: Mutex::new(Some(writer)),
            dropped,
        })
    }

    /// Hands a record to the writer; never waits.
    pub fn write(&self, record: Record) {
        let records = self.records.lock();
        let is_queued = records
            .as_ref()
            .is_some_and(|it| it.try_send(record).is_ok());
        if !is_queued {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of records that were not stored.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits until all records are written; later ones are dropped.
    pub fn close(&self) {
        self.records.lock().take();
        if let Some(writer) = self.writer.lock().take() {
            let _ = writer.join();
        }
    }
}

struct Writer {
    run: PathBuf,
    sources: BTreeMap<String, SourceLog>,
    dropped: Arc<AtomicU64>,
}

impl Writer {
    fn run(&mut self, received: &Receiver<Record>) {
        while let Ok(first) = received.recv() {
            let mut records = vec![first];
            records.extend(received.try_iter().take(TOGETHER));
            self.write(&records);
        }
    }

    fn write(&mut self, records: &[Record]) {
        let mut pieces: BTreeMap<String, (Vec<u8>, usize)> = BTreeMap::new();
        for record in records {
            let source = self.source(record);
            let (lines, count) = pieces.entry(source.clone()).or_default();
            segment::append(lines, record);
            *count += 1;
            if lines.len() > SEGMENT_BYTES / 2 {
                let (lines, count) = std::mem::take(pieces.entry(source.clone()).or_default());
                self.append(source, &lines, count);
            }
        }
        for (source, (lines, count)) in pieces {
            self.append(source, &lines, count);
        }
    }

    fn append(&mut self, source: String, lines: &[u8], count: usize) {
        let folder = self.run.join(&source);
        let log = self
            .sources
            .entry(source)
            .or_insert_with(|| SourceLog::new(folder));
        // A full disk costs records, not requests.
        if log.append(lines, count).is_err() {
            self.dropped.fetch_add(count as u64, Ordering::Relaxed);
        }
    }

    fn source(&self, record: &Record) -> String {
        let source = record
            .function()
            .map_or(Some(PLATFORM.to_owned()), folder_of);
        match source {
            Some(it) if self.sources.contains_key(&it) || self.sources.len() < SOURCES => it,
            _ => OTHERS.to_owned(),
        }
    }
}

/// The folder of a function; `None` if its name is too long for one.
fn folder_of(function: &str) -> Option<String> {
    let name = encode(function).ok()?;
    let is_one = name.components().count() == 1;
    is_one.then(|| format!("{FUNCTION}{}", name.display()))
}

/// Whether a folder of a run may have records of a function.
pub fn may_have(source: &Path, function: &str) -> bool {
    let name = source.file_name().and_then(|it| it.to_str());
    name == Some(OTHERS) || (name.is_some() && name == folder_of(function).as_deref())
}

/// The folders of all runs that are kept, oldest first.
pub fn runs(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut runs: Vec<PathBuf> = entries
        .map(|it| it.path())
        .filter(|it| it.is_dir())
        .collect();
    runs.sort();
    runs
}
