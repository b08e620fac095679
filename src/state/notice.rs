//! What the user should be told although nothing failed.

use std::fmt;
use std::path::PathBuf;

use super::lock_note::LockNote;

#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The last write of a killed run did not reach the disk as a whole, so nobody acted on it.
    TornRecord { number: u64 },
    /// A run was killed; `records` of its journal were folded in.
    Recovered { records: u64 },
    /// The lock of a lumi that is gone was taken over.
    TakenOver {
        note: Box<LockNote>,
        why: &'static str,
    },
    /// A key was made; without it secrets cannot be read again.
    KeyFileWritten { path: PathBuf },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TornRecord { number } => write!(
                f,
                "record {number} of the journal was not written to its end when the last run was \
                 interrupted; it was dropped, and nothing was done on its account"
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
        }
    }
}
