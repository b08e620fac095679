//! The output of one function: shown, stored and counted, without its secrets.

use std::sync::Arc;

use lumi_host as host;

use crate::event::{Event, EventSink};

use super::clock;
use super::masked_error::mask_error;
use super::record::{Attributes, Level, Log, Record};
use super::sink::Telemetry;
use super::trace_context::TraceContext;
use super::worker_record;

/// Hides the secrets of a function in a text.
pub type Mask = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// Takes what the process of a function sends.
pub struct FunctionOutput {
    pub function: String,
    pub telemetry: Telemetry,
    pub events: EventSink,
    pub mask: Mask,
}

impl FunctionOutput {
    /// Takes output of the console. `traceparent` is that of the current span, or empty.
    pub fn event(&self, mut event: host::Event, traceparent: &str) {
        if let host::Event::Console { text, .. } | host::Event::Log { message: text, .. } =
            &mut event
        {
            *text = (self.mask)(text);
        }
        let context = TraceContext::parse(traceparent);
        self.telemetry.output(&self.function, &event, context);
        self.show(event);
    }

    /// Takes a record of telemetry as JSON. The process is not trusted.
    pub fn record(&self, json: &str) {
        let Some(mut record) = worker_record::read(json, &self.function) else {
            let labels = [("function", self.function.as_str())];
            let metrics = self.telemetry.metrics();
            return metrics.count("lumi_telemetry_refused_records_total", &labels, 1.0);
        };
        record.map_texts(&*self.mask);
        match &record {
            Record::Span(span) if !span.context.is_sampled => return,
            Record::Span(_) => {}
            Record::Log(log) => self.show(shown(log)),
            Record::Metric(measurement) => self.telemetry.measure(measurement),
        }
        self.telemetry.record(record);
    }

    /// Hides the secrets of the function in an error.
    pub fn masked(&self, mut error: host::ProgramError) -> host::ProgramError {
        mask_error(&mut error, &*self.mask);
        error
    }

    /// Records why a call failed.
    pub fn failure(&self, reason: &str, context: TraceContext) -> String {
        let message = (self.mask)(reason);
        self.telemetry.record(Record::Log(Log {
            time: clock::now(),
            level: Level::Error,
            function: Some(self.function.clone()),
            message: message.clone(),
            attributes: Attributes::new(),
            context: Some(context),
        }));
        message
    }

    fn show(&self, event: host::Event) {
        let function = self.function.clone();
        (self.events)(Event::Output { function, event });
    }
}

/// A log record as a line of the console.
fn shown(log: &Log) -> host::Event {
    let attributes = log.attributes.iter();
    let attributes = attributes.map(|(name, value)| format!(" {name}={value}"));
    let level = match log.level {
        Level::Debug => host::LogLevel::Debug,
        Level::Info => host::LogLevel::Info,
        Level::Warn => host::LogLevel::Warning,
        Level::Error => host::LogLevel::Error,
    };
    let label = match log.level {
        Level::Info => String::new(),
        other => format!("{}: ", other.name()),
    };
    let text = format!("{label}{}{}\n", log.message, attributes.collect::<String>());
    host::Event::Console { level, text }
}

#[cfg(test)]
impl FunctionOutput {
    /// Output that nothing takes.
    pub fn silent() -> Arc<Self> {
        Arc::new(Self {
            function: String::new(),
            telemetry: Telemetry::default(),
            events: Arc::new(|_| {}),
            mask: Arc::new(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::super::reader::TelemetryReader;
    use super::super::sink::TelemetrySettings;
    use super::*;

    #[tokio::test]
    async fn secrets_are_in_no_record_and_no_line() {
        let folder = tempfile::tempdir().unwrap();
        let telemetry = Telemetry::begin(folder.path(), &TelemetrySettings::default()).unwrap();
        let shown = Arc::new(Mutex::new(String::new()));
        let lines = Arc::clone(&shown);
        let output = FunctionOutput {
            function: "f".to_owned(),
            telemetry: telemetry.clone(),
            events: Arc::new(move |event| lines.lock().push_str(&format!("{event:?}\n"))),
            mask: Arc::new(|text| text.replace("hunter2", "[secret]")),
        };
        let text = "console hunter2\n".to_owned();
        let level = host::LogLevel::Info;
        output.event(host::Event::Console { level, text }, "");
        let context = TraceContext::new(true);
        for record in [
            format!(r#"{{"log":{{"level":"warn","message":"hunter2","attributes":{{"hunter2":["hunter2"]}},"traceparent":"{context}","time":1}}}}"#),
            format!(r#"{{"span":{{"traceparent":"{context}","name":"hunter2","kind":"client","start":1,"duration":2,
                "attributes":{{"a":"hunter2"}},"events":[{{"name":"hunter2","time":1,"attributes":{{"a":"hunter2"}}}}],
                "links":[],"error":"hunter2"}}}}"#),
            r#"{"metric":{"kind":"counter","name":"hunter2","value":1,"attributes":{"a":"hunter2"},"traceparent":"","time":1}}"#
                .to_owned(),
        ] {
            output.record(&record);
        }
        output.failure("Error: hunter2", context);
        telemetry.close().await;
        let records = TelemetryReader::open(folder.path(), None)
            .unwrap()
            .read()
            .unwrap();
        assert_eq!(records.records.len(), 5);
        let seen = [
            format!("{records:?}"),
            shown.lock().clone(),
            telemetry.metrics().prometheus(),
        ];
        for text in seen {
            assert!(
                !text.contains("hunter2") && text.contains("secret"),
                "{text}"
            );
        }
    }
}
