//! The package `std`, which is part of Lumi.
//!
//! A type of resource is one [`Kind`]: one file, and one line in the table of `std_provider`. What
//! all kinds share is in [`ProviderContext`].
//!
//! | module | |
//! |---|---|
//! | `std_provider` | the provider: finds the kind of a request |
//! | `resource_handler` | what a type of resource does |
//! | `provider_context` | the project folder, the client for HTTP, the wish to stop |
//! | `input_reader` | typed inputs, and what is wrong with them |
//! | `template_slip` | what templates of a program went wrong with |
//! | `claims` | places that only one resource can have |
//! | `exec` | commands |
//! | `fs` | files and folders |
//! | `input_diff` | inputs compared one by one |
//! | `generated` | values that are made once and stay |
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
mod std_provider;
mod template_slip;
#[cfg(test)]
mod testbed;
mod time;
mod tls;

pub use std_provider::StdProvider;
