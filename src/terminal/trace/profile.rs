//! The file of `--profile`: spans as events of the trace format that Chrome and Perfetto read.
//!
//! A span that has no parent, with all that is inside of it, is a row of its own: goals run at the same time.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use serde_json::{Map, Value as Json, json};
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::{LookupSpan, SpanRef};

use crate::failure::Failure;
use crate::output::redaction;

/// A profile that is written when the process ends, when all secrets are known.
pub struct Profile {
    path: PathBuf,
    file: File,
    events: Arc<Mutex<Vec<Json>>>,
}

/// Collects the spans of a profile.
pub struct ProfileLayer {
    started: Instant,
    events: Arc<Mutex<Vec<Json>>>,
}

impl Profile {
    /// Creates the file, so that a place that cannot be written is an error before the run.
    pub fn create(path: &Path) -> Result<(Self, ProfileLayer), Failure> {
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(true).mode(0o600);
        let file = options
            .open(path)
            .map_err(|error| Failure::unwritable(path, &error))?;
        let events = Arc::new(Mutex::new(Vec::new()));
        let profile = Self {
            path: path.to_owned(),
            file,
            events: Arc::clone(&events),
        };
        let started = Instant::now();
        Ok((profile, ProfileLayer { started, events }))
    }

    pub fn write(self) -> Result<(), Failure> {
        let mut events = Json::Array(std::mem::take(&mut *self.events.lock()));
        redaction::redact_json(&mut events);
        let content = json!({ "displayTimeUnit": "ms", "traceEvents": events });
        let mut writer = BufWriter::new(&self.file);
        let written = serde_json::to_writer(&mut writer, &content).map_err(Into::into);
        let written = written.and_then(|()| writer.flush());
        written.map_err(|error| Failure::unwritable(&self.path, &error))
    }
}

impl ProfileLayer {
    /// Adds the beginning (`b`) or the end (`e`) of a span.
    fn add<S: for<'a> LookupSpan<'a>>(&self, phase: &str, span: &SpanRef<'_, S>, args: Json) {
        let metadata = span.metadata();
        let row = span.scope().last().map_or(span.id(), |it| it.id());
        let microseconds = self.started.elapsed().as_secs_f64() * 1e6;
        self.events.lock().push(json!({
            "ph": phase,
            "cat": metadata.target(),
            "name": metadata.name(),
            "id": row.into_u64(),
            "pid": std::process::id(),
            "tid": 0,
            "ts": microseconds,
            "args": args,
        }));
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for ProfileLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut fields = Fields(Map::new());
            attributes.record(&mut fields);
            self.add("b", &span, Json::Object(fields.0));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(span) = context.span(&id) {
            self.add("e", &span, json!({}));
        }
    }
}

struct Fields(Map<String, Json>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let text = format!("{value:?}");
        self.0.insert(field.name().to_owned(), text.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}
