//! Why something of a project cannot be done.

use std::io;
use std::path::Path;

use lumi_graph::SourceText;
use lumi_pack::SourceProblem;

use super::report::{Report, SourceExcerpt};
use crate::ProjectError;
use crate::files::file_writer::WriteError;
use crate::files::read_limit;

/// The kind of a failure, which says what can be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Something that was asked for did not succeed.
    Failed,
    /// A setting, a name or a variable has to change first.
    Usage,
    /// Another run holds the lock, or has changed the stack meanwhile.
    Locked,
    /// The user has stopped it.
    Stopped,
    /// A bug in Lumi.
    Bug,
}

/// A failure of a kind, with a message for the user.
#[derive(Debug)]
pub struct ProjectFailure {
    pub kind: FailureKind,
    /// `None` if the user has stopped it.
    pub report: Option<Box<Report>>,
}

impl ProjectFailure {
    pub fn new(kind: FailureKind, report: Report) -> Self {
        Self {
            kind,
            report: Some(Box::new(report)),
        }
    }

    /// The end of what the user has stopped.
    pub fn stopped() -> Self {
        Self {
            kind: FailureKind::Stopped,
            report: None,
        }
    }

    /// Adds advice.
    pub fn help(mut self, help: &str) -> Self {
        let report = self.report.take();
        self.report = report.map(|it| Box::new(it.help(help)));
        self
    }

    pub fn error(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Failed, Report::error(message))
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

impl From<WriteError> for ProjectFailure {
    fn from(error: WriteError) -> Self {
        Self::error(error.to_string())
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

impl From<ProjectError> for ProjectFailure {
    fn from(error: ProjectError) -> Self {
        if let ProjectError::Refused { problems, .. } = &error
            && let [first, others @ ..] = problems.as_slice()
        {
            let mut report = source_report(first, None);
            report.related = others.iter().map(|it| source_report(it, None)).collect();
            return Self::new(FailureKind::Failed, report);
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
        Self::new(FailureKind::Usage, report)
    }
}
