//! Calls of a provider, in the shape of version 6 of its protocol.
//!
//! | module | |
//! |---|---|
//! | `client` | the calls; those of version 5 have other names |
//! | `call_failure` | why there is no answer |
//! | `dynamic_value` | values in messages |
//! | `diagnostics` | what the provider says of a request |
//! | `paths` | places in messages |

mod call_failure;
mod client;
mod diagnostics;
mod dynamic_value;
mod paths;

pub use call_failure::CallFailure;
pub use client::{CAPABILITIES, Client, TERRAFORM_VERSION};
pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use dynamic_value::{decode, encode};
pub use paths::from_wire_path;
