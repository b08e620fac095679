//! The command that starts a process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The command that starts a peer.
#[derive(Clone, Debug)]
pub struct PeerCommand {
    /// The name in messages, such as `the plugin aws`.
    pub what: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The working directory; must exist.
    pub directory: PathBuf,
    /// Variables added to those of this process.
    pub environment: Vec<(String, String)>,
    /// The maximum time until the process listens.
    pub startup_timeout: Duration,
    pub shutdown_method: ShutdownMethod,
}

/// How a process is asked to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShutdownMethod {
    /// Standard input is closed, and SIGTERM follows later.
    #[default]
    EndOfInput,
    /// SIGINT, for a process that does not read its standard input.
    Interrupt,
}

impl PeerCommand {
    /// The time that a large program on a slow machine may need.
    pub const STARTUP_TIMEOUT: Duration = Duration::from_secs(30);
}

/// A line of output, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerLine {
    pub text: String,
    /// Whether the line is from standard error.
    pub is_error: bool,
}

/// Receives lines on any thread; must not block for long.
pub type PeerLog = Arc<dyn Fn(PeerLine) + Send + Sync>;
