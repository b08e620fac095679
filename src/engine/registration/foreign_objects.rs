//! Objects from the state of another tool, which become managed without a look at them.

use std::sync::Arc;

use tokio::task::JoinSet;

use lumi_graph::{Goal, Object, PathPattern, PropertyPath, ProviderData, ResourceOption};
use lumi_provider::{DiffRequest, Provider, ReadRequest, ReadState};
use lumi_state::{Record, Resource, Stage};

use super::resolved_goal::ResolvedGoal;
use crate::event::{StepFailure, StepInfo};
use crate::provider::provider_choice::ProviderChoice;
use crate::provider::providers::ConfiguredProvider;
use crate::request::RegisterError;
use crate::run_context::RunContext;
use crate::state_log::target;
use crate::steps::resource_records::ResourceRecords;
use crate::steps::step::StepKind;

/// An object in the state of another tool.
#[derive(Clone)]
pub struct ForeignObject {
    /// The resource that it becomes; its inputs count if a program has it.
    pub goal: Goal,
    /// Whether a program has the resource, so that its provider need not find the inputs.
    pub has_program: bool,
    /// The part of that state that its provider reads.
    pub data: ProviderData,
    /// Whether it is to be replaced in the next run.
    pub is_tainted: bool,
    /// Whether another object came in its place, and it is still to be deleted.
    pub is_replaced: bool,
}

/// An object that is managed now.
#[derive(Clone, Debug)]
pub struct TakenObject {
    /// The fewest inputs with which its provider plans no change.
    pub inputs: Object,
    pub outputs: Object,
    /// The properties that its provider would change whatever the inputs are.
    pub ignored: Vec<String>,
}

/// Takes over objects.
pub struct ForeignObjects {
    context: Arc<RunContext>,
    records: Arc<ResourceRecords>,
    choice: Arc<ProviderChoice>,
}

impl ForeignObjects {
    pub fn new(
        context: &Arc<RunContext>,
        records: &Arc<ResourceRecords>,
        choice: &Arc<ProviderChoice>,
    ) -> Self {
        Self {
            context: Arc::clone(context),
            records: Arc::clone(records),
            choice: Arc::clone(choice),
        }
    }

    /// Takes over all objects, or none. Providers answer what the other tool's state says, in the order given.
    pub async fn take_over(
        self: &Arc<Self>,
        objects: Vec<ForeignObject>,
    ) -> Result<Vec<TakenObject>, RegisterError> {
        self.check_names(&objects)?;
        let mut reads = JoinSet::new();
        for (at, object) in objects.into_iter().enumerate() {
            let this = Arc::clone(self);
            reads.spawn(async move { (at, this.read(object).await) });
        }
        let mut found = Vec::new();
        let mut failure = None;
        while let Some(read) = reads.join_next().await {
            // A task that panicked has no result; the panic has been reported.
            let Ok((at, read)) = read else {
                return Err(RegisterError::Stopping);
            };
            match read {
                Ok(resource) => found.push((at, resource)),
                // The error of a call that was not begun any more says nothing.
                Err(RegisterError::Stopping) => failure = failure.or(Some(RegisterError::Stopping)),
                Err(error) => failure = Some(error),
            }
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        found.sort_by_key(|(at, _)| *at);
        let resources: Vec<Resource> = found.into_iter().map(|(_, it)| it).collect();
        let taken = resources.iter().map(|it| TakenObject {
            inputs: Object::clone(&it.inputs),
            outputs: Object::clone(&it.outputs),
            ignored: ignored(it),
        });
        let taken = taken.collect();
        self.record(resources).await?;
        Ok(taken)
    }

    /// Refuses objects whose names are those of other resources of the stack.
    fn check_names(&self, objects: &[ForeignObject]) -> Result<(), RegisterError> {
        let mut refused = Ok(());
        for object in objects.iter().filter(|it| !it.is_replaced) {
            if self.context.old().find(&object.goal.urn).is_some() {
                let message = "the stack has a resource of this name already: was this state imported before?";
                let goal = with_import(&object.goal);
                refused = Err(self.context.refuse(&goal, None, message.to_owned()));
            }
        }
        refused
    }

    async fn read(&self, object: ForeignObject) -> Result<Resource, RegisterError> {
        let goal = object.goal;
        let refuse = |message: String| self.context.refuse(&with_import(&goal), None, message);
        let provider = self.provider(&goal).await.map_err(&refuse)?;
        let Some(calls) = provider.provider().cloned() else {
            return Err(refuse("its provider is not configured".to_owned()));
        };
        let mut target = target(&goal.urn, &goal.resource_type, None);
        target.data = Some(object.data);
        let request = ReadRequest {
            target,
            id: String::new(),
            inputs: object.has_program.then(|| Arc::new(goal.inputs.clone())),
            outputs: None,
            is_import: true,
            begun_update: None,
        };
        let permit = self.context.permit().await?;
        let read = calls.read(request).await;
        drop(permit);
        let read = read.map_err(|error| {
            let redactor = self.context.redactor([&goal.inputs]);
            refuse(StepFailure::of_provider(&error, &redactor).message)
        })?;
        let read = read.ok_or_else(|| refuse("its state has no object".to_owned()))?;
        let mut resource = self.resource(goal, provider, read);
        resource.set_tainted(object.is_tainted);
        if !object.is_tainted && !object.is_replaced && !object.has_program {
            self.ignore_own_changes(&calls, &mut resource).await?;
        }
        if object.is_replaced {
            resource.stage = Stage::Replaced;
        }
        Ok(resource)
    }

    /// Has changes ignored that the provider would make of its own, because it keeps another value than it was
    /// given, such as a hash.
    async fn ignore_own_changes(
        &self,
        provider: &Arc<dyn Provider>,
        resource: &mut Resource,
    ) -> Result<(), RegisterError> {
        let Ok(mut target) = self.context.state_log.target_of(resource, None) else {
            return Ok(());
        };
        loop {
            let request = DiffRequest {
                target: target.clone(),
                id: resource.id.clone().unwrap_or_default(),
                old_inputs: Arc::clone(&resource.inputs),
                old_outputs: Arc::clone(&resource.outputs),
                inputs: Arc::clone(&resource.inputs),
            };
            let permit = self.context.permit().await?;
            let diff = provider.diff(request).await;
            drop(permit);
            // The next preview tells of objects that cannot be compared.
            let changes = diff.map_or_else(|_| Vec::new(), |it| it.properties);
            let paths = changes
                .iter()
                .filter_map(|it| it.path.parse::<PropertyPath>().ok());
            // A change of a part may only follow from that of a whole.
            let first = paths.min_by_key(|it| it.parts.len());
            let pattern = first.and_then(|it| it.property()?.parse::<PathPattern>().ok());
            let is_new = |it: &PathPattern| !target.ignored.contains(it);
            match pattern.filter(is_new) {
                Some(pattern) => target.ignored.push(pattern),
                None => break,
            }
        }
        if !target.ignored.is_empty() {
            resource
                .options
                .set(ResourceOption::IgnoreChanges(target.ignored));
        }
        Ok(())
    }

    async fn provider(&self, goal: &Goal) -> Result<ConfiguredProvider, String> {
        let package = goal.resource_type.package();
        let chosen = self
            .choice
            .chosen(goal.provider.as_ref(), package, goal.options.version())
            .await;
        chosen.map_err(|error| error.to_string())
    }

    fn resource(&self, goal: Goal, provider: ConfiguredProvider, read: ReadState) -> Resource {
        let ReadState {
            id,
            mut inputs,
            mut outputs,
            data,
        } = read;
        self.context
            .known_secrets
            .mark(&mut inputs, &Object::default());
        let additional = goal.options.additional_secret_outputs().to_vec();
        self.context
            .mark_secrets(&mut outputs, &inputs, &additional);
        let mut resolved = ResolvedGoal::new(goal, None);
        resolved.provider = Some(provider);
        let (inputs, outputs) = (Arc::new(inputs), Arc::new(outputs));
        let mut resource = self.records.resource_of(&resolved, None, inputs, outputs);
        resource.id = Some(id);
        resource.provider_data = data;
        resource
    }

    /// Records the resources that were read. A single record, because the rest would be created a second time after a run
    /// that was killed between two records.
    async fn record(&self, resources: Vec<Resource>) -> Result<(), RegisterError> {
        let begun = resources.iter().map(step).map(|step| {
            let since = self.context.reporter.begin(&step);
            (step, since)
        });
        let begun: Vec<_> = begun.collect();
        if self.context.options.preview {
            for resource in resources {
                self.context.preview_state.note_seen(Arc::new(resource));
            }
        } else {
            self.context.write(Record::PutAll(resources)).await?;
        }
        for (step, since) in begun {
            self.context.reporter.end(step, Some(since));
        }
        Ok(())
    }
}

/// The step that takes over the object of a resource.
fn step(resource: &Resource) -> StepInfo {
    let is_replaced = resource.stage == Stage::Replaced;
    StepInfo {
        kind: StepKind::Import,
        urn: resource.urn.clone(),
        is_component: false,
        parent: resource.parent.clone(),
        order: Some(resource.order),
        source: None,
        id: resource.id.clone(),
        old: None,
        new: Some(Arc::clone(&resource.inputs)),
        changes: Vec::new(),
        reason: is_replaced.then(|| "it was replaced, and is deleted next".to_owned()),
    }
}

fn ignored(resource: &Resource) -> Vec<String> {
    let patterns = resource.options.ignore_changes().iter();
    patterns.map(|it| it.as_str().to_owned()).collect()
}

/// The goal as one of an import, for messages.
fn with_import(goal: &Goal) -> Goal {
    let mut goal = goal.clone();
    goal.options.set(ResourceOption::Import(String::new()));
    goal
}
