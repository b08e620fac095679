//! Deserialises records from lines of JSON.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use lumi_graph::PlainValue;

use super::record::{Action, OperationOutcome, Record, RunInfo};
use super::resource::Serial;
use super::resource_de::{DocumentReader, ResourceDe};
use super::secret_id;

/// The JSON form of a record. `flatten` is incompatible with `deny_unknown_fields`, so the action
/// and the outcome are options, of which exactly one must be present.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum RecordDe {
    Run(RunInfo),
    Begin(BeginDe),
    End(EndDe),
    Put(Box<ResourceDe>),
    PutInstead(PutInsteadDe),
    Forget(u64),
    Modules(PlainValue),
    Configurations(PlainValue),
    Outputs(PlainValue),
    Finished { at: DateTime<Utc>, succeeded: bool },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginDe {
    operation: u64,
    create: Option<CreateDe>,
    update: Option<UpdateDe>,
    delete: Option<DeleteDe>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateDe {
    resource: Box<ResourceDe>,
    replaces: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PutInsteadDe {
    resource: Box<ResourceDe>,
    replaces: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateDe {
    resource: Box<ResourceDe>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteDe {
    serial: u64,
    #[serde(default)]
    replace: bool,
}

/// The JSON form of an action.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum ActionDe {
    Create(CreateDe),
    Update(UpdateDe),
    Delete(DeleteDe),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndDe {
    operation: u64,
    done: Option<DoneDe>,
    // Both variants are `null`, which an `Option` would read as `None`.
    #[serde(default, deserialize_with = "present")]
    deleted: bool,
    #[serde(default, deserialize_with = "present")]
    nothing: bool,
    unknown: Option<UnknownDe>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DoneDe {
    id: Option<String>,
    #[serde(rename = "secretId")]
    secret_id: Option<PlainValue>,
    outputs: Option<PlainValue>,
    #[serde(default)]
    problems: Vec<String>,
    at: DateTime<Utc>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnknownDe {
    message: String,
}

fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    <()>::deserialize(deserializer).map(|()| true)
}

impl RecordDe {
    pub(super) fn into_record(self, reading: &mut DocumentReader<'_>) -> Result<Record, String> {
        Ok(match self {
            Self::Run(note) => Record::Run(note),
            Self::Begin(begin) => begin.into_record(reading)?,
            Self::End(end) => end.into_record(reading)?,
            Self::Put(resource) => Record::Put(Box::new(resource.into_resource(reading)?)),
            Self::PutInstead(it) => Record::PutInstead {
                resource: Box::new(it.resource.into_resource(reading)?),
                replaces: Serial(it.replaces),
            },
            Self::Forget(serial) => Record::Forget(Serial(serial)),
            Self::Modules(modules) => {
                Record::Modules(reading.object(Some(modules), "modules", &"the stack")?)
            }
            Self::Configurations(it) => {
                Record::Configurations(reading.object(Some(it), "configurations", &"the stack")?)
            }
            Self::Outputs(outputs) => {
                Record::Outputs(reading.object(Some(outputs), "outputs", &"the stack")?)
            }
            Self::Finished { at, succeeded } => Record::Finished { at, succeeded },
        })
    }
}

impl BeginDe {
    fn into_record(self, reading: &mut DocumentReader<'_>) -> Result<Record, String> {
        let action = match (self.create, self.update, self.delete) {
            (Some(create), None, None) => ActionDe::Create(create),
            (None, Some(update), None) => ActionDe::Update(update),
            (None, None, Some(delete)) => ActionDe::Delete(delete),
            _ => return Err("it begins none or several of create, update, delete".to_owned()),
        };
        Ok(Record::Begin {
            operation: self.operation,
            action: action.into_action(reading)?,
        })
    }
}

impl ActionDe {
    pub(super) fn into_action(self, reading: &mut DocumentReader<'_>) -> Result<Action, String> {
        Ok(match self {
            Self::Create(it) => Action::Create {
                resource: Box::new(it.resource.into_resource(reading)?),
                replaces: it.replaces.map(Serial),
            },
            Self::Update(it) => Action::Update {
                resource: Box::new(it.resource.into_resource(reading)?),
            },
            Self::Delete(it) => Action::Delete {
                serial: Serial(it.serial),
                replace: it.replace,
            },
        })
    }
}

impl EndDe {
    fn into_record(self, reading: &mut DocumentReader<'_>) -> Result<Record, String> {
        let operation = self.operation;
        let outcome = match (self.done, self.deleted, self.nothing, self.unknown) {
            (Some(done), false, false, None) => {
                let place = format_args!("operation {operation}");
                let sealed = reading.object(done.secret_id, "secretId", &place)?;
                OperationOutcome::Done {
                    id: done.id.or(secret_id::unsealed(&sealed)),
                    outputs: reading.object(done.outputs, "outputs", &place)?,
                    problems: done.problems,
                    at: done.at,
                }
            }
            (None, true, false, None) => OperationOutcome::Deleted,
            (None, false, true, None) => OperationOutcome::Nothing,
            (None, false, false, Some(unknown)) => OperationOutcome::Unknown {
                message: unknown.message,
            },
            _ => return Err("it ends in none or several outcomes".to_owned()),
        };
        Ok(Record::End { operation, outcome })
    }
}
