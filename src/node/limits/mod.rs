//! Stops: Ctrl-C, time, memory.
//!
//! | module | |
//! |---|---|
//! | `limits`, `interruption`, `native_work` | a stop, and how it reaches the program and native code |
//! | `program_clock` | the time that a program has taken |
//! | `fatal` | fatal errors of V8 |
//! | `memory` | memory besides the heap |

pub mod fatal;
pub mod interruption;
#[allow(clippy::module_inception)]
pub mod limits;
pub mod memory;
pub mod native_work;
pub mod program_clock;
