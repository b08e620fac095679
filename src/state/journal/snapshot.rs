//! The state on disk. Newer formats are refused.
//!
//! The last line is the SHA-256 of everything before it: a snapshot that another program changed is
//! refused. To edit a state, export it and import it again.

use lumi_graph::{Sealer, Secrets, sha256_hex};

use crate::documents::document_members::DocumentReader;
use crate::documents::format_version::check_version;
use crate::documents::state_document;
use crate::documents::state_document::StateDocument;
use crate::documents::state_document::StateDocumentKind;
use crate::stack_state::StackState;
use crate::state_error::StateError;

const CHECKSUM_START: &str = ",\n\"checksum\":\"";
const CHECKSUM_END: &str = "\"}\n";
/// The number of hexadecimal digits of a checksum.
const CHECKSUM_LEN: usize = 64;

/// The identity of a snapshot, beside the state in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SnapshotId {
    pub project: String,
    pub stack: String,
    /// Incremented with each snapshot; 0 if there is none.
    pub serial: u64,
    /// The journal that the snapshot includes; ignored if it still exists.
    pub journal: Option<String>,
}

/// A deserialised snapshot.
pub struct Snapshot {
    pub id: SnapshotId,
    pub checksum: String,
    pub state: StackState,
}

/// Serialises a snapshot; returns the bytes and their checksum.
pub fn write(
    id: &SnapshotId,
    state: &StackState,
    sealer: &dyn Sealer,
) -> Result<(Vec<u8>, String), StateError> {
    let kind = StateDocumentKind::Snapshot {
        serial: id.serial,
        journal: id.journal.as_deref(),
    };
    let own = (id.project.as_str(), id.stack.as_str());
    let mut out = state_document::write(kind, own, state, Secrets::Sealed(sealer))?;
    let checksum = sha256_hex(&out);
    out.extend_from_slice(format!("{CHECKSUM_START}{checksum}{CHECKSUM_END}").as_bytes());
    Ok((out, checksum))
}

/// Reads a snapshot of this stack.
pub fn read(
    bytes: &[u8],
    place: &str,
    project: &str,
    stack: &str,
    sealer: &dyn Sealer,
) -> Result<Snapshot, StateError> {
    let damaged = |problem: String| StateError::Damaged {
        place: place.to_owned(),
        problem,
    };
    check_version(bytes, place, "snapshot")?;
    let checksum = verify(bytes).map_err(|it| damaged(it.to_owned()))?;
    let document = StateDocument::parse(bytes).map_err(|it| damaged(it.to_string()))?;
    if (document.project.as_str(), document.stack.as_str()) != (project, stack) {
        return Err(damaged(format!(
            "it belongs to the stack `{}` of the project `{}`",
            document.stack, document.project
        )));
    }
    let id = SnapshotId {
        project: project.to_owned(),
        stack: stack.to_owned(),
        serial: document
            .serial
            .ok_or_else(|| damaged("it has no serial".to_owned()))?,
        journal: document.journal.clone(),
    };
    let state = document
        .into_state(&mut DocumentReader::new(sealer))
        .map_err(|it| damaged(it.to_string()))?;
    Ok(Snapshot {
        id,
        checksum,
        state,
    })
}

/// The journal that a snapshot includes, without reading the rest of it.
pub fn folded_journal(bytes: &[u8]) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct SnapshotHead {
        journal: Option<String>,
    }
    let first = bytes.split(|&it| it == b'\n').next()?;
    let closed = [first.strip_suffix(b",")?, b"}"].concat();
    serde_json::from_slice::<SnapshotHead>(&closed)
        .ok()?
        .journal
}

/// Verifies and returns the checksum of the bytes before the last line.
fn verify(bytes: &[u8]) -> Result<String, &'static str> {
    let tail = CHECKSUM_START.len() + CHECKSUM_LEN + CHECKSUM_END.len();
    let at = bytes.len().checked_sub(tail).ok_or("it is cut off")?;
    let (content, tail) = bytes.split_at(at);
    let checksum = std::str::from_utf8(tail)
        .ok()
        .and_then(|it| it.strip_prefix(CHECKSUM_START))
        .and_then(|it| it.strip_suffix(CHECKSUM_END))
        .ok_or("it does not end with its checksum")?;
    if sha256_hex(content) == checksum {
        Ok(checksum.to_owned())
    } else {
        Err("its checksum is wrong")
    }
}
