//! Converts responses of providers to messages and back.

use crate::{
    Changes, Checked, Created, Diff, InputFailure, ListedObject, PropertyChange,
    PropertyChangeKind, ReadState, Recovered,
};
use lumi_rpc::{CallError, from_object, lumirpc as wire, object};

use wire::diff_response::Changes as WireChanges;
use wire::property_change::Kind as WireKind;
use wire::recover_response::{Absent, Outcome};

impl From<Checked> for wire::CheckResponse {
    fn from(checked: Checked) -> Self {
        let failure = |it: InputFailure| wire::InputFailure {
            path: it.path,
            reason: it.reason,
        };
        Self {
            inputs: Some(from_object(checked.inputs)),
            failures: checked.failures.into_iter().map(failure).collect(),
        }
    }
}

impl TryFrom<wire::CheckResponse> for Checked {
    type Error = CallError;

    fn try_from(message: wire::CheckResponse) -> Result<Self, CallError> {
        let failure = |it: wire::InputFailure| InputFailure {
            path: it.path,
            reason: it.reason,
        };
        Ok(Self {
            inputs: object(message.inputs, "inputs")?,
            failures: message.failures.into_iter().map(failure).collect(),
            ..Self::default()
        })
    }
}

impl From<Diff> for wire::DiffResponse {
    fn from(diff: Diff) -> Self {
        let changes = match diff.changes {
            Changes::Unknown => WireChanges::Unknown,
            Changes::None => WireChanges::None,
            Changes::Some => WireChanges::Some,
        };
        let property = |it: PropertyChange| wire::PropertyChange {
            path: it.path,
            kind: match it.kind {
                PropertyChangeKind::Added => WireKind::Added,
                PropertyChangeKind::Removed => WireKind::Removed,
                PropertyChangeKind::Changed => WireKind::Changed,
            }
            .into(),
            replaces: it.replaces,
        };
        Self {
            changes: changes.into(),
            properties: diff.properties.into_iter().map(property).collect(),
            delete_before_replace: diff.delete_before_replace,
        }
    }
}

impl TryFrom<wire::DiffResponse> for Diff {
    type Error = CallError;

    fn try_from(message: wire::DiffResponse) -> Result<Self, CallError> {
        let changes = match message.changes() {
            WireChanges::Unknown => Changes::Unknown,
            WireChanges::None => Changes::None,
            WireChanges::Some => Changes::Some,
        };
        let property = |it: wire::PropertyChange| PropertyChange {
            kind: match it.kind() {
                WireKind::Added => PropertyChangeKind::Added,
                WireKind::Removed => PropertyChangeKind::Removed,
                WireKind::Changed => PropertyChangeKind::Changed,
            },
            path: it.path,
            replaces: it.replaces,
        };
        Ok(Self {
            changes,
            properties: message.properties.into_iter().map(property).collect(),
            delete_before_replace: message.delete_before_replace,
            may_create_first: false,
        })
    }
}

impl From<Created> for wire::CreateResponse {
    fn from(created: Created) -> Self {
        Self {
            id: created.id.unwrap_or_default(),
            outputs: Some(from_object(created.outputs)),
        }
    }
}

impl TryFrom<wire::CreateResponse> for Created {
    type Error = CallError;

    fn try_from(message: wire::CreateResponse) -> Result<Self, CallError> {
        Ok(Self {
            data: None,
            id: (!message.id.is_empty()).then_some(message.id),
            outputs: object(message.outputs, "outputs")?,
        })
    }
}

impl From<ReadState> for wire::ReadState {
    fn from(state: ReadState) -> Self {
        Self {
            id: state.id,
            inputs: Some(from_object(state.inputs)),
            outputs: Some(from_object(state.outputs)),
        }
    }
}

impl TryFrom<wire::ReadState> for ReadState {
    type Error = CallError;

    fn try_from(message: wire::ReadState) -> Result<Self, CallError> {
        if message.id.is_empty() {
            return Err(CallError::malformed("the object that was found has no id"));
        }
        Ok(Self {
            data: None,
            id: message.id,
            inputs: object(message.inputs, "inputs")?,
            outputs: object(message.outputs, "outputs")?,
        })
    }
}

impl From<ListedObject> for wire::ListedObject {
    fn from(object: ListedObject) -> Self {
        Self {
            id: object.id,
            name: object.name,
            state: object.state.map(Into::into),
        }
    }
}

impl TryFrom<wire::ListedObject> for ListedObject {
    type Error = CallError;

    fn try_from(message: wire::ListedObject) -> Result<Self, CallError> {
        let wire::ListedObject { id, name, state } = message;
        if id.is_empty() {
            let message = format!("the listed object {name:?} has no id");
            return Err(CallError::malformed(message));
        }
        let Some(state) = state else {
            return Ok(Self::to_read(id, name));
        };
        if state.id != id {
            let other = state.id;
            let message = format!("the listed object {id:?} has the state of {other:?}");
            return Err(CallError::malformed(message));
        }
        Ok(Self::with_state(name, state.try_into()?))
    }
}

impl From<Recovered> for wire::RecoverResponse {
    fn from(recovered: Recovered) -> Self {
        let outcome = match recovered {
            Recovered::Found(state) => Some(Outcome::Found(state.into())),
            Recovered::Absent => Some(Outcome::Absent(Absent {})),
            // The server has waited already, or the outcome cannot be determined.
            Recovered::NotYet(_) | Recovered::Undecidable => None,
        };
        Self { outcome }
    }
}

impl TryFrom<wire::RecoverResponse> for Recovered {
    type Error = CallError;

    fn try_from(message: wire::RecoverResponse) -> Result<Self, CallError> {
        Ok(match message.outcome {
            Some(Outcome::Found(state)) => Self::Found(state.try_into()?),
            Some(Outcome::Absent(_)) => Self::Absent,
            None => Self::Undecidable,
        })
    }
}
