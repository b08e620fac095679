//! `lumi run`: shows the graph that a program plans against an empty stack.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::args::RunArgs;
use crate::commands::determinism;
use crate::commands::graph::{GraphShape, show_graph};
use crate::commands::test_files;
use lumi_graph::Secrets;
use lumi_graph::render::Annotations;
use lumi_host::{Event, EventSink, LogLevel};
use lumi_runs::evaluation::Evaluation;
use lumi_runs::remote_evaluation::ExecutionMode;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::redaction;
use lumi_terminal::output::terminal::{Terminal, write_error, write_json_event, write_json_line};
use lumi_terminal::ui::event;
use lumi_terminal::ui::report::{Report, escaped};

/// Evaluates the program and shows the graph; `current` is the folder that paths are relative to.
pub fn run(
    args: &RunArgs,
    current: PathBuf,
    terminal: Terminal,
    place: ExecutionMode,
) -> Result<Exit, Failure> {
    let mut evaluation = Evaluation::new(&args.program, &args.flags, current.clone(), terminal)?;
    if args.show_secrets {
        redaction::disable();
    }
    evaluation.place(place)?;
    refuse_overwriting(args, &evaluation, &current)?;
    refuse_tests_of_pulumi(args, &evaluation)?;
    evaluation.arguments.clone_from(&args.arguments);
    evaluation.color = terminal.error_color && !args.json;
    evaluation.shows_progress = terminal.shows_progress && !args.json;
    Interrupts::install().pass_to(&evaluation.stop);
    if args.check_determinism {
        return determinism::check(&evaluation, args, terminal);
    }
    if args.json {
        return run_json(&evaluation, args);
    }
    let errors = Arc::new(AtomicUsize::new(0));
    let (graph, note) = evaluation.plan(&args.flags, sink(terminal, &errors))?;
    if let Some(note) = &note {
        terminal.report(note);
    }
    let shape = GraphShape {
        format: args.format,
        out: args.out.as_deref(),
        secrets: Secrets::shown_if(args.show_secrets),
        annotations: &Annotations::default(),
    };
    match show_graph(&graph, shape, &current, terminal) {
        // The exit code does not depend on the reader of the output.
        Err(failure) if failure.report.is_none() => {}
        shown => shown?,
    }
    // The process is about to end, so a large graph need not be freed.
    std::mem::forget(graph);
    exit_after(&errors)
}

/// Refuses `--out index.ts`, a typing error that would overwrite the program.
fn refuse_overwriting(
    args: &RunArgs,
    evaluation: &Evaluation,
    current: &Path,
) -> Result<(), Failure> {
    let out = args
        .out
        .as_ref()
        .and_then(|it| current.join(it).canonicalize().ok());
    if out.as_ref() != Some(&evaluation.project.entry) {
        return Ok(());
    }
    let report = Report::error("--out names the program itself, which would be overwritten");
    Err(Failure::new(Exit::Usage, report))
}

/// Refuses a file of tests of a program of Pulumi: it declares tests, and has mocks in the place of an engine.
fn refuse_tests_of_pulumi(args: &RunArgs, evaluation: &Evaluation) -> Result<(), Failure> {
    let name = args.program.file_name().unwrap_or_default();
    let is_test = test_files::is_test(&name.to_string_lossy(), true);
    if evaluation.project.settings.pulumi.is_none() || !is_test {
        return Ok(());
    }
    let file = escaped(&args.program.display().to_string());
    let report = Report::error(format!("{file} has the name of a file of tests"));
    let help = format!("`lumi test {file}` runs them");
    Err(Failure::new(Exit::Usage, report.help(help)))
}

/// Prints events as they arrive and counts logged errors.
pub fn sink(terminal: Terminal, errors: &Arc<AtomicUsize>) -> EventSink {
    let style = terminal.event_style();
    let errors = Arc::clone(errors);
    Arc::new(move |event| {
        count_errors(&event, &errors);
        if let Some(text) = event::text(&event, style) {
            write_error(&text);
        }
    })
}

fn count_errors(event: &Event, errors: &AtomicUsize) {
    if let Event::Log {
        level: LogLevel::Error,
        ..
    } = event
    {
        errors.fetch_add(1, Ordering::Relaxed);
    }
}

/// The exit code: a program that logged an error has failed, even if it continued.
fn exit_after(errors: &AtomicUsize) -> Result<Exit, Failure> {
    match errors.load(Ordering::Relaxed) {
        0 => Ok(Exit::Success),
        1 => Err(Failure::new(
            Exit::Failure,
            Report::error("the program logged an error"),
        )),
        many => {
            let message = format!("the program logged {many} errors");
            Err(Failure::new(Exit::Failure, Report::error(message)))
        }
    }
}

/// Writes events as JSON lines to standard output; the last line is the summary.
fn run_json(evaluation: &Evaluation, args: &RunArgs) -> Result<Exit, Failure> {
    let errors = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&errors);
    let events: EventSink = Arc::new(move |event| {
        count_errors(&event, &counted);
        // A closed pipe is detected when the summary is written.
        let _ = write_json_event(event::json(&event));
    });
    let secrets = Secrets::shown_if(args.show_secrets);
    let (exit, summary) = match evaluation.plan(&args.flags, events) {
        Ok((graph, note)) => {
            if let Some(note) = &note {
                write_json_event(event::json_report(note))?;
            }
            let logged = errors.load(Ordering::Relaxed);
            let exit = if logged == 0 {
                Exit::Success
            } else {
                Exit::Failure
            };
            let graph = serde_json::to_value(graph.serializable(secrets));
            (exit, json!({ "graph": graph.map_err(io::Error::from)? }))
        }
        Err(failure) => {
            if let Some(report) = &failure.report {
                write_json_event(event::json_report(report))?;
            }
            (failure.exit, json!({}))
        }
    };
    let mut line = json!({ "type": "summary", "exitCode": exit.code() });
    if let (Some(line), serde_json::Value::Object(rest)) = (line.as_object_mut(), summary) {
        line.extend(rest);
    }
    write_json_line(&line)?;
    Ok(exit)
}
