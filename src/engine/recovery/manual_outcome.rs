//! The outcome of a pending operation, as the user has found out.

use std::time::SystemTime;

use chrono::{DateTime, Utc};

use lumi_graph::{Object, Urn};
use lumi_provider::LocalCommand;
use lumi_state::{Action, OperationOutcome, PendingOperation, StackState};

use crate::plan::ADOPTED;
use crate::secrets::known_secrets::KnownSecrets;
use crate::secrets::secrets::mark_secret_outputs;

/// The outcome of an operation as the user reports it.
#[derive(Clone, Debug, PartialEq)]
pub enum ManualOutcome {
    NotDone,
    Done {
        /// Required for a new object whose provider knows it by its id.
        id: Option<String>,
        outputs: Option<Object>,
    },
}

/// A created object has no id.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id of {0} is missing")]
pub struct MissingId(pub Urn);

/// The outcome for the journal. Unknown outputs are looked up by the next run.
pub fn manual_outcome(
    pending: &PendingOperation,
    state: &StackState,
    outcome: ManualOutcome,
) -> Result<OperationOutcome, MissingId> {
    let ManualOutcome::Done { id, outputs } = outcome else {
        return Ok(OperationOutcome::NotDone);
    };
    let (resource, is_new) = match &pending.action {
        Action::Delete { .. } => return Ok(OperationOutcome::Deleted),
        Action::Create { resource, .. } => (resource, true),
        Action::Update { resource } => (resource, false),
    };
    let is_command = LocalCommand::is_type(resource.urn.resource_type());
    let id = match id {
        None if is_new && is_command => Some(LocalCommand::new_id()),
        None if is_new => return Err(MissingId(resource.urn.clone())),
        given => given,
    };
    let is_known = outputs.is_some() || is_command;
    let old = state.resources.get(&resource.serial);
    let mut outputs = match (outputs, old) {
        (Some(outputs), _) => outputs,
        (None, Some(old)) => Object::clone(&old.outputs),
        (None, None) if is_command => LocalCommand::no_output(),
        (None, None) => Object::default(),
    };
    let known = known_secrets(state);
    let parts = known.parts_of(&resource.inputs);
    let additional = resource.options.additional_secret_outputs();
    mark_secret_outputs(&mut outputs, &resource.inputs, &parts, additional);
    known.mark(&mut outputs, &resource.inputs);
    let derived = LocalCommand::DERIVED;
    let old_outputs = old.map(|it| &*it.outputs);
    if is_command && derived.is_secret_for(&resource.inputs, old_outputs) {
        derived.mark(&mut outputs, false);
    }
    Ok(OperationOutcome::Done {
        provider_data: None,
        id,
        outputs,
        problems: match is_known {
            true => Vec::new(),
            false => vec![ADOPTED.to_owned()],
        },
        at: DateTime::<Utc>::from(SystemTime::now()),
    })
}

fn known_secrets(state: &StackState) -> KnownSecrets {
    let known = KnownSecrets::default();
    for resource in state.resources.values() {
        known.add(&resource.inputs);
        known.add(&resource.outputs);
    }
    known
}

/// How the user says what became of a `create`, an `update` or a `delete`.
pub fn manual_advice(operation: &str, urn: &Urn) -> String {
    let name = urn.name();
    let resolve = format!("lumi state resolve '{name}'");
    let is_command = LocalCommand::is_type(urn.resource_type());
    let done = match operation {
        "create" if !is_command => {
            format!("if the object exists, `{resolve} --done --id ID` adopts it")
        }
        _ => format!("if it was done, run `{resolve} --done`"),
    };
    format!(
        "{done}; if not, or if it may be done again, use `{resolve} --not-done`; `lumi stack \
         pending` lists all of these, and `--forget-pending` treats all as not done"
    )
}
