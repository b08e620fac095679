//! Records and metrics as messages of OTLP.

use serde_json::Value;

use crate::telemetry::metrics::{BOUNDS, Labels, Series};
use crate::telemetry::record::{Attributes, Level, Log, Span, SpanKind};
use crate::telemetry::trace_context::TraceContext;

use super::messages as proto;
use super::messages::{AnyValue, KeyValue, MetricData, ValueKind};

/// Values of counters are those since the start of the platform.
const CUMULATIVE: i32 = 2;

/// The scope of all records.
fn scope() -> Option<proto::Scope> {
    Some(proto::Scope {
        name: "lumi".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

fn resource(attributes: &Attributes) -> Option<proto::Resource> {
    Some(proto::Resource {
        attributes: key_values(attributes),
    })
}

pub fn traces(of: &Attributes, spans: &[Span]) -> proto::TracesData {
    let scope_spans = proto::ScopeSpans {
        scope: scope(),
        spans: spans.iter().map(span).collect(),
    };
    proto::TracesData {
        resource_spans: vec![proto::ResourceSpans {
            resource: resource(of),
            scope_spans: vec![scope_spans],
        }],
    }
}

pub fn logs(of: &Attributes, logs: &[Log]) -> proto::LogsData {
    let scope_logs = proto::ScopeLogs {
        scope: scope(),
        log_records: logs.iter().map(log_record).collect(),
    };
    proto::LogsData {
        resource_logs: vec![proto::ResourceLogs {
            resource: resource(of),
            scope_logs: vec![scope_logs],
        }],
    }
}

/// `start` and `now` are microseconds since the epoch.
pub fn metrics(
    of: &Attributes,
    series: Vec<(String, Labels, Series)>,
    start: u64,
    now: u64,
) -> proto::MetricsData {
    let mut metrics: Vec<proto::Metric> = Vec::new();
    for (name, labels, series) in series {
        let times = (nanoseconds(start), nanoseconds(now));
        let data = metric_data(&labels, &series, times);
        match metrics.last_mut().filter(|it| it.name == name) {
            Some(metric) => join(metric, data),
            None => metrics.push(proto::Metric {
                name,
                data: Some(data),
            }),
        }
    }
    let scope_metrics = proto::ScopeMetrics {
        scope: scope(),
        metrics,
    };
    proto::MetricsData {
        resource_metrics: vec![proto::ResourceMetrics {
            resource: resource(of),
            scope_metrics: vec![scope_metrics],
        }],
    }
}

fn join(metric: &mut proto::Metric, data: MetricData) {
    match (&mut metric.data, data) {
        (Some(MetricData::Sum(all)), MetricData::Sum(it)) => all.data_points.extend(it.data_points),
        (Some(MetricData::Gauge(all)), MetricData::Gauge(it)) => {
            all.data_points.extend(it.data_points);
        }
        (Some(MetricData::Histogram(all)), MetricData::Histogram(it)) => {
            all.data_points.extend(it.data_points);
        }
        // Functions use the name for different kinds: the first one counts.
        _ => {}
    }
}

fn metric_data(labels: &Labels, series: &Series, (start, now): (u64, u64)) -> MetricData {
    let attributes: Vec<KeyValue> = labels.iter().map(|(key, it)| pair(key, text(it))).collect();
    let point = |value: f64| proto::NumberDataPoint {
        start_time_unix_nano: start,
        time_unix_nano: now,
        as_double: Some(value),
        attributes: attributes.clone(),
    };
    match series {
        Series::Counter(value) => MetricData::Sum(proto::Sum {
            data_points: vec![point(*value)],
            aggregation_temporality: CUMULATIVE,
            is_monotonic: true,
        }),
        Series::Gauge(value) => MetricData::Gauge(proto::Gauge {
            data_points: vec![point(*value)],
        }),
        Series::Histogram(histogram) => MetricData::Histogram(proto::Histogram {
            data_points: vec![proto::HistogramDataPoint {
                start_time_unix_nano: start,
                time_unix_nano: now,
                count: histogram.count,
                sum: Some(histogram.sum),
                bucket_counts: histogram.buckets.to_vec(),
                explicit_bounds: BOUNDS.to_vec(),
                attributes: attributes.clone(),
            }],
            aggregation_temporality: CUMULATIVE,
        }),
    }
}

fn span(span: &Span) -> proto::Span {
    let (trace_id, span_id) = identifiers(span.context);
    let mut attributes = key_values(&span.attributes);
    attributes.extend(span.function.as_ref().map(|it| pair("faas.name", text(it))));
    proto::Span {
        trace_id,
        span_id,
        parent_span_id: span
            .parent
            .map_or_else(Vec::new, |it| it.to_be_bytes().to_vec()),
        name: span.name.clone(),
        kind: match span.kind {
            SpanKind::Internal => 1,
            SpanKind::Server => 2,
            SpanKind::Client => 3,
            SpanKind::Producer => 4,
            SpanKind::Consumer => 5,
        },
        start_time_unix_nano: nanoseconds(span.start),
        end_time_unix_nano: nanoseconds(span.start.saturating_add(span.duration)),
        attributes,
        events: span.events.iter().map(span_event).collect(),
        links: span.links.iter().map(|it| link(*it)).collect(),
        status: span.error.as_ref().map(|it| proto::Status {
            message: it.clone(),
            code: 2,
        }),
        flags: flags(span.context),
    }
}

fn span_event(event: &crate::telemetry::SpanEvent) -> proto::SpanEvent {
    proto::SpanEvent {
        time_unix_nano: nanoseconds(event.time),
        name: event.name.clone(),
        attributes: key_values(&event.attributes),
    }
}

fn link(context: TraceContext) -> proto::Link {
    let (trace_id, span_id) = identifiers(context);
    proto::Link { trace_id, span_id }
}

fn log_record(log: &Log) -> proto::LogRecord {
    let (trace_id, span_id) = log.context.map(identifiers).unwrap_or_default();
    let mut attributes = key_values(&log.attributes);
    attributes.extend(log.function.as_ref().map(|it| pair("faas.name", text(it))));
    proto::LogRecord {
        time_unix_nano: nanoseconds(log.time),
        observed_time_unix_nano: nanoseconds(log.time),
        severity_number: match log.level {
            Level::Debug => 5,
            Level::Info => 9,
            Level::Warn => 13,
            Level::Error => 17,
        },
        severity_text: log.level.name().to_uppercase(),
        body: Some(text(&log.message)),
        attributes,
        flags: log.context.map_or(0, flags),
        trace_id,
        span_id,
    }
}

fn identifiers(context: TraceContext) -> (Vec<u8>, Vec<u8>) {
    let TraceContext { trace, span, .. } = context;
    (trace.to_be_bytes().to_vec(), span.to_be_bytes().to_vec())
}

fn flags(context: TraceContext) -> u32 {
    u32::from(context.is_sampled)
}

fn nanoseconds(microseconds: u64) -> u64 {
    microseconds.saturating_mul(1000)
}

fn key_values(attributes: &Attributes) -> Vec<KeyValue> {
    let all = attributes.iter();
    all.map(|(key, it)| pair(key, any_value(it))).collect()
}

fn pair(key: &str, value: AnyValue) -> KeyValue {
    KeyValue {
        key: key.to_owned(),
        value: Some(value),
    }
}

fn text(text: &str) -> AnyValue {
    AnyValue {
        value: Some(ValueKind::Text(text.to_owned())),
    }
}

fn any_value(value: &Value) -> AnyValue {
    let kind = match value {
        Value::Null => return AnyValue { value: None },
        Value::Bool(it) => ValueKind::Bool(*it),
        Value::Number(it) => match it.as_i64() {
            Some(whole) => ValueKind::Int(whole),
            None => ValueKind::Double(it.as_f64().unwrap_or_default()),
        },
        Value::String(it) => ValueKind::Text(it.clone()),
        Value::Array(items) => ValueKind::List(proto::ValueList {
            values: items.iter().map(any_value).collect(),
        }),
        Value::Object(_) => ValueKind::Text(value.to_string()),
    };
    AnyValue { value: Some(kind) }
}
