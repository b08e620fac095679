//! The states of Pulumi's stacks as documents: exports, and the files of its self-managed backends.
//!
//! | module | |
//! |---|---|
//! | `document` | the JSON of both, in types |
//! | `checkpoint_error` | why a document cannot be taken over |
//! | `original_types` | types as programs write them |
//! | `stored_value` | values of a document |
//! | `default_provider` | providers that Pulumi makes for packages, and Lumi has no resources for |
//! | `reading` | a document as the state of a stack |
//! | `resource_reading`, `resource_options` | one resource of a document |
//! | `writing` | the state of a stack as a document |

mod checkpoint_error;
mod default_provider;
mod document;
mod original_types;
mod reading;
mod resource_options;
mod resource_reading;
mod stored_value;
#[cfg(test)]
mod tests;
mod writing;

pub use checkpoint_error::CheckpointError;
pub use document::{Checkpoint, SecretsKey};
pub use reading::TakenState;
pub use stored_value::SecretForm;
pub use writing::WrittenState;
