//! What becomes of one goal: from its registration to the answer the program gets.

use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind, Value};
use lumi_provider::Provider;
use lumi_state::{KeptProvider, Resource};

use super::board::{Claimed, Standing};
use super::event::{Failure, StepNote};
use super::plan::{ResourceOptions, candidates};
use super::providers::Configured;
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run};
use super::step::StepKind;

/// A goal whose options and identity are known.
pub(super) struct Wanted {
    pub goal: Goal,
    pub options: ResourceOptions,
    /// What the state has of it.
    pub old: Option<Arc<Resource>>,
    pub provider: Option<Configured>,
    /// Its code, of which the module is in the state.
    pub kept: Option<KeptProvider>,
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
        let options = match ResourceOptions::parse(&goal.options) {
            Ok(options) => options,
            Err(error) => return Err(self.refuse(&goal, None, error.to_string())),
        };
        // What goes with another object is replaced with it, and so waits for it.
        let awaited = goal.needs().chain(&options.deleted_with);
        if let Err(failed) = self.await_all(awaited.filter(|it| **it != goal.urn)).await {
            let reason = format!("{} failed", failed.name());
            // It is still wanted: its object must not be deleted for a failure elsewhere.
            if let Some(serial) = self.old().find(&goal.urn) {
                let _ = self.board().claim(serial, &goal.urn);
            }
            return Err(self.skip(&goal.urn, reason, goal.source.as_ref()));
        }
        self.mean_dependent(&goal, &options);
        if let Some(message) = self.missing(&goal) {
            return Err(self.refuse(&goal, None, message));
        }
        let old = self.identify(&goal, &options).await?;
        let mut wanted = Wanted {
            goal,
            options,
            old,
            provider: None,
            kept: None,
        };
        let registered =
            if !self.is_meant(&wanted.goal.urn) && wanted.goal.kind != ResourceKind::Provider {
                self.leave(&wanted)
            } else {
                match wanted.goal.kind {
                    ResourceKind::Component => self.component(&wanted)?,
                    ResourceKind::Provider => self.provider_resource(&wanted).await?,
                    ResourceKind::Custom => {
                        wanted.provider = Some(self.provider_of(&wanted).await?);
                        wanted.kept = self.keep(&wanted.goal)?;
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

    /// What keeps a resource that the run is about from being deployed: it needs one that the run
    /// is not about, and that is not there.
    fn missing(&self, goal: &Goal) -> Option<String> {
        if self.options.selection.is_whole() || !self.is_meant(&goal.urn) {
            return None;
        }
        let advice = match self.options.selection.targets.is_empty() {
            true => "exclude this one, too, or neither",
            false => "make it a target, too",
        };
        let board = self.board();
        let left_out = goal.needs().find(|it| board.left_out.contains(*it))?;
        let (kind, name) = (left_out.resource_type(), left_out.name());
        Some(format!(
            "it needs {kind} {name:?}, which is not deployed and which this run leaves alone; {advice}"
        ))
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
        let kind = match old {
            _ if goal.read_id.is_some() => StepKind::Read,
            Some(_) => StepKind::Update,
            None if goal.options.contains_key("import") => StepKind::Import,
            None => StepKind::Create,
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
            self.board().left_out.insert(wanted.goal.urn.clone());
            return Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::Planned(Object::default()),
            };
        };
        self.end(note(StepKind::Same, &wanted.goal, Some(old)), None);
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

    pub(super) fn provider(&self, wanted: &Wanted) -> Option<Arc<dyn Provider>> {
        wanted.provider.as_ref()?.provider().cloned()
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
