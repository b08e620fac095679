//! The format of a segment: a line for each record, with a checksum in front of its JSON.
//!
//! A line that is torn or damaged fails its checksum and is skipped; the next line is read again.

use super::record::Record;

/// Hexadecimal digits of the checksum.
const DIGITS: usize = 8;

/// Appends a record.
pub fn append(out: &mut Vec<u8>, record: &Record) {
    let json = serde_json::to_string(record).expect("BUG: records are plain data");
    let checksum = crc32fast::hash(json.as_bytes());
    out.extend_from_slice(format!("{checksum:08x} {json}\n").as_bytes());
}

/// The records of a segment.
#[derive(Debug, Default, PartialEq)]
pub struct Segment {
    pub records: Vec<Record>,
    /// The number of lines that are no records.
    pub damaged: usize,
    /// The number of bytes up to the last line end. What follows may still be written.
    pub length: usize,
}

/// Reads complete lines.
pub fn read(bytes: &[u8]) -> Segment {
    let end = bytes.iter().rposition(|it| *it == b'\n');
    let mut segment = Segment {
        length: end.map_or(0, |it| it + 1),
        ..Segment::default()
    };
    let lines = bytes[..segment.length].split(|it| *it == b'\n');
    for line in lines.filter(|it| !it.is_empty()) {
        match read_line(line) {
            Some(record) => segment.records.push(record),
            None => segment.damaged += 1,
        }
    }
    segment
}

fn read_line(line: &[u8]) -> Option<Record> {
    let (checksum, json) = line.split_at_checked(DIGITS)?;
    let checksum = u32::from_str_radix(std::str::from_utf8(checksum).ok()?, 16).ok()?;
    let json = json.strip_prefix(b" ")?;
    if crc32fast::hash(json) != checksum {
        return None;
    }
    serde_json::from_slice(json).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::record::{Level, Log};
    use super::*;

    fn record(message: &str) -> Record {
        Record::Log(Log {
            time: 1,
            level: Level::Info,
            function: Some("f".to_owned()),
            message: message.to_owned(),
            attributes: [("n".to_owned(), 1.into())].into(),
            context: None,
        })
    }

    fn written(messages: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for message in messages {
            append(&mut bytes, &record(message));
        }
        bytes
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let segment = read(&written(&["one", "two\nlines \u{0}"]));
        assert_eq!(segment.records, [record("one"), record("two\nlines \u{0}")]);
        assert_eq!(segment.damaged, 0);
    }

    #[test]
    fn a_torn_tail_is_skipped_wherever_it_is_torn() {
        let (whole, first) = (written(&["one", "two"]), written(&["one"]).len());
        for end in first..whole.len() {
            let segment = read(&whole[..end]);
            assert_eq!((segment.records.len(), segment.length), (1, first), "{end}");
            // The next run of the platform does not append to it; a writer that did would lose that line alone.
            let mut more = [&whole[..end], b"\n"].concat();
            more.extend(written(&["three"]));
            assert_eq!(read(&more).records.last(), Some(&record("three")));
        }
    }

    proptest! {
        #[test]
        fn a_damaged_byte_costs_at_most_two_records(at in 0_usize..500, value: u8) {
            let mut bytes = written(&["one", "two", "three", "four"]);
            let at = at % bytes.len();
            bytes[at] = value;
            prop_assert!(read(&bytes).records.len() >= 2);
        }
    }
}
