//! Reads stored records, while the platform runs and after it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::record::Record;
use super::segment;
use super::source_log::segments;
use super::store::{may_have, runs};

/// Reads the records of all runs that are kept.
pub struct TelemetryReader {
    folder: PathBuf,
    /// Records of other functions are not read.
    function: Option<String>,
    /// The number of bytes that were read of each segment.
    read: BTreeMap<PathBuf, u64>,
}

/// Records in the order of their times.
#[derive(Debug, Default)]
pub struct ReadRecords {
    pub records: Vec<Record>,
    /// The number of lines that are damaged, such as after a failure of the disk.
    pub damaged: usize,
}

impl TelemetryReader {
    /// `platform` is the folder of a platform. `None` if no platform has run there.
    pub fn open(platform: &Path, function: Option<String>) -> Option<Self> {
        let folder = super::folder(platform);
        folder.is_dir().then(|| Self {
            folder,
            function,
            read: BTreeMap::new(),
        })
    }

    /// The records that were written since the last call.
    pub fn read(&mut self) -> io::Result<ReadRecords> {
        let mut all = ReadRecords::default();
        for path in self.segments() {
            let from = self.read.get(&path).copied().unwrap_or_default();
            // The platform may have removed it.
            let Some(bytes) = read_from(&path, from)? else {
                continue;
            };
            let segment = segment::read(&bytes);
            self.read.insert(path, from + segment.length as u64);
            all.damaged += segment.damaged;
            all.records.extend(segment.records);
        }
        if let Some(function) = &self.function {
            all.records.retain(|it| it.function() == Some(function));
        }
        all.records.sort_by_key(Record::time);
        Ok(all)
    }

    fn segments(&self) -> Vec<PathBuf> {
        let sources = runs(&self.folder).into_iter().flat_map(|run| runs(&run));
        let sources = sources.filter(|source| {
            let function = self.function.as_ref();
            function.is_none_or(|function| may_have(source, function))
        });
        sources.flat_map(|source| segments(&source)).collect()
    }
}

/// The names of all functions that have records.
pub fn functions(records: &[Record]) -> BTreeSet<&str> {
    records.iter().filter_map(Record::function).collect()
}

fn read_from(path: &Path, from: u64) -> io::Result<Option<Vec<u8>>> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::super::record::{Level, Log};
    use super::super::store::TelemetryStore;
    use super::*;

    fn log(function: &str, time: u64, message: String) -> Record {
        Record::Log(Log {
            time,
            level: Level::Info,
            function: Some(function.to_owned()),
            message,
            attributes: [].into(),
            context: None,
        })
    }

    fn write(platform: &Path, records: impl IntoIterator<Item = Record>) {
        let store = TelemetryStore::begin(&super::super::folder(platform)).unwrap();
        records.into_iter().for_each(|it| store.write(it));
        store.close();
        assert_eq!(store.dropped(), 0);
    }

    fn times(reader: &mut TelemetryReader) -> Vec<u64> {
        let read = reader.read().unwrap();
        read.records.iter().map(Record::time).collect()
    }

    #[test]
    fn records_of_all_runs_are_read_in_order_and_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(TelemetryReader::open(folder.path(), None).is_none());
        write(
            folder.path(),
            [log("f", 2, "b".into()), log("g", 1, "a".into())],
        );
        let mut reader = TelemetryReader::open(folder.path(), None).unwrap();
        assert_eq!(times(&mut reader), [1, 2]);
        write(folder.path(), [log("f", 3, "c".into())]);
        assert_eq!(times(&mut reader), [3]);
        let of = |name: &str| TelemetryReader::open(folder.path(), Some(name.to_owned())).unwrap();
        assert_eq!(
            (times(&mut of("f")), times(&mut of("g"))),
            (vec![2, 3], vec![1])
        );
    }

    #[test]
    fn a_noisy_function_does_not_remove_the_records_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let noise = (0..3000).map(|it| log("noisy", it, "x".repeat(4000)));
        let quiet = [log("quiet", 1, "kept".into())];
        write(folder.path(), quiet.into_iter().chain(noise));
        let of = |name: &str| TelemetryReader::open(folder.path(), Some(name.to_owned())).unwrap();
        assert_eq!(times(&mut of("quiet")), [1]);
        let noisy = times(&mut of("noisy"));
        assert!(
            noisy.len() < 1100 && noisy.last() == Some(&2999),
            "{}",
            noisy.len()
        );
    }

    #[test]
    fn old_runs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for run in 0..8 {
            write(folder.path(), [log("f", run, "x".into())]);
        }
        let mut reader = TelemetryReader::open(folder.path(), None).unwrap();
        assert_eq!(times(&mut reader).len(), 5);
    }
}
