//! Telemetry: traces, logs and metrics of the platform and its functions.
//!
//! A request, a scheduled call and a message carry a [`TraceContext`]; spans of the work that they cause are recorded with it.
//! Records are stored, bounded, in the folder of the platform, and sent to a collector if there is one.
//!
//! | module | |
//! |---|---|
//! | `active_span` | a span of the platform that runs |
//! | `clock` | the time of records |
//! | `function_output` | the output of one function: shown, stored and counted, without its secrets |
//! | `masked_error` | errors of functions without their secrets |
//! | `metrics` | metrics in memory, and their text for Prometheus |
//! | `otlp` | sends records and metrics to a collector |
//! | `reader` | reads stored records, while the platform runs and after it |
//! | `record` | records: spans, logs and measurements |
//! | `sampling` | the decision which traces are recorded |
//! | `segment` | the format of a segment |
//! | `sink` | takes records from all parts of the platform |
//! | `source_log` | the segments of one source |
//! | `store` | the records of one run of the platform on disk |
//! | `trace_context` | identifiers of traces and spans, and `traceparent` |
//! | `worker_record` | records that the process of a function sends |

mod active_span;
mod clock;
mod function_output;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod masked_error;
mod metrics;
mod otlp;
mod reader;
mod record;
mod sampling;
mod segment;
mod sink;
mod source_log;
mod store;
mod trace_context;
mod worker_record;

use std::path::{Path, PathBuf};

use crate::data_folder::{DATA, TELEMETRY};

pub use active_span::{ActiveSpan, SpanStart};
pub use clock::now;
pub use function_output::{FunctionOutput, Mask};
pub use otlp::OtlpSettings;
pub use reader::{ReadRecords, TelemetryReader, functions};
pub use record::{
    Attributes, Level, Log, Measurement, MeasurementKind, Record, Span, SpanEvent, SpanKind,
};
pub use sampling::Sampling;
pub use sink::{Telemetry, TelemetrySettings};
pub use trace_context::TraceContext;

/// The folder of telemetry of a platform that serves `platform`.
fn folder(platform: &Path) -> PathBuf {
    platform.join(DATA).join(TELEMETRY)
}
