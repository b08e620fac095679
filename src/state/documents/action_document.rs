//! The JSON form of an action, in records and among the pending operations of a state.

use serde::{Deserialize, Serialize};

use lumi_graph::{PlainValue, Secrets};

use super::document_error::DocumentError;
use super::document_members::{DocumentReader, SerMembers, is_false};
use super::resource_document::ResourceDocument;
use crate::record::Action;
use crate::resource::Serial;

/// An action whose objects are `M`: see [`super::document_members`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ActionDocument<'a, M> {
    Create(CreateDocument<'a, M>),
    Update(UpdateDocument<'a, M>),
    Delete(DeleteDocument),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateDocument<'a, M> {
    resource: Box<ResourceDocument<'a, M>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replaces: Option<Serial>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpdateDocument<'a, M> {
    resource: Box<ResourceDocument<'a, M>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteDocument {
    serial: Serial,
    #[serde(default, skip_serializing_if = "is_false")]
    replace: bool,
}

impl<'a> ActionDocument<'a, SerMembers<'a>> {
    pub fn new(action: &'a Action, secrets: Secrets<'a>) -> Self {
        let document = |resource| Box::new(ResourceDocument::new(resource, secrets));
        match action {
            Action::Create { resource, replaces } => Self::Create(CreateDocument {
                resource: document(resource),
                replaces: *replaces,
            }),
            Action::Update { resource } => Self::Update(UpdateDocument {
                resource: document(resource),
            }),
            Action::Delete { serial, replace } => Self::Delete(DeleteDocument {
                serial: *serial,
                replace: *replace,
            }),
        }
    }
}

impl ActionDocument<'_, PlainValue> {
    pub fn into_action(self, reading: &mut DocumentReader<'_>) -> Result<Action, DocumentError> {
        Ok(match self {
            Self::Create(it) => Action::Create {
                resource: Box::new(it.resource.into_resource(reading)?),
                replaces: it.replaces,
            },
            Self::Update(it) => Action::Update {
                resource: Box::new(it.resource.into_resource(reading)?),
            },
            Self::Delete(it) => Action::Delete {
                serial: it.serial,
                replace: it.replace,
            },
        })
    }
}
