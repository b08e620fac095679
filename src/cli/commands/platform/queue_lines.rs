//! Queues and messages as lines.

use std::fmt::Write as _;

use lumi_platform::operator::{KeptMessage, QueueSummary};
use lumi_terminal::ui::log_line::time;
use lumi_terminal::ui::report::escaped;

/// Most characters of a body in a line.
const SHOWN: usize = 100;

pub fn summary_lines(queues: &[QueueSummary]) -> String {
    let mut text = String::new();
    let width = queues
        .iter()
        .map(|it| escaped(&it.queue).chars().count())
        .max();
    let width = width.unwrap_or_default();
    for QueueSummary {
        queue,
        messages,
        dead,
    } in queues
    {
        let _ = writeln!(
            text,
            "{:width$}  {messages} waiting, {dead} dead",
            escaped(queue)
        );
    }
    text
}

/// Identifier, time, what is known besides, and the beginning of the body.
pub fn message_lines(messages: &[KeptMessage]) -> String {
    let mut text = String::new();
    for message in messages {
        let mut facts = String::new();
        if let Some(key) = &message.key {
            let _ = write!(facts, " key={}", escaped(key));
        }
        if message.failures > 0 {
            let _ = write!(facts, " failures={}", message.failures);
        }
        if let Some(function) = &message.function {
            let _ = write!(facts, " function={}", escaped(function));
        }
        if let Some(context) = message.traceparent {
            let _ = write!(facts, " trace={}", &context.trace_text()[..8]);
        }
        let body = escaped(&message.body);
        let shown: String = body.chars().take(SHOWN).collect();
        let end = if shown.len() < body.len() { "…" } else { "" };
        let _ = writeln!(
            text,
            "{} {}{facts}  {shown}{end}",
            escaped(&message.id),
            time(message.time)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_cut_and_escaped() {
        let message = |body: &str, key: Option<&str>| KeptMessage {
            id: "1-a".to_owned(),
            body: body.to_owned(),
            time: 0,
            key: key.map(str::to_owned),
            function: None,
            failures: 2,
            traceparent: None,
        };
        let text = message_lines(&[
            message("\x1b[2J", Some("k")),
            message(&"x".repeat(200), None),
        ]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].ends_with(" key=k failures=2  \\u{1b}[2J"),
            "{text}"
        );
        assert!(
            lines[1].ends_with("xxx…") && lines[1].chars().count() < 150,
            "{text}"
        );
    }

    #[test]
    fn queues_are_in_columns() {
        let queue = |name: &str, messages, dead| QueueSummary {
            queue: name.to_owned(),
            messages,
            dead,
        };
        assert_eq!(
            summary_lines(&[queue("jobs", 1, 0), queue("orders.dead", 20, 3)]),
            "jobs         1 waiting, 0 dead\norders.dead  20 waiting, 3 dead\n"
        );
    }
}
