//! The records of one source, a function or the platform: segments of which the oldest is removed when there are too many.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Maximum size of a segment in bytes, unless one record is larger.
pub const SEGMENT_BYTES: usize = 1 << 20;
/// Maximum number of records of a segment.
const SEGMENT_RECORDS: usize = 8192;
/// Maximum number of segments.
pub const SEGMENTS: usize = 4;
const EXTENSION: &str = "log";

/// Appends records of one source.
pub struct SourceLog {
    folder: PathBuf,
    /// The numbers of the segments on disk; the last one is open.
    numbers: VecDeque<u32>,
    open: Option<OpenSegment>,
}

struct OpenSegment {
    file: File,
    bytes: usize,
    records: usize,
}

impl SourceLog {
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            numbers: VecDeque::new(),
            open: None,
        }
    }

    /// Appends the lines of `records` records with one write.
    pub fn append(&mut self, lines: &[u8], records: usize) -> io::Result<()> {
        let is_full = |it: &OpenSegment| {
            it.bytes + lines.len() > SEGMENT_BYTES || it.records + records > SEGMENT_RECORDS
        };
        if self.open.as_ref().is_none_or(is_full) {
            self.begin_segment()?;
        }
        let Some(segment) = &mut self.open else {
            return Ok(());
        };
        let written = segment.file.write_all(lines);
        segment.bytes += lines.len();
        segment.records += records;
        if written.is_err() {
            // The end may be torn, so the next lines go to another file.
            self.open = None;
        }
        written
    }

    fn begin_segment(&mut self) -> io::Result<()> {
        self.open = None;
        fs::create_dir_all(&self.folder)?;
        let number = self.numbers.back().map_or(1, |it| it + 1);
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let file = options.open(path_of(&self.folder, number))?;
        self.open = Some(OpenSegment {
            file,
            bytes: 0,
            records: 0,
        });
        self.numbers.push_back(number);
        while self.numbers.len() > SEGMENTS {
            if let Some(oldest) = self.numbers.pop_front() {
                fs::remove_file(path_of(&self.folder, oldest))?;
            }
        }
        Ok(())
    }
}

fn path_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:08}.{EXTENSION}"))
}

/// The segments in a folder, oldest first; none if the folder does not exist.
pub fn segments(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let paths = entries.map(|it| it.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|it| it.extension().is_some_and(|it| it == EXTENSION))
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_records_go_when_there_are_too_many_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = SourceLog::new(folder.path().join("f"));
        let lines = vec![b'x'; SEGMENT_BYTES / 3];
        for _ in 0..40 {
            log.append(&lines, 1).unwrap();
        }
        let all = segments(&folder.path().join("f"));
        let size: u64 = all.iter().map(|it| it.metadata().unwrap().len()).sum();
        assert_eq!(all.len(), SEGMENTS);
        assert!(size <= (SEGMENTS * SEGMENT_BYTES) as u64, "{size}");
        assert!(all[0].ends_with("00000011.log"), "{all:?}");
    }

    #[test]
    fn the_number_of_records_is_limited_too() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = SourceLog::new(folder.path().to_owned());
        for _ in 0..5 {
            log.append(b"x\n", SEGMENT_RECORDS).unwrap();
        }
        assert_eq!(segments(folder.path()).len(), SEGMENTS);
    }
}
