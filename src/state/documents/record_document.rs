//! The JSON form of a record: the payload of a line of the journal.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use lumi_graph::{PlainValue, Secrets, quotes_secret};

use super::action_document::{ActionDocument, CreateDocument, DeleteDocument, UpdateDocument};
use super::document_error::DocumentError;
use super::document_members::{DocumentReader, SerMembers, is_false};
use super::provider_data_member::{sealed_data, unsealed_data};
use super::resource_document::ResourceDocument;
use super::secret_id;
use crate::record::{Action, OperationOutcome, Record, RunInfo};
use crate::resource::Serial;

/// A record whose objects are `M`: see [`super::document_members`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum RecordDocument<'a, M> {
    Run(Cow<'a, RunInfo>),
    Begin(BeginDocument<'a, M>),
    End(EndDocument<'a, M>),
    Put(Box<ResourceDocument<'a, M>>),
    PutAll(Vec<ResourceDocument<'a, M>>),
    PutInstead(PutInsteadDocument<'a, M>),
    Forget(Serial),
    Modules(M),
    Configurations(M),
    Outputs(M),
    Finished { at: DateTime<Utc>, succeeded: bool },
}

/// Exactly one action must be present. An enum would need serde's `flatten`, which is incompatible
/// with `deny_unknown_fields`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeginDocument<'a, M> {
    operation: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    create: Option<CreateDocument<'a, M>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    update: Option<UpdateDocument<'a, M>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delete: Option<DeleteDocument>,
}

/// Exactly one outcome must be present.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndDocument<'a, M> {
    operation: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<DoneDocument<'a, M>>,
    #[serde(default, skip_serializing_if = "is_false")]
    #[serde(serialize_with = "write_null", deserialize_with = "read_null")]
    deleted: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    #[serde(serialize_with = "write_null", deserialize_with = "read_null")]
    nothing: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<UnknownDocument<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DoneDocument<'a, M> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Cow<'a, str>>,
    /// Used instead of `id` if that contains a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret_id: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_data: Option<M>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    problems: Cow<'a, [String]>,
    at: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnknownDocument<'a> {
    message: Cow<'a, str>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PutInsteadDocument<'a, M> {
    resource: Box<ResourceDocument<'a, M>>,
    replaces: Serial,
}

/// A member that is null if it is present, which an `Option` would read as absent.
fn read_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    <()>::deserialize(deserializer).map(|()| true)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn write_null<S: Serializer>(_present: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_unit()
}

impl<'a> RecordDocument<'a, SerMembers<'a>> {
    pub fn new(record: &'a Record, secrets: Secrets<'a>) -> Self {
        let members = |it| SerMembers::new(it, secrets);
        let resource = |it| Box::new(ResourceDocument::new(it, secrets));
        match record {
            Record::Run(info) => Self::Run(Cow::Borrowed(info)),
            Record::Begin { operation, action } => {
                Self::Begin(BeginDocument::new(*operation, action, secrets))
            }
            Record::End { operation, outcome } => {
                Self::End(EndDocument::new(*operation, outcome, secrets))
            }
            Record::Put(it) => Self::Put(resource(it)),
            Record::PutAll(all) => {
                let all = all.iter().map(|it| ResourceDocument::new(it, secrets));
                Self::PutAll(all.collect())
            }
            Record::PutInstead {
                resource: it,
                replaces,
            } => Self::PutInstead(PutInsteadDocument {
                resource: resource(it),
                replaces: *replaces,
            }),
            Record::Forget(serial) => Self::Forget(*serial),
            Record::Modules(it) => Self::Modules(members(it)),
            Record::Configurations(it) => Self::Configurations(members(it)),
            Record::Outputs(it) => Self::Outputs(members(it)),
            Record::Finished { at, succeeded } => Self::Finished {
                at: *at,
                succeeded: *succeeded,
            },
        }
    }
}

impl RecordDocument<'_, PlainValue> {
    pub fn into_record(self, reading: &mut DocumentReader<'_>) -> Result<Record, DocumentError> {
        let stack = &"the stack";
        Ok(match self {
            Self::Run(info) => Record::Run(info.into_owned()),
            Self::Begin(begin) => begin.into_record(reading)?,
            Self::End(end) => end.into_record(reading)?,
            Self::Put(resource) => Record::Put(Box::new(resource.into_resource(reading)?)),
            Self::PutAll(all) => {
                let all = all.into_iter().map(|it| it.into_resource(reading));
                Record::PutAll(all.collect::<Result<_, _>>()?)
            }
            Self::PutInstead(it) => Record::PutInstead {
                resource: Box::new(it.resource.into_resource(reading)?),
                replaces: it.replaces,
            },
            Self::Forget(serial) => Record::Forget(serial),
            Self::Modules(it) => Record::Modules(reading.object(Some(it), "modules", stack)?),
            Self::Configurations(it) => {
                Record::Configurations(reading.object(Some(it), "configurations", stack)?)
            }
            Self::Outputs(it) => Record::Outputs(reading.object(Some(it), "outputs", stack)?),
            Self::Finished { at, succeeded } => Record::Finished { at, succeeded },
        })
    }
}

impl<'a> BeginDocument<'a, SerMembers<'a>> {
    fn new(operation: u64, action: &'a Action, secrets: Secrets<'a>) -> Self {
        let (create, update, delete) = match ActionDocument::new(action, secrets) {
            ActionDocument::Create(create) => (Some(create), None, None),
            ActionDocument::Update(update) => (None, Some(update), None),
            ActionDocument::Delete(delete) => (None, None, Some(delete)),
        };
        Self {
            operation,
            create,
            update,
            delete,
        }
    }
}

impl BeginDocument<'_, PlainValue> {
    fn into_record(self, reading: &mut DocumentReader<'_>) -> Result<Record, DocumentError> {
        let action = match (self.create, self.update, self.delete) {
            (Some(create), None, None) => ActionDocument::Create(create),
            (None, Some(update), None) => ActionDocument::Update(update),
            (None, None, Some(delete)) => ActionDocument::Delete(delete),
            _ => return Err(DocumentError::NotOneAction),
        };
        Ok(Record::Begin {
            operation: self.operation,
            action: action.into_action(reading)?,
        })
    }
}

impl<'a> EndDocument<'a, SerMembers<'a>> {
    fn new(operation: u64, outcome: &'a OperationOutcome, secrets: Secrets<'a>) -> Self {
        let mut end = Self {
            operation,
            done: None,
            deleted: false,
            nothing: false,
            unknown: None,
        };
        match outcome {
            OperationOutcome::Done {
                id,
                outputs,
                provider_data,
                problems,
                at,
            } => {
                let is_secret = |it: &&str| quotes_secret(it, [outputs]);
                let secret_id = id.as_deref().filter(is_secret).map(secret_id::sealed);
                let id = id.as_deref().filter(|_| secret_id.is_none());
                end.done = Some(DoneDocument {
                    id: id.map(Cow::Borrowed),
                    secret_id: secret_id.map(|it| SerMembers::owned(it, secrets)),
                    outputs: SerMembers::unless_empty(outputs, secrets),
                    provider_data: sealed_data(provider_data.as_ref(), secrets),
                    problems: Cow::Borrowed(problems),
                    at: *at,
                });
            }
            OperationOutcome::Deleted => end.deleted = true,
            OperationOutcome::NotDone => end.nothing = true,
            OperationOutcome::Unknown { message } => {
                let message = Cow::Borrowed(message.as_str());
                end.unknown = Some(UnknownDocument { message });
            }
        }
        end
    }
}

impl EndDocument<'_, PlainValue> {
    fn into_record(self, reading: &mut DocumentReader<'_>) -> Result<Record, DocumentError> {
        let operation = self.operation;
        let outcome = match (self.done, self.deleted, self.nothing, self.unknown) {
            (Some(done), false, false, None) => {
                let place = format_args!("operation {operation}");
                let sealed = reading.object(done.secret_id, "secretId", &place)?;
                let id = done.id.map(Cow::into_owned);
                OperationOutcome::Done {
                    id: id.or(secret_id::unsealed(&sealed)),
                    outputs: reading.object(done.outputs, "outputs", &place)?,
                    provider_data: unsealed_data(done.provider_data, &place, reading)?,
                    problems: done.problems.into_owned(),
                    at: done.at,
                }
            }
            (None, true, false, None) => OperationOutcome::Deleted,
            (None, false, true, None) => OperationOutcome::NotDone,
            (None, false, false, Some(unknown)) => OperationOutcome::Unknown {
                message: unknown.message.into_owned(),
            },
            _ => return Err(DocumentError::NotOneOutcome),
        };
        Ok(Record::End { operation, outcome })
    }
}
