//! The framing of journal records, which tells a torn end from damage.
//!
//! ```text
//! 0000004a 1c291ca3 7d0f2b11 {"begin":…}⏎
//! length   checksum checksum payload
//!          of the   of the
//!          payload  header
//! ```
//!
//! Frames are lines of text. Both checksums (CRC-32) cover the number of the record as well, so
//! that a missing, duplicated or misplaced record is detected. The header has its own checksum: a
//! corrupt length is reported as damage, and not mistaken for an incomplete record.

use crc32fast::Hasher;

/// The length of a header: three words of eight hexadecimal digits, and spaces.
const HEADER: usize = 27;
/// The length of the part that the header checksum covers.
const CHECKED: usize = 18;
/// Disks write whole sectors: after a power cut, missing sectors read as zeros from such a boundary
/// on.
const SECTOR: usize = 512;

/// The frame at a position of a journal.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    Record {
        payload: &'a [u8],
        /// The position of the next frame.
        end: usize,
    },
    /// The journal ends in the middle of this record, whose write was never acknowledged.
    Torn,
    Damaged(&'static str),
    /// The journal ends here.
    End,
}

/// Appends record `number`.
pub fn write(out: &mut Vec<u8>, number: u64, payload: &[u8]) {
    out.extend_from_slice(&header(number, payload.len(), checksum(number, payload)));
    out.extend_from_slice(payload);
    out.push(b'\n');
}

/// Reads record `number`, which starts at `start`.
pub fn read(journal: &[u8], start: usize, number: u64) -> Frame<'_> {
    let rest = &journal[start..];
    if rest.is_empty() {
        return Frame::End;
    }
    let Some((head, body)) = rest.split_at_checked(HEADER) else {
        return Frame::Torn;
    };
    let damaged = |problem, end| {
        if ends_in_zeros(journal, end) {
            Frame::Torn
        } else {
            Frame::Damaged(problem)
        }
    };
    let (Some(length), Some(expected)) = (word(&head[..8]), word(&head[9..17])) else {
        return damaged("its header is not one", start + HEADER);
    };
    let length = length as usize;
    if header(number, length, expected) != head {
        return damaged("the checksum of its header is wrong", start + HEADER);
    }
    let Some(payload) = body.get(..length) else {
        return Frame::Torn;
    };
    let end = start + HEADER + length + 1;
    match body.get(length) {
        None => Frame::Torn,
        Some(b'\n') if checksum(number, payload) == expected => Frame::Record { payload, end },
        Some(b'\n') => damaged("its checksum is wrong", end),
        Some(_) => damaged("its end is not where its header says", end),
    }
}

fn header(number: u64, length: usize, checksum: u32) -> [u8; HEADER] {
    let mut text = format!("{length:08x} {checksum:08x} ");
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(text.as_bytes());
    text.push_str(&format!("{:08x} ", hasher.finalize()));
    let mut header = [0; HEADER];
    // A record of 4 GiB would have a longer header; such records are rejected earlier.
    let len = text.len().min(HEADER);
    header[..len].copy_from_slice(&text.as_bytes()[..len]);
    debug_assert_eq!(CHECKED + 9, HEADER);
    header
}

fn checksum(number: u64, payload: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(payload);
    hasher.finalize()
}

fn word(digits: &[u8]) -> Option<u32> {
    let is_plain = |it: &u8| it.is_ascii_digit() || (b'a'..=b'f').contains(it);
    if !digits.iter().all(is_plain) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Whether the record ends in missing sectors: after a power cut a file may have its full length
/// without its last sectors.
fn ends_in_zeros(journal: &[u8], record_end: usize) -> bool {
    let zeros = journal
        .iter()
        .rposition(|&it| it != 0)
        .map_or(0, |it| it + 1);
    let sector = zeros.next_multiple_of(SECTOR);
    sector < journal.len() && sector < record_end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn journal(payloads: &[Vec<u8>]) -> Vec<u8> {
        let mut out = Vec::new();
        for (number, payload) in payloads.iter().enumerate() {
            write(&mut out, number as u64, payload);
        }
        out
    }

    /// The payloads, and the frame that ended the journal.
    fn read_all(journal: &[u8]) -> (Vec<&[u8]>, Frame<'_>) {
        let (mut payloads, mut start) = (Vec::new(), 0);
        loop {
            match read(journal, start, payloads.len() as u64) {
                Frame::Record { payload, end } => {
                    payloads.push(payload);
                    start = end;
                }
                last => return (payloads, last),
            }
        }
    }

    #[test]
    fn is_a_line_for_people() {
        let bytes = journal(&[b"{\"a\":1}".to_vec()]);
        insta::assert_snapshot!(
            String::from_utf8(bytes).unwrap().trim_end(),
            @r#"00000007 1ca47036 8cbfd01f {"a":1}"#
        );
    }

    #[test]
    fn sectors_that_never_arrived_are_a_torn_end() {
        let mut bytes = journal(&[vec![b'a'; 600], vec![b'b'; 600]]);
        bytes[1024..].fill(0);
        let (payloads, last) = read_all(&bytes);
        assert_eq!((payloads.len(), last), (1, Frame::Torn));
        // Zeros followed by other bytes are damage.
        *bytes.last_mut().unwrap() = b'\n';
        assert!(matches!(read_all(&bytes).1, Frame::Damaged(_)));
    }

    proptest! {
        #[test]
        fn any_cut_leaves_the_records_before_it(
            payloads in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..5),
            cut in any::<prop::sample::Index>(),
        ) {
            let bytes = journal(&payloads);
            let cut = cut.index(bytes.len());
            let (read, last) = read_all(&bytes[..cut]);
            prop_assert!(read.len() < payloads.len());
            prop_assert!(read.iter().zip(&payloads).all(|(a, b)| a == b));
            prop_assert!(matches!(last, Frame::Torn | Frame::End));
        }

        #[test]
        fn any_change_of_a_byte_is_damage(
            payloads in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..5),
            at in any::<prop::sample::Index>(),
            change in 1..=u8::MAX,
        ) {
            let mut bytes = journal(&payloads);
            let at = at.index(bytes.len());
            bytes[at] ^= change;
            let (read, last) = read_all(&bytes);
            prop_assert!(read.iter().zip(&payloads).all(|(a, b)| a == b));
            prop_assert!(matches!(last, Frame::Damaged(_)), "{last:?}");
        }

        #[test]
        fn never_panics(bytes in prop::collection::vec(any::<u8>(), 0..80), number in any::<u64>()) {
            let _ = read(&bytes, 0, number);
        }
    }
}
