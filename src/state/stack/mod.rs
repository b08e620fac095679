//! Stacks, as other layers use them.
//!
//! | module | |
//! |---|---|
//! | `renaming`, `completion_names` | a stack under another name, and names for the shell |
//! | `backend`, `stack`, `existence`, `stack_mark`, `locked_stack`, `history`, `recorded_state` | the interface for other layers |

pub mod backend;
pub mod completion_names;
pub mod existence;
pub mod history;
pub mod locked_stack;
pub mod recorded_state;
pub mod renaming;
#[allow(clippy::module_inception)]
pub mod stack;
pub mod stack_mark;
