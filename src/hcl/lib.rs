//! The language of Terraform and OpenTofu, on the engine of Lumi.
//!
//! | module | |
//! |---|---|
//! | `value` | typed values with marks and refinements: numbers, conversions, unification, equality |
//! | `syntax` | files, expressions and templates as trees with places |
//! | `expression` | evaluation of expressions and templates, and types that variables declare |
//! | `config` | the blocks of modules, and values of variables |
//! | `run` | runs of configurations on the engine |
//! | `states` | states of Terraform and OpenTofu as states of stacks, and back |
//! | `functions` | the functions that expressions can call |
//! | `fuzzing` | entry points of `make fuzz` |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod config;
pub mod expression;
pub mod functions;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
#[path = "../graph/mutated_inputs.rs"]
mod mutated_inputs;
pub mod run;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
pub mod states;
pub mod syntax;
pub mod value;
