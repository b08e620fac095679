//! Failures and diagnostics of a run as reports.

use lumi_engine::{Diagnostic, Severity as Level, StepFailure, StepInfo, StepKind};
use lumi_graph::{EscapedText, SourcePosition, Urn};
use lumi_terraform::adapter::is_resource_token;

use super::super::report::{Report, Severity, SourceExcerpt};
use super::lines::SourceLines;
use super::step_style::StepStyle;

/// A resource as `std:fs:File "index"`, escaped.
pub fn resource(urn: &Urn) -> String {
    let name = EscapedText::short(urn.name());
    format!("{} \"{name}\"", EscapedText::short(urn.resource_type()))
}

/// The report of a failed step, or of one that would fail, if it is one of a plan.
pub fn failure(
    step: &StepInfo,
    failure: &StepFailure,
    is_plan: bool,
    sources: SourceLines<'_>,
) -> Report {
    let task = StepStyle::of(step.kind).task;
    // Plans look at objects, too.
    let is_tried = matches!(
        step.kind,
        StepKind::Read | StepKind::Refresh | StepKind::Import
    );
    let failed = match is_plan && !is_tried {
        true => "would fail to",
        false => "cannot",
    };
    let (at, details) = places(step.source.as_ref(), &failure.inputs, sources);
    let report = Report {
        at: place(at.as_ref(), sources),
        details,
        ..Report::error(format!(
            "{failed} {task} {}: {}",
            resource(&step.urn),
            failure.message
        ))
    };
    if failure.unknown_outcome {
        return report.help(unknown_outcome(step));
    }
    report
}

/// The next step after an operation with an unknown outcome.
fn unknown_outcome(step: &StepInfo) -> String {
    let is_new = matches!(step.kind, StepKind::Create | StepKind::CreateReplacement);
    if !(is_new && is_resource_token(step.urn.resource_type())) {
        return "the outcome is unknown; it is recorded as pending, and the next run looks the object up"
            .to_owned();
    }
    let name = EscapedText::short(step.urn.name());
    format!(
        "the outcome is unknown; it is recorded as pending. Its provider finds objects by their ids alone: \
         look whether it exists, then run `lumi state resolve '{name}' --done --id ID`, or with `--not-done` \
         if it does not"
    )
}

/// The report of a message of a provider or the engine.
pub fn diagnostic(diagnostic: &Diagnostic, sources: SourceLines<'_>) -> Report {
    let severity = match diagnostic.severity {
        Level::Info => Severity::Note,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    };
    let message = match &diagnostic.urn {
        Some(urn) => format!("{}: {}", resource(urn), diagnostic.message),
        None => diagnostic.message.clone(),
    };
    Report {
        severity,
        at: place(diagnostic.source.as_ref(), sources),
        help: diagnostic.help.clone(),
        ..Report::error(message)
    }
}

/// The position of the first input that the program writes, or that of the resource, and where further inputs are.
fn places(
    source: Option<&SourcePosition>,
    inputs: &[String],
    sources: SourceLines<'_>,
) -> (Option<SourcePosition>, Vec<String>) {
    let mut positions: Vec<(&str, SourcePosition)> = Vec::new();
    for path in inputs {
        let position = source.and_then(|it| sources.input(it, path));
        let new = position.filter(|new| positions.iter().all(|(_, it)| it != new));
        positions.extend(new.map(|it| (path.as_str(), it)));
    }
    let mut positions = positions.into_iter();
    let first = positions.next().map(|it| it.1).or_else(|| source.cloned());
    let details = positions.map(|(path, at)| format!("`{}` is at {at}", EscapedText::short(path)));
    (first, details.collect())
}

fn place(source: Option<&SourcePosition>, sources: SourceLines<'_>) -> Option<SourceExcerpt> {
    source.map(|it| SourceExcerpt::new(it, sources.line(it)))
}
