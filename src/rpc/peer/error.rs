//! Why there is no connection to a process.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use lumi_graph::EscapedText;

/// A process that does not become a peer. `what` is what it is called.
#[derive(Debug, Error)]
pub enum PeerError {
    #[error("{what} cannot be started from {}: {source}{}", program.display(), interpreter(program, source))]
    NotStarted {
        what: String,
        program: PathBuf,
        source: io::Error,
    },
    #[error(
        "{what} has printed `{}` where the number of its port was to come; a plugin prints nothing \
         else before that on standard output",
        EscapedText::short(line)
    )]
    NoPort { what: String, line: String },
    #[error(
        "{what} did not say at which port it listens within {}, and was ended",
        humantime::format_duration(*startup_timeout)
    )]
    TooSlow {
        what: String,
        startup_timeout: Duration,
    },
    #[error("{what} ended before it listened: {how}{}", quoted(last_words))]
    Ended {
        what: String,
        /// Such as `exit code 3`.
        how: String,
        /// What it printed on standard error before.
        last_words: Vec<String>,
    },
    #[error("{what} says that it listens at {place}, but does not: {source}")]
    Unreachable {
        what: String,
        /// As it says itself.
        place: String,
        source: io::Error,
    },
}

/// The system says the same of a file that is not there and of one whose interpreter is not.
fn interpreter(program: &Path, error: &io::Error) -> &'static str {
    match error.kind() == io::ErrorKind::NotFound && program.exists() {
        true => "; the file is there, but not the interpreter that its first line names",
        false => "",
    }
}

fn quoted(lines: &[String]) -> String {
    lines.iter().map(|it| format!("\n  {it}")).collect()
}
