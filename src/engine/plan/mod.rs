//! What is to be done, decided from data alone.
//!
//! | module | |
//! |---|---|
//! | `resource_options`, `path_pattern` | the options of a resource |
//! | `identity` | which resource of the state a goal stands for: aliases |
//! | `decision` | same, update or replace |
//! | `interruption` | which facts about an object an interrupted run leaves unknown |
//! | `dependents` | what must go before a resource can be deleted to be replaced |
//! | `generation` | with which of several providers of one name an object was made |
//! | `deletion`, `deletion_order`, `hosts` | what is deleted how, in which order, and along with what |
//! | `rename` | what looks deleted and created, but only has another name |
//! | `present_inputs` | inputs of an earlier run, with the outputs of now |
//! | `unseen` | what code that a plan could not run may declare |
//! | `uses` | which objects another one uses |
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
pub use rename::{CreatedResource, alias_of, renames};
pub use resource_options::{Alias, ResourceOptions};
pub use selection::{ResourcePattern, Selection};
pub use unseen::UnseenCode;
pub use uses::{Objects, deleted_with};
