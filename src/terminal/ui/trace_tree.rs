//! A trace as a tree, with bars that show when its spans ran.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lumi_platform::telemetry::{Record, Span};

use super::log_line::{SHOWN_DIGITS, time};
use super::palette::{self, paint};
use super::report::escaped;

/// Columns of a bar.
const BAR: usize = 32;
/// Most columns of a name with its indentation.
const NAMES: usize = 44;

/// A trace in one line: id, time, duration, number of spans, and the name of the first one.
pub fn headline(spans: &[&Span], is_coloured: bool) -> String {
    let (start, end) = limits(spans);
    let Some(first) = spans
        .iter()
        .min_by_key(|it| (it.parent.is_some(), it.start))
    else {
        return String::new();
    };
    let mut out = String::new();
    let id = &first.context.trace_text()[..SHOWN_DIGITS];
    paint(&mut out, palette::HEADING, is_coloured, id);
    let count = spans.len();
    let noun = if count == 1 { "span" } else { "spans" };
    let duration = duration(end - start);
    let _ = write!(
        out,
        " {} {duration:>8} {count:3} {noun:5} {}",
        time(start),
        escaped(&first.name)
    );
    let failed = spans.iter().filter(|it| it.error.is_some()).count();
    if failed > 0 {
        paint(
            &mut out,
            palette::FAILED,
            is_coloured,
            &format!(" ({failed} failed)"),
        );
    }
    out.push('\n');
    out
}

/// The spans of a trace below their parents, with the time of each. Spans whose parent is not there are at the top.
pub fn text(spans: &[&Span], records: &[Record], is_coloured: bool) -> String {
    let Some(first) = spans.first() else {
        return String::new();
    };
    let mut out = format!("trace {}\n", first.context.trace_text());
    let mut tree = Tree {
        spans: BTreeMap::new(),
        limits: limits(spans),
        logs: logs_by_span(records),
        is_coloured,
    };
    let known = |id: u64| spans.iter().any(|it| it.context.span == id);
    for span in spans {
        let parent = span
            .parent
            .filter(|it| known(*it) && *it != span.context.span);
        tree.spans.entry(parent).or_default().push(span);
    }
    for children in tree.spans.values_mut() {
        children.sort_by_key(|it| (it.start, it.context.span));
    }
    tree.write(&mut out, None, 0);
    out
}

struct Tree<'a> {
    /// By parent, in the order of their start.
    spans: BTreeMap<Option<u64>, Vec<&'a Span>>,
    /// Start and end of the trace, in microseconds since the epoch.
    limits: (u64, u64),
    /// The number of log records, by span.
    logs: BTreeMap<u64, usize>,
    is_coloured: bool,
}

impl Tree<'_> {
    /// The depth is limited, because spans may name each other as parents.
    fn write(&self, out: &mut String, parent: Option<u64>, depth: usize) {
        const MAX_DEPTH: usize = 64;
        let children = self.spans.get(&parent).into_iter().flatten();
        for span in children.take_while(|_| depth < MAX_DEPTH) {
            self.line(out, span, depth);
            self.write(out, Some(span.context.span), depth + 1);
        }
    }

    fn line(&self, out: &mut String, span: &Span, depth: usize) {
        let indentation = "  ".repeat(depth.min(NAMES / 4));
        let name = format!("{indentation}{}", escaped(&span.name));
        let name: String = name.chars().take(NAMES).collect();
        let _ = write!(out, "{name:NAMES$} ");
        let style = if span.error.is_some() {
            palette::FAILED
        } else {
            palette::READ
        };
        paint(out, style, self.is_coloured, &self.bar(span));
        let _ = write!(out, " {:>8}", duration(span.duration));
        if let Some(function) = span.function.as_ref().filter(|it| **it != span.name) {
            paint(
                out,
                palette::QUIET,
                self.is_coloured,
                &format!("  {}", escaped(function)),
            );
        }
        if let Some(attempt) = span
            .attributes
            .get("lumi.attempt")
            .filter(|it| it.as_u64() > Some(1))
        {
            let _ = write!(out, "  attempt {attempt}");
        }
        if let Some(count) = self.logs.get(&span.context.span) {
            let noun = if *count == 1 { "log" } else { "logs" };
            paint(
                out,
                palette::QUIET,
                self.is_coloured,
                &format!("  {count} {noun}"),
            );
        }
        if let Some(error) = &span.error {
            let line = error.lines().next().unwrap_or_default();
            paint(
                out,
                palette::FAILED,
                self.is_coloured,
                &format!("  failed: {}", escaped(line)),
            );
        }
        out.push('\n');
    }

    fn bar(&self, span: &Span) -> String {
        let (start, end) = self.limits;
        let column = |time: u64| {
            let whole = u128::from(end.saturating_sub(start).max(1));
            let part = u128::from(time.saturating_sub(start)) * BAR as u128 / whole;
            usize::try_from(part).unwrap_or(BAR).min(BAR)
        };
        let from = column(span.start).min(BAR - 1);
        let to = column(span.start.saturating_add(span.duration)).max(from + 1);
        format!(
            "{}{}{}",
            "·".repeat(from),
            "━".repeat(to - from),
            "·".repeat(BAR - to)
        )
    }
}

fn limits(spans: &[&Span]) -> (u64, u64) {
    let start = spans.iter().map(|it| it.start).min().unwrap_or_default();
    let ends = spans.iter().map(|it| it.start.saturating_add(it.duration));
    (start, ends.max().unwrap_or(start))
}

fn logs_by_span(records: &[Record]) -> BTreeMap<u64, usize> {
    let mut counts = BTreeMap::new();
    for record in records {
        if let Record::Log(log) = record
            && let Some(context) = log.context
        {
            *counts.entry(context.span).or_default() += 1;
        }
    }
    counts
}

/// Three digits with a unit.
fn duration(microseconds: u64) -> String {
    let value = microseconds as f64;
    match microseconds {
        0..1000 => format!("{microseconds} µs"),
        1000..1_000_000 => format!("{:.1} ms", value / 1e3),
        _ => format!("{:.2} s", value / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use lumi_platform::telemetry::{Attributes, SpanKind, TraceContext};

    use super::*;

    fn span(id: u64, parent: Option<u64>, name: &str, (start, duration): (u64, u64)) -> Span {
        Span {
            context: TraceContext {
                trace: 0x4bf9_2f35 << 96,
                span: id,
                is_sampled: true,
            },
            parent,
            name: name.to_owned(),
            kind: SpanKind::Internal,
            function: Some("api".to_owned()),
            start,
            duration,
            attributes: Attributes::new(),
            events: Vec::new(),
            links: Vec::new(),
            error: None,
        }
    }

    #[test]
    fn spans_are_below_their_parents_with_bars() {
        let mut all = [
            span(3, Some(2), "queues push jobs", (3000, 2000)),
            span(1, None, "POST /jobs", (0, 16_000)),
            span(2, Some(1), "api", (1000, 14_000)),
            span(4, Some(3), "process jobs", (6000, 4000)),
            span(6, Some(99), "lost parent", (0, 1)),
        ];
        all[3].error = Some("Error: no\nat f".to_owned());
        all[3]
            .attributes
            .insert("lumi.attempt".to_owned(), 2.into());
        let all: Vec<&Span> = all.iter().collect();
        insta::assert_snapshot!(text(&all, &[], false), @r"
        trace 4bf92f35000000000000000000000000
        POST /jobs                                   ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  16.0 ms  api
          api                                        ··━━━━━━━━━━━━━━━━━━━━━━━━━━━━··  14.0 ms
            queues push jobs                         ······━━━━······················   2.0 ms  api
              process jobs                           ············━━━━━━━━············   4.0 ms  api  attempt 2  failed: Error: no
        lost parent                                  ━·······························     1 µs  api
        ");
        let line = headline(&all, false);
        assert!(
            line.starts_with("4bf92f35 ") && line.ends_with("  5 spans POST /jobs (1 failed)\n"),
            "{line}"
        );
    }

    #[test]
    fn spans_that_are_their_own_parents_end() {
        let all = [
            span(1, Some(2), "a", (0, 1)),
            span(2, Some(1), "b", (0, 1)),
            span(3, Some(3), "c", (0, 1)),
        ];
        let all: Vec<&Span> = all.iter().collect();
        assert!(text(&all, &[], false).contains('c'));
    }
}
