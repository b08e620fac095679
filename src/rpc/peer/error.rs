//! Errors of starting a process and connecting to it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use lumi_graph::EscapedText;

/// Why a process did not become a peer. `what` is its name in messages.
#[derive(Debug, Error)]
pub enum PeerError {
    #[error("{what} cannot be started from {}: {source}{}", program.display(), interpreter(program, source))]
    NotStarted {
        what: String,
        program: PathBuf,
        source: io::Error,
    },
    #[error(
        "{what} printed `{}` instead of its port number; the first line on standard output must be \
         the port",
        EscapedText::short(line)
    )]
    NoPort { what: String, line: String },
    #[error(
        "{what} did not print its port within {} and was stopped",
        humantime::format_duration(*startup_timeout)
    )]
    TooSlow {
        what: String,
        startup_timeout: Duration,
    },
    #[error("{what} ended before it listened: {how}{}", quoted(last_words))]
    Ended {
        what: String,
        /// The exit, such as `exit code 3`.
        how: String,
        /// The last lines of its standard error.
        last_words: Vec<String>,
    },
    #[error("{what} says that it listens at {place}, but does not: {source}")]
    Unreachable {
        what: String,
        /// The address that it printed.
        place: String,
        source: io::Error,
    },
}

impl PeerError {
    pub fn too_slow(what: String, startup_timeout: Duration) -> Self {
        Self::TooSlow {
            what,
            startup_timeout,
        }
    }

    pub fn ended(what: String, how: String, last_words: Vec<String>) -> Self {
        Self::Ended {
            what,
            how,
            last_words,
        }
    }
}

/// A hint about the interpreter: the system reports a missing interpreter like a missing file.
fn interpreter(program: &Path, error: &io::Error) -> &'static str {
    match error.kind() == io::ErrorKind::NotFound && program.exists() {
        true => "; the file exists, but the interpreter in its first line does not",
        false => "",
    }
}

fn quoted(lines: &[String]) -> String {
    lines.iter().map(|it| format!("\n  {it}")).collect()
}
