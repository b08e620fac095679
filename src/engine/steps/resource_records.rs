//! Builds the records of a goal's resource.

use std::sync::Arc;

use lumi_graph::{Object, ResourceKind, Value};
use lumi_state::{Record, Resource, Stage};

use super::stored_inputs::stored_inputs;
use crate::plan::is_dynamic;
use crate::registration::resolved_goal::ResolvedGoal;
use crate::request::RegisterError;
use crate::run_context::RunContext;
use crate::scope::Scope;

/// Builds records of resources, and writes those without a provider call.
pub struct ResourceRecords {
    pub context: Arc<RunContext>,
    pub scope: Arc<Scope>,
}

impl ResourceRecords {
    /// The record of a goal's resource, with the parts kept from the old one, and without inputs that no
    /// state may have.
    pub fn resource_of(
        &self,
        resolved: &ResolvedGoal,
        old: Option<&Arc<Resource>>,
        inputs: Arc<Object>,
        outputs: Arc<Object>,
    ) -> Resource {
        let goal = &resolved.goal;
        let provider_serial = goal.provider.as_ref().and_then(|urn| {
            let provider = self.context.state_log.live_provider(urn)?;
            Some(provider.serial)
        });
        let mut resource = Resource {
            serial: match old {
                Some(old) => old.serial,
                None => self.context.state_log.with(|it| it.take_serial()),
            },
            order: goal.order,
            urn: goal.urn.clone(),
            kind: goal.kind,
            id: old.and_then(|it| it.id.clone()),
            external: false,
            stage: Stage::Live,
            parent: goal.parent.clone(),
            provider: goal.provider.clone(),
            provider_serial,
            configuration: self.configuration_name(resolved),
            inputs: stored_inputs(inputs, &resolved.unstored),
            outputs,
            dependencies: goal.dependencies.clone(),
            depends_on: goal.depends_on.clone(),
            options: goal.options.clone(),
            stored_provider: resolved.stored_provider.clone(),
            provider_data: old.and_then(|it| it.provider_data.clone()),
            source: goal.source.clone(),
            problems: Vec::new(),
            created: old.and_then(|it| it.created),
            modified: old.and_then(|it| it.modified),
        };
        self.scope.rename_needs(&mut resource);
        resource
    }

    /// Records a resource without a provider call. Its order and source position change with every
    /// edit of the program, and are not recorded alone.
    pub fn put_if_changed(
        &self,
        resource: Resource,
        old: Option<&Arc<Resource>>,
    ) -> Result<(), RegisterError> {
        if self.context.options.preview {
            self.note_unwritten(resource, old);
            return Ok(());
        }
        if let Some(old) = old
            && differs_only_in_place(&resource, old)
        {
            self.context.state_log.with(|state| {
                state.resources.insert(resource.serial, Arc::new(resource));
            });
            return Ok(());
        }
        self.context
            .write_unsynced(&Record::Put(Box::new(resource)))
    }

    /// In a preview: keeps what a deployment would record.
    fn note_unwritten(&self, resource: Resource, old: Option<&Arc<Resource>>) {
        let Some(old) = old else {
            return;
        };
        let preview_state = &self.context.preview_state;
        // A plan does not have the code of the program's own providers, which the deployment stores. The state may
        // lack the code of an imported resource.
        if old.stored_provider.is_some() || is_dynamic(resource.urn.resource_type()) {
            preview_state.note_unrepeatable();
        }
        let is_recorded = !differs_only_in_place(&resource, old);
        let is_moved = resource.order != old.order || resource.source != old.source;
        if is_recorded || is_moved || resource.kind == ResourceKind::Component {
            preview_state.note_unwritten(resource, is_recorded);
        }
    }

    /// The name of the configuration that manages a resource from now on.
    fn configuration_name(&self, resolved: &ResolvedGoal) -> Option<String> {
        let is_default = resolved.goal.provider.is_none();
        let provider = resolved.provider.as_ref().filter(|_| is_default)?;
        let configuration = provider.configuration()?;
        let value = Value::Object(Object::clone(configuration));
        let known = self.context.state_log.with(|state| {
            let known = state.name_of_configuration(configuration);
            // The name is reserved for this configuration.
            if let (Err(name), false) = (&known, self.context.options.preview) {
                state.configurations.insert(name.clone(), value.clone());
            }
            known
        });
        let name = match known {
            Ok(name) => return Some(name),
            Err(_) if self.context.options.preview => {
                self.context.preview_state.note_unrepeatable();
                return None;
            }
            Err(name) => name,
        };
        let new = [(name.clone(), value)].into_iter().collect();
        // An error has already stopped the run.
        let _ = self.context.write_unsynced(&Record::Configurations(new));
        Some(name)
    }
}

/// Whether two versions of a resource differ only in order and source position.
fn differs_only_in_place(new: &Resource, old: &Resource) -> bool {
    new.urn == old.urn
        && new.kind == old.kind
        && new.id == old.id
        && new.external == old.external
        && new.stage == old.stage
        && new.parent == old.parent
        && new.provider == old.provider
        && new.provider_serial == old.provider_serial
        && new.configuration == old.configuration
        && new.dependencies == old.dependencies
        && new.depends_on == old.depends_on
        && new.options == old.options
        && new.stored_provider == old.stored_provider
        && new.provider_data == old.provider_data
        && new.problems == old.problems
        && new.inputs == old.inputs
        && new.outputs == old.outputs
}
