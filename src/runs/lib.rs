//! Runs of programs, in this process or another one, in whichever language: their flags, their configuration, their plugins
//! and their ends.
//!
//! A command makes an [`evaluation::Evaluation`] of a program and its flags. It plans the program alone, or hands it to a
//! deployment, with the monitor of its engine.
//!
//! | module | |
//! |---|---|
//! | `cdktf` | programs of CDKTF, which write configurations |
//! | `evaluation`, `remote_evaluation`, `program_end` | runs of programs, in this process or another one, and their results |
//! | `flags` | flags of programs |
//! | `inspector` | `--inspect`: the server for debuggers, one for each process |
//! | `language` | programs in other processes and languages |
//! | `plugins` | plugins of a project, and their messages, up to a limit |
//! | `project_requests` | permissions, plugins and packages that `Lumi.yaml` requests, and the consent of the user |

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

pub mod cdktf;
pub mod evaluation;
pub mod flags;
#[cfg(test)]
#[path = "../rpc/hostile.rs"]
mod hostile;
pub mod inspector;
pub mod language;
pub mod plugins;
pub mod program_end;
pub mod project_requests;
pub mod remote_evaluation;
