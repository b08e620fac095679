//! `lumi run --check-determinism`: checks that a program always plans the same.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::args::RunArgs;
use crate::evaluation::Evaluation;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::read_limit;
use crate::terminal::Terminal;
use crate::ui::report::{Report, SourceExcerpt};
use lumi_graph::{Comparison, Difference, Graph, SourcePosition, SourceText};
use lumi_host::{EventSink, ProgramError};

use super::run;

/// Two evaluations with different random numbers, clocks and unspecified orders.
const SEEDS: [u32; 2] = [1, 0x9e37_79b9];

pub fn check(evaluation: &Evaluation, args: &RunArgs, terminal: Terminal) -> Result<Exit, Failure> {
    let errors = Arc::new(AtomicUsize::new(0));
    let events = run::sink(terminal, &errors);
    let (first, _) = evaluation.run(&args.flags, events, Some(SEEDS[0]))?;
    // The second evaluation is silent.
    let silent: EventSink = Arc::new(|_| {});
    let second = match evaluation.run(&args.flags, silent, Some(SEEDS[1])) {
        Ok((graph, _)) => graph,
        Err(error @ ProgramError::Thrown(_)) => return Err(second_failed(&error)),
        Err(error) => return Err(error.into()),
    };
    let differences = first.diff(&second, Comparison::Exact);
    let Some(difference) = differences.first() else {
        let resources = first.vertices.len();
        terminal.print_line(&format!(
            "deterministic: both evaluations made the same graph of {resources} resources"
        ));
        return Ok(Exit::Success);
    };
    Err(Failure::new(
        Exit::Failure,
        report(difference, differences.len(), evaluation, [&first, &second]),
    ))
}

fn second_failed(error: &ProgramError) -> Failure {
    let mut report =
        Report::error("the program is not deterministic: its second evaluation failed")
            .help(ADVICE);
    report.related.push(error.into());
    Failure::new(Exit::Failure, report)
}

const ADVICE: &str = "take values that vary (random names, the time, the order of files) from the \
                      configuration, or derive them from names with a hash";

fn report(
    difference: &Difference<'_>,
    count: usize,
    evaluation: &Evaluation,
    graphs: [&Graph; 2],
) -> Report {
    let position = difference.source().or_else(|| {
        let urn = difference.urn()?;
        let found = graphs
            .iter()
            .find_map(|graph| graph.vertices.iter().find(|it| it.urn == *urn));
        found?.source.as_ref()
    });
    let mut report = Report::error(
        "the program is not deterministic: its two evaluations made different \
                       graphs",
    );
    report.at = position.map(|it| SourceExcerpt::new(it, line(it, evaluation)));
    report.details.push(difference.to_string());
    if count > 1 {
        report.details.push(format!("… and {} more", count - 1));
    }
    report.help(ADVICE)
}

fn line(position: &SourcePosition, evaluation: &Evaluation) -> Option<String> {
    let text =
        read_limit::source(&evaluation.project.settings.folder.join(&*position.file)).ok()?;
    Some(SourceText(&text).line(position.line).to_owned())
}
