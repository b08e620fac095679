//! What is known about the objects of a stack, and how it survives.
//!
//! A [`StackState`] is a snapshot with the journal folded over it: [`StackState::apply`] is the
//! only place that says what a [`Record`] means, for a run that goes on and for one that was killed.
//!
//! | module | |
//! |---|---|
//! | `resource` | one object as the last run left it |
//! | `record` | an entry of the journal |
//! | `stack_state` | all resources, outputs and pending operations of a stack |

mod record;
mod resource;
mod stack_state;

pub use record::{Action, Outcome, Record, RunKind, RunNote};
pub use resource::{Resource, Serial, Stage};
pub use stack_state::{PendingOperation, StackState, StateFault};
