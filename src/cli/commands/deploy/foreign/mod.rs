//! `lumi import --from FILE`: a state of Terraform or OpenTofu as a source of resources.
//!
//! | module | |
//! |---|---|
//! | `import_foreign` | the steps before and after the run |
//! | `state_file` | reads the file |
//! | `takeover` | the objects of a configuration, which keep their addresses |
//! | `provider_packages` | the packages of its resources |

mod import_foreign;
mod provider_packages;
mod state_file;
mod takeover;

pub use import_foreign::read;
pub use state_file::provider_addresses;
