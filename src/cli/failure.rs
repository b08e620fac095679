//! The failure of a command.

use std::io;
use std::path::Path;

use lumi_graph::SourceText;
use lumi_graph::render::RenderError;
use lumi_host::{ProgramError, StopReason};
use lumi_pack::SourceProblem;

use super::commands::CommandError;
use super::exit::Exit;
use super::input::read_limit;
use super::project::ProjectError;
use super::ui::report::{Report, SourceExcerpt};

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

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        // The reader has closed the pipe: `lumi graph … | head`.
        if error.is_broken_pipe() {
            return Self {
                exit: Exit::Success,
                report: None,
            };
        }
        Self::new(error.exit(), Report::error(error.to_string()))
    }
}

/// The report of a place that a compiler to LumiIL refuses. `text` is its line.
pub fn source_report(problem: &SourceProblem, text: Option<String>) -> Report {
    let mut report = Report::error(problem.message.clone()).maybe_help(problem.help.as_deref());
    report.at = Some(SourceExcerpt {
        file: problem.file.clone(),
        line: problem.line,
        column: problem.column,
        text,
    });
    report
}

impl From<ProjectError> for Failure {
    fn from(error: ProjectError) -> Self {
        if let ProjectError::Refused(problems) = &error
            && let [first, others @ ..] = problems.as_slice()
        {
            let mut report = source_report(first, None);
            report.related = others.iter().map(|it| source_report(it, None)).collect();
            return Self::new(Exit::Failure, report);
        }
        let report = match (error.position(), error.fault()) {
            (Some((file, line, column)), Some(fault)) => {
                let text = read_limit::source(&file);
                let text = text.ok().map(|it| SourceText(&it).line(line).to_owned());
                let mut report = Report::error(fault.to_string());
                report.at = Some(SourceExcerpt {
                    file: file.display().to_string(),
                    line,
                    column,
                    text,
                });
                report
            }
            _ => Report::error(error.to_string()),
        };
        Self::new(Exit::Usage, report)
    }
}

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
