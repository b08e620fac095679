//! Files of a state: snapshots, and the journal of a run.
//!
//! | module | |
//! |---|---|
//! | `snapshot`, `frame`, `journal_text`, `loaded_state` | files, and the detection of damage |
//! | `journal`, `journal_writer` | appending during a run |

pub mod frame;
#[allow(clippy::module_inception)]
pub mod journal;
pub mod journal_text;
pub mod journal_writer;
pub mod loaded_state;
pub mod snapshot;
