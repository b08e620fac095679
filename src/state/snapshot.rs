//! The state on disk. Newer formats are refused.
//!
//! The last line is the SHA-256 of everything before it: a snapshot that another program changed is
//! refused. To edit a state, export it and import it again.

use sha2::{Digest, Sha256};

use lumi_graph::Sealer;

use super::resource_de::DocumentReader;
use super::resource_ser::SecretEncoding;
use super::stack_state::StackState;
use super::state_document::{StateDocument, version_of, write_fields};
use super::state_error::StateError;

/// The version that is written, and the newest that can be read.
pub(super) const VERSION: u64 = 1;

const CHECKSUM_START: &str = ",\n\"checksum\":\"";
const CHECKSUM_END: &str = "\"}\n";
/// The number of hexadecimal digits of a checksum.
const CHECKSUM_LEN: usize = 64;

/// The identity of a snapshot, beside the state in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SnapshotId {
    pub(super) project: String,
    pub(super) stack: String,
    /// Incremented with each snapshot; 0 if there is none.
    pub(super) serial: u64,
    /// The journal that the snapshot includes; ignored if it still exists.
    pub(super) journal: Option<String>,
}

/// A deserialised snapshot.
pub(super) struct Snapshot {
    pub(super) id: SnapshotId,
    pub(super) checksum: String,
    pub(super) state: StackState,
}

/// Serialises a snapshot; returns the bytes and their checksum.
pub(super) fn write(
    id: &SnapshotId,
    state: &StackState,
    sealer: &dyn Sealer,
) -> Result<(Vec<u8>, String), StateError> {
    let unwritable = |error: std::io::Error| StateError::Unwritable("the state", error.to_string());
    let text = |text: &str| serde_json::Value::from(text);
    let mut out = Vec::with_capacity(256 + 512 * state.resources.len());
    let head = format!(
        "{{\"snapshot\":{VERSION},\"by\":\"{}\",\"project\":{},\"stack\":{},\"serial\":{},\"journal\":{},\n",
        env!("CARGO_PKG_VERSION"),
        text(&id.project),
        text(&id.stack),
        id.serial,
        id.journal.as_deref().map_or(serde_json::Value::Null, text),
    );
    out.extend_from_slice(head.as_bytes());
    write_fields(&mut out, state, SecretEncoding::Sealed(sealer)).map_err(unwritable)?;
    let checksum = format!("{:x}", Sha256::digest(&out));
    out.extend_from_slice(format!("{CHECKSUM_START}{checksum}{CHECKSUM_END}").as_bytes());
    Ok((out, checksum))
}

/// Reads a snapshot of this stack.
pub(super) fn read(
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
        .map_err(damaged)?;
    Ok(Snapshot {
        id,
        checksum,
        state,
    })
}

/// The journal that a snapshot includes, without reading the rest of it.
pub(super) fn folded_journal(bytes: &[u8]) -> Option<String> {
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

/// Refuses a document of a newer version, before anything else is parsed.
pub(super) fn check_version(bytes: &[u8], place: &str, key: &str) -> Result<(), StateError> {
    let place = place.to_owned();
    match version_of(bytes, key) {
        // One arm for each supported version.
        Some((VERSION, _)) => Ok(()),
        Some((found, writer)) if found > VERSION => Err(StateError::Version {
            place,
            found,
            newest: VERSION,
            writer,
        }),
        _ => Err(StateError::Damaged {
            place,
            problem: format!("it does not start with `{key}` and a version"),
        }),
    }
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
    if format!("{:x}", Sha256::digest(content)) == checksum {
        Ok(checksum.to_owned())
    } else {
        Err("its checksum is wrong")
    }
}
