//! Errors of a platform.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use lumi_host::ProgramError;

/// The reason why a platform cannot start.
#[derive(Debug, Error)]
pub enum PlatformError {
    #[error(
        "cannot listen on {address}: {source}; choose another with --port, or --port 0 for any that is free"
    )]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
    #[error("cannot keep data in {}: {source}; check the permissions of the folder", .path.display())]
    Data { path: PathBuf, source: io::Error },
    #[error("no processes can be started: {0}")]
    Spawn(io::Error),
    #[error("{} is used by another `lumi closure serve`; stop that first", .path.display())]
    InUse { path: PathBuf },
}

/// The reason why a call has no result.
#[derive(Clone, Debug)]
pub enum CallFailure {
    /// The function threw, its module failed to load, or its isolate was stopped.
    Failed(Arc<ProgramError>),
    /// The process of the function ended before it answered; a sentence without a subject.
    Crashed(Arc<str>),
    /// This number of calls is running already.
    Busy(usize),
    /// The call exceeded this time limit.
    TimedOut(Duration),
    /// The function returned a value that is not an HTTP response.
    Answer(String),
}
