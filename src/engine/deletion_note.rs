//! What is said of a step about a resource that the program does not have.

use std::sync::Arc;

use lumi_graph::ResourceKind;
use lumi_state::Resource;

use super::event::StepNote;
use super::plan::Disposal;
use super::step::StepKind;

/// A step about a resource that the program does not have, or no longer.
pub(super) fn note_of(kind: StepKind, resource: &Resource) -> StepNote {
    StepNote {
        kind,
        urn: resource.urn.clone(),
        is_component: resource.kind == ResourceKind::Component,
        parent: resource.parent.clone(),
        order: None,
        source: None,
        id: resource.id.clone(),
        old: Some(Arc::clone(&resource.inputs)),
        new: None,
        changes: Vec::new(),
        reason: None,
    }
}

pub(super) fn reason(disposal: Disposal) -> Option<String> {
    let text = match disposal {
        Disposal::Delete | Disposal::Nothing => return None,
        Disposal::External => "it was only read",
        Disposal::Retain => "retainOnDelete keeps the object",
        Disposal::Shared => "another resource manages the same object now",
        Disposal::Along => "its object goes with the one it is deleted with",
    };
    Some(text.to_owned())
}
