//! Objects that the program looks at and does not manage.

use std::sync::Arc;

use lumi_graph::{Goal, Object, Value};
use lumi_provider::{Provider, ReadRequest, ReadState};
use lumi_state::Resource;

use super::event::{StepFailure, StepInfo};
use super::redactor::Redactor;
use super::registration::{ResolvedGoal, deployed, step_info};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run, failure, target};
use super::secrets;
use super::step::StepKind;

impl Run {
    /// An object that the program looks at and does not manage.
    pub(super) async fn read(&self, resolved: &ResolvedGoal) -> Result<Registered, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let unknown = Registered {
            id: Some(Value::Unknown),
            outputs: RegisteredOutputs::Planned(Object::default()),
        };
        let (Some(Value::String(id)), Some(provider)) = (&goal.read_id, self.provider(resolved))
        else {
            return match &goal.read_id {
                Some(it) if !it.contains_unknown() => {
                    let message = format!("the id to read must be a string, not {}", it.kind());
                    Err(self.refuse(goal, old.as_ref(), message))
                }
                _ => Ok(unknown),
            };
        };
        let managed = old.as_ref().filter(|it| !it.external);
        let old = old.as_ref().filter(|it| it.external);
        let mut note = step_info(StepKind::Read, goal, old);
        note.old = old.map(|it| Arc::clone(&it.outputs));
        let since = self.reporter.begin(&note);
        let found = self.read_current(&provider, goal, id, false).await;
        let read = match found {
            Ok(Some(read)) => read,
            _ if self.is_to_come(goal) => {
                note.reason = Some("it comes with what this run makes".to_owned());
                self.reporter.note_change(&goal.urn);
                self.reporter.end(note, Some(since));
                return Ok(unknown);
            }
            Ok(None) => {
                let message = format!("there is no object with the id {id:?}");
                let unknown_outcome = false;
                return Err(self.fail(
                    note,
                    Some(since),
                    StepFailure {
                        message,
                        unknown_outcome,
                    },
                ));
            }
            Err(failure) => return Err(self.fail(note, Some(since), failure)),
        };
        if let Some(managed) = managed {
            self.displace_by_read(managed, id, &note)?;
        }
        let mut outputs = read.outputs;
        secrets::mark_secret_outputs(
            &mut outputs,
            &goal.inputs,
            &resolved.options.additional_secret_outputs,
        );
        let outputs = Arc::new(outputs);
        let mut resource = self.resource_of(resolved, old, Arc::new(goal.inputs.clone()), outputs);
        resource.id = Some(read.id);
        resource.external = true;
        note.new = Some(Arc::clone(&resource.outputs));
        note.id.clone_from(&resource.id);
        let registered = deployed(&resource);
        if self.options.preview {
            let seen = Arc::new(resource);
            self.run_state().seen.push(seen);
        } else {
            self.put_if_changed(resource, old)?;
        }
        self.reporter.end(note, Some(since));
        Ok(registered)
    }

    /// In a preview: whether something that the goal needs is going to be made or changed, and the
    /// object may come with it.
    fn is_to_come(&self, goal: &Goal) -> bool {
        self.options.preview && self.reporter.has_changed(goal.all_dependencies())
    }

    /// What the program managed under this name, and only looks at now, is not its own any more: the
    /// same object is forgotten, another one is deleted, as nothing else would ever do it.
    fn displace_by_read(
        &self,
        managed: &Arc<Resource>,
        id: &str,
        note: &StepInfo,
    ) -> Result<(), RegisterError> {
        match managed.id.as_deref() == Some(id) {
            true => self.mark_replaced(managed),
            false => self.mark_displaced(managed, note, "an object that it only reads"),
        }
    }

    /// An object as it is, asked for by its id and what the program says of it.
    pub(super) async fn read_current(
        &self,
        provider: &Arc<dyn Provider>,
        goal: &Goal,
        id: &str,
        is_import: bool,
    ) -> Result<Option<ReadState>, StepFailure> {
        let _permit = self.permit().await.map_err(|error| StepFailure {
            message: error.to_string(),
            unknown_outcome: false,
        })?;
        let request = ReadRequest {
            target: target(&goal.urn, &goal.resource_type, None),
            id: id.to_owned(),
            // No program, nothing that the provider could compare.
            inputs: (!goal.inputs.is_empty()).then(|| Arc::new(goal.inputs.clone())),
            outputs: None,
            is_import,
        };
        let read = provider.read(request).await;
        read.map_err(|error| failure(&error, &Redactor::new([&goal.inputs])))
    }
}
