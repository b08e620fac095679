//! The lock of a stack and its holder.
//!
//! | module | |
//! |---|---|
//! | `lock_file`, `lock_info`, `process_id`, `lease` | the lock of a stack |

pub mod lease;
pub mod lock_file;
pub mod lock_info;
pub mod process_id;
