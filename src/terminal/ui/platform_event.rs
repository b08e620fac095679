//! Events of a platform, as text for standard error.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::{AnsiColor, Style};

use lumi_host as host;
use lumi_platform::{CallFailure, Change, Event};

use super::event::{self, EventStyle};
use super::palette::{self, paint};
use super::report::{RenderReport as _, Report, escaped, escaped_char};

/// The text with line ends; `None` if the event is hidden.
pub fn text(event: &Event, style: EventStyle) -> Option<String> {
    match event {
        Event::Request { .. }
        | Event::Function { .. }
        | Event::Service { .. }
        | Event::Confined(_)
        | Event::Done { .. }
            if style.quiet =>
        {
            None
        }
        Event::Request {
            is_internal: true, ..
        } if !style.verbose => None,
        Event::Request { .. } => request(event, style),
        Event::Function { name, change } => Some(changed(name, change)),
        Event::Service { name, state } => {
            Some(format!("service {} {}\n", escaped(name), escaped(state)))
        }
        Event::Confined(active) => Some(format!("kernel limits on functions: {active}\n")),
        Event::Done {
            function,
            what,
            duration,
        } => Some(done(function, what, *duration, style)),
        Event::Output { function, event } => output(function, event, style),
        Event::Failed {
            function,
            what,
            failure,
        } => Some(failed(function, what, failure).render(style.color)),
        Event::Dead {
            queue,
            id,
            function,
            letters,
        } => {
            let report = given_up(queue, id, function, letters.as_deref());
            Some(report.render(style.color))
        }
        Event::Problem(problem) => {
            let report = Report::warning(problem.clone());
            Some(report.render(style.color))
        }
    }
}

fn changed(function: &str, change: &Change) -> String {
    let change = match change {
        Change::Added => "is ready",
        Change::Changed => "has changed",
        Change::Removed => "is gone",
    };
    format!("function {} {change}\n", escaped(function))
}

fn given_up(queue: &str, id: &str, function: &str, letters: Option<&str>) -> Report {
    let message = format!(
        "gave up message {id} of queue {queue}: function {function} failed at every attempt"
    );
    let place = match letters {
        None => "it is kept in the folder `dead` of the queue".to_owned(),
        Some(letters) => format!("the queue {letters} has it as a dead letter"),
    };
    Report::error(message).help(place)
}

fn request(event: &Event, style: EventStyle) -> Option<String> {
    let Event::Request {
        method,
        path,
        status,
        duration,
        function,
        is_internal: _,
    } = event
    else {
        return None;
    };
    let color = match status {
        500.. => AnsiColor::Red.on_default(),
        400.. => AnsiColor::Yellow.on_default(),
        _ => Style::new(),
    };
    let mut out = format!("{method} {} ", escaped(path));
    paint(&mut out, color, style.color, &status.to_string());
    let mut rest = format!(" {} ms", duration.as_millis());
    if let Some(function) = function {
        let _ = write!(rest, " ({})", escaped(function));
    }
    paint(&mut out, palette::QUIET, style.color, &rest);
    out.push('\n');
    Some(out)
}

fn done(function: &str, what: &str, duration: Duration, style: EventStyle) -> String {
    let mut out = format!("function {} handled {}", escaped(function), escaped(what));
    let rest = format!(" {} ms", duration.as_millis());
    paint(&mut out, palette::QUIET, style.color, &rest);
    out.push('\n');
    out
}

/// The text with the time before its first line.
pub fn stamped(text: &str, time: &str, style: EventStyle) -> String {
    let mut out = String::with_capacity(text.len() + time.len() + 1);
    paint(&mut out, palette::QUIET, style.color, time);
    out.push(' ');
    out.push_str(text);
    out
}

/// Prefixes each line with the function's name.
fn output(function: &str, event: &host::Event, style: EventStyle) -> Option<String> {
    let text = event::text(event, style)?;
    let mut out = String::new();
    for line in text.lines() {
        paint(
            &mut out,
            palette::QUIET,
            style.color,
            &format!("[{}]", escaped(function)),
        );
        let _ = writeln!(out, " {}", with_colors_only(line));
    }
    Some(out)
}

/// Escapes control characters but tabs and colours: a function may print what a client has sent.
fn with_colors_only(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let color = rest.strip_prefix("\x1b[").map(|it| {
            let end = it.find(|c: char| !c.is_ascii_digit() && c != ';');
            (end, end.is_some_and(|end| it[end..].starts_with('m')))
        });
        let length = match color {
            Some((Some(end), true)) => {
                let length = "\x1b[".len() + end + 1;
                out.push_str(&rest[..length]);
                length
            }
            _ if character == '\t' => {
                out.push('\t');
                1
            }
            _ => {
                out.push_str(&escaped_char(character));
                character.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    out
}

fn failed(function: &str, what: &str, failure: &CallFailure) -> Report {
    let mut report = match failure {
        CallFailure::Failed(error) => Report::from(&**error),
        CallFailure::Crashed(how) => Report::error(how.to_string()).help(
            "only the calls that it was running are lost; the next call starts a new \
                   process",
        ),
        CallFailure::Busy(limit) => {
            Report::error(format!("{limit} calls of it are running already"))
                .help("requests beyond that are answered with 503")
        }
        CallFailure::Refused(refusal) => {
            Report::error(refusal.to_string()).help("the `resilience` in its function.json says so")
        }
        CallFailure::TimedOut(limit) => {
            let limit = humantime::format_duration(*limit);
            Report::error(format!("it did not end within {limit}"))
                .help("look for what it waits for, or allow more time with --timeout")
        }
        CallFailure::ProcessorTime(limit) => {
            let limit = humantime::format_duration(*limit);
            Report::error(format!("it used more than {limit} of processor time")).help(
                "look for a loop that does not end, or allow more with processorTime in its limits",
            )
        }
        CallFailure::Answer(problem) => Report::error(problem.clone())
            .help("return a string, { status, headers, body }, or any other value for JSON"),
    };
    report.message = format!("function {function} failed at {what}: {}", report.message);
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_print_colours_but_no_other_control_characters() {
        for (line, shown) in [
            ("\x1b[1;31mred\x1b[0m\tü", "\x1b[1;31mred\x1b[0m\tü"),
            ("a\x1b[2Jb\x1b]0;t\x07", "a\\u{1b}[2Jb\\u{1b}]0;t\\u{7}"),
            ("one\rtwo\u{9b}", "one\\rtwo\\u{9b}"),
            ("\x1b[", "\\u{1b}["),
            ("\x1b[1;", "\\u{1b}[1;"),
        ] {
            assert_eq!(with_colors_only(line), shown);
        }
    }

    #[test]
    fn lines_for_people() {
        let request = |status| Event::Request {
            method: "GET".to_owned(),
            path: "/a".to_owned(),
            status,
            duration: Duration::from_millis(7),
            function: (status < 404).then(|| "f".to_owned()),
            is_internal: false,
        };
        let console = host::Event::Console {
            level: host::LogLevel::Info,
            text: "one\ntwo\n".to_owned(),
        };
        let events = [
            request(200),
            request(404),
            Event::Confined(host::Active::default()),
            Event::Done {
                function: "f".to_owned(),
                what: "message 1 of queue q".to_owned(),
                duration: Duration::from_millis(3),
            },
            Event::Failed {
                function: "f".to_owned(),
                what: "GET /a".to_owned(),
                failure: CallFailure::Crashed("its process was ended by V8".into()),
            },
            Event::Function {
                name: "f".to_owned(),
                change: Change::Added,
            },
            Event::Output {
                function: "f".to_owned(),
                event: console,
            },
            Event::Failed {
                function: "f".to_owned(),
                what: "GET /a".to_owned(),
                failure: CallFailure::TimedOut(Duration::from_secs(30)),
            },
            Event::Dead {
                queue: "q".to_owned(),
                id: "1".to_owned(),
                function: "f".to_owned(),
                letters: None,
            },
            Event::Dead {
                queue: "q".to_owned(),
                id: "2".to_owned(),
                function: "f".to_owned(),
                letters: Some("q.dead".to_owned()),
            },
            Event::Problem("something is wrong".to_owned()),
        ];
        let shown = |quiet| {
            let style = EventStyle {
                quiet,
                ..EventStyle::default()
            };
            let lines: Vec<String> = events.iter().filter_map(|it| text(it, style)).collect();
            lines.concat()
        };
        insta::assert_snapshot!(shown(false), @r"
        GET /a 200 7 ms (f)
        GET /a 404 7 ms
        kernel limits on functions: none
        function f handled message 1 of queue q 3 ms
        error: function f failed at GET /a: its process was ended by V8
        help: only the calls that it was running are lost; the next call starts a new process
        function f is ready
        [f] one
        [f] two
        error: function f failed at GET /a: it did not end within 30s
        help: look for what it waits for, or allow more time with --timeout
        error: gave up message 1 of queue q: function f failed at every attempt
        help: it is kept in the folder `dead` of the queue
        error: gave up message 2 of queue q: function f failed at every attempt
        help: the queue q.dead has it as a dead letter
        warning: something is wrong
        ");
        assert!(!shown(true).contains("GET /a 200") && shown(true).contains("[f] two"));
    }

    #[test]
    fn platform_requests_of_functions_are_shown_on_demand() {
        let event = Event::Request {
            method: "GET".to_owned(),
            path: "/_lumi/kv/s/k".to_owned(),
            status: 200,
            duration: Duration::ZERO,
            function: None,
            is_internal: true,
        };
        let shown = |verbose| {
            let style = EventStyle {
                verbose,
                ..EventStyle::default()
            };
            text(&event, style)
        };
        assert_eq!(shown(false), None);
        assert!(shown(true).is_some());
    }

    #[test]
    fn the_time_is_in_front() {
        let style = EventStyle::default();
        assert_eq!(
            stamped("a\nb\n", "01:02:03.004", style),
            "01:02:03.004 a\nb\n"
        );
    }
}
