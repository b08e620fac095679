//! Resources without an object: components, and those that configure a provider.

use std::sync::Arc;

use uuid::Uuid;

use crate::graph::{Object, ResourceKind, Value};
use crate::state::{Record, Resource, Stage};

use super::registration::{Wanted, note, with_inputs};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run};
use super::secrets::reveal;
use super::step::StepKind;

impl Run {
    pub(super) fn component(&self, wanted: &Wanted) -> Result<Registered, RegisterError> {
        let Wanted { goal, old, .. } = wanted;
        let old = old.as_ref().filter(|it| it.kind == ResourceKind::Component);
        let inputs = Arc::new(goal.inputs.clone());
        let outputs = old.map_or_else(Arc::default, |it| Arc::clone(&it.outputs));
        let kind = match old {
            None => StepKind::Create,
            Some(old) if old.inputs != inputs => StepKind::Update,
            Some(_) => StepKind::Same,
        };
        let note = with_inputs(note(kind, goal, old), &inputs);
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        self.give_way_to_component(wanted)?;
        let resource = self.resource_of(wanted, old, inputs, outputs);
        self.put_if_changed(resource, old)?;
        self.end(note, None);
        Ok(Registered {
            id: None,
            outputs: RegisteredOutputs::Planned(Object::default()),
        })
    }

    /// What was a custom resource before is deleted in the end.
    fn give_way_to_component(&self, wanted: &Wanted) -> Result<(), RegisterError> {
        let Some(old) = wanted
            .old
            .as_ref()
            .filter(|it| it.kind != ResourceKind::Component)
        else {
            return Ok(());
        };
        let stage = Stage::Replaced;
        let replaced = Resource {
            stage,
            ..Resource::clone(old)
        };
        self.board().replaced.push(old.serial);
        self.ledger
            .note(&Record::Put(Box::new(replaced)))
            .map_err(|error| self.break_off(error))
    }

    pub(super) async fn provider_resource(
        &self,
        wanted: &mut Wanted,
    ) -> Result<Registered, RegisterError> {
        let Wanted { goal, old, .. } = &*wanted;
        let package = goal.resource_type.provided_package().unwrap_or_default();
        let refuse = |message: String| self.refuse(goal, old.as_ref(), message);
        let provider = self
            .providers
            .open(package)
            .map_err(|error| refuse(error.to_string()))?;
        let checked = provider.check_config(reveal(&goal.inputs)).await;
        let checked = checked.map_err(|error| refuse(error.to_string()))?;
        if !checked.failures.is_empty() {
            return Err(refuse(super::check::describe(&checked.failures)));
        }
        let inputs = Arc::new(super::check::marked(checked.inputs, &goal.inputs));
        let kind = match old {
            None => StepKind::Create,
            Some(old) if old.inputs != inputs => StepKind::Update,
            Some(_) => StepKind::Same,
        };
        let note = with_inputs(note(kind, goal, old.as_ref()), &inputs);
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        // A refresh before may have configured it as it was.
        self.providers.forget(&goal.urn);
        let configured = self
            .providers
            .of_resource(&goal.urn, package, &inputs)
            .await;
        configured.map_err(|error| refuse(error.to_string()))?;
        let id = match old.as_ref().and_then(|it| it.id.clone()) {
            Some(id) => id,
            None => Uuid::new_v4().to_string(),
        };
        let mut resource = self.resource_of(wanted, old.as_ref(), Arc::clone(&inputs), inputs);
        resource.id = Some(id.clone());
        let outputs = Object::clone(&resource.outputs);
        self.put_if_changed(resource, old.as_ref())?;
        self.end(note, None);
        Ok(Registered {
            id: Some(Value::String(id)),
            outputs: RegisteredOutputs::Deployed(outputs),
        })
    }
}
