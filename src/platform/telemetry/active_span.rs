//! A span of the platform that runs.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::clock;
use super::record::{Attributes, Record, Span, SpanKind};
use super::sink::Telemetry;
use super::trace_context::TraceContext;

/// The beginning of a span.
pub struct SpanStart<'a> {
    pub name: &'a str,
    pub kind: SpanKind,
    /// The function that works or asks; `None` for the platform.
    pub function: Option<&'a str>,
    /// `None` begins a trace.
    pub parent: Option<TraceContext>,
}

/// Records the span when it ends. One that is dropped before, such as when a client leaves, is recorded as abandoned.
pub struct ActiveSpan {
    telemetry: Telemetry,
    span: Span,
    started: Instant,
    has_ended: bool,
}

impl ActiveSpan {
    pub fn begin(telemetry: &Telemetry, start: &SpanStart<'_>) -> Self {
        let context = match start.parent {
            Some(parent) => parent.child(),
            None => telemetry.new_trace(),
        };
        let span = Span {
            context,
            parent: start.parent.map(|it| it.span),
            name: start.name.to_owned(),
            kind: start.kind,
            function: start.function.map(str::to_owned),
            start: clock::now(),
            duration: 0,
            attributes: Attributes::new(),
            events: Vec::new(),
            links: Vec::new(),
            error: None,
        };
        Self {
            telemetry: telemetry.clone(),
            span,
            started: Instant::now(),
            has_ended: false,
        }
    }

    pub fn context(&self) -> TraceContext {
        self.span.context
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn rename(&mut self, name: String) {
        self.span.name = name;
    }

    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.span.attributes.insert(name.to_owned(), value.into());
    }

    pub fn set_function(&mut self, function: &str) {
        self.span.function = Some(function.to_owned());
    }

    pub fn link(&mut self, context: TraceContext) {
        self.span.links.push(context);
    }

    pub fn fail(&mut self, reason: impl Into<String>) {
        self.span.error = Some(reason.into());
    }

    pub fn end(mut self) {
        self.has_ended = true;
    }
}

impl Drop for ActiveSpan {
    fn drop(&mut self) {
        if !self.span.context.is_sampled {
            return;
        }
        if !self.has_ended {
            self.fail("the caller did not wait for the end");
        }
        let duration = self.started.elapsed().as_micros();
        self.span.duration = u64::try_from(duration).unwrap_or(u64::MAX);
        self.telemetry.record(Record::Span(self.span.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::TelemetryReader;
    use super::super::sink::TelemetrySettings;
    use super::*;

    #[tokio::test]
    async fn a_span_is_recorded_once_also_if_it_is_abandoned() {
        let folder = tempfile::tempdir().unwrap();
        let telemetry = Telemetry::begin(folder.path(), &TelemetrySettings::default()).unwrap();
        let begin = |name| {
            let start = SpanStart {
                name,
                kind: SpanKind::Server,
                function: None,
                parent: None,
            };
            ActiveSpan::begin(&telemetry, &start)
        };
        begin("ended").end();
        drop(begin("abandoned"));
        telemetry.close().await;
        let mut reader = TelemetryReader::open(folder.path(), None).unwrap();
        let records = reader.read().unwrap().records;
        let spans = records.iter().map(|it| match it {
            Record::Span(span) => (span.name.as_str(), span.error.is_some()),
            other => panic!("{other:?}"),
        });
        let mut spans: Vec<_> = spans.collect();
        spans.sort_unstable();
        assert_eq!(spans, [("abandoned", true), ("ended", false)]);
    }
}
