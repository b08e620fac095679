//! The life of a resource: which calls are made, and what is made of their answers.
//!
//! | module | |
//! |---|---|
//! | `session` | a configured provider with its schemas |
//! | `kept_answers` | answers to a preview, for the run after it |
//! | `object` | what is known of an object, and what a state keeps of it |
//! | `upgrade` | objects of a state, from any version of their schema |
//! | `read` | the object as it is |
//! | `plan` | what a configuration would change |
//! | `decision` | whether a plan creates, updates or replaces |
//! | `apply` | makes the change of a plan |
//! | `outcome` | what an object is after a change, also after half of one |
//! | `ignored` | changes that the program ignores |
//! | `import` | objects that exist already |
//! | `listing` | the objects of a type, also those that are not managed |
//! | `data_source` | data that is read, and functions |
//! | `ephemeral` | values that are never stored |
//! | `lifecycle_error` | why a step was not done |

mod apply;
mod data_source;
mod decision;
mod ephemeral;
mod ignored;
mod import;
mod kept_answers;
mod lifecycle_error;
mod listing;
mod object;
mod outcome;
mod plan;
mod read;
mod session;
#[cfg(test)]
mod tests;
mod upgrade;

pub use decision::{Action, Decision, decide};
pub use ephemeral::OpenedEphemeral;
pub use import::ImportKey;
pub use kept_answers::KeptAnswers;
pub use lifecycle_error::LifecycleError;
pub use listing::ListedResource;
pub use object::{Object, Status, StoredObject};
pub use outcome::{Outcome, check_outcome};
pub use plan::{Plan, PlanRequest};
pub use session::Session;
