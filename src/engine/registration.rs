//! What becomes of one goal: from its registration to the answer the program gets.

use std::sync::Arc;

use uuid::Uuid;

use crate::graph::{Goal, Object, ResourceKind, Urn, Value};
use crate::provider::{
    Changes, CheckRequest, Diff, DiffRequest, Provider, ProviderError, ReadRequest, ReadState,
};
use crate::state::{Record, Resource, Stage};

use super::board::{Claimed, Standing};
use super::event::{Failure, StepNote};
use super::plan::{Decision, Question, ResourceOptions, candidates};
use super::providers::Configured;
use super::request::{Registered, RegisteredOutputs};
use super::run::{Ended, RegisterError, Run, failure, target, within};
use super::secrets::{self, Redactor, plain, reveal};
use super::step::StepKind;

/// A goal whose options and identity are known.
pub(super) struct Wanted {
    pub goal: Goal,
    pub options: ResourceOptions,
    /// What the state has of it.
    pub old: Option<Arc<Resource>>,
    pub provider: Option<Configured>,
}

impl Run {
    /// Makes a goal come true, and answers when it is.
    pub async fn register(self: &Arc<Self>, goal: Goal) -> Result<Registered, RegisterError> {
        let urn = goal.urn.clone();
        self.board().start(&urn);
        let result = self.registration(goal).await;
        let standing = match result {
            Ok(_) => Standing::Done,
            Err(_) => Standing::Failed,
        };
        self.board().settle(&urn, standing);
        result
    }

    async fn registration(self: &Arc<Self>, goal: Goal) -> Result<Registered, RegisterError> {
        if self.is_stopping() {
            return Err(self.stopping(&goal));
        }
        if let Err(failed) = self.await_all(goal.needs()).await {
            let reason = format!("{} failed", failed.name());
            // It is still wanted: its object must not be deleted for a failure elsewhere.
            if let Some(serial) = self.old().find(&goal.urn) {
                let _ = self.board().claim(serial, &goal.urn);
            }
            return Err(self.skip(&goal.urn, reason, goal.source.as_ref()));
        }
        let options = match ResourceOptions::parse(&goal.options) {
            Ok(options) => options,
            Err(error) => return Err(self.refuse(&goal, None, error.to_string())),
        };
        let old = self.identify(&goal, &options).await?;
        let mut wanted = Wanted {
            goal,
            options,
            old,
            provider: None,
        };
        let registered = if !self.options.selection.contains(&wanted.goal.urn)
            && wanted.goal.kind != ResourceKind::Provider
        {
            self.leave(&wanted)
        } else {
            match wanted.goal.kind {
                ResourceKind::Component => self.component(&wanted)?,
                ResourceKind::Provider => self.provider_resource(&mut wanted).await?,
                ResourceKind::Custom => {
                    wanted.provider = Some(self.provider_of(&wanted).await?);
                    if wanted.goal.read_id.is_some() {
                        self.read(&wanted).await?
                    } else {
                        self.custom(&mut wanted).await?
                    }
                }
            }
        };
        if self.options.preview {
            self.remember(wanted.goal, &registered);
        }
        Ok(registered)
    }

    fn stopping(&self, goal: &Goal) -> RegisterError {
        self.skip(
            &goal.urn,
            "the run is stopping".to_owned(),
            goal.source.as_ref(),
        );
        RegisterError::Stopping
    }

    /// Puts the resource into the graph of the preview.
    fn remember(&self, goal: Goal, registered: &Registered) {
        let mut board = self.board();
        board.edges.extend(goal.edges());
        let order = goal.order;
        let mut vertex = goal.into_vertex(registered.id.clone());
        match &registered.outputs {
            RegisteredOutputs::Planned(it) | RegisteredOutputs::Deployed(it) => {
                vertex.outputs = Arc::new(it.clone());
            }
            RegisteredOutputs::EchoInputs => {}
        }
        board.planned.push((order, vertex));
    }

    /// Finds the resource of the state that the goal stands for.
    async fn identify(
        &self,
        goal: &Goal,
        options: &ResourceOptions,
    ) -> Result<Option<Arc<Resource>>, RegisterError> {
        let old_parent = goal
            .parent
            .as_ref()
            .and_then(|it| self.board().old_names.get(it).cloned());
        for urn in candidates(goal, &options.aliases, old_parent.as_ref()) {
            let Some(serial) = self.old().find(&urn) else {
                continue;
            };
            loop {
                let claimed = self.board().claim(serial, &goal.urn);
                match claimed {
                    Claimed::Yes => {
                        if urn != goal.urn {
                            self.board().old_names.insert(goal.urn.clone(), urn);
                        }
                        return Ok(self.current(serial));
                    }
                    Claimed::By(other) => {
                        let message = format!(
                            "it and {other} both claim to be what was deployed as {urn}; remove one \
                             of the aliases"
                        );
                        return Err(self.refuse(goal, None, message));
                    }
                    Claimed::Later(mut done) => drop(done.wait_for(|it| *it).await),
                }
            }
        }
        Ok(None)
    }

    /// A goal that cannot even be tried.
    pub(super) fn refuse(
        &self,
        goal: &Goal,
        old: Option<&Arc<Resource>>,
        message: String,
    ) -> RegisterError {
        let kind = if old.is_some() {
            StepKind::Update
        } else {
            StepKind::Create
        };
        let failure = Failure {
            message,
            unknown_outcome: false,
        };
        self.fail(note(kind, goal, old), None, failure)
    }

    /// A resource that is not among those the run is about.
    fn leave(&self, wanted: &Wanted) -> Registered {
        let Some(old) = &wanted.old else {
            return Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::Planned(Object::default()),
            };
        };
        self.end(
            note(StepKind::Same, &wanted.goal, Some(old)),
            None,
            Ended::Done,
        );
        deployed(old)
    }

    /// The provider of a custom resource; none in a preview if it is not known how to configure it.
    async fn provider_of(&self, wanted: &Wanted) -> Result<Configured, RegisterError> {
        let goal = &wanted.goal;
        let package = goal.resource_type.package();
        let configured = match &goal.provider {
            None => self.providers.of_package(package).await,
            Some(urn) => {
                let inputs = self.provider_inputs(urn);
                let provided = urn.resource_type().rsplit(':').next().unwrap_or_default();
                self.providers.of_resource(urn, provided, &inputs).await
            }
        };
        configured.map_err(|error| self.refuse(goal, wanted.old.as_ref(), error.to_string()))
    }

    /// The inputs of a provider resource that was registered before, here or in an earlier run.
    pub(super) fn provider_inputs(&self, urn: &Urn) -> Arc<Object> {
        let planned = self
            .board()
            .planned
            .iter()
            .find(|(_, it)| it.urn == *urn)
            .map(|(_, it)| Arc::clone(&it.inputs));
        planned.unwrap_or_else(|| {
            let in_state = self.ledger.with(|state| {
                let mut live = state.resources.values();
                live.find(|it| it.urn == *urn && it.stage == Stage::Live)
                    .map(|it| Arc::clone(&it.inputs))
            });
            in_state.unwrap_or_default()
        })
    }

    fn component(&self, wanted: &Wanted) -> Result<Registered, RegisterError> {
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
        self.end(note, None, Ended::Done);
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

    async fn provider_resource(&self, wanted: &mut Wanted) -> Result<Registered, RegisterError> {
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
        self.end(note, None, Ended::Done);
        Ok(Registered {
            id: Some(Value::String(id)),
            outputs: RegisteredOutputs::Deployed(outputs),
        })
    }

    /// An object that the program looks at and does not manage.
    async fn read(&self, wanted: &Wanted) -> Result<Registered, RegisterError> {
        let Wanted { goal, old, .. } = wanted;
        let unknown = Registered {
            id: Some(Value::Unknown),
            outputs: RegisteredOutputs::Planned(Object::default()),
        };
        let (Some(Value::String(id)), Some(provider)) = (&goal.read_id, self.provider(wanted))
        else {
            return match &goal.read_id {
                Some(it) if !it.contains_unknown() => {
                    let message = format!("the id to read must be a string, not {}", it.kind());
                    Err(self.refuse(goal, old.as_ref(), message))
                }
                _ => Ok(unknown),
            };
        };
        let mut note = note(StepKind::Read, goal, old.as_ref());
        note.old = old.as_ref().map(|it| Arc::clone(&it.outputs));
        let since = self.begin(&note);
        let found = self.look(&provider, goal, id, None).await;
        let read = match found {
            Ok(Some(read)) => read,
            Ok(None) => {
                let message = format!("there is no object with the id {id:?}");
                let unknown_outcome = false;
                return Err(self.fail(
                    note,
                    Some(since),
                    Failure {
                        message,
                        unknown_outcome,
                    },
                ));
            }
            Err(failure) => return Err(self.fail(note, Some(since), failure)),
        };
        let mut outputs = read.outputs;
        secrets::mark(
            &mut outputs,
            &goal.inputs,
            &wanted.options.additional_secret_outputs,
        );
        let outputs = Arc::new(outputs);
        let mut resource =
            self.resource_of(wanted, old.as_ref(), Arc::new(goal.inputs.clone()), outputs);
        resource.id = Some(read.id);
        resource.external = true;
        note.new = Some(Arc::clone(&resource.outputs));
        note.id.clone_from(&resource.id);
        let registered = deployed(&resource);
        self.put_if_changed(resource, old.as_ref())?;
        self.end(note, Some(since), Ended::Done);
        Ok(registered)
    }

    pub(super) async fn look(
        &self,
        provider: &Arc<dyn Provider>,
        goal: &Goal,
        id: &str,
        known: Option<&Resource>,
    ) -> Result<Option<ReadState>, Failure> {
        let _permit = self.permit().await.map_err(|error| Failure {
            message: error.to_string(),
            unknown_outcome: false,
        })?;
        let request = ReadRequest {
            target: target(&goal.urn, &goal.resource_type, None),
            id: id.to_owned(),
            inputs: known.map(|it| plain(&it.inputs)),
            outputs: known.map(|it| plain(&it.outputs)),
        };
        let read = provider.read(request).await;
        read.map_err(|error| failure(&error, &Redactor::new([&goal.inputs])))
    }

    pub(super) fn provider(&self, wanted: &Wanted) -> Option<Arc<dyn Provider>> {
        wanted.provider.as_ref()?.provider().cloned()
    }

    async fn custom(self: &Arc<Self>, wanted: &mut Wanted) -> Result<Registered, RegisterError> {
        let Some(provider) = self.provider(wanted) else {
            return Ok(self.plan_blindly(wanted));
        };
        self.import(wanted, &provider).await?;
        let inputs = self.checked(wanted, &provider).await?;
        let Some(old) = wanted.old.clone() else {
            return self.create(wanted, &provider, inputs, None).await;
        };
        if old.stage == Stage::AwaitingReplacement || old.external {
            // An object that was only read so far is not ours to replace: a new one is made.
            return self.create(wanted, &provider, inputs, Some(&old)).await;
        }
        let decision = self.decide(wanted, &old, &provider, &inputs).await?;
        match decision {
            Decision::Same => self.same(wanted, &old, inputs),
            Decision::Update(why) => self.update(wanted, &provider, &old, inputs, why).await,
            Decision::Replace { why, delete_first } => {
                self.replace(wanted, &provider, &old, inputs, why, delete_first)
                    .await
            }
        }
    }

    /// A preview of a resource whose provider is not known yet.
    fn plan_blindly(&self, wanted: &Wanted) -> Registered {
        let Wanted { goal, old, .. } = wanted;
        let kind = if old.is_some() {
            StepKind::Update
        } else {
            StepKind::Create
        };
        let mut note = with_inputs(
            note(kind, goal, old.as_ref()),
            &Arc::new(goal.inputs.clone()),
        );
        note.reason = Some("its provider is not known yet".to_owned());
        self.begin(&note);
        self.end(note, None, Ended::Done);
        Registered {
            id: Some(Value::Unknown),
            outputs: RegisteredOutputs::Planned(Object::default()),
        }
    }

    /// Inputs as they will be used.
    async fn checked(
        &self,
        wanted: &Wanted,
        provider: &Arc<dyn Provider>,
    ) -> Result<Arc<Object>, RegisterError> {
        let Wanted {
            goal, options, old, ..
        } = wanted;
        let mut inputs = goal.inputs.clone();
        if let Some(old) = old {
            for pattern in &options.ignore_changes {
                pattern.reset(&mut inputs, &old.inputs);
            }
        }
        let unknown = inputs.iter().find(|(_, it)| it.contains_unknown());
        if let (false, Some((key, _))) = (self.options.preview, unknown) {
            let message = format!(
                "its input `{key}` is not known, because what it comes from is not deployed; deploy \
                 that, too"
            );
            return Err(self.refuse(goal, old.as_ref(), message));
        }
        let request = CheckRequest {
            target: target(&goal.urn, &goal.resource_type, None),
            old_inputs: old.as_ref().map(|it| plain(&it.inputs)),
            inputs: reveal(&inputs),
        };
        let redactor = || Redactor::new([&inputs]);
        let checked = provider.check(request).await.map_err(|error| {
            let message = failure(&error, &redactor()).message;
            self.refuse(goal, old.as_ref(), message)
        })?;
        if !checked.failures.is_empty() {
            let message = redactor().clear(&super::check::describe(&checked.failures));
            return Err(self.refuse(goal, old.as_ref(), message));
        }
        Ok(Arc::new(super::check::marked(checked.inputs, &inputs)))
    }

    async fn decide(
        &self,
        wanted: &Wanted,
        old: &Arc<Resource>,
        provider: &Arc<dyn Provider>,
        inputs: &Arc<Object>,
    ) -> Result<Decision, RegisterError> {
        let goal = &wanted.goal;
        let replace_because = self.replace_because(wanted, old);
        let diff = if old.kind == ResourceKind::Custom {
            self.diff(goal, provider, old, inputs)
                .await
                .map_err(|error| {
                    let redactor = Redactor::new([&**inputs, &*old.inputs]);
                    self.refuse(goal, Some(old), failure(&error, &redactor).message)
                })?
        } else {
            Diff {
                changes: Changes::None,
                ..Diff::default()
            }
        };
        let question = Question {
            old,
            inputs,
            diff: &diff,
            options: &wanted.options,
            replace_because: replace_because.as_deref(),
        };
        Ok(question.decide())
    }

    fn replace_because(&self, wanted: &Wanted, old: &Resource) -> Option<String> {
        let goal = &wanted.goal;
        if old.kind != goal.kind {
            return Some("it was a component before".to_owned());
        }
        if self.options.selection.is_replaced(&goal.urn) {
            return Some("--replace names it".to_owned());
        }
        if old.urn.resource_type() != goal.urn.resource_type() {
            return Some("its type changed".to_owned());
        }
        let is_gone = |urn: &Urn| {
            let board = self.board();
            let serial = self.old().find(urn);
            serial.is_some_and(|it| board.replaced.contains(&it) || board.awaiting.contains(&it))
        };
        let host = wanted
            .options
            .deleted_with
            .as_ref()
            .filter(|it| is_gone(it));
        host.map(|it| format!("{}, with which it is deleted, is replaced", it.name()))
    }

    pub(super) async fn diff(
        &self,
        goal: &Goal,
        provider: &Arc<dyn Provider>,
        old: &Resource,
        inputs: &Arc<Object>,
    ) -> Result<Diff, ProviderError> {
        let request = DiffRequest {
            target: target(&goal.urn, &goal.resource_type, None),
            id: old.id.clone().unwrap_or_default(),
            old_inputs: plain(&old.inputs),
            old_outputs: plain(&old.outputs),
            inputs: plain(inputs),
        };
        within(None, provider.diff(request)).await
    }
}

/// A step about the resource of a goal.
pub(super) fn note(kind: StepKind, goal: &Goal, old: Option<&Arc<Resource>>) -> StepNote {
    StepNote {
        kind,
        urn: goal.urn.clone(),
        is_component: goal.kind == ResourceKind::Component,
        parent: goal.parent.clone(),
        order: Some(goal.order),
        source: goal.source.clone(),
        id: old.and_then(|it| it.id.clone()),
        old: old.map(|it| Arc::clone(&it.inputs)),
        new: None,
        changes: Vec::new(),
        reason: None,
    }
}

pub(super) fn with_inputs(mut note: StepNote, inputs: &Arc<Object>) -> StepNote {
    note.new = Some(Arc::clone(inputs));
    note
}

/// What the program learns about a resource that is there.
pub(super) fn deployed(resource: &Resource) -> Registered {
    Registered {
        id: resource.id.clone().map(Value::String),
        outputs: RegisteredOutputs::Deployed(Object::clone(&resource.outputs)),
    }
}
