//! The content of a journal: a header line that names the snapshot it extends, and records.

use serde::{Deserialize, Serialize};

use lumi_graph::{PlainValue, Sealer, Secrets};

use super::frame;
use super::frame::Frame;
use crate::documents::document_members::DocumentReader;
use crate::documents::format_version::{VERSION, check_version};
use crate::documents::record_document::RecordDocument;
use crate::record::Record;
use crate::state_error::StateError;

/// The header line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalHeader {
    journal: u64,
    by: String,
    /// The id by which a snapshot names the journal that it has folded in.
    pub id: String,
    pub project: String,
    pub stack: String,
    /// The serial of the snapshot that the journal extends; 0 for a new stack.
    pub serial: u64,
    /// The checksum of that snapshot.
    pub snapshot: Option<String>,
}

impl JournalHeader {
    pub fn new(project: &str, stack: &str, serial: u64, snapshot: Option<String>) -> Self {
        Self {
            journal: VERSION,
            by: env!("CARGO_PKG_VERSION").to_owned(),
            id: uuid::Uuid::new_v4().simple().to_string(),
            project: project.to_owned(),
            stack: stack.to_owned(),
            serial,
            snapshot,
        }
    }

    /// The framed header line.
    pub fn bytes(&self) -> Result<Vec<u8>, StateError> {
        let line = serde_json::to_vec(self)
            .map_err(|error| StateError::Unwritable("the journal", error.to_string()))?;
        let mut out = Vec::new();
        frame::write(&mut out, 0, &line);
        Ok(out)
    }
}

/// The payload of a record, with encrypted secrets.
pub fn line(record: &Record, sealer: &dyn Sealer) -> Result<Vec<u8>, StateError> {
    let document = RecordDocument::new(record, Secrets::Sealed(sealer));
    let line = serde_json::to_vec(&document)
        .map_err(|error| StateError::Unwritable("a record of the journal", error.to_string()))?;
    if u32::try_from(line.len()).is_err() {
        let problem = "it has more than 4 GiB".to_owned();
        return Err(StateError::Unwritable("a record of the journal", problem));
    }
    Ok(line)
}

/// A reader of a journal.
pub struct JournalText<'a> {
    bytes: &'a [u8],
    place: &'a str,
    pub header: JournalHeader,
    start: usize,
    number: u64,
}

/// The next item of a journal.
pub enum NextRecord {
    Record(Record),
    /// The end, which may be in the middle of a record.
    End {
        is_torn: bool,
    },
}

impl<'a> JournalText<'a> {
    /// Fails without a complete header, which a journal has from its beginning: it was emptied or cut since.
    pub fn open(bytes: &'a [u8], place: &'a str) -> Result<Self, StateError> {
        let payload = match frame::read(bytes, 0, 0) {
            Frame::End => return Err(damaged(place, 0, "it is empty")),
            Frame::Torn => return Err(damaged(place, 0, "its header line is cut off")),
            Frame::Damaged(problem) => return Err(damaged(place, 0, problem)),
            Frame::Record { payload, end } => (payload, end),
        };
        let (line, start) = payload;
        check_version(line, place, "journal")?;
        let header =
            serde_json::from_slice(line).map_err(|error| damaged(place, 0, &error.to_string()))?;
        Ok(Self {
            bytes,
            place,
            header,
            start,
            number: 0,
        })
    }

    pub fn next(&mut self, reading: &mut DocumentReader<'_>) -> Result<NextRecord, StateError> {
        let number = self.number + 1;
        let (payload, end) = match frame::read(self.bytes, self.start, number) {
            Frame::Record { payload, end } => (payload, end),
            Frame::End => return Ok(NextRecord::End { is_torn: false }),
            Frame::Torn => return Ok(NextRecord::End { is_torn: true }),
            Frame::Damaged(problem) => return Err(self.damaged(number, problem)),
        };
        let mut deserializer = serde_json::Deserializer::from_slice(payload);
        // The depth of values is checked elsewhere, and other parts of a record do not nest.
        deserializer.disable_recursion_limit();
        let document = RecordDocument::<PlainValue>::deserialize(&mut deserializer)
            .map_err(|error| self.damaged(number, &error.to_string()))?;
        let record = document
            .into_record(reading)
            .map_err(|error| self.damaged(number, &error.to_string()))?;
        self.start = end;
        self.number = number;
        Ok(NextRecord::Record(record))
    }

    /// The number of records read so far.
    pub fn records(&self) -> u64 {
        self.number
    }

    /// The bytes up to and including the last record that was read.
    pub fn valid(&self) -> &'a [u8] {
        &self.bytes[..self.start]
    }

    pub fn damaged(&self, number: u64, problem: &str) -> StateError {
        damaged(self.place, number, problem)
    }
}

fn damaged(place: &str, number: u64, problem: &str) -> StateError {
    StateError::Record {
        place: place.to_owned(),
        number,
        problem: problem.to_owned(),
    }
}
