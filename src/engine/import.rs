//! Takes over the management of objects that exist already.

use std::sync::Arc;

use lumi_graph::{Goal, Object, Value};
use lumi_provider::Provider;
use lumi_state::{Record, Resource, Stage};

use super::event::Failure;
use super::registration::{Wanted, note};
use super::run::{RegisterError, Run};
use super::secrets::{self};
use super::step::StepKind;

impl Run {
    /// With the option `import`: the object is looked at and from then on is what was deployed
    /// before, so that what the program wants differently becomes an ordinary update.
    pub(super) async fn import(
        &self,
        wanted: &mut Wanted,
        provider: &Arc<dyn Provider>,
    ) -> Result<(), RegisterError> {
        let Some(id) = wanted.options.import.clone() else {
            return Ok(());
        };
        let is_ours = |old: &Arc<Resource>| old.id.as_ref() == Some(&id) && !old.external;
        if wanted.old.as_ref().is_some_and(is_ours) {
            return Ok(());
        }
        let mut note = note(StepKind::Import, &wanted.goal, None);
        note.id = Some(id.clone());
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        if let Some(old) = &wanted.old {
            self.refuse_if_protected(wanted, old, &note)?;
        }
        let since = self.begin(&note);
        let imported = self.imported(wanted, provider, &id).await;
        let resource = match imported {
            Ok(resource) => resource,
            Err(failure) => return Err(self.fail(note, Some(since), failure)),
        };
        note.new = Some(Arc::clone(&resource.inputs));
        if let Some(old) = &wanted.old {
            self.give_way(old)?;
        }
        if !self.options.preview {
            let record = Record::Put(Box::new(resource.clone()));
            let written = self.ledger.write(record).await;
            written.map_err(|error| self.break_off(error))?;
        }
        self.end(note, Some(since));
        wanted.old = Some(Arc::new(resource));
        Ok(())
    }

    /// What was deployed before under this name is deleted in the end.
    pub(super) fn give_way(&self, old: &Arc<Resource>) -> Result<(), RegisterError> {
        self.board().replaced.push(old.serial);
        if self.options.preview {
            return Ok(());
        }
        if old.stage == Stage::AwaitingReplacement {
            // Its object is gone already.
            return self
                .ledger
                .note(&Record::Forget(old.serial))
                .map_err(|error| self.break_off(error));
        }
        let stage = Stage::Replaced;
        let replaced = Resource {
            stage,
            ..Resource::clone(old)
        };
        self.ledger
            .note(&Record::Put(Box::new(replaced)))
            .map_err(|error| self.break_off(error))
    }

    async fn imported(
        &self,
        wanted: &Wanted,
        provider: &Arc<dyn Provider>,
        id: &str,
    ) -> Result<Resource, Failure> {
        let failed = |message: String| Failure {
            message,
            unknown_outcome: false,
        };
        let read = self.look(provider, &wanted.goal, id, true).await?;
        let read = read.ok_or_else(|| failed(format!("there is no object with the id {id:?}")))?;
        let inputs = super::check::marked(read.inputs, &wanted.goal.inputs);
        let mut outputs = read.outputs;
        let additional = &wanted.options.additional_secret_outputs;
        secrets::mark(&mut outputs, &wanted.goal.inputs, additional);
        let mut resource = self.resource_of(wanted, None, Arc::new(inputs), Arc::new(outputs));
        resource.id = Some(read.id);
        Ok(resource)
    }

    /// `lumi import`: adopts an object that no program has yet. The inputs are those that the
    /// provider says would make it.
    pub async fn adopt(
        self: &Arc<Self>,
        mut goal: Goal,
        id: &str,
    ) -> Result<Object, RegisterError> {
        goal.options.insert("import".to_owned(), Value::from(id));
        if let Some(serial) = self.old().find(&goal.urn) {
            let known = self.current(serial).and_then(|it| it.id.clone());
            let message = format!(
                "the stack has a resource of this name already (its id is {}); choose another name, \
                 or remove it first",
                known.as_deref().unwrap_or("not known")
            );
            return Err(self.refuse(&goal, None, message));
        }
        let urn = goal.urn.clone();
        let configured = self
            .providers
            .of_package(goal.resource_type.package())
            .await;
        let configured = configured.map_err(|it| self.refuse(&goal, None, it.to_string()))?;
        let Some(provider) = configured.provider().cloned() else {
            return Err(self.refuse(&goal, None, "its provider is not configured".to_owned()));
        };
        let options = super::plan::ResourceOptions::parse(&goal.options)
            .map_err(|it| self.refuse(&goal, None, it.to_string()))?;
        let mut wanted = Wanted {
            goal,
            options,
            old: None,
            provider: Some(configured),
            kept: None,
        };
        self.import(&mut wanted, &provider).await?;
        let adopted = wanted.old.map(|it| Object::clone(&it.inputs));
        adopted.ok_or(RegisterError::Failed {
            urn: Some(urn),
            message: "it was not imported".to_owned(),
        })
    }
}
