//! Deletions and replacements, dependents first.
//!
//! | module | |
//! |---|---|
//! | `deletion_queue`, `deletions`, `deletion_step` | deletions, dependents first |
//! | `final_deletions`, `object_users` | deletions at the end of the source, and objects still in use |
//! | `replacements`, `replacement_deletions`, `replaced_dependents` | replaced objects, and deletions that must come first |
//! | `pending_deletions` | old objects that an earlier run could not delete |
//! | `referrers` | other stacks that refer to what would be deleted |
//! | `dependent_outcome` | the outcome of a dependent of a replaced resource |

pub mod deletion_queue;
pub mod deletion_step;
pub mod deletions;
pub mod dependent_outcome;
pub mod final_deletions;
pub mod object_users;
pub mod pending_deletions;
pub mod referrers;
pub mod replaced_dependents;
pub mod replacement_deletions;
pub mod replacements;
