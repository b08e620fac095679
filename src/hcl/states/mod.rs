//! States of Terraform and OpenTofu as states of stacks, and back.
//!
//! Both ways evaluate the configuration, with answers from the state alone and without a call of a provider. The states of
//! stacks lack three facts that the evaluation gives: the components and providers, the inputs of resources, and the
//! types of outputs.
//!
//! | module | |
//! |---|---|
//! | `stack_names` | the names that objects of a file have in a stack |
//! | `provider_names` | the configurations of provider resources |
//! | `file_objects` | objects and data sources of a file, as runs see them |
//! | `state_monitor` | answers a run from a state |
//! | `takeover` | a file as resources of a stack |
//! | `takeover_source` | the source of the run that takes them over |
//! | `takeover_error` | why it cannot be taken over |
//! | `export` | the state of a stack as a file |
//! | `exported_objects` | one resource of a stack as an object of a file |
//! | `exported_outputs` | outputs of a stack, in their types |

mod export;
mod exported_objects;
mod exported_outputs;
mod file_objects;
mod provider_names;
mod stack_names;
mod state_monitor;
mod takeover;
mod takeover_error;
mod takeover_source;
#[cfg(test)]
mod tests;

pub use export::{ExportError, exported};
pub use takeover::Takeover;
pub use takeover_error::TakeoverError;
pub use takeover_source::TakeoverSource;
