//! Sends records and metrics to a collector: OTLP over HTTP, as protobuf.
//!
//! | module | |
//! |---|---|
//! | `delivery` | a request to the collector, repeated after failures that may pass |
//! | `encoding` | records and metrics as messages |
//! | `exporter` | the queue of records for the collector |
//! | `messages` | the messages of OTLP that Lumi sends |
//! | `settings` | the environment variables of OpenTelemetry |

mod delivery;
mod encoding;
mod exporter;
mod messages;
mod settings;

pub use exporter::Exporter;
pub use settings::OtlpSettings;
