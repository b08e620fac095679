//! The end of a program, in any process.

use lumi_engine::UnseenCode;
use lumi_host::{Ending, ProgramError, StopReason, Thrown};

use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, Severity};

#[derive(Debug)]
pub enum ProgramEnd {
    /// The program ran to its end; in a plan, some of its code may not have run.
    Finished(Option<Box<Unseen>>),
    /// In a plan: the program waits for an unknown value, as the note says.
    Stopped(Box<Report>),
    Failed(Box<ProgramFailure>),
}

/// Code that a plan could not run and that may declare resources.
#[derive(Debug)]
pub struct Unseen {
    pub code: UnseenCode,
    /// The value that the code waits for.
    pub report: Report,
}

/// The reason why a program did not finish.
#[derive(Debug)]
pub struct ProgramFailure {
    pub cause: FailureCause,
    /// `None` if the failure was already reported.
    pub report: Option<Report>,
    /// The other failures of a plan.
    pub others: Vec<Report>,
    /// How many of the reports are about functions and methods of providers, which no step counts.
    pub failed_calls: usize,
}

impl ProgramFailure {
    pub fn new(cause: FailureCause, report: Option<Report>) -> Self {
        Self {
            cause,
            report,
            others: Vec::new(),
            failed_calls: 0,
        }
    }

    /// The failure of a program that threw. Failed resources are reported by the engine.
    fn of_thrown(thrown: &[Thrown]) -> Self {
        let own = thrown.iter().filter(|it| !it.is_of_resource());
        let mut reports = own.clone().map(Report::from);
        let Some(first) = reports.next() else {
            let report = thrown.first().map(Report::from);
            return Self::new(FailureCause::Resource, report);
        };
        Self {
            cause: FailureCause::Program,
            report: Some(first),
            others: reports.collect(),
            failed_calls: own.filter(|it| it.results_from_function()).count(),
        }
    }

    /// All reports, in order.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.report.iter().chain(&self.others)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// An error in the program or its environment.
    Program,
    /// A resource failed, and the program did not catch the error.
    Resource,
    /// The program waits for a value that never settles.
    Stalled,
    /// The user stopped the program.
    Cancelled,
    /// A bug in Lumi.
    Internal,
}

impl ProgramEnd {
    pub fn failed(cause: FailureCause, report: Report) -> Self {
        let report = Some(report);
        Self::Failed(Box::new(ProgramFailure::new(cause, report)))
    }
}

impl FailureCause {
    pub fn exit(self) -> Exit {
        match self {
            Self::Program | Self::Resource | Self::Stalled => Exit::Failure,
            Self::Cancelled => Exit::Stopped,
            Self::Internal => Exit::Bug,
        }
    }

    fn of(error: &ProgramError) -> Self {
        match error {
            ProgramError::Stalled(_) => Self::Stalled,
            ProgramError::Stopped(StopReason::Interrupted, _) => Self::Cancelled,
            ProgramError::Internal(_) => Self::Internal,
            _ => Self::Program,
        }
    }
}

impl From<Result<Ending, ProgramError>> for ProgramEnd {
    fn from(ended: Result<Ending, ProgramError>) -> Self {
        match ended {
            Ok(Ending::Finished { unseen }) => {
                let report = Report::unseen(&unseen);
                Self::Finished(report.map(|report| {
                    let any = unseen.iter().any(|it| it.origins.is_empty());
                    let origins = unseen.into_iter().flat_map(|it| it.origins).collect();
                    let code = UnseenCode { origins, any };
                    Box::new(Unseen { code, report })
                }))
            }
            Ok(Ending::Stopped(stopped)) => Self::Stopped(Box::new(Report {
                severity: Severity::Note,
                ..Report::from(&stopped)
            })),
            Err(error) => match error.thrown() {
                [] => Self::failed(FailureCause::of(&error), Report::from(&error)),
                thrown => Self::Failed(Box::new(ProgramFailure::of_thrown(thrown))),
            },
        }
    }
}

impl From<ProgramFailure> for Failure {
    fn from(failure: ProgramFailure) -> Self {
        Self {
            exit: failure.cause.exit(),
            report: failure.report.map(Box::new),
        }
    }
}
