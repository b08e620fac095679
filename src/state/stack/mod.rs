//! Stacks, as other layers use them.
//!
//! | module | |
//! |---|---|
//! | `renaming`, `completion_names` | a stack under another name, and names for the shell |
//! | `backend`, `stack`, `existence`, `stack_mark`, `locked_stack`, `watch_lock` | the interface for other layers |
//! | `set_back` | the objects that a run sets back, in case it is killed |
//! | `history`, `recorded_state`, `drift_history`, `entry_files`, `numbered_files` | finished runs with their states, and drift, each entry a file |

pub mod backend;
pub mod completion_names;
pub mod drift_history;
pub mod entry_files;
pub mod existence;
pub mod history;
pub mod locked_stack;
pub mod numbered_files;
pub mod recorded_state;
pub mod renaming;
pub mod set_back;
#[allow(clippy::module_inception)]
pub mod stack;
pub mod stack_mark;
pub mod watch_lock;
