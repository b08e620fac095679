//! Why a provider cannot be used.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::handshake::HandshakeError;

/// Why a process did not become a provider. `what` is its name in messages.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("{what} cannot be started from {}: {source}", program.display())]
    NotStarted {
        what: String,
        program: PathBuf,
        source: io::Error,
    },
    #[error("{what} cannot be used: {source}")]
    NoHandshake {
        what: String,
        source: HandshakeError,
    },
    #[error(
        "{what} did not report its address within {}, and was stopped",
        humantime::format_duration(*limit)
    )]
    TooSlow { what: String, limit: Duration },
    #[error("{what} ended before it listened: {how}{}", quoted(crash_output))]
    Ended {
        what: String,
        /// The exit, such as `exit code 1`.
        how: String,
        crash_output: Vec<String>,
    },
    #[error("{what} says that it listens at {place}, but does not: {source}")]
    Unreachable {
        what: String,
        place: String,
        source: io::Error,
    },
    #[error(
        "{what} listens, but did not answer the first call within {}",
        humantime::format_duration(*limit)
    )]
    Silent { what: String, limit: Duration },
}

/// Lines below a message.
pub fn quoted(lines: &[String]) -> String {
    lines.iter().map(|it| format!("\n  {it}")).collect()
}
