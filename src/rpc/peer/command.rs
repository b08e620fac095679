//! What is to be started.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A process to talk to.
#[derive(Clone, Debug)]
pub struct PeerCommand {
    /// What it is called in messages, such as `the plugin aws`.
    pub what: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// Must exist.
    pub directory: PathBuf,
    /// Set beside the variables of this process.
    pub environment: Vec<(String, String)>,
    /// How long it may take until it listens.
    pub startup_timeout: Duration,
    pub shutdown_method: ShutdownMethod,
}

/// How a process learns that it is to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShutdownMethod {
    /// Its standard input ends, and later it gets SIGTERM.
    #[default]
    EndOfInput,
    /// SIGINT: it pays no attention to its standard input.
    Interrupt,
}

impl PeerCommand {
    /// As long as a large program on a slow machine may need.
    pub const STARTUP_TIMEOUT: Duration = Duration::from_secs(30);
}

/// A line that a process has printed, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerLine {
    pub text: String,
    /// It came on standard error.
    pub is_error: bool,
}

/// Takes lines on any thread; must not block for long.
pub type PeerLog = Arc<dyn Fn(PeerLine) + Send + Sync>;
