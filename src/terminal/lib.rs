//! The terminal of a command: what it shows, asks and hides, its failure and its exit code.
//!
//! Data goes to standard output, everything else to standard error. `ui` makes text of data and writes nothing itself;
//! only `output` writes.
//!
//! | module | |
//! |---|---|
//! | `exit`, `failure` | the exit code of a command, and its error |
//! | `input` | questions to the user, and files that they name |
//! | `interrupt` | Ctrl-C, once and twice |
//! | `output` | standard output and standard error: their capabilities, the live display, what is hidden |
//! | `trace` | `LUMI_LOG` and `--profile` |
//! | `ui` | reports, trees, summaries and excerpts, as text |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]

pub mod exit;
pub mod failure;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod trace;
pub mod ui;
