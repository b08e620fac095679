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
//! | `secret_id`, `provider_data_member` | ids that contain a secret, and the private data of providers: encrypted members |
//! | `resource_document`, `action_document`, `record_document`, `state_document` | their JSON, read and written by one struct each |
//! | `document_members`, `document_error`, `format_version` | objects in these documents, their errors, their version |
//! | `snapshot`, `frame`, `journal_text`, `loaded_state` | files, and the detection of damage |
//! | `journal`, `journal_writer` | appending during a run |
//! | `lock_info`, `process_id`, `lease` | the lock of a stack |
//! | `data_key`, `key_source`, `passphrase_key`, `scratch_blocks`, `passphrase_prompt`, `key_document`, `shared_keys`, `keyring` | encryption of secrets |
//! | `store`, `folder_store`, `regular_file`, `project_path`, `cloud_store`, `cloud_client`, `bucket_requests`, `bucket_fault`, `cloud_url`, `cloud_access`, `path_segment` | storage and paths |
//! | `failpoint`, `failpoint_store` | ends the process at a write, for tests; not in optimised builds |
//! | `state_check`, `export`, `state_graph`, `renaming`, `completion_names` | other operations on a state |
//! | `backend`, `stack`, `existence`, `stack_mark`, `locked_stack`, `history`, `recorded_state` | the interface for other layers |
//! | `notice` | notices to the user that are not errors |
//! | `key_error` | why secrets cannot be encrypted or decrypted |
//! | `masking_sealer` | reads documents without the key of their secrets |
//! | `state_error` | why the state of a stack cannot be read or written |

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

mod action_document;
mod backend;
mod bucket_fault;
mod bucket_requests;
mod cloud_access;
mod cloud_client;
mod cloud_store;
mod cloud_url;
mod completion_names;
mod configurations;
mod dangling_dependencies;
mod data_key;
mod document_error;
mod document_members;
mod existence;
mod export;
#[cfg(debug_assertions)]
mod failpoint;
#[cfg(debug_assertions)]
mod failpoint_store;
mod folder_store;
mod format_version;
mod frame;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod history;
mod journal;
mod journal_text;
mod journal_writer;
mod key_document;
mod key_error;
mod key_source;
mod keyring;
mod lease;
mod loaded_state;
mod lock_info;
mod locked_stack;
mod masking_sealer;
mod name_index;
mod notice;
mod passphrase_key;
mod passphrase_prompt;
mod path_segment;
mod process_id;
pub mod project_path;
mod provider_data_member;
mod record;
mod record_document;
mod recorded_state;
pub mod regular_file;
mod renaming;
mod resource;
mod resource_document;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod scratch_blocks;
mod secret_id;
mod shared_keys;
mod snapshot;
mod stack;
mod stack_mark;
mod stack_state;
mod state_check;
mod state_document;
mod state_error;
mod state_graph;
mod store;
mod stored_provider;
#[cfg(test)]
mod tests;

pub use backend::{Backend, BackendSettings, open_store};
pub use completion_names::CompletionNames;
pub use export::{Imported, Origin};
#[cfg(debug_assertions)]
pub use failpoint::Failpoint;
pub use history::HistoryEntry;
pub use journal::Journal;
pub use key_error::KeyError;
pub use key_source::KeySource;
pub use keyring::Keyring;
pub use loaded_state::LoadedState;
pub use lock_info::LockInfo;
pub use locked_stack::LockedStack;
pub use notice::Notice;
#[cfg(debug_assertions)]
pub use passphrase_key::use_least_key_cost;
pub use passphrase_prompt::{PassphrasePrompt, PromptAnswer};
pub use process_id::ProcessId;
pub use record::{Action, OperationOutcome, Record, RunInfo, RunKind};
pub use recorded_state::recorded_states;
pub use renaming::RenamingError;
pub use resource::{Resource, Serial, Stage, TAINT};
pub use shared_keys::SharedKeys;
pub use stack::Stack;
pub use stack_mark::CopySource;
pub use stack_state::{PendingOperation, StackState, StateFault};
pub use state_check::StateProblem;
pub use state_error::StateError;
pub use store::{Blob, Log, Store};
pub use stored_provider::StoredProvider;
