//! State files of Terraform and OpenTofu, whose objects become managed by Lumi.
//!
//! | module | |
//! |---|---|
//! | `state_file` | what a file has: objects and outputs |
//! | `instances` | reads the resources of a file |
//! | `address` | addresses of objects and modules |
//! | `writing` | writes a state as a file |
//! | `json_members` | members of its JSON, by path |
//! | `provider_reference` | which provider manages a resource |
//! | `names` | names of resources in programs, from their addresses |
//! | `state_file_error` | why a file cannot be used |

mod address;
mod instances;
mod json_members;
mod names;
mod provider_reference;
#[allow(clippy::module_inception)]
mod state_file;
mod state_file_error;
#[cfg(test)]
mod tests;
mod writing;

pub use address::{ModuleStep, ObjectAddress, modules_text, parse_modules, quoted};
pub use names::names;
pub use provider_reference::ProviderReference;
pub use state_file::{InstanceKey, StateData, StateFile, StateObject, StateOutput};
pub use state_file_error::StateFileError;
