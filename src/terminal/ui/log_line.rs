//! Records of functions' logs as lines.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use chrono::{DateTime, Local};

use lumi_platform::telemetry::{Level, Log};

use super::palette::{self, paint};
use super::report::escaped;

/// Digits of a trace's id that are shown.
pub const SHOWN_DIGITS: usize = 8;

/// Time, level, function, message, attributes and the beginning of the trace's id, with the line end. Further lines of the
/// message are indented.
pub fn text(log: &Log, is_coloured: bool) -> String {
    let mut out = String::new();
    paint(&mut out, palette::QUIET, is_coloured, &time(log.time));
    out.push(' ');
    paint(
        &mut out,
        level_style(log.level),
        is_coloured,
        &format!("{:5}", log.level.name()),
    );
    if let Some(function) = &log.function {
        out.push(' ');
        paint(&mut out, palette::HEADING, is_coloured, &escaped(function));
    }
    let lines: Vec<String> = log.message.lines().map(escaped).collect();
    let _ = write!(out, " {}", lines.join("\n  "));
    for (name, value) in &log.attributes {
        let text = format!(" {}={}", escaped(name), escaped(&value.to_string()));
        paint(&mut out, palette::QUIET, is_coloured, &text);
    }
    if let Some(context) = log.context {
        let id = &context.trace_text()[..SHOWN_DIGITS];
        paint(&mut out, palette::QUIET, is_coloured, &format!(" [{id}]"));
    }
    out.push('\n');
    out
}

/// The local time of microseconds since the epoch.
pub fn time(microseconds: u64) -> String {
    let time = i64::try_from(microseconds).ok();
    let time = time.and_then(DateTime::from_timestamp_micros);
    time.map_or_else(String::new, |it| {
        it.with_timezone(&Local).format("%H:%M:%S%.3f").to_string()
    })
}

fn level_style(level: Level) -> Style {
    match level {
        Level::Debug => palette::QUIET,
        Level::Info => Style::new(),
        Level::Warn => AnsiColor::Yellow.on_default(),
        Level::Error => AnsiColor::Red.on_default(),
    }
}

#[cfg(test)]
mod tests {
    use lumi_platform::telemetry::TraceContext;

    use super::*;

    #[test]
    fn a_record_is_a_line_without_control_characters() {
        let context =
            TraceContext::parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        let log = Log {
            time: 0,
            level: Level::Warn,
            function: Some("api".to_owned()),
            message: "paid\x1b[2J\nmore".to_owned(),
            attributes: [
                ("order".to_owned(), 7.into()),
                ("who".to_owned(), "a b".into()),
            ]
            .into(),
            context,
        };
        let text = text(&log, false);
        insta::assert_snapshot!(text[12..].trim_start(), @r#"
        warn  api paid\u{1b}[2J
          more order=7 who="a b" [4bf92f35]
        "#);
    }
}
