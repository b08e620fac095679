//! Serialises records as lines of JSON.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use lumi_graph::SerObject;

use super::record::{Action, OperationOutcome, Record, RunInfo};
use super::resource_ser::{ResourceSer, SecretEncoding, is_false};
use super::secret_id;

/// The JSON form of a record.
pub(super) struct RecordSer<'a> {
    pub(super) record: &'a Record,
    pub(super) secrets: SecretEncoding<'a>,
}

/// The fields of a record or an action that serialise as an object with one key.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum RecordFields<'a> {
    Run(&'a RunInfo),
    Begin {
        operation: u64,
        #[serde(flatten)]
        action: ActionSer<'a>,
    },
    End {
        operation: u64,
        #[serde(flatten)]
        outcome: OutcomeSer<'a>,
    },
    Put(ResourceSer<'a>),
    PutInstead {
        resource: ResourceSer<'a>,
        replaces: u64,
    },
    Forget(u64),
    Modules(SerObject<'a>),
    Configurations(SerObject<'a>),
    Outputs(SerObject<'a>),
    Finished {
        at: DateTime<Utc>,
        succeeded: bool,
    },
}

/// The JSON form of an action.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ActionSer<'a> {
    Create {
        resource: ResourceSer<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        replaces: Option<u64>,
    },
    Update {
        resource: ResourceSer<'a>,
    },
    Delete {
        serial: u64,
        #[serde(skip_serializing_if = "is_false")]
        replace: bool,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum OutcomeSer<'a> {
    Done {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        #[serde(rename = "secretId", skip_serializing_if = "Option::is_none")]
        secret_id: Option<SecretIdSer<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        outputs: Option<SerObject<'a>>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        problems: &'a [String],
        at: DateTime<Utc>,
    },
    Deleted(()),
    Nothing(()),
    Unknown {
        message: &'a str,
    },
}

impl<'a> ActionSer<'a> {
    pub(super) fn new(action: &'a Action, secrets: SecretEncoding<'a>) -> Self {
        let form = |resource| ResourceSer { resource, secrets };
        match action {
            Action::Create { resource, replaces } => Self::Create {
                resource: form(resource),
                replaces: replaces.map(|it| it.0),
            },
            Action::Update { resource } => Self::Update {
                resource: form(resource),
            },
            Action::Delete { serial, replace } => Self::Delete {
                serial: serial.0,
                replace: *replace,
            },
        }
    }
}

impl Serialize for RecordSer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let secrets = self.secrets;
        let fields = match self.record {
            Record::Run(note) => RecordFields::Run(note),
            Record::Begin { operation, action } => RecordFields::Begin {
                operation: *operation,
                action: ActionSer::new(action, secrets),
            },
            Record::End { operation, outcome } => RecordFields::End {
                operation: *operation,
                outcome: outcome_fields(outcome, secrets),
            },
            Record::Put(resource) => RecordFields::Put(ResourceSer { resource, secrets }),
            Record::PutInstead { resource, replaces } => RecordFields::PutInstead {
                resource: ResourceSer { resource, secrets },
                replaces: replaces.0,
            },
            Record::Forget(serial) => RecordFields::Forget(serial.0),
            Record::Modules(modules) => RecordFields::Modules(secrets.object(modules)),
            Record::Configurations(it) => RecordFields::Configurations(secrets.object(it)),
            Record::Outputs(outputs) => RecordFields::Outputs(secrets.object(outputs)),
            Record::Finished { at, succeeded } => RecordFields::Finished {
                at: *at,
                succeeded: *succeeded,
            },
        };
        fields.serialize(serializer)
    }
}

/// An id that quotes a secret.
#[derive(Clone, Copy)]
struct SecretIdSer<'a> {
    id: &'a str,
    secrets: SecretEncoding<'a>,
}

impl Serialize for SecretIdSer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sealed = secret_id::sealed(self.id);
        self.secrets.object(&sealed).serialize(serializer)
    }
}

fn outcome_fields<'a>(
    outcome: &'a OperationOutcome,
    secrets: SecretEncoding<'a>,
) -> OutcomeSer<'a> {
    match outcome {
        OperationOutcome::Done {
            id,
            outputs,
            problems,
            at,
        } => {
            let id = id.as_deref();
            let is_secret = id.is_some_and(|it| secret_id::quotes_secret(it, [outputs]));
            let (plain_id, id) = if is_secret { (None, id) } else { (id, None) };
            let secret_id = id.map(|id| SecretIdSer { id, secrets });
            OutcomeSer::Done {
                id: plain_id,
                secret_id,
                outputs: secrets.some(outputs),
                problems,
                at: *at,
            }
        }
        OperationOutcome::Deleted => OutcomeSer::Deleted(()),
        OperationOutcome::Nothing => OutcomeSer::Nothing(()),
        OperationOutcome::Unknown { message } => OutcomeSer::Unknown { message },
    }
}
