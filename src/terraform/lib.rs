//! The protocol of Terraform's providers, which run as processes of their own.
//!
//! | module | |
//! |---|---|
//! | `tfplugin5`, `tfplugin6`, `goplugin` | messages and services, generated from `proto` by `build.rs` |
//! | `adapter` | these providers as providers of Lumi |
//! | `cty` | types, values and their encodings |
//! | `interface` | what programs see of a provider, and the file that its schemas are kept in |
//! | `process` | processes of providers: start, logs, end |
//! | `lifecycle` | upgrade, read, plan, apply, import; data, functions and ephemeral values |
//! | `protocol` | calls, and what providers say of them |
//! | `schema` | schemas, and what they decide about plans and results |
//! | `shape` | values of programs as values of schemas, and back |
//! | `state_file` | state files of Terraform and OpenTofu |
//!
//! The crate has the structure of the one for Pulumi's protocol. What of the protocol is used is
//! described in `proto/tfplugin6/README.md`.

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

// The tests of other crates also compile `interface/synthetic.rs`.
#[cfg(test)]
extern crate self as lumi_terraform;

pub mod adapter;
pub mod cty;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod goplugin;
pub mod interface;
pub mod lifecycle;
pub mod process;
pub mod protocol;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
pub mod schema;
pub mod shape;
pub mod state_file;
pub mod tfplugin5;
pub mod tfplugin6;
