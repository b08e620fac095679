//! Objects that the program reads and does not manage.

use std::sync::Arc;

use lumi_graph::{Goal, Object, Value};
use lumi_provider::{Provider, ReadRequest, ReadState};
use lumi_state::Resource;

use super::resolved_goal::ResolvedGoal;
use crate::deletion::replacements::Replacements;
use crate::event::{StepFailure, StepInfo};
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::run_context::RunContext;
use crate::state_log::target;
use crate::steps::resource_records::ResourceRecords;
use crate::steps::step::StepKind;

/// Registers resources that are only read.
pub struct Reads {
    pub context: Arc<RunContext>,
    pub records: Arc<ResourceRecords>,
    pub replacements: Arc<Replacements>,
}

impl Reads {
    pub async fn register(&self, resolved: &ResolvedGoal) -> Result<Registered, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let unknown = Registered {
            id: Some(Value::Unknown),
            outputs: RegisteredOutputs::Planned(Object::default()),
        };
        let (Some(Value::String(id)), Some(provider)) = (&goal.read_id, resolved.provider()) else {
            self.check_id(goal, old.as_ref())?;
            return Ok(unknown);
        };
        let managed = old.as_ref().filter(|it| !it.external);
        let old = old.as_ref().filter(|it| it.external);
        let mut step = StepInfo::of_goal(StepKind::Read, goal, old);
        step.old = old.map(|it| Arc::clone(&it.outputs));
        let since = self.context.reporter.begin(&step);
        let found = read_current(&self.context, &provider, goal, id, false).await;
        let not_found = || StepFailure::new(format!("there is no object with the id {id:?}"));
        let read = match found.and_then(|it| it.ok_or_else(not_found)) {
            Ok(read) => read,
            Err(_) if self.may_be_created(goal) => {
                step.reason = Some("it will be created in this run".to_owned());
                step.old = None;
                self.context.reporter.note_change(&goal.urn);
                self.context.reporter.end(step, Some(since));
                return Ok(unknown);
            }
            Err(failure) => return Err(self.context.fail(step, Some(since), failure)),
        };
        if let Some(managed) = managed {
            self.stop_managing(managed, id, &step)?;
        }
        let resource = self.read_resource(resolved, old, read);
        step.new = Some(Arc::clone(&resource.outputs));
        step.id.clone_from(&resource.id);
        let registered = Registered::deployed(&resource);
        if self.context.options.preview {
            self.context.preview_state.note_seen(Arc::new(resource));
        } else {
            self.records.put_if_changed(resource, old)?;
        }
        self.context.reporter.end(step, Some(since));
        Ok(registered)
    }

    fn read_resource(
        &self,
        resolved: &ResolvedGoal,
        old: Option<&Arc<Resource>>,
        read: ReadState,
    ) -> Resource {
        let goal = &resolved.goal;
        let mut outputs = read.outputs;
        let additional = goal.options.additional_secret_outputs();
        self.context
            .mark_secrets(&mut outputs, &goal.inputs, additional);
        let inputs = Arc::new(goal.inputs.clone());
        let outputs = Arc::new(outputs);
        let mut resource = self.records.resource_of(resolved, old, inputs, outputs);
        resource.id = Some(read.id);
        resource.provider_data = read.data;
        resource.external = true;
        resource
    }

    /// Refuses an id that is known, but not text.
    fn check_id(&self, goal: &Goal, old: Option<&Arc<Resource>>) -> Result<(), RegisterError> {
        match &goal.read_id {
            Some(it) if !it.contains_unknown() => {
                let message = format!("the id to read must be a string, not {}", it.kind());
                Err(self.context.refuse(goal, old, message))
            }
            _ => Ok(()),
        }
    }

    /// In a preview: whether a dependency of the goal will be created or changed, which may create
    /// the object.
    fn may_be_created(&self, goal: &Goal) -> bool {
        self.context.options.preview && self.context.reporter.has_changed(goal.all_dependencies())
    }

    /// Handles a resource that was managed under this name and is now only read: the same object is
    /// forgotten, a different one is deleted, because nothing else would ever delete it.
    fn stop_managing(
        &self,
        managed: &Arc<Resource>,
        id: &str,
        step: &StepInfo,
    ) -> Result<(), RegisterError> {
        match managed.id.as_deref() == Some(id) {
            true => self.replacements.mark_replaced(managed),
            false => {
                self.replacements
                    .mark_displaced(managed, step, "an object that it only reads")
            }
        }
    }
}

/// Reads an object by its id and the inputs of the program.
pub async fn read_current(
    context: &RunContext,
    provider: &Arc<dyn Provider>,
    goal: &Goal,
    id: &str,
    is_import: bool,
) -> Result<Option<ReadState>, StepFailure> {
    let _permit = context
        .permit()
        .await
        .map_err(|error| StepFailure::new(error.to_string()))?;
    let request = ReadRequest {
        target: target(&goal.urn, &goal.resource_type, None),
        id: id.to_owned(),
        // Without inputs of a program, the provider has nothing to compare.
        inputs: (!goal.inputs.is_empty()).then(|| Arc::new(goal.inputs.clone())),
        outputs: None,
        is_import,
        begun_update: None,
    };
    let read = provider.read(request).await;
    read.map_err(|error| StepFailure::of_provider(&error, &context.redactor([&goal.inputs])))
}
