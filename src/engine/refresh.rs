//! Refresh: reads every object and updates the state.

use std::sync::Arc;

use tokio::task::JoinSet;

use lumi_graph::{Object, ResourceKind};
use lumi_provider::{ReadRequest, ReadState, reveal_value};
use lumi_state::{Record, Resource, RunKind, Stage};

use super::deletion::deletion_step::deletion_step;
use super::event::{Severity, StepFailure, StepInfo};
use super::plan::{input_changes, is_interruption};
use super::request::RegisterError;
use super::run_context::RunContext;
use super::scope::Scope;
use super::steps::step::StepKind;

/// Compares the state with the objects, and corrects it.
pub struct Refresh {
    pub context: Arc<RunContext>,
    pub scope: Arc<Scope>,
}

impl Refresh {
    /// Reads all live objects in the scope of the run, concurrently.
    pub async fn run(self: &Arc<Self>) {
        let live: Vec<Arc<Resource>> = self.context.state_log.with(|state| {
            let all = state.resources.values();
            let live = all.filter(|it| it.stage == Stage::Live && it.kind == ResourceKind::Custom);
            live.cloned().collect()
        });
        let mut reading = JoinSet::new();
        for resource in live {
            if self.scope.is_targeted(&resource.urn) {
                let refresh = Arc::clone(self);
                reading.spawn(async move { refresh.refresh_one(&resource).await });
            }
        }
        while reading.join_next().await.is_some() {}
    }

    async fn refresh_one(&self, resource: &Arc<Resource>) -> Result<(), RegisterError> {
        let mut step = deletion_step(StepKind::Refresh, resource);
        step.order = Some(resource.order);
        step.source.clone_from(&resource.source);
        step.old = Some(Arc::clone(&resource.outputs));
        step.new = Some(Arc::clone(&resource.outputs));
        self.context
            .reporter
            .hide_differences(&resource.urn, &resource.options);
        let permit = self.context.permit().await?;
        let since = self.context.reporter.begin(&step);
        let read = match self.read_object(resource).await {
            Ok(read) => read,
            Err(failure) => return Err(self.context.fail(step, Some(since), failure)),
        };
        drop(permit);
        let record = match read {
            None => {
                step.new = None;
                // The same run may create it again.
                if self.context.options.kind == RunKind::Refresh {
                    let message = "the object no longer exists; the next `lumi up` creates it \
                                   again";
                    self.context.reporter.diagnostic(
                        Severity::Warning,
                        Some(&resource.urn),
                        message.to_owned(),
                        None,
                    );
                }
                Some(Record::Forget(resource.serial))
            }
            Some(read) => {
                let seen = self.seen(resource, read, &mut step);
                seen.map(|it| Record::Put(Box::new(it)))
            }
        };
        if let Some(record) = record {
            self.context.write_unsynced(&record)?;
        }
        self.context.reporter.end(step, Some(since));
        Ok(())
    }

    async fn read_object(
        &self,
        resource: &Arc<Resource>,
    ) -> Result<Option<ReadState>, StepFailure> {
        let redactor = self
            .context
            .redactor([&*resource.inputs, &*resource.outputs]);
        let configured = self.context.provider_of_object(resource).await;
        let configured = configured.map_err(|error| StepFailure::of_provider(&error, &redactor))?;
        let provider = configured
            .provider()
            .ok_or_else(|| StepFailure::new("its provider is not configured".to_owned()))?;
        let target = self.context.state_log.target_of(resource, None);
        let request = ReadRequest {
            target: target.map_err(|error| StepFailure::new(error.to_string()))?,
            id: resource.id.clone().unwrap_or_default(),
            inputs: Some(Arc::clone(&resource.inputs)),
            // A read-only resource is read in the same way as by the program.
            outputs: (!resource.external).then(|| Arc::clone(&resource.outputs)),
            is_import: false,
            begun_update: None,
        };
        let read = provider.read(request).await;
        read.map_err(|error| StepFailure::of_provider(&error, &redactor))
    }

    /// The resource as it was read; `None` if it equals the state.
    fn seen(
        &self,
        resource: &Arc<Resource>,
        read: ReadState,
        step: &mut StepInfo,
    ) -> Option<Resource> {
        let mut inputs =
            super::registration::check::mark_secret_inputs(read.inputs, &resource.inputs);
        self.context
            .known_secrets
            .mark(&mut inputs, &resource.inputs);
        let mut outputs: Object = read.outputs;
        let unchanged = unchanged_outputs(&outputs, &resource.outputs);
        // What the program only reads is marked as when it reads it.
        let given = match resource.external {
            true => &resource.inputs,
            false => &resource.outputs,
        };
        self.context.mark_secrets(
            &mut outputs,
            given,
            resource.options.additional_secret_outputs(),
        );
        outputs.extend(unchanged);
        let is_well = resource.external || inputs == *resource.inputs;
        // An interrupted operation may be partially done, which the inputs need not show.
        let mut seen = Resource::clone(resource);
        seen.problems.retain(|it| !is_well || is_interruption(it));
        seen.set_tainted(resource.is_tainted());
        let is_same = seen.problems.len() == resource.problems.len()
            && read.id == resource.id.clone().unwrap_or_default()
            && (resource.external || inputs == *resource.inputs)
            && outputs == *resource.outputs
            && (read.data.is_none() || read.data == resource.provider_data);
        if is_same {
            return None;
        }
        step.changes = input_changes(&resource.outputs, &outputs);
        let outputs = Arc::new(outputs);
        step.new = Some(Arc::clone(&outputs));
        seen.id = Some(read.id);
        if read.data.is_some() {
            seen.provider_data = read.data;
        }
        seen.outputs = outputs;
        // A read-only resource has the inputs of the program.
        if !resource.external {
            seen.inputs = Arc::new(inputs);
        }
        Some(seen)
    }
}

/// The outputs that equal those in the state, with the secret marks of the state. A value that only later came
/// to contain a secret keeps its old mark. Outputs that the provider itself marks in another way are left out.
fn unchanged_outputs(read: &Object, known: &Object) -> Object {
    let unchanged = read.iter().filter_map(|(key, value)| {
        let known = known.get(key)?;
        let is_same = value == known || (!value.contains_secret() && *value == reveal_value(known));
        is_same.then(|| (key.clone(), known.clone()))
    });
    unchanged.collect()
}
