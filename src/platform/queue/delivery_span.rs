//! The span of a delivery, and its metrics.

use crate::function::CallResult;
use crate::telemetry::{ActiveSpan, SpanKind, SpanStart, Telemetry, TraceContext};

use super::batch::Batch;

/// The span of a call with messages: a part of the trace of its message; with several messages, a trace of its own that is
/// linked to theirs.
pub struct DeliverySpan {
    span: ActiveSpan,
    telemetry: Telemetry,
    queue: String,
    function: String,
    retries: usize,
}

impl DeliverySpan {
    pub fn begin(telemetry: &Telemetry, batch: &Batch) -> Self {
        let deliveries = &batch.deliveries;
        let queue = deliveries.first().map_or("", |it| &it.queue).to_owned();
        let parent = match &deliveries[..] {
            [one] => one.span,
            _ => None,
        };
        let start = SpanStart {
            name: &format!("process {queue}"),
            kind: SpanKind::Consumer,
            function: Some(&batch.function),
            parent,
        };
        let mut span = ActiveSpan::begin(telemetry, &start);
        span.set("messaging.system", "lumi");
        span.set("messaging.operation.type", "process");
        span.set("messaging.destination.name", queue.as_str());
        match &deliveries[..] {
            [one] => {
                span.set("messaging.message.id", one.id.as_str());
                span.set("lumi.attempt", one.attempt);
            }
            many => {
                span.set("messaging.batch.message_count", many.len());
                many.iter()
                    .filter_map(|it| it.span)
                    .for_each(|it| span.link(it));
            }
        }
        let retries = deliveries.iter().filter(|it| it.attempt > 1).count();
        Self {
            span,
            telemetry: telemetry.clone(),
            queue,
            function: batch.function.clone(),
            retries,
        }
    }

    pub fn context(&self) -> TraceContext {
        self.span.context()
    }

    pub fn end(mut self, result: &CallResult) {
        let outcome = if result.is_ok() { "ok" } else { "failed" };
        if result.is_err() {
            self.span.fail("the function failed");
        }
        let labels = [
            ("queue", self.queue.as_str()),
            ("function", self.function.as_str()),
            ("outcome", outcome),
        ];
        let metrics = self.telemetry.metrics();
        metrics.count("lumi_queue_deliveries_total", &labels, 1.0);
        let retries = self.retries as f64;
        metrics.count("lumi_queue_retries_total", &labels[..2], retries);
        self.span.end();
    }
}
