//! Patterns of the user's selection that select nothing.

use std::collections::BTreeSet;

use lumi_graph::{Urn, nearest};

use super::event::Severity;
use super::plan::ResourcePattern;
use super::run::Run;
use super::source::UnmentionedPolicy;

/// Names with a lower similarity are not suggested.
const MIN_LIKENESS: f64 = 0.8;

/// Reports patterns without a match, and replacements out of scope: both are mistakes.
pub fn report_unmatched_patterns(run: &Run, rest: UnmentionedPolicy) {
    let context = &run.context;
    if rest != UnmentionedPolicy::Delete || context.is_stopping() {
        return;
    }
    let mut known = run.registrations.registered();
    known.extend(context.old().resources.iter().map(|it| it.urn.clone()));
    let selection = &context.options.selection;
    let error = |message: String, help: String| {
        let reporter = &context.reporter;
        reporter.diagnostic(Severity::Error, None, message, Some(help));
    };
    for pattern in selection.patterns() {
        if !known.iter().any(|it| pattern.matches(it)) {
            let message = format!("no resource matches `{}`", pattern.as_str());
            error(message, advice(pattern, &known));
        }
    }
    for pattern in &selection.replaces {
        let mut matching = known.iter().filter(|it| pattern.matches(it)).peekable();
        if matching.peek().is_some() && !matching.any(|it| run.scope.is_targeted(it)) {
            let name = pattern.as_str();
            let (why, help) = match selection.targets.is_empty() {
                true => ("it is excluded", "leave out one of the two".to_owned()),
                false => ("it is not a target", format!("add `--target {name}`")),
            };
            error(format!("`{name}` is not replaced: {why}"), help);
        }
    }
}

fn advice(pattern: &ResourcePattern, known: &[Urn]) -> String {
    let written = pattern.as_str();
    let names: BTreeSet<&str> = match written.starts_with("urn:") {
        true => known.iter().map(Urn::as_str).collect(),
        false => known.iter().map(Urn::name).collect(),
    };
    match nearest(written, names, MIN_LIKENESS) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "patterns are names or URNs, in which * stands for any text".to_owned(),
    }
}
