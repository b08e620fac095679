//! Records as lines of JSON.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use lumi_graph::ObjectForm;

use super::record::{Action, Outcome, Record, RunNote};
use super::resource_form::{ResourceForm, SecretForm, is_false};

/// A record that can be serialised.
pub(super) struct RecordForm<'a> {
    pub(super) record: &'a Record,
    pub(super) secrets: SecretForm<'a>,
}

/// Anything that is serialised as an object with one of these keys.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Fields<'a> {
    Run(&'a RunNote),
    Begin {
        operation: u64,
        #[serde(flatten)]
        action: ActionForm<'a>,
    },
    End {
        operation: u64,
        #[serde(flatten)]
        outcome: OutcomeFields<'a>,
    },
    Put(ResourceForm<'a>),
    Forget(u64),
    Modules(ObjectForm<'a>),
    Configurations(ObjectForm<'a>),
    Outputs(ObjectForm<'a>),
    Finished {
        at: DateTime<Utc>,
        succeeded: bool,
    },
}

/// An action that can be serialised.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ActionForm<'a> {
    Create {
        resource: ResourceForm<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        replaces: Option<u64>,
    },
    Update {
        resource: ResourceForm<'a>,
    },
    Delete {
        serial: u64,
        #[serde(skip_serializing_if = "is_false")]
        replace: bool,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum OutcomeFields<'a> {
    Done {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        outputs: Option<ObjectForm<'a>>,
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

impl<'a> ActionForm<'a> {
    pub(super) fn new(action: &'a Action, secrets: SecretForm<'a>) -> Self {
        let form = |resource| ResourceForm { resource, secrets };
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

impl Serialize for RecordForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let secrets = self.secrets;
        let fields = match self.record {
            Record::Run(note) => Fields::Run(note),
            Record::Begin { operation, action } => Fields::Begin {
                operation: *operation,
                action: ActionForm::new(action, secrets),
            },
            Record::End { operation, outcome } => Fields::End {
                operation: *operation,
                outcome: outcome_fields(outcome, secrets),
            },
            Record::Put(resource) => Fields::Put(ResourceForm { resource, secrets }),
            Record::Forget(serial) => Fields::Forget(serial.0),
            Record::Modules(modules) => Fields::Modules(secrets.object(modules)),
            Record::Configurations(it) => Fields::Configurations(secrets.object(it)),
            Record::Outputs(outputs) => Fields::Outputs(secrets.object(outputs)),
            Record::Finished { at, succeeded } => Fields::Finished {
                at: *at,
                succeeded: *succeeded,
            },
        };
        fields.serialize(serializer)
    }
}

fn outcome_fields<'a>(outcome: &'a Outcome, secrets: SecretForm<'a>) -> OutcomeFields<'a> {
    match outcome {
        Outcome::Done {
            id,
            outputs,
            problems,
            at,
        } => OutcomeFields::Done {
            id: id.as_deref(),
            outputs: secrets.some(outputs),
            problems,
            at: *at,
        },
        Outcome::Deleted => OutcomeFields::Deleted(()),
        Outcome::Nothing => OutcomeFields::Nothing(()),
        Outcome::Unknown { message } => OutcomeFields::Unknown { message },
    }
}
