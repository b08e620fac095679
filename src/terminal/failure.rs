//! The failure of a command.

use std::io;
use std::path::Path;

use lumi_graph::render::RenderError;
use lumi_host::{ProgramError, StopReason};
use lumi_state::StateError;

use super::exit::Exit;
use lumi_project::ProjectError;
use lumi_project::files::file_writer::WriteError;
use lumi_project::hub::HubError;
use lumi_project::libraries::LibraryError;
use lumi_project::reports::{FailureKind, ProjectFailure, Report};

/// An exit code with a message for the user.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    /// `None` if the reader of the output is gone, or the user has stopped the command.
    pub report: Option<Box<Report>>,
}

impl Failure {
    pub fn new(exit: Exit, report: Report) -> Self {
        Self {
            exit,
            report: Some(Box::new(report)),
        }
    }

    /// The end of a command that the user has stopped.
    pub fn stopped() -> Self {
        Self {
            exit: Exit::Stopped,
            report: None,
        }
    }

    /// Adds advice.
    pub fn help(mut self, help: &str) -> Self {
        let report = self.report.take();
        self.report = report.map(|it| Box::new(it.help(help)));
        self
    }

    /// The failure of what a user asked for, without an exit code of its own.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Exit::Failure, Report::error(message))
    }

    /// The message; empty if there is none.
    pub fn into_message(self) -> String {
        self.report.map(|it| it.message).unwrap_or_default()
    }

    /// The failure for a file that cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::error(format!("cannot write {}: {error}", path.display()))
    }
}

impl Exit {
    /// Fails if a run has not succeeded; the run has said why.
    pub fn require_success(self) -> Result<(), Failure> {
        match self {
            Self::Success => Ok(()),
            exit => Err(Failure { exit, report: None }),
        }
    }
}

impl From<&ProgramError> for Exit {
    fn from(error: &ProgramError) -> Self {
        match error {
            ProgramError::Stopped(StopReason::Interrupted, _) => Self::Stopped,
            ProgramError::Internal(_) => Self::Bug,
            _ => Self::Failure,
        }
    }
}

impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Self {
        Self::new(Exit::from(&error), Report::from(&error))
    }
}

impl From<FailureKind> for Exit {
    fn from(kind: FailureKind) -> Self {
        match kind {
            FailureKind::Failed => Self::Failure,
            FailureKind::Usage => Self::Usage,
            FailureKind::Locked => Self::Locked,
            FailureKind::Stopped => Self::Stopped,
            FailureKind::Bug => Self::Bug,
        }
    }
}

impl From<ProjectFailure> for Failure {
    fn from(failure: ProjectFailure) -> Self {
        Self {
            exit: failure.kind.into(),
            report: failure.report,
        }
    }
}

/// Errors of projects are failures by way of [`ProjectFailure`].
macro_rules! by_way_of_project_failure {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                ProjectFailure::from(error).into()
            }
        })*
    };
}

by_way_of_project_failure!(ProjectError, HubError, LibraryError, StateError, WriteError);

/// Standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // The reader has closed the pipe: `lumi run | head`.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self {
                exit: Exit::Success,
                report: None,
            };
        }
        Self::new(
            Exit::Failure,
            Report::error(format!("cannot write the output: {error}")),
        )
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Io(error) => error.into(),
            error => Self::new(Exit::Failure, Report::error(error.to_string())),
        }
    }
}
