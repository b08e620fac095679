//! Entry points of `make fuzz`. Checksums are computed here, because a fuzzer cannot guess them.

use lumi_graph::{GraphKind, SealError, Sealer, sha256_hex};

use super::documents::document_members::DocumentReader;
use super::export::Origin;
use super::journal::frame;
use super::journal::journal_text::{JournalHeader, JournalText, NextRecord, line};
use super::journal::snapshot;
use super::journal::snapshot::SnapshotId;
use super::keys::data_key::Sealed;
use super::keys::key_document::KeyDocument;
use super::stack_state::StackState;

const PROJECT: &str = "demo";
const STACK: &str = "dev";

/// Marks secrets instead of encrypting them.
struct MarkingSealer;

impl Sealer for MarkingSealer {
    fn seal(&self, plain: &str) -> Result<String, SealError> {
        Ok(format!("v1:{plain}"))
    }

    fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
        let plain = ciphertext.strip_prefix("v1:").map(str::to_owned);
        plain.ok_or_else(|| SealError("the text is not sealed".to_owned()))
    }
}

/// Reads a snapshot without its checksum line. It is rejected, or survives a round trip.
pub fn snapshot(content: &[u8]) {
    let checksum = sha256_hex(content);
    let tail = format!(",\n\"checksum\":\"{checksum}\"}}\n");
    let bytes = [content, tail.as_bytes()].concat();
    match snapshot::read(&bytes, "s.json", PROJECT, STACK, &MarkingSealer) {
        Ok(snapshot) => check_snapshot(&snapshot.id, &snapshot.state),
        Err(error) => drop(error.to_string()),
    }
}

fn check_snapshot(id: &SnapshotId, state: &StackState) {
    drop(state.graph(GraphKind::Snapshot, PROJECT, STACK));
    let (bytes, _) = snapshot::write(id, state, &MarkingSealer).expect("BUG: a state is written");
    let again = snapshot::read(&bytes, "s.json", PROJECT, STACK, &MarkingSealer);
    let again = again.expect("BUG: what was written is read");
    assert_eq!(again.id, *id);
    let (rewritten, _) =
        snapshot::write(&again.id, &again.state, &MarkingSealer).expect("BUG: a state is written");
    assert_eq!(rewritten, bytes);
}

/// Reads one journal record per line. Each is rejected, or survives a round trip.
pub fn journal(lines: &[u8]) {
    let header = JournalHeader::new(PROJECT, STACK, 0, None);
    let mut bytes = header.bytes().expect("BUG: a header is written");
    for (number, line) in (1..).zip(lines.split(|&it| it == b'\n')) {
        frame::write(&mut bytes, number, line);
    }
    let opened = JournalText::open(&bytes, "journal");
    let mut text = opened.expect("BUG: the header is whole");
    let mut reading = DocumentReader::new(&MarkingSealer);
    let mut state = StackState::default();
    loop {
        match text.next(&mut reading) {
            Ok(NextRecord::Record(record)) => {
                let written = line(&record, &MarkingSealer).expect("BUG: a record is written");
                assert_eq!(reread(&written), written);
                if let Err(fault) = state.apply(&record) {
                    drop(fault.to_string());
                    break;
                }
            }
            Ok(NextRecord::End { .. }) => break,
            Err(error) => return drop(error.to_string()),
        }
    }
    state.prune_dangling_dependencies();
    let id = SnapshotId {
        project: PROJECT.to_owned(),
        stack: STACK.to_owned(),
        ..SnapshotId::default()
    };
    snapshot::write(&id, &state, &MarkingSealer).expect("BUG: a state is written");
}

/// The line of a record after writing, reading and writing it again.
fn reread(written: &[u8]) -> Vec<u8> {
    let header = JournalHeader::new(PROJECT, STACK, 0, None);
    let mut bytes = header.bytes().expect("BUG: a header is written");
    frame::write(&mut bytes, 1, written);
    let opened = JournalText::open(&bytes, "journal");
    let mut text = opened.expect("BUG: the header is whole");
    match text.next(&mut DocumentReader::new(&MarkingSealer)) {
        Ok(NextRecord::Record(record)) => {
            line(&record, &MarkingSealer).expect("BUG: a record is written")
        }
        Ok(NextRecord::End { .. }) => Vec::new(),
        Err(error) => panic!("BUG: what was written is read: {error}"),
    }
}

/// Reads the keys of a stack, and a secret encrypted with one of them.
pub fn keys(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        drop(Sealed::parse(text));
    }
    match KeyDocument::parse(bytes, "keys.json") {
        Ok(document) => {
            let text = serde_json::to_vec(&document).expect("BUG: keys are written");
            let again = KeyDocument::parse(&text, "keys.json");
            assert_eq!(again.expect("BUG: what was written is read"), document);
        }
        Err(error) => drop(error.to_string()),
    }
}

/// Reads an export that a user edited.
pub fn export(document: &[u8]) {
    for origin in [Origin::SameStack, Origin::AnyStack] {
        let own = (PROJECT, STACK);
        match StackState::import(document, "s.json", own, &MarkingSealer, origin) {
            Ok(imported) => {
                let id = SnapshotId {
                    project: PROJECT.to_owned(),
                    stack: STACK.to_owned(),
                    ..SnapshotId::default()
                };
                check_snapshot(&id, &imported.state);
            }
            Err(error) => drop(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_snapshots_pass() {
        replay("snapshot", super::snapshot);
    }

    #[test]
    fn saved_journals_pass() {
        replay("journal", super::journal);
    }

    #[test]
    fn saved_keys_pass() {
        replay("keys", super::keys);
    }

    #[test]
    fn saved_exports_pass() {
        replay("export", super::export);
    }
}
