//! The whole state of a stack as JSON: the common form of snapshots and exports.
//!
//! One document with one line for each resource: readable, and easy to compare line by line, at no
//! cost in size or speed.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use lumi_graph::{PlainValue, Secrets, SerObject};

use super::action_document::ActionDocument;
use super::document_error::DocumentError;
use super::document_members::DocumentReader;
use super::format_version::VERSION;
use super::resource_document::ResourceDocument;
use crate::record::RunInfo;
use crate::stack_state::{PendingOperation, StackState};
use crate::state_error::StateError;

/// A document that is read. Snapshots and exports differ in which of the first fields are present.
///
/// [`write`] writes the same fields in this order, apart from the checksum, which is computed from
/// what it wrote. It converts one resource at a time, so that a large state needs no second copy, and
/// breaks lines, which a derived writer cannot.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StateDocument {
    snapshot: Option<u64>,
    #[serde(rename = "export")]
    _export: Option<u64>,
    #[serde(rename = "by")]
    _by: String,
    pub project: String,
    pub stack: String,
    pub serial: Option<u64>,
    pub journal: Option<String>,
    last_run: Option<RunInfo>,
    finished: bool,
    last_serial: u64,
    last_operation: u64,
    outputs: PlainValue,
    modules: Option<PlainValue>,
    configurations: Option<PlainValue>,
    pending: Vec<PendingDocument<'static, PlainValue>>,
    resources: Vec<ResourceDocument<'static, PlainValue>>,
    checksum: Option<String>,
}

/// A pending operation whose objects are `M`: see [`super::document_members`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PendingDocument<'a, M> {
    operation: u64,
    action: ActionDocument<'a, M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Cow<'a, str>>,
}

/// The purpose of a document.
#[derive(Clone, Copy)]
pub enum StateDocumentKind<'a> {
    /// The number of the snapshot, and the journal that it includes.
    Snapshot {
        serial: u64,
        journal: Option<&'a str>,
    },
    Export,
}

/// Writes the document of a stack, up to the closing bracket of the resources.
pub fn write(
    kind: StateDocumentKind<'_>,
    (project, stack): (&str, &str),
    state: &StackState,
    secrets: Secrets<'_>,
) -> Result<Vec<u8>, StateError> {
    let mut out = Vec::with_capacity(256 + 512 * state.resources.len());
    write_head(&mut out, kind, project, stack)
        .and_then(|()| write_state(&mut out, state, secrets))
        .map_err(|error| StateError::Unwritable("the state", error.to_string()))?;
    Ok(out)
}

/// Writes the first line: see [`super::format_version`].
fn write_head(
    out: &mut impl Write,
    kind: StateDocumentKind<'_>,
    project: &str,
    stack: &str,
) -> io::Result<()> {
    let name = match kind {
        StateDocumentKind::Snapshot { .. } => "snapshot",
        StateDocumentKind::Export => "export",
    };
    let by = env!("CARGO_PKG_VERSION");
    write!(out, "{{\"{name}\":{VERSION},\"by\":\"{by}\",\"project\":")?;
    serde_json::to_writer(&mut *out, project)?;
    out.write_all(b",\"stack\":")?;
    serde_json::to_writer(&mut *out, stack)?;
    if let StateDocumentKind::Snapshot { serial, journal } = kind {
        write!(out, ",\"serial\":{serial},\"journal\":")?;
        serde_json::to_writer(&mut *out, &journal)?;
    }
    out.write_all(b",\n")
}

fn write_state(out: &mut impl Write, state: &StackState, secrets: Secrets<'_>) -> io::Result<()> {
    let (serial, operation) = state.counters();
    out.write_all(b"\"lastRun\":")?;
    serde_json::to_writer(&mut *out, &state.last_run)?;
    write!(
        out,
        ",\"finished\":{},\"lastSerial\":{serial},\"lastOperation\":{operation},\n\"outputs\":",
        state.is_finished
    )?;
    serde_json::to_writer(&mut *out, &SerObject::new(&state.outputs, secrets))?;
    let modules = state.used_modules();
    if !modules.is_empty() {
        out.write_all(b",\n\"modules\":")?;
        serde_json::to_writer(&mut *out, &SerObject::new(&modules, secrets))?;
    }
    let configurations = state.used_configurations();
    if !configurations.is_empty() {
        out.write_all(b",\n\"configurations\":")?;
        serde_json::to_writer(&mut *out, &SerObject::new(&configurations, secrets))?;
    }
    out.write_all(b",\n\"pending\":[")?;
    write_lines(
        out,
        state
            .pending
            .iter()
            .map(|(&operation, it)| PendingDocument {
                operation,
                action: ActionDocument::new(&it.action, secrets),
                message: it.message.as_deref().map(Cow::Borrowed),
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
            .map(|it| ResourceDocument::new(it, secrets)),
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
    pub fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        // The depth of values is checked elsewhere, and other parts of a document do not nest.
        deserializer.disable_recursion_limit();
        let document = Self::deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(document)
    }

    /// Whether fields that only snapshots have are present.
    pub fn is_of_snapshot(&self) -> bool {
        self.snapshot.is_some() || self.serial.is_some() || self.checksum.is_some()
    }

    pub fn into_state(self, reading: &mut DocumentReader<'_>) -> Result<StackState, DocumentError> {
        let stack = &"the stack";
        let mut state = StackState::default();
        state.outputs = reading.object(Some(self.outputs), "outputs", stack)?;
        state.modules = reading.object(self.modules, "modules", stack)?;
        let configurations = self.configurations;
        state.configurations = reading.object(configurations, "configurations", stack)?;
        state.last_run = self.last_run;
        state.is_finished = self.finished;
        state.set_counters(self.last_serial, self.last_operation);
        state.resources.reserve(self.resources.len());
        for document in self.resources {
            let resource = document.into_resource(reading)?;
            let (serial, urn) = (resource.serial, resource.urn.clone());
            if state.resources.insert(serial, Arc::new(resource)).is_some() {
                return Err(DocumentError::SameSerial { urn, serial });
            }
        }
        for document in self.pending {
            let pending = PendingOperation {
                action: document.action.into_action(reading)?,
                message: document.message.map(Cow::into_owned),
            };
            if state.pending.insert(document.operation, pending).is_some() {
                return Err(DocumentError::SameOperation(document.operation));
            }
        }
        Ok(state)
    }
}
