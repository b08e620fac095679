//! The state of stacks: what Lumi knows about their objects, stored so that it survives crashes.
//!
//! A [`StackState`] is a snapshot with the journal folded in: [`StackState::apply`] is the only
//! place that gives a [`Record`] its meaning, both during a run and in recovery.
//!
//! ```text
//! <backend>/stacks/<project>/<stack>/
//!   snapshot.json    the state after the last run, with a checksum
//!   journal          the records of the current run, or of a killed one
//!   lock             the holder of the lock, renewed while it is held
//!   keys.json        the encrypted key of the secrets, once there are any
//!   history/         an entry for each finished run, and the states after the last ones
//!   set-back.json    the objects that a run is setting back, while it does, and after it was killed
//!   watch, drift/    the lock of `lumi watch`, and an entry for each change that it has seen
//! ```
//!
//! A run: [`Backend::stack`], [`Stack::lock`], [`LockedStack::load`],
//! [`LockedStack::open_journal`], many [`Journal::append`], [`Journal::finish`],
//! [`LockedStack::unlock`]. All calls need a tokio runtime.
//!
//! | module | |
//! |---|---|
//! | `resource`, `record`, `stack_state`, `dangling_dependencies`, `name_index` | a resource, a record of the journal, the whole state |
//! | `stored_provider`, `configurations` | code and configurations of the providers that created objects |
//! | `regular_file`, `project_path` | files that must be regular, and paths in a project |
//! | `state_check`, `export`, `state_graph` | the consistency of a state, its export, and its graph |
//! | `notice` | notices to the user that are not errors |
//! | `state_error` | why the state of a stack cannot be read or written |
//! | `documents` | the JSON of states, read and written by one struct each |
//! | `journal` | files of a state: snapshots, and the journal of a run |
//! | `lock` | the lock of a stack and its holder |
//! | `keys` | keys, passphrases and the encryption of secrets |
//! | `stores` | folders and buckets that hold states |
//! | `stack` | stacks, as other layers use them |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod configurations;
mod dangling_dependencies;
mod documents;
mod export;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod journal;
mod keys;
mod lock;
mod name_index;
mod notice;
pub mod project_path;
mod record;
pub mod regular_file;
mod resource;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod stack;
mod stack_state;
mod state_check;
mod state_error;
mod state_graph;
mod stored_provider;
mod stores;
#[cfg(test)]
mod tests;

pub use export::{Imported, Origin};
pub use journal::journal::Journal;
pub use journal::loaded_state::LoadedState;
pub use keys::key_error::KeyError;
pub use keys::key_source::KeySource;
pub use keys::keyring::Keyring;
#[cfg(debug_assertions)]
pub use keys::passphrase_key::use_least_key_cost;
pub use keys::passphrase_prompt::{PassphrasePrompt, PromptAnswer};
pub use keys::shared_keys::SharedKeys;
pub use lock::lock_info::LockInfo;
pub use lock::process_id::ProcessId;
pub use notice::Notice;
pub use record::{Action, OperationOutcome, Record, RunInfo, RunKind};
pub use resource::{Resource, Serial, Stage, TAINT};
pub use stack::backend::{Backend, BackendSettings, open_store};
pub use stack::completion_names::CompletionNames;
pub use stack::drift_history::{DriftEntry, DriftEvent};
pub use stack::history::HistoryEntry;
pub use stack::locked_stack::LockedStack;
pub use stack::recorded_state::recorded_states;
pub use stack::renaming::RenamingError;
pub use stack::set_back::SetBack;
pub use stack::stack::Stack;
pub use stack::stack_mark::CopySource;
pub use stack::watch_lock::WatchLock;
pub use stack_state::{PendingOperation, StackState, StateFault};
pub use state_check::StateProblem;
pub use state_error::StateError;
pub use stored_provider::StoredProvider;
#[cfg(debug_assertions)]
pub use stores::failpoint::Failpoint;
pub use stores::store::{Blob, Log, Store};
