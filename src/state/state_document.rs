//! The whole state of a stack as JSON: the common part of snapshots and exports.
//!
//! One document with one line for each resource: readable, and easy to compare line by line, at no
//! cost in size or speed.

use std::io::{self, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use lumi_graph::PlainValue;

use super::record::RunInfo;
use super::record_de::ActionDe;
use super::record_ser::ActionSer;
use super::resource_de::{DocumentReader, ResourceDe};
use super::resource_ser::{ResourceSer, SecretEncoding};
use super::stack_state::{PendingOperation, StackState};

/// The JSON form of a document. Snapshots and exports differ in which of the first fields are
/// present.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StateDocument {
    snapshot: Option<u64>,
    #[serde(rename = "export")]
    _export: Option<u64>,
    #[serde(rename = "by")]
    _by: String,
    pub(super) project: String,
    pub(super) stack: String,
    pub(super) serial: Option<u64>,
    pub(super) journal: Option<String>,
    last_run: Option<RunInfo>,
    finished: bool,
    last_serial: u64,
    last_operation: u64,
    outputs: PlainValue,
    modules: Option<PlainValue>,
    configurations: Option<PlainValue>,
    pending: Vec<PendingDe>,
    resources: Vec<ResourceDe>,
    checksum: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PendingDe {
    operation: u64,
    action: ActionDe,
    message: Option<String>,
}

#[derive(Serialize)]
struct PendingSer<'a> {
    operation: u64,
    action: ActionSer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

/// Writes the fields of a state after those already in `out`, up to the closing bracket of the
/// resources.
pub(super) fn write_fields(
    out: &mut impl Write,
    state: &StackState,
    secrets: SecretEncoding<'_>,
) -> io::Result<()> {
    let (serial, operation) = state.counters();
    out.write_all(b"\"lastRun\":")?;
    serde_json::to_writer(&mut *out, &state.last_run)?;
    write!(
        out,
        ",\"finished\":{},\"lastSerial\":{serial},\"lastOperation\":{operation},\n\"outputs\":",
        state.is_finished
    )?;
    serde_json::to_writer(&mut *out, &secrets.object(&state.outputs))?;
    let modules = state.used_modules();
    if !modules.is_empty() {
        out.write_all(b",\n\"modules\":")?;
        serde_json::to_writer(&mut *out, &secrets.object(&modules))?;
    }
    let configurations = state.used_configurations();
    if !configurations.is_empty() {
        out.write_all(b",\n\"configurations\":")?;
        serde_json::to_writer(&mut *out, &secrets.object(&configurations))?;
    }
    out.write_all(b",\n\"pending\":[")?;
    write_lines(
        out,
        state.pending.iter().map(|(&operation, it)| PendingSer {
            operation,
            action: ActionSer::new(&it.action, secrets),
            message: it.message.as_deref(),
        }),
    )?;
    out.write_all(b"],\n\"resources\":[")?;
    // A fixed order, regardless of removals: equal states give equal bytes.
    let mut resources: Vec<_> = state.resources.values().collect();
    resources.sort_unstable_by_key(|it| it.serial);
    write_lines(
        out,
        resources
            .into_iter()
            .map(|resource| ResourceSer { resource, secrets }),
    )?;
    out.write_all(b"]")
}

fn write_lines<T: Serialize>(
    out: &mut impl Write,
    items: impl Iterator<Item = T>,
) -> io::Result<()> {
    for (index, item) in items.enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &item)?;
    }
    out.write_all(b"\n")
}

impl StateDocument {
    pub(super) fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        // The depth of values is checked elsewhere, and other parts of a document do not nest.
        deserializer.disable_recursion_limit();
        let document = Self::deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(document)
    }

    /// Whether fields that only snapshots have are present.
    pub(super) fn is_of_snapshot(&self) -> bool {
        self.snapshot.is_some() || self.serial.is_some() || self.checksum.is_some()
    }

    pub(super) fn into_state(self, reading: &mut DocumentReader<'_>) -> Result<StackState, String> {
        let mut state = StackState::default();
        state.outputs = reading.object(Some(self.outputs), "outputs", &"the stack")?;
        state.modules = reading.object(self.modules, "modules", &"the stack")?;
        let configurations = self.configurations;
        state.configurations = reading.object(configurations, "configurations", &"the stack")?;
        state.last_run = self.last_run;
        state.is_finished = self.finished;
        state.set_counters(self.last_serial, self.last_operation);
        state.resources.reserve(self.resources.len());
        for document in self.resources {
            let resource = document.into_resource(reading)?;
            let (serial, urn) = (resource.serial, resource.urn.clone());
            if state.resources.insert(serial, Arc::new(resource)).is_some() {
                return Err(format!("`{urn}` has serial {}, as another one", serial.0));
            }
        }
        for document in self.pending {
            let pending = PendingOperation {
                action: document.action.into_action(reading)?,
                message: document.message,
            };
            if state.pending.insert(document.operation, pending).is_some() {
                return Err(format!("operation {} is there twice", document.operation));
            }
        }
        Ok(state)
    }
}

/// The format version of a document under `key`, and the Lumi version that wrote it. Ignores
/// everything else, which may look different in another version.
pub(super) fn version_of(text: &[u8], key: &str) -> Option<(u64, Option<String>)> {
    // Both are in the first line; the rest may be large.
    let first = text.split(|&it| it == b'\n').next()?;
    let field = |name: &str| {
        let start = format!("\"{name}\":");
        let at = first
            .windows(start.len())
            .position(|it| it == start.as_bytes())?;
        let value = &first[at + start.len()..];
        serde_json::Deserializer::from_slice(value)
            .into_iter::<serde_json::Value>()
            .next()?
            .ok()
    };
    let writer = field("by").and_then(|it| it.as_str().map(str::to_owned));
    Some((field(key)?.as_u64()?, writer))
}
