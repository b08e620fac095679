//! Decisions from data alone.
//!
//! | module | |
//! |---|---|
//! | `resource_options`, `path_pattern` | the options of a resource |
//! | `identity` | matches goals with resources of the state: aliases |
//! | `decision` | same, update or replace |
//! | `interruption` | objects with interrupted operations |
//! | `dependents` | deletions that must precede a replacement |
//! | `generation` | selects among several providers of one URN |
//! | `deletion`, `deletion_order`, `hosts` | the mode and order of deletions, and their hosts |
//! | `rename` | recognises renamed resources |
//! | `present_inputs` | inputs of an earlier run with current outputs |
//! | `unseen` | callbacks that a plan skipped because their input is unknown |
//! | `uses` | the objects that another one uses |
//! | `selection` | `--target`, `--exclude`, `--replace` |

mod decision;
mod deletion;
mod deletion_order;
mod dependents;
mod generation;
mod hosts;
mod identity;
mod interruption;
mod path_pattern;
mod present_inputs;
mod rename;
mod resource_options;
mod selection;
mod unseen;
mod uses;

pub use decision::{ChangeReason, Decision, DiffContext, input_changes};
pub use deletion::{Deletion, DeletionMode, plan as plan_deletions};
pub use dependents::{Dependent, dependents_to_replace};
pub use generation::generation;
pub use identity::candidates;
pub use interruption::{
    CREATE_INTERRUPTED, DELETE_INTERRUPTED, UPDATE_INTERRUPTED, is_interruption,
};
pub use path_pattern::PathPattern;
pub use present_inputs::present_inputs;
pub use rename::{CreatedResource, Rename, alias_of, renames};
pub use resource_options::{Alias, ResourceOptions};
pub use selection::{ResourcePattern, Selection, is_false};
pub use unseen::UnseenCode;
pub use uses::{Objects, deleted_with};
