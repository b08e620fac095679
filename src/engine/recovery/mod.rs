//! Operations that an earlier run did not finish, and earlier states.
//!
//! | module | |
//! |---|---|
//! | `recovery`, `interrupted_objects`, `seen_object` | operations that an earlier run did not finish, and their objects |
//! | `recorded_source`, `recorded_objects` | the state after an earlier run as goals, and its objects |
//! | `manual_outcome` | the outcome of a pending operation, as the user has found out |

pub mod interrupted_objects;
pub mod manual_outcome;
pub mod recorded_objects;
pub mod recorded_source;
#[allow(clippy::module_inception)]
pub mod recovery;
pub mod seen_object;
