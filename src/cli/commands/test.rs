//! `lumi test FILE…`: runs what files declare with `test()`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::cli::args::TestArgs;
use crate::cli::commands::test_files;
use crate::cli::evaluation::Evaluation;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::interrupt::stop_on_interrupt;
use crate::cli::terminal::{Terminal, write_error};
use crate::cli::ui::event::{self, EventStyle};
use crate::cli::ui::report::Report;
use crate::host::{
    Event, EventSink, Mode, ProgramError, StopHandle, StopReason, TestOutcome, TestResult,
};

/// What became of the tests so far.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    /// Files that could not be run to their end.
    broken: usize,
}

/// Runs every file, also after one has failed.
pub fn run(args: &TestArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    let start = Instant::now();
    let stop = StopHandle::default();
    stop_on_interrupt(stop.clone());
    let tally = Arc::new(Mutex::new(Tally::default()));
    let files = test_files(&args.files, &current)?;
    for file in &files {
        let mut evaluation = Evaluation::new(file, &args.flags, current.clone())?;
        evaluation.mode = Mode::Test;
        evaluation.color = terminal.error_color && !args.json;
        evaluation.stop = stop.clone();
        if !args.json && files.len() > 1 {
            terminal.say(&format!("\n{}", file.display()));
        }
        let before = *lock(&tally);
        let events = sink(args.json, terminal, &tally);
        match evaluation.run(&args.flags, events, None) {
            Ok(_) => warn_of_no_tests(file.display(), before, *lock(&tally), args.json, terminal),
            Err(error @ ProgramError::Stopped(StopReason::Interrupted)) => return Err(error.into()),
            Err(error) => {
                lock(&tally).broken += 1;
                show(&Report::from(&error), args.json, terminal)?;
            }
        }
    }
    let tally = *lock(&tally);
    let is_good = tally.failed + tally.broken == 0 && tally.total() > 0;
    let exit = if is_good {
        Exit::Success
    } else {
        Exit::Failure
    };
    summarise(tally, start.elapsed(), exit, args.json)?;
    Ok(exit)
}

fn test_files(arguments: &[PathBuf], current: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for argument in arguments {
        let found = test_files::find(argument, current).map_err(|error| {
            let message = format!("cannot read the folder {}: {error}", argument.display());
            Failure::new(Exit::Usage, Report::error(message))
        })?;
        if found.is_empty() {
            let message = format!("there are no tests below {}", argument.display());
            let report = Report::error(message)
                .help("write them in files such as site.test.ts, or name the file");
            return Err(Failure::new(Exit::Failure, report));
        }
        files.extend(found);
    }
    Ok(files)
}

fn lock(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

fn sink(is_json: bool, terminal: Terminal, tally: &Arc<Mutex<Tally>>) -> EventSink {
    let tally = Arc::clone(tally);
    let Terminal {
        error_color: color,
        quiet,
        verbose,
        ..
    } = terminal;
    let style = EventStyle {
        color,
        quiet,
        verbose,
    };
    Arc::new(move |event| {
        if let Event::Test(result) = &event {
            lock(&tally).count(result);
        }
        if is_json {
            let _ = write_line(&event::json(&event));
            return;
        }
        let failure = match &event {
            Event::Test(TestResult {
                outcome: TestOutcome::Failed(error),
                ..
            }) => Some(error),
            Event::Test(_) if quiet => return,
            _ => None,
        };
        if let Some(text) = event::text(&event, style) {
            write_error(&text);
        }
        if let Some(error) = failure {
            terminal.report(&Report::from(&**error));
        }
    })
}

impl Tally {
    fn count(&mut self, result: &TestResult) {
        match result.outcome {
            TestOutcome::Passed => self.passed += 1,
            TestOutcome::Failed(_) => self.failed += 1,
            TestOutcome::Skipped => self.skipped += 1,
        }
    }

    fn total(self) -> usize {
        self.passed + self.failed + self.skipped
    }
}

fn warn_of_no_tests(
    file: impl std::fmt::Display,
    before: Tally,
    after: Tally,
    is_json: bool,
    terminal: Terminal,
) {
    if before.total() == after.total() {
        let mut report = Report::error(format!("{file} declares no tests"))
            .help("declare them with test(\"name\", () => { … }) of \"lumi/testing\"");
        report.severity = crate::cli::ui::report::Severity::Warning;
        let _ = show(&report, is_json, terminal);
    }
}

fn show(report: &Report, is_json: bool, terminal: Terminal) -> io::Result<()> {
    if is_json {
        return write_line(&event::json_report(report));
    }
    terminal.report(report);
    Ok(())
}

fn summarise(tally: Tally, took: Duration, exit: Exit, is_json: bool) -> io::Result<()> {
    let Tally {
        passed,
        failed,
        skipped,
        broken,
    } = tally;
    if is_json {
        return write_line(&json!({
            "type": "summary", "exitCode": exit.code(), "passed": passed, "failed": failed,
            "skipped": skipped, "brokenFiles": broken, "milliseconds": took.as_secs_f64() * 1e3,
        }));
    }
    let mut line = format!("\ntests: {passed} passed, {failed} failed");
    if skipped > 0 {
        line.push_str(&format!(", {skipped} skipped"));
    }
    if broken > 0 {
        let plural = if broken == 1 { "" } else { "s" };
        line.push_str(&format!("; {broken} file{plural} could not be run"));
    }
    writeln!(io::stdout().lock(), "{line} ({} ms)", took.as_millis())
}

fn write_line(value: &serde_json::Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")
}
