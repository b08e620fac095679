//! Steps of resources that the program does not declare.

use std::sync::Arc;

use lumi_graph::ResourceKind;
use lumi_state::Resource;

use crate::event::StepInfo;
use crate::plan::DeletionMode;
use crate::steps::step::StepKind;

/// The step of a resource that the program does not declare, or no longer declares.
pub fn deletion_step(kind: StepKind, resource: &Resource) -> StepInfo {
    StepInfo {
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

pub fn reason(deletion_mode: DeletionMode) -> Option<String> {
    let text = match deletion_mode {
        DeletionMode::Delete | DeletionMode::Nothing => return None,
        DeletionMode::External => "it was only read",
        DeletionMode::Retain => "retainOnDelete keeps the object",
        DeletionMode::Shared => "another resource manages the same object now",
        DeletionMode::WithHost => "its object is deleted together with its host",
    };
    Some(text.to_owned())
}
