//! Records of telemetry: spans, logs and measurements.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::trace_context::TraceContext;

/// Texts, numbers, booleans, and lists of them.
pub type Attributes = BTreeMap<String, Value>;

/// One record, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Record {
    Span(Span),
    Log(Log),
    Metric(Measurement),
}

/// Some work that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub context: TraceContext,
    /// The id of the span that this one is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    pub name: String,
    pub kind: SpanKind,
    /// The function that did the work, or that asked for it; `None` for the platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Microseconds since the epoch.
    pub start: u64,
    /// Microseconds.
    pub duration: u64,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<SpanEvent>,
    /// Spans of other traces, or of others' work, that led to this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<TraceContext>,
    /// The reason why the work failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Something that happened while a span ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpanEvent {
    pub name: String,
    /// Microseconds since the epoch.
    pub time: u64,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
}

/// The kinds of OpenTelemetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpanKind {
    Internal,
    Server,
    Client,
    Producer,
    Consumer,
}

/// A record of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Log {
    /// Microseconds since the epoch.
    pub time: u64,
    pub level: Level,
    /// `None` for the platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    pub message: String,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    /// The span that was current.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<TraceContext>,
}

/// The severity of a log record, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Debug,
    Info,
    Warn,
    Error,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Debug, Self::Info, Self::Warn, Self::Error];

    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

impl From<lumi_host::LogLevel> for Level {
    fn from(level: lumi_host::LogLevel) -> Self {
        match level {
            lumi_host::LogLevel::Debug => Self::Debug,
            lumi_host::LogLevel::Info => Self::Info,
            lumi_host::LogLevel::Warning => Self::Warn,
            lumi_host::LogLevel::Error => Self::Error,
        }
    }
}

/// A measurement of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Microseconds since the epoch.
    pub time: u64,
    pub function: String,
    pub kind: MeasurementKind,
    pub name: String,
    pub value: f64,
    /// Further values of a distribution, which were measured together with the first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<f64>,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<TraceContext>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasurementKind {
    Counter,
    Gauge,
    Histogram,
}

impl Record {
    /// The function whose share of the storage the record takes.
    pub fn function(&self) -> Option<&str> {
        match self {
            Self::Span(span) => span.function.as_deref(),
            Self::Log(log) => log.function.as_deref(),
            Self::Metric(it) => Some(&it.function),
        }
    }

    /// Microseconds since the epoch.
    pub fn time(&self) -> u64 {
        match self {
            Self::Span(span) => span.start,
            Self::Log(log) => log.time,
            Self::Metric(it) => it.time,
        }
    }

    pub fn context(&self) -> Option<TraceContext> {
        match self {
            Self::Span(span) => Some(span.context),
            Self::Log(log) => log.context,
            Self::Metric(it) => it.context,
        }
    }

    /// Changes all texts that a function chose.
    pub fn map_texts(&mut self, change: &dyn Fn(&str) -> String) {
        let attributes = match self {
            Self::Span(span) => {
                span.name = change(&span.name);
                span.error = span.error.as_deref().map(change);
                for event in &mut span.events {
                    event.name = change(&event.name);
                    map_attributes(&mut event.attributes, change);
                }
                &mut span.attributes
            }
            Self::Log(log) => {
                log.message = change(&log.message);
                &mut log.attributes
            }
            Self::Metric(it) => {
                it.name = change(&it.name);
                &mut it.attributes
            }
        };
        map_attributes(attributes, change);
    }
}

fn map_attributes(attributes: &mut Attributes, change: &dyn Fn(&str) -> String) {
    let all = std::mem::take(attributes);
    *attributes = all
        .into_iter()
        .map(|(name, mut value)| {
            map_value(&mut value, change);
            (change(&name), value)
        })
        .collect();
}

fn map_value(value: &mut Value, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(items) => items.iter_mut().for_each(|it| map_value(it, change)),
        Value::Object(members) => members.values_mut().for_each(|it| map_value(it, change)),
        // A number may be a secret, too.
        Value::Number(number) => {
            let text = number.to_string();
            let changed = change(&text);
            if changed != text {
                *value = changed.into();
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}
