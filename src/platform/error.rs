//! Errors of a platform.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use lumi_host::{ProgramError, Thrown};

use super::resilience::Refusal;

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
    /// The function has failed too often, or was called too often.
    Refused(Refusal),
    /// The processes of the function used more processor time than this during the call.
    ProcessorTime(Duration),
    /// The call exceeded this time limit.
    TimedOut(Duration),
    /// The function returned a value that is not an HTTP response.
    Answer(String),
}

impl CallFailure {
    /// The reason for callers; `None` if only the operator can make use of it.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Refused(refusal) => Some(refusal.to_string()),
            Self::Busy(limit) => Some(format!("{limit} calls of the function are running")),
            Self::TimedOut(limit) => {
                let limit = humantime::format_duration(*limit);
                Some(format!("the function did not answer within {limit}"))
            }
            Self::ProcessorTime(limit) => {
                let limit = humantime::format_duration(*limit);
                Some(format!(
                    "the function used more than {limit} of processor time"
                ))
            }
            Self::Crashed(how) => Some(format!("the function failed: {how}")),
            Self::Failed(error) => match &**error {
                ProgramError::Thrown(thrown) => Some(headline(thrown)),
                _ => None,
            },
            Self::Answer(problem) => Some(problem.clone()),
        }
    }

    /// The reason, or that there was a failure.
    pub fn text(&self) -> String {
        let reason = self.reason();
        reason.unwrap_or_else(|| "the function failed".to_owned())
    }
}

fn headline(thrown: &Thrown) -> String {
    match &thrown.class {
        Some(class) if class != "Error" => format!("{class}: {}", thrown.message),
        _ => thrown.message.clone(),
    }
}
