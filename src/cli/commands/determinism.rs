//! `lumi run --check-determinism`: checks that a program always plans the same.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::args::RunArgs;
use lumi_graph::{Comparison, Difference, Graph, SourcePosition, SourceText};
use lumi_host::{EventSink, ProgramError, SettlingOrder, StopReason};
use lumi_runs::evaluation::Evaluation;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, SourceExcerpt};

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
        Err(error) if is_of_program(&error) => return Err(second_failed(&error)),
        Err(error) => return Err(error.into()),
    };
    compare(evaluation, [&first, &second], BETWEEN_EVALUATIONS)?;
    let note = try_callbacks(evaluation, args)?;
    let resources = first.vertices.len();
    terminal.print_line(&format!(
        "deterministic: both evaluations made the same graph of {resources} resources"
    ));
    if let Some(note) = note {
        terminal.print_line(&note);
    }
    Ok(Exit::Success)
}

fn compare(evaluation: &Evaluation, graphs: [&Graph; 2], title: Title) -> Result<(), Failure> {
    let [first, second] = graphs;
    let differences = first.diff(second, Comparison::Exact);
    let Some(difference) = differences.first() else {
        return Ok(());
    };
    let report = report(difference, differences.len(), evaluation, graphs, title);
    Err(Failure::new(Exit::Failure, report))
}

/// Runs callbacks with made-up values of outputs, which become known in two orders. Gives a note if the values do not
/// do: a callback may need one of a certain form.
fn try_callbacks(evaluation: &Evaluation, args: &RunArgs) -> Result<Option<String>, Failure> {
    let run = |order| {
        let silent: EventSink = Arc::new(|_| {});
        evaluation.run_tried(&args.flags, silent, Some(SEEDS[0]), Some(order))
    };
    let orders = [SettlingOrder::First, SettlingOrder::Last].map(run);
    match orders {
        [Ok((first, _)), Ok((last, _))] => {
            compare(evaluation, [&first, &last], BETWEEN_ORDERS)?;
            Ok(None)
        }
        [Err(error), _] | [_, Err(error)] if !is_of_program(&error) => Err(error.into()),
        [Err(error), Err(_)] => {
            let report = Report::from(&error);
            let problem = report.message.lines().next().unwrap_or_default();
            Ok(Some(format!(
                "not tried: callbacks fail with the made-up values that outputs have here ({problem})"
            )))
        }
        [Err(error), Ok(_)] | [Ok(_), Err(error)] => {
            let mut report = Report::error(
                "the program is not deterministic: it fails if outputs become known in another order",
            )
            .help(BETWEEN_ORDERS.help);
            report.related.push((&error).into());
            Err(Failure::new(Exit::Failure, report))
        }
    }
}

/// Whether a failure is what the program does with the values that it has: it throws, ends itself, waits for ever, or
/// reaches a limit.
fn is_of_program(error: &ProgramError) -> bool {
    !matches!(
        error,
        ProgramError::Stopped(StopReason::Interrupted, _)
            | ProgramError::NoThread(_)
            | ProgramError::Internal(_)
    )
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

/// The texts of a difference.
#[derive(Clone, Copy)]
struct Title {
    title: &'static str,
    help: &'static str,
}

const BETWEEN_EVALUATIONS: Title = Title {
    title: "the program is not deterministic: its two evaluations made different graphs",
    help: ADVICE,
};

const BETWEEN_ORDERS: Title = Title {
    title: "the program is not deterministic: its graph depends on the order in which outputs become known",
    help: "return values from callbacks and combine them with `all(…)`, instead of changing what other callbacks use",
};

fn report(
    difference: &Difference<'_>,
    count: usize,
    evaluation: &Evaluation,
    graphs: [&Graph; 2],
    title: Title,
) -> Report {
    let position = difference.source().or_else(|| {
        let urn = difference.urn()?;
        let found = graphs
            .iter()
            .find_map(|graph| graph.vertices.iter().find(|it| it.urn == *urn));
        found?.source.as_ref()
    });
    let mut report = Report::error(title.title);
    report.at = position.map(|it| SourceExcerpt::new(it, line(it, evaluation)));
    report.details.push(difference.to_string());
    if count > 1 {
        report.details.push(format!("… and {} more", count - 1));
    }
    report.help(title.help)
}

fn line(position: &SourcePosition, evaluation: &Evaluation) -> Option<String> {
    let text =
        read_limit::source(&evaluation.project.settings.folder.join(&*position.file)).ok()?;
    Some(SourceText(&text).line(position.line).to_owned())
}
