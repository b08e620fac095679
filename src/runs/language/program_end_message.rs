//! Converts the end of a program to messages and back.

use crate::program_end::{FailureCause, ProgramEnd, ProgramFailure, Unseen};
use lumi_engine::UnseenCode;
use lumi_graph::Urn;
use lumi_rpc::lumirpc as wire;
use lumi_terminal::ui::report::{Report, Severity, SourceExcerpt};

use wire::failed::Cause;
use wire::report::Severity as WireSeverity;
use wire::run_response::Outcome;

/// Maximum depth of causes; deeper ones are left out.
const MAX_DEPTH: usize = 20;

pub fn from_end(end: ProgramEnd) -> wire::RunResponse {
    let outcome = match end {
        ProgramEnd::Finished(unseen) => Outcome::Finished(wire::Finished {
            unseen: unseen.map(|it| from_unseen(*it)),
        }),
        ProgramEnd::Stopped(report) => Outcome::Stopped(wire::Stopped {
            report: Some(from_report(*report, MAX_DEPTH)),
        }),
        ProgramEnd::Failed(failure) => Outcome::Failed(wire::Failed {
            cause: match failure.cause {
                FailureCause::Program => Cause::Program,
                FailureCause::Resource => Cause::Resource,
                FailureCause::Stalled => Cause::Stalled,
                FailureCause::Cancelled => Cause::Cancelled,
                FailureCause::Internal => Cause::Internal,
            }
            .into(),
            report: failure.report.map(|it| from_report(it, MAX_DEPTH)),
            others: failure
                .others
                .into_iter()
                .map(|it| from_report(it, MAX_DEPTH))
                .collect(),
            failed_calls: u32::try_from(failure.failed_calls).unwrap_or(u32::MAX),
        }),
    };
    wire::RunResponse {
        outcome: Some(outcome),
    }
}

pub fn into_end(message: wire::RunResponse) -> ProgramEnd {
    match message.outcome {
        Some(Outcome::Finished(finished)) => {
            let unseen = finished.unseen.map(into_unseen);
            ProgramEnd::Finished(unseen.map(Box::new))
        }
        Some(Outcome::Stopped(stopped)) => {
            let note = || {
                Report::note(
                    "the program stopped at a value that is known only after \
                                 deployment",
                )
            };
            let report = stopped.report.map(|it| into_report(it, MAX_DEPTH));
            ProgramEnd::Stopped(Box::new(report.unwrap_or_else(note)))
        }
        Some(Outcome::Failed(failed)) => ProgramEnd::Failed(Box::new(ProgramFailure {
            cause: match failed.cause() {
                Cause::Program => FailureCause::Program,
                Cause::Resource => FailureCause::Resource,
                Cause::Stalled => FailureCause::Stalled,
                Cause::Cancelled => FailureCause::Cancelled,
                Cause::Internal => FailureCause::Internal,
            },
            report: failed.report.map(|it| into_report(it, MAX_DEPTH)),
            failed_calls: failed.failed_calls as usize,
            others: failed
                .others
                .into_iter()
                .map(|it| into_report(it, MAX_DEPTH))
                .collect(),
        })),
        None => {
            let report = Report::error("the language runtime does not say how the program ended");
            ProgramEnd::failed(FailureCause::Program, report)
        }
    }
}

fn from_unseen(Unseen { code, report }: Unseen) -> wire::Unseen {
    wire::Unseen {
        origins: code.origins.iter().map(Urn::to_string).collect(),
        any: code.any,
        report: Some(from_report(report, MAX_DEPTH)),
    }
}

/// A malformed origin may be any resource.
fn into_unseen(message: wire::Unseen) -> Unseen {
    let parsed = message.origins.iter().map(|it| Urn::parse(it).ok());
    let any = message.any || parsed.clone().any(|it| it.is_none());
    let report = message.report.map(|it| into_report(it, MAX_DEPTH));
    Unseen {
        code: UnseenCode {
            origins: parsed.flatten().collect(),
            any,
        },
        report: report.unwrap_or_else(|| {
            Report::note("code of the program that did not run may declare more resources")
        }),
    }
}

fn from_report(report: Report, levels: usize) -> wire::Report {
    let related = report.related.into_iter();
    wire::Report {
        severity: match report.severity {
            Severity::Error => WireSeverity::Error,
            Severity::Warning => WireSeverity::Warning,
            Severity::Note => WireSeverity::Note,
            Severity::Cause => WireSeverity::Cause,
        }
        .into(),
        message: report.message,
        at: report.at.map(|it| wire::Place {
            file: it.file,
            line: it.line,
            column: it.column,
            text: it.text,
        }),
        details: report.details,
        related: match levels {
            0 => Vec::new(),
            _ => related.map(|it| from_report(it, levels - 1)).collect(),
        },
        help: report.help.unwrap_or_default(),
    }
}

fn into_report(report: wire::Report, levels: usize) -> Report {
    let severity = match report.severity() {
        WireSeverity::Error => Severity::Error,
        WireSeverity::Warning => Severity::Warning,
        WireSeverity::Note => Severity::Note,
        WireSeverity::Cause => Severity::Cause,
    };
    let related = report.related.into_iter();
    Report {
        severity,
        message: report.message,
        at: report.at.map(|it| SourceExcerpt {
            file: it.file,
            line: it.line,
            column: it.column,
            text: it.text,
        }),
        details: report.details,
        related: match levels {
            0 => Vec::new(),
            _ => related.map(|it| into_report(it, levels - 1)).collect(),
        },
        help: (!report.help.is_empty()).then_some(report.help),
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    #[test]
    fn reports_cross_unchanged() {
        let report = Report {
            severity: Severity::Warning,
            message: "it\nfailed".to_owned(),
            at: Some(SourceExcerpt {
                file: "index.ts".to_owned(),
                line: 3,
                column: 5,
                text: Some("let x;".to_owned()),
            }),
            details: vec!["at x".to_owned()],
            related: vec![Report::error("why").help("do that")],
            help: None,
        };
        assert_eq!(into_report(from_report(report.clone(), 5), 5), report);
    }

    #[test]
    fn every_end_crosses() {
        let causes = [
            FailureCause::Program,
            FailureCause::Resource,
            FailureCause::Stalled,
            FailureCause::Cancelled,
            FailureCause::Internal,
        ];
        for cause in causes {
            let failure = ProgramFailure {
                others: vec![Report::error("more")],
                failed_calls: 2,
                ..ProgramFailure::new(cause, Some(Report::error("it failed")))
            };
            match into_end(from_end(ProgramEnd::Failed(Box::new(failure)))) {
                ProgramEnd::Failed(failure) => {
                    assert_eq!(
                        (&*failure.others[0].message, failure.failed_calls),
                        ("more", 2)
                    );
                    assert_eq!(failure.cause, cause);
                    assert_eq!(failure.report, Some(Report::error("it failed")));
                }
                other => panic!("{other:?}"),
            }
        }
        let finished = into_end(from_end(ProgramEnd::Finished(None)));
        assert!(matches!(finished, ProgramEnd::Finished(None)));
        let urn = Urn::parse("urn:lumi:dev::web::index::std:random:Id::id").unwrap();
        let code = UnseenCode {
            origins: FxHashSet::from_iter([urn]),
            any: false,
        };
        let report = Report::error("more");
        let unseen = Some(Box::new(Unseen {
            code: code.clone(),
            report,
        }));
        let ProgramEnd::Finished(Some(told)) = into_end(from_end(ProgramEnd::Finished(unseen)))
        else {
            panic!("nothing unseen");
        };
        assert_eq!((told.code, told.report.message), (code, "more".to_owned()));
        let stopped = ProgramEnd::Stopped(Box::new(Report::error("here")));
        assert!(matches!(
            into_end(from_end(stopped)),
            ProgramEnd::Stopped(_)
        ));
        let silent = into_end(wire::RunResponse {
            outcome: Some(Outcome::Stopped(wire::Stopped::default())),
        });
        assert!(matches!(silent, ProgramEnd::Stopped(it) if !it.message.is_empty()));
        let nothing = into_end(wire::RunResponse::default());
        assert!(matches!(nothing, ProgramEnd::Failed(_)));
    }
}
