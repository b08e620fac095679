//! Messages of a program in another process, as events.

use std::sync::Arc;

use lumi_host::{Event, EventSink, LogLevel};
use lumi_monitor::{LogSeverity, MonitorLog, ProgramMessage};
use lumi_rpc::{PeerLine, PeerLog};

/// The program's output, unchanged.
pub fn lines(events: &EventSink) -> PeerLog {
    let events = Arc::clone(events);
    Arc::new(move |line: PeerLine| {
        let level = match line.is_error {
            true => LogLevel::Error,
            false => LogLevel::Info,
        };
        let text = format!("{}\n", line.text);
        events(Event::Console { level, text });
    })
}

/// The program's log messages.
pub fn log(events: &EventSink) -> MonitorLog {
    let events = Arc::clone(events);
    Arc::new(move |said| {
        let line = match said {
            ProgramMessage::Line(line) => line,
            ProgramMessage::Function { urn, property } => {
                return events(Event::Function { urn, property });
            }
        };
        let level = match line.severity {
            LogSeverity::Debug => LogLevel::Debug,
            LogSeverity::Info => LogLevel::Info,
            LogSeverity::Warning => LogLevel::Warning,
            LogSeverity::Error => LogLevel::Error,
        };
        events(match line.is_output {
            true => Event::Console {
                level,
                text: line.message,
            },
            false => Event::Log {
                level,
                message: line.message,
                urn: line.urn,
            },
        });
    })
}
