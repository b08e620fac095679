//! Reports the progress and the results of `lumi test`.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use parking_lot::Mutex;
use serde_json::json;

use super::junit::{Suite, junit};
use lumi_host::{Event, ProgramError, TestOutcome, TestResult};
use lumi_terminal::exit::Exit;
use lumi_terminal::output::terminal::{Terminal, write_error, write_json_event, write_json_line};
use lumi_terminal::ui::event;
use lumi_terminal::ui::report::{Report, Severity};

/// Prints results as text on standard error or as JSON lines, and counts them.
pub struct TestReporter {
    terminal: Terminal,
    is_json: bool,
    start: Instant,
    counts: Mutex<TestCounts>,
    /// The results for JUnit.
    suites: Mutex<Vec<Suite>>,
    /// The filter of test names; empty for all.
    filter: String,
}

/// Counts of test results.
#[derive(Clone, Copy, Debug, Default)]
struct TestCounts {
    passed: usize,
    failed: usize,
    skipped: usize,
    /// The number of files that could not be run to their end.
    broken: usize,
    /// The number of tests in previous files.
    before: usize,
}

impl TestReporter {
    pub fn new(terminal: Terminal, is_json: bool, filter: &str) -> Self {
        Self {
            terminal,
            is_json,
            start: Instant::now(),
            counts: Mutex::default(),
            suites: Mutex::default(),
            filter: filter.to_owned(),
        }
    }

    pub fn start_file(&self, file: &Path, is_shown: bool) {
        self.suites
            .lock()
            .push(Suite::new(file.display().to_string()));
        if is_shown && !self.is_json {
            self.terminal.print_line(&format!("\n{}", file.display()));
        }
    }

    pub fn event(&self, event: &Event) {
        if let Event::Test(result) = event {
            self.counts.lock().count(result);
            if let Some(suite) = self.suites.lock().last_mut() {
                suite.add(result);
            }
        }
        if self.is_json {
            // A closed pipe is detected when the summary is written.
            let _ = write_json_event(event::json(event));
            return;
        }
        let failure = match event {
            Event::Test(TestResult {
                outcome: TestOutcome::Failed(error),
                ..
            }) => Some(error),
            Event::Test(_) if self.terminal.quiet => return,
            _ => None,
        };
        if let Some(text) = event::text(event, self.terminal.event_style()) {
            write_error(&text);
        }
        if let Some(error) = failure {
            self.terminal.report(&Report::from(&**error));
        }
    }

    /// Called when a file has run to its end.
    pub fn end_file(&self, file: &Path) {
        let mut counts = self.counts.lock();
        let is_empty = counts.total() == counts.before;
        counts.before = counts.total();
        drop(counts);
        // A filter may leave out all tests of a file.
        if is_empty && self.filter.is_empty() {
            let mut report = Report::error(format!("{} declares no tests", file.display()))
                .help("declare them with test(\"name\", () => { … }) of \"lumi/testing\"");
            report.severity = Severity::Warning;
            self.report(&report);
        }
    }

    pub fn file_failed(&self, error: &ProgramError) {
        let mut counts = self.counts.lock();
        counts.broken += 1;
        if let Some(suite) = self.suites.lock().last_mut() {
            suite.fail(&Report::from(error));
        }
        counts.before = counts.total();
        drop(counts);
        self.report(&Report::from(error));
    }

    /// Prints the summary and returns the exit code. A run without tests fails.
    pub fn summarise(&self) -> io::Result<Exit> {
        let counts = *self.counts.lock();
        let is_good = counts.failed + counts.broken == 0 && counts.total() > 0;
        let exit = if is_good {
            Exit::Success
        } else {
            Exit::Failure
        };
        if counts.total() + counts.broken == 0 && !self.filter.is_empty() {
            let message = format!("no test has a name that contains `{}`", self.filter);
            let help = "`lumi test` without --filter runs and names all tests";
            self.report(&Report::error(message).help(help));
        }
        let took = self.start.elapsed();
        if self.is_json {
            write_json_line(&json!({
                "type": "summary", "exitCode": exit.code(), "passed": counts.passed,
                "failed": counts.failed, "skipped": counts.skipped, "brokenFiles": counts.broken,
                "milliseconds": took.as_secs_f64() * 1e3,
            }))?;
        } else {
            writeln!(
                io::stdout().lock(),
                "\n{} ({} ms)",
                counts.sentence(),
                took.as_millis()
            )?;
        }
        Ok(exit)
    }

    /// All results so far as a JUnit document.
    pub fn junit(&self) -> String {
        junit(&self.suites.lock())
    }

    fn report(&self, report: &Report) {
        if self.is_json {
            let _ = write_json_event(event::json_report(report));
        } else {
            self.terminal.report(report);
        }
    }
}

impl TestCounts {
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

    fn sentence(self) -> String {
        let mut line = format!("tests: {} passed, {} failed", self.passed, self.failed);
        if self.skipped > 0 {
            let _ = write!(line, ", {} skipped", self.skipped);
        }
        if self.broken > 0 {
            let plural = if self.broken == 1 { "" } else { "s" };
            let _ = write!(line, "; {} file{plural} could not be run", self.broken);
        }
        line
    }
}
