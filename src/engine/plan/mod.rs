//! Decisions from data alone.
//!
//! | module | |
//! |---|---|
//! | `option_changes` | changes of options since the last deployment |
//! | `identity` | matches goals with resources of the state: aliases |
//! | `decision` | same, update or replace |
//! | `interruption` | objects with interrupted operations |
//! | `dependents` | deletions that must precede a replacement |
//! | `dynamic` | resources that the program manages itself |
//! | `generation` | selects among several providers of one URN |
//! | `objects` | objects that several resources have |
//! | `deletion`, `deletion_order`, `hosts` | the mode and order of deletions, and their hosts |
//! | `rename` | recognises renamed resources |
//! | `restored_inputs` | inputs of an earlier run with current outputs |
//! | `unseen` | callbacks that a plan skipped because their input is unknown |
//! | `uses` | the objects that another one uses |
//! | `selection` | `--target`, `--exclude`, `--replace` |

mod decision;
mod deletion;
mod deletion_order;
mod dependents;
mod dynamic;
mod generation;
mod hosts;
mod identity;
mod interruption;
mod objects;
mod option_changes;
mod rename;
mod restored_inputs;
mod selection;
mod unseen;
mod uses;

pub use decision::{
    ChangeReason, Decision, DeletionCause, DiffContext, ReplacementOrder, input_changes,
};
pub use deletion::{Deletion, DeletionMode, plan as plan_deletions};
pub use dependents::{Dependent, dependents_to_replace};
pub use dynamic::{CODE_INPUT, DYNAMIC_PACKAGE, is_dynamic};
pub use generation::generation;
pub use identity::candidates;
pub use interruption::{
    ADOPTED, CREATE_INTERRUPTED, DELETE_INTERRUPTED, UPDATE_INTERRUPTED, is_adopted,
    is_interruption,
};
pub use option_changes::{is_triggered, recorded_differences};
pub use rename::{CreatedResource, Rename, alias_of, renames};
pub use restored_inputs::{ComputedInput, restored_inputs};
pub use selection::{ResourcePattern, Selection, is_false};
pub use unseen::UnseenCode;
pub use uses::Objects;
