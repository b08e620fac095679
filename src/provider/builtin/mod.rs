//! The package `std`, which is part of Lumi.
//!
//! Each type of resource is a `ResourceHandler` in a file of its own, and one line in the table of
//! `std_provider`. [`ProviderContext`] has what all types share.
//!
//! | module | |
//! |---|---|
//! | `std_interface` | the classes and their properties |
//! | `std_provider` | the provider: dispatches requests by type |
//! | `resource_handler` | the trait of a type of resource |
//! | `provider_context` | the project folder, the HTTP client, cancellation |
//! | `input_reader` | typed inputs and their errors |
//! | `template_mistake` | detects mistakes in template strings |
//! | `claims` | places that only one resource can have |
//! | `exec` | commands |
//! | `fs` | files and folders |
//! | `input_diff` | comparison of inputs |
//! | `generated` | values that are generated once and kept |
//! | `http`, `random`, `time`, `tls` | types by their module |

mod claims;
mod exec;
mod fs;
mod generated;
mod http;
mod input_diff;
mod input_reader;
mod provider_context;
mod random;
mod resource_handler;
mod std_interface;
mod std_provider;
mod template_mistake;
#[cfg(test)]
mod testbed;
mod time;
mod tls;

pub use exec::LocalCommand;
pub use fs::rename_managers_of_files;
pub use std_interface::StdInterface;
pub use std_provider::StdProvider;
