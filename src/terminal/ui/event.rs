//! Events of a running program, as text or as JSON lines.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use lumi_graph::Urn;
use lumi_host::{Event, LogLevel, TestOutcome, TestResult};

use super::palette::{self, paint};
use super::report::{Report, escaped};

#[derive(Clone, Copy, Debug, Default)]
pub struct EventStyle {
    pub color: bool,
    /// Whether to hide messages other than results and warnings.
    pub quiet: bool,
    /// Whether to show debug messages.
    pub verbose: bool,
    /// Whether the steps of a deployment are only planned, so that a failure is what would happen.
    pub is_plan: bool,
    /// Width of the terminal in columns, if it is one.
    pub columns: Option<usize>,
}

/// The text of an event with its line end; `None` if it is hidden.
pub fn text(event: &Event, style: EventStyle) -> Option<String> {
    match event {
        // Unescaped: programs may colour their own output.
        Event::Console { text, .. } => Some(text.clone()),
        Event::Log { level, .. } if !is_shown(*level, style) => None,
        Event::Log {
            level,
            message,
            urn,
        } => {
            let (word, word_style) = log_label(*level);
            let mut out = String::new();
            paint(&mut out, word_style, style.color, word);
            let message: Vec<String> = message.lines().map(escaped).collect();
            let _ = write!(out, ": {}", message.join("\n  "));
            if let Some(urn) = urn {
                let resource = format!(" ({} {:?})", urn.resource_type(), urn.name());
                paint(&mut out, palette::QUIET, style.color, &resource);
            }
            out.push('\n');
            Some(out)
        }
        Event::Test(result) => Some(test(result, style.color)),
        Event::Result(_) | Event::Closure(_) | Event::Function { .. } | Event::Secrets(_) => None,
    }
}

fn is_shown(level: LogLevel, style: EventStyle) -> bool {
    match level {
        LogLevel::Debug => style.verbose,
        LogLevel::Info => !style.quiet,
        LogLevel::Warning | LogLevel::Error => true,
    }
}

fn log_label(level: LogLevel) -> (&'static str, Style) {
    match level {
        LogLevel::Debug => ("debug", palette::QUIET),
        LogLevel::Info => ("info", AnsiColor::Blue.on_default()),
        LogLevel::Warning => ("warning", AnsiColor::Yellow.on_default().bold()),
        LogLevel::Error => ("error", AnsiColor::Red.on_default().bold()),
    }
}

fn test(result: &TestResult, color: bool) -> String {
    let (word, style) = match result.outcome {
        TestOutcome::Passed => ("ok", AnsiColor::Green.on_default()),
        TestOutcome::Skipped => ("skipped", AnsiColor::Yellow.on_default()),
        TestOutcome::Failed(_) => ("FAILED", AnsiColor::Red.on_default().bold()),
    };
    let mut out = format!("{} ... ", escaped(&result.name));
    paint(&mut out, style, color, word);
    let time = format!(" ({} ms)", result.duration.as_millis());
    paint(&mut out, palette::QUIET, color, &time);
    out.push('\n');
    out
}

/// The event as an object with a `type`.
pub fn json(event: &Event) -> Value {
    match event {
        Event::Console { text, .. } => json!({ "type": "console", "text": text }),
        Event::Log {
            level,
            message,
            urn,
        } => {
            let urn = urn.as_ref().map(|it| it.as_str());
            json!({ "type": "log", "level": log_label(*level).0, "message": message, "urn": urn })
        }
        Event::Closure(note) => closure(&note.owner, &note.property),
        Event::Function { urn, property } => closure(urn, property),
        Event::Secrets(texts) => json!({ "type": "secrets", "count": texts.len() }),
        Event::Result(json) => {
            let value: Value = serde_json::from_str(json).unwrap_or_default();
            json!({ "type": "result", "value": value })
        }
        Event::Test(result) => {
            let (outcome, error) = match &result.outcome {
                TestOutcome::Passed => ("passed", None),
                TestOutcome::Skipped => ("skipped", None),
                TestOutcome::Failed(error) => ("failed", Some(Report::from(&**error))),
            };
            let milliseconds = result.duration.as_secs_f64() * 1000.0;
            json!({
                "type": "test", "name": result.name, "outcome": outcome,
                "milliseconds": milliseconds, "error": error,
            })
        }
    }
}

fn closure(urn: &Urn, property: &str) -> Value {
    json!({ "type": "closure", "urn": urn.as_str(), "property": property })
}

/// A report as an object with a `type`.
pub fn json_report(report: &Report) -> Value {
    let mut object = json!(report);
    object["type"] = json!("report");
    object
}
