//! Records that the process of a function sends, which are not trusted: sizes are limited, and the function is set by the
//! platform.

use serde::Deserialize;

use super::record::{
    Attributes, Level, Log, Measurement, MeasurementKind, Record, Span, SpanEvent, SpanKind,
};
use super::trace_context::TraceContext;

/// Maximum size of the JSON of a record in bytes.
const MAX_LEN: usize = 64 << 10;

/// As `js/lumi/serving` writes them. Times are milliseconds, since the epoch or of a duration.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum WorkerRecord {
    Span(WorkerSpan),
    Log(WorkerLog),
    Metric(WorkerMetric),
}

#[derive(Deserialize)]
struct WorkerSpan {
    traceparent: TraceContext,
    parent: Option<String>,
    name: String,
    kind: SpanKind,
    start: f64,
    duration: f64,
    attributes: Attributes,
    events: Vec<WorkerEvent>,
    links: Vec<TraceContext>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct WorkerLog {
    level: Level,
    message: String,
    attributes: Attributes,
    traceparent: String,
    time: f64,
}

#[derive(Deserialize)]
struct WorkerMetric {
    kind: MeasurementKind,
    name: String,
    value: f64,
    #[serde(default)]
    more: Vec<f64>,
    attributes: Attributes,
    traceparent: String,
    time: f64,
}

#[derive(Deserialize)]
struct WorkerEvent {
    name: String,
    time: f64,
    attributes: Attributes,
}

/// Reads a record of a function; `None` if it is too large, or not a record.
pub fn read(json: &str, function: &str) -> Option<Record> {
    if json.len() > MAX_LEN {
        return None;
    }
    let function = function.to_owned();
    Some(match serde_json::from_str(json).ok()? {
        WorkerRecord::Span(span) => Record::Span(span.of(function)),
        WorkerRecord::Log(log) => Record::Log(log.of(function)),
        WorkerRecord::Metric(metric) => Record::Metric(metric.of(function)),
    })
}

impl WorkerSpan {
    fn of(self, function: String) -> Span {
        let parent = self.parent.as_deref();
        Span {
            context: self.traceparent,
            parent: parent.and_then(|it| u64::from_str_radix(it, 16).ok()),
            name: self.name,
            kind: self.kind,
            function: Some(function),
            start: microseconds(self.start),
            duration: microseconds(self.duration),
            attributes: self.attributes,
            events: self.events.into_iter().map(SpanEvent::from).collect(),
            links: self.links,
            error: self.error,
        }
    }
}

impl WorkerLog {
    fn of(self, function: String) -> Log {
        Log {
            time: microseconds(self.time),
            level: self.level,
            function: Some(function),
            message: self.message,
            attributes: self.attributes,
            context: TraceContext::parse(&self.traceparent),
        }
    }
}

impl WorkerMetric {
    fn of(self, function: String) -> Measurement {
        Measurement {
            time: microseconds(self.time),
            function,
            kind: self.kind,
            name: self.name,
            value: self.value,
            more: self.more,
            attributes: self.attributes,
            context: TraceContext::parse(&self.traceparent),
        }
    }
}

impl From<WorkerEvent> for SpanEvent {
    fn from(event: WorkerEvent) -> Self {
        Self {
            name: event.name,
            time: microseconds(event.time),
            attributes: event.attributes,
        }
    }
}

/// Numbers that are no time become the nearest one.
fn microseconds(milliseconds: f64) -> u64 {
    (milliseconds * 1000.0) as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn records_belong_to_the_function_that_sent_them() {
        let log = r#"{"log":{"level":"warn","message":"m","attributes":{"n":1},"traceparent":"","time":1.5}}"#;
        let Some(Record::Log(log)) = read(log, "f") else {
            panic!("a log")
        };
        assert_eq!(
            (log.function.as_deref(), log.time, log.level),
            (Some("f"), 1500, Level::Warn)
        );
        assert_eq!(log.context, None);
        let span = r#"{"span":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "parent":"00f067aa0ba902b8","name":"s","kind":"client","start":1,"duration":2,"attributes":{},
            "events":[{"name":"e","time":1,"attributes":{}}],"links":[]}}"#;
        let Some(Record::Span(span)) = read(span, "f") else {
            panic!("a span")
        };
        assert_eq!(
            (span.parent, span.kind),
            (Some(0xf0_67aa_0ba9_02b8), SpanKind::Client)
        );
    }

    #[test]
    fn values_of_a_distribution_come_together() {
        let text = r#"{"metric":{"kind":"histogram","name":"n","value":1,"more":[2,3.5],"attributes":{},"traceparent":"","time":1}}"#;
        let Some(Record::Metric(measurement)) = read(text, "f") else {
            panic!("a measurement")
        };
        assert_eq!((measurement.value, measurement.more), (1.0, vec![2.0, 3.5]));
    }

    #[test]
    fn large_and_strange_records_are_refused() {
        let text = "x".repeat(MAX_LEN);
        let large = format!(
            r#"{{"log":{{"level":"info","message":"{text}","attributes":{{}},"traceparent":"","time":1}}}}"#
        );
        assert_eq!(read(&large, "f"), None);
        for other in ["", "{}", "[]", r#"{"log":{}}"#, r#"{"other":{}}"#] {
            assert_eq!(read(other, "f"), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_time_is_a_time(milliseconds: f64) {
            let _ = microseconds(milliseconds);
        }
    }
}
