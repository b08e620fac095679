//! Notices to the user that are not errors.

use std::fmt;
use std::path::PathBuf;

use super::lock::lock_info::LockInfo;

#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The last write of a killed run is incomplete, so the operation it announced never started.
    TornRecord { number: u64 },
    /// A killed run was recovered by folding in `records` journal records.
    Recovered { records: u64 },
    /// The lock of a process that has ended was taken over.
    TakenOver {
        note: Box<LockInfo>,
        why: &'static str,
    },
    /// A key file was created; secrets cannot be read without it.
    KeyFileWritten { path: PathBuf },
    /// The encrypted key was added to the settings file of the stack.
    KeyShared { place: String, passphrase: bool },
    /// The encrypted key could not be added to the settings file; it is stored beside the state.
    KeyNotShared { place: String, problem: String },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TornRecord { number } => write!(
                f,
                "record {number} of the journal is incomplete, because the last run was \
                 interrupted; it was dropped, and the operation had not begun"
            ),
            Self::Recovered { records } => write!(
                f,
                "the last run was interrupted; its {records} journal records were recovered"
            ),
            Self::TakenOver { note, why } => {
                write!(f, "took over the lock of {note}, because {why}")
            }
            Self::KeyFileWritten { path } => write!(
                f,
                "wrote the key for secrets to `{}`; keep a copy of it in a safe place, without it \
                 the secrets of this project cannot be read",
                path.display()
            ),
            Self::KeyShared {
                place,
                passphrase: true,
            } => write!(
                f,
                "added the stack's encrypted key to `{place}`; commit it: with it and the \
                 passphrase, others can read the secrets"
            ),
            Self::KeyShared { place, .. } => {
                write!(f, "added the stack's encrypted key to `{place}`")
            }
            Self::KeyNotShared { place, problem } => write!(
                f,
                "the stack's encrypted key cannot be added to `{place}`, so other copies of the \
                 project cannot read the secrets: {problem}"
            ),
        }
    }
}
