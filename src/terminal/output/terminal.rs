//! Output streams and their capabilities.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use lumi_graph::Secrets;

use super::partial_secrets;
use super::redaction;
use super::screen;
use crate::ui::event::EventStyle;
use crate::ui::report::{RenderReport as _, Report, Severity};
use crate::ui::tree;
use lumi_project::reports::Reporter;

/// The flags of a command about its output.
#[derive(Clone, Copy, Debug)]
pub struct TerminalSettings {
    /// Whether to colour all output; `None` where terminals can show it.
    pub color: Option<bool>,
    pub is_quiet: bool,
    pub is_verbose: bool,
}

/// Data is written to standard output, everything else to standard error.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Whether standard output has colours.
    pub color: bool,
    /// Whether standard error has colours.
    pub error_color: bool,
    /// Width of standard output in columns, if it is a terminal.
    pub width: Option<usize>,
    /// Width of standard error in columns, if it is a terminal.
    pub error_width: Option<usize>,
    /// Whether to show progress, which requires that standard error is a terminal.
    pub shows_progress: bool,
    /// Whether a user can answer questions.
    pub can_ask: bool,
    pub quiet: bool,
    pub verbose: bool,
    /// The start of the process; only with `-v`.
    pub started: Option<Instant>,
}

impl Terminal {
    pub fn new(settings: TerminalSettings, started: Instant) -> Self {
        let TerminalSettings {
            color,
            is_quiet,
            is_verbose,
        } = settings;
        let allowed = |is_terminal: bool| color.unwrap_or_else(|| is_terminal && !no_color());
        let is_terminal = io::stdout().is_terminal();
        let width = if is_terminal {
            terminal_size::terminal_size()
        } else {
            None
        };
        Self {
            color: allowed(is_terminal),
            error_color: allowed(io::stderr().is_terminal()),
            width: width.map(|(columns, _)| usize::from(columns.0)),
            error_width: terminal_size::terminal_size_of(io::stderr())
                .map(|(columns, _)| usize::from(columns.0)),
            shows_progress: io::stderr().is_terminal() && !is_quiet,
            can_ask: io::stdin().is_terminal() && io::stderr().is_terminal(),
            quiet: is_quiet,
            verbose: is_verbose,
            started: is_verbose.then_some(started),
        }
    }

    /// The style of trees on standard output.
    pub fn tree_style(&self, secrets: Secrets<'static>) -> tree::Style {
        tree::Style {
            color: self.color,
            secrets,
            width: self.width,
        }
    }

    /// The style of events on standard error.
    pub fn event_style(&self) -> EventStyle {
        EventStyle {
            color: self.error_color,
            quiet: self.quiet,
            verbose: self.verbose,
            is_plan: false,
            columns: self.error_width,
        }
    }

    /// Shows an error, warning or note; `-q` hides notes.
    pub fn report(&self, report: &Report) {
        if self.quiet && report.severity == Severity::Note {
            return;
        }
        write_error(&report.render_within(self.error_color, self.error_width));
    }

    /// The output for the list of files that a command writes; `-q` hides the list, unless it is `data`.
    pub fn written_names(&self, is_data: bool) -> Box<dyn Write> {
        match self.quiet && !is_data {
            true => Box::new(io::sink()),
            false => Box::new(io::stdout()),
        }
    }

    /// Shows a line about Lumi's work; `-q` hides it.
    pub fn print_line(&self, line: &str) {
        if !self.quiet {
            write_error(&format!("{line}\n"));
        }
    }
}

impl Reporter for Terminal {
    fn report(&self, report: &Report) {
        Self::report(self, report);
    }
}

/// Columns and rows of the terminal at standard error.
pub fn error_size() -> (usize, usize) {
    let size = terminal_size::terminal_size_of(io::stderr());
    size.map_or((80, 24), |(columns, rows)| {
        (columns.0.into(), rows.0.into())
    })
}

/// The number of threads that write to standard output.
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// Whether a write to standard output waits for its reader.
pub fn is_output_full() -> bool {
    let mut output = libc::pollfd {
        fd: libc::STDOUT_FILENO,
        events: libc::POLLOUT,
        revents: 0,
    };
    // SAFETY: `output` is one entry, and is alive during the call.
    WRITING.load(Ordering::SeqCst) > 0 && unsafe { libc::poll(&raw mut output, 1, 0) } == 0
}

/// Writes text to standard output. A closed pipe counts as success.
pub fn write_output(text: &str) -> io::Result<()> {
    write_captured();
    WRITING.fetch_add(1, Ordering::SeqCst);
    let written = io::stdout().lock().write_all(text.as_bytes());
    WRITING.fetch_sub(1, Ordering::SeqCst);
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes what a program has printed last, if it was held back.
pub fn write_captured() {
    if let Some(held) = partial_secrets::take() {
        write_error(&held);
    }
}

/// Writes one line of JSON to standard output. A closed pipe counts as success: the exit code of
/// the command does not depend on its reader.
pub fn write_json_line(value: &serde_json::Value) -> io::Result<()> {
    if let Some(text) = partial_secrets::take() {
        write_json_event(serde_json::json!({ "type": "console", "text": text }))?;
    }
    write_output(&format!("{value}\n"))
}

/// Redacts an event and writes it as one line of JSON.
pub fn write_json_event(mut event: serde_json::Value) -> io::Result<()> {
    redaction::redact_json(&mut event);
    write_json_line(&event)
}

/// Standard error as the output of a process.
pub fn error_output() -> Stdio {
    io::stderr().into()
}

/// Writes to standard error in one piece, so that lines of different threads do not mix. Errors
/// are ignored, because they could only be reported on standard error.
pub fn write_error(text: &str) {
    let held = partial_secrets::take().map(|it| it + text);
    let text = held.as_deref().unwrap_or(text);
    match redaction::redact(text) {
        Some(clear) => screen::write_above(&clear),
        None => screen::write_above(text),
    }
}

/// Whether the terminal knows no escape sequences.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|it| it == "dumb")
}

/// Writes an escape sequence, if standard error is a terminal that may know it.
pub fn write_escape(sequence: &str) {
    if io::stderr().is_terminal() && !is_dumb() {
        write_error(sequence);
    }
}

/// <https://no-color.org>: set and not empty.
fn no_color() -> bool {
    env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty()) || is_dumb()
}
