//! Advice when a create fails because of an existing object of the same stack.

use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};
use lumi_state::{Resource, Stage};

use super::registrations::Registrations;
use crate::event::StepFailure;
use crate::plan::alias_of;
use crate::run_context::RunContext;
use crate::steps::step::StepKind;

/// Finds resources of the stack whose objects conflict with new ones.
pub struct Conflicts {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
}

impl Conflicts {
    /// The failure of a create, with advice if the object belongs to a resource of the same type.
    /// A resource that the program has not declared so far was most likely renamed.
    pub fn with_advice(
        &self,
        mut failure: StepFailure,
        kind: StepKind,
        goal: &Goal,
        inputs: &Object,
    ) -> StepFailure {
        if kind != StepKind::Create {
            return failure;
        }
        let Some(other) = self.conflicting_resource(&goal.urn, inputs) else {
            return failure;
        };
        if self.registrations.has_goal(other.serial) {
            let (kind, name) = (other.urn.resource_type(), other.urn.name());
            failure.message = format!(
                "its object still belongs to {kind} {name:?}, which the program gives another \
                 object; to free it first, give {name:?} the option deleteBeforeReplace: true and \
                 this resource the option dependsOn, or deploy once without this resource; the \
                 provider reports: {}",
                failure.message
            );
            return failure;
        }
        let renamed = self.renamed_parent(goal, &other);
        let (subject, alias) = match &renamed {
            Some((old, new)) => (
                format!("the component {:?}", new.name()),
                alias_of(old, new),
            ),
            None => ("this one".to_owned(), alias_of(&other.urn, &goal.urn)),
        };
        let (kind, name) = (other.urn.resource_type(), other.urn.name());
        // The object has a manager already, so the advice of the provider to import it comes last.
        failure.message = format!(
            "its object belongs to {kind} {name:?} of this stack; if the resource was renamed, \
             give {subject} the option {alias}, which keeps the object; to delete the old \
             resource, run `lumi destroy --target {name}` first; the provider reports: {}",
            failure.message
        );
        failure
    }

    fn conflicting_resource(&self, urn: &Urn, inputs: &Object) -> Option<Arc<Resource>> {
        let texts = inputs.values().filter_map(Value::as_str);
        let mut there = self.context.old().objects_with_ids(texts);
        let found = there.find(|it| {
            it.stage == Stage::Live
                && it.kind == ResourceKind::Custom
                && it.urn != *urn
                && it.urn.resource_type() == urn.resource_type()
        });
        found.cloned()
    }

    /// The component of `other` and that of the goal, if the component was likely renamed.
    fn renamed_parent(&self, goal: &Goal, other: &Resource) -> Option<(Urn, Urn)> {
        let (old, new) = (other.parent.as_ref()?, goal.parent.as_ref()?);
        let serial = self.context.old().find(old)?;
        let is_renamed = old != new
            && old.resource_type() == new.resource_type()
            && !self.registrations.has_goal(serial)
            && self.context.old().find(new).is_none();
        is_renamed.then(|| (old.clone(), new.clone()))
    }
}
