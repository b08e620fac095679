//! The language of Terraform and OpenTofu, on the engine of Lumi.
//!
//! | module | |
//! |---|---|
//! | `value` | typed values with marks and refinements: numbers, conversions, unification, equality |
//! | `syntax` | files, expressions and templates as trees with places |
//! | `expression` | evaluation of expressions and templates, and types that variables declare |
//! | `config` | the blocks of modules, and values of variables |
//! | `run` | runs of configurations on the engine |
//! | `functions` | the functions that expressions can call |

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
pub mod run;
pub mod syntax;
pub mod value;
