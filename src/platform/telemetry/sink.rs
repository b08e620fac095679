//! Takes records from all parts of the platform.

use std::io;
use std::path::Path;
use std::sync::Arc;

use lumi_host as host;

use super::clock;
use super::metrics::Metrics;
use super::otlp::{Exporter, OtlpSettings};
use super::record::{Attributes, Log, Measurement, Record};
use super::sampling::Sampling;
use super::store::TelemetryStore;
use super::trace_context::TraceContext;

/// The settings of telemetry.
#[derive(Clone, Debug, Default)]
pub struct TelemetrySettings {
    pub sampling: Sampling,
    /// The collector, if there is one.
    pub otlp: Option<OtlpSettings>,
    /// Whether requests continue the traces of their clients.
    pub trusts_clients: bool,
}

/// The telemetry of a platform. Cheap to clone; never waits.
#[derive(Clone, Default)]
pub struct Telemetry(Arc<Sink>);

#[derive(Default)]
struct Sink {
    store: Option<TelemetryStore>,
    exporter: Option<Exporter>,
    metrics: Arc<Metrics>,
    sampling: Sampling,
    trusts_clients: bool,
}

impl Telemetry {
    /// Begins a run of the platform that serves the folder `platform`. Must be called in the event loop.
    pub fn begin(platform: &Path, settings: &TelemetrySettings) -> io::Result<Self> {
        let metrics = Arc::new(Metrics::default());
        let exporter = settings.otlp.as_ref();
        Ok(Self(Arc::new(Sink {
            store: Some(TelemetryStore::begin(&super::folder(platform))?),
            exporter: exporter.map(|it| Exporter::start(it.clone(), Arc::clone(&metrics))),
            metrics,
            sampling: settings.sampling,
            trusts_clients: settings.trusts_clients,
        })))
    }

    pub fn record(&self, record: Record) {
        if let Some(exporter) = &self.0.exporter {
            exporter.export(record.clone());
        }
        if let Some(store) = &self.0.store {
            store.write(record);
        }
    }

    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub fn new_trace(&self) -> TraceContext {
        let mut context = TraceContext::new(true);
        context.is_sampled = self.0.sampling.samples(context.trace, None);
        context
    }

    /// The parent and the links of a request of a client with this `traceparent`. Of clients that are not trusted, the trace is
    /// another one, linked.
    pub fn of_client(
        &self,
        traceparent: Option<&str>,
    ) -> (Option<TraceContext>, Option<TraceContext>) {
        let Some(mut given) = traceparent.and_then(TraceContext::parse) else {
            return (None, None);
        };
        if !self.0.trusts_clients {
            return (None, Some(given));
        }
        given.is_sampled = self.0.sampling.samples(given.trace, Some(given.is_sampled));
        (Some(given), None)
    }

    /// Records the output of a function.
    pub fn output(&self, function: &str, event: &host::Event, context: Option<TraceContext>) {
        let (level, text) = match event {
            host::Event::Console { level, text } => (*level, text.trim_end_matches('\n')),
            host::Event::Log { level, message, .. } => (*level, message.as_str()),
            _ => return,
        };
        self.record(Record::Log(Log {
            time: clock::now(),
            level: level.into(),
            function: Some(function.to_owned()),
            message: text.to_owned(),
            attributes: Attributes::new(),
            context,
        }));
    }

    /// Takes a measurement of a function.
    pub fn measure(&self, measurement: &Measurement) {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let attributes = measurement.attributes.iter();
        let labels: Vec<(&str, String)> = attributes
            .map(|(name, value)| (name.as_str(), text(value)))
            .filter(|(name, _)| *name != "function")
            .collect();
        let mut labels: Vec<(&str, &str)> = labels
            .iter()
            .map(|(name, it)| (*name, it.as_str()))
            .collect();
        labels.push(("function", &measurement.function));
        let Measurement {
            kind,
            name,
            value,
            more,
            ..
        } = measurement;
        for value in [value].into_iter().chain(more) {
            self.0.metrics.record(*kind, name, &labels, *value);
        }
    }

    /// Puts the numbers of dropped records into the metrics.
    pub fn count_dropped(&self) {
        let stored = self.0.store.as_ref().map_or(0, TelemetryStore::dropped);
        let exported = self.0.exporter.as_ref().map_or(0, Exporter::dropped);
        for (target, count) in [("storage", stored), ("otlp", exported)] {
            let labels = [("target", target)];
            self.metrics()
                .gauge("lumi_telemetry_dropped_records", &labels, count as f64);
        }
    }

    /// Stores and sends what was recorded; later records are dropped.
    pub async fn close(&self) {
        if let Some(exporter) = &self.0.exporter {
            exporter.close().await;
        }
        let this = self.clone();
        let closing = tokio::task::spawn_blocking(move || {
            if let Some(store) = &this.0.store {
                store.close();
            }
        });
        let _ = closing.await;
    }
}
