//! What becomes of one goal: from its registration to the answer the program gets.

use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};
use lumi_provider::Provider;
use lumi_state::{Resource, StoredProvider};

use super::event::{StepFailure, StepInfo};
use super::import::Adoption;
use super::plan::{Alias, ResourceOptions, candidates};
use super::providers::ConfiguredProvider;
use super::registrations::{ClaimResult, RegistrationStatus};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run};
use super::step::StepKind;

/// A goal whose options and identity are known.
pub(super) struct ResolvedGoal {
    pub goal: Goal,
    pub options: ResourceOptions,
    /// What the state has of it.
    pub old: Option<Arc<Resource>>,
    pub provider: Option<ConfiguredProvider>,
    /// Its code, of which the module is in the state.
    pub stored_provider: Option<StoredProvider>,
    /// The object is looked at to be taken over.
    pub adoption: Option<Adoption>,
}

impl Run {
    /// Makes a goal that was started come true, and answers when it is.
    pub async fn register(self: &Arc<Self>, goal: Goal) -> Result<Registered, RegisterError> {
        let urn = goal.urn.clone();
        let result = self.registration(goal).await;
        let status = match result {
            Ok(_) => RegistrationStatus::Done,
            Err(_) => RegistrationStatus::Failed,
        };
        self.registrations.settle(&urn, status);
        result
    }

    async fn registration(self: &Arc<Self>, goal: Goal) -> Result<Registered, RegisterError> {
        if self.is_stopping() {
            return Err(self.stopping(&goal));
        }
        self.reporter.hide_differences(&goal.urn, &goal.options);
        let options = match ResourceOptions::parse(&goal.options) {
            Ok(options) => options,
            Err(error) => {
                self.keep(&goal, &ResourceOptions::readable_aliases(&goal.options));
                return Err(self.refuse(&goal, None, error.to_string()));
            }
        };
        if self.options.plan.is_some() {
            let causes = options.declared_after.clone();
            self.run_state().causes.insert(goal.urn.clone(), causes);
        }
        // What goes with another object is replaced with it, and so waits for it.
        let awaited = goal.all_dependencies().chain(&options.deleted_with);
        if let Err(failed) = self
            .registrations
            .await_all(awaited.filter(|it| **it != goal.urn))
            .await
        {
            let reason = format!("{} failed", failed.name());
            self.keep(&goal, &options.aliases);
            return Err(self.reporter.skip(&goal.urn, reason, goal.source.as_ref()));
        }
        self.select_if_dependent(&goal, &options);
        if let Some(message) = self.missing(&goal) {
            self.keep(&goal, &options.aliases);
            return Err(self.refuse(&goal, None, message));
        }
        let old = self.identify(&goal, &options).await?;
        let mut resolved = ResolvedGoal {
            goal,
            options,
            old,
            provider: None,
            stored_provider: None,
            adoption: None,
        };
        let registered = if !self.is_targeted(&resolved.goal.urn)
            && resolved.goal.kind != ResourceKind::Provider
        {
            self.skip_untargeted(&resolved)
        } else {
            match resolved.goal.kind {
                ResourceKind::Component => self.component(&resolved).await?,
                ResourceKind::Provider => self.provider_resource(&resolved).await?,
                ResourceKind::Custom => {
                    resolved.provider = Some(self.provider_of(&resolved).await?);
                    resolved.stored_provider = self.store_provider_code(&resolved.goal)?;
                    if resolved.goal.read_id.is_some() {
                        self.read(&resolved).await?
                    } else {
                        self.custom(&mut resolved).await?
                    }
                }
            }
        };
        if self.options.preview {
            self.remember(resolved.goal, &registered);
        }
        Ok(registered)
    }

    /// What keeps a resource that the run is about from being deployed: it needs one that the run
    /// is not about, and that is not there.
    fn missing(&self, goal: &Goal) -> Option<String> {
        if self.options.selection.is_whole() || !self.is_targeted(&goal.urn) {
            return None;
        }
        let advice = match self.options.selection.targets.is_empty() {
            true => "exclude this one, too, or neither",
            false => "make it a target, too",
        };
        let run_state = self.run_state();
        let untargeted = goal
            .all_dependencies()
            .find(|it| run_state.untargeted.contains(*it))?;
        let (kind, name) = (untargeted.resource_type(), untargeted.name());
        Some(format!(
            "it needs {kind} {name:?}, which is not deployed and which this run leaves alone; {advice}"
        ))
    }

    fn stopping(&self, goal: &Goal) -> RegisterError {
        self.reporter.skip(
            &goal.urn,
            "the run is stopping".to_owned(),
            goal.source.as_ref(),
        );
        RegisterError::Stopping
    }

    /// Puts the resource into the graph of the preview.
    fn remember(&self, goal: Goal, registered: &Registered) {
        let mut run_state = self.run_state();
        run_state.edges.extend(goal.edges());
        let order = goal.order;
        let mut vertex = goal.into_vertex(registered.id.clone());
        match &registered.outputs {
            RegisteredOutputs::Planned(it) | RegisteredOutputs::Deployed(it) => {
                vertex.outputs = Arc::new(it.clone());
            }
            RegisteredOutputs::EchoInputs => {}
        }
        run_state.planned.add(order, vertex);
    }

    /// A goal that comes to nothing is still wanted: what it stands for is not deleted for a failure
    /// elsewhere, whatever its name was before.
    fn keep(&self, goal: &Goal, aliases: &[Alias]) {
        let candidates = self.candidates(goal, aliases);
        let mut found = candidates
            .into_iter()
            .filter_map(|urn| Some((self.old().find(&urn)?, urn)));
        if let Some((serial, urn)) = found.next() {
            let mut run_state = self.run_state();
            if matches!(
                self.registrations.claim(serial, &goal.urn),
                ClaimResult::Yes
            ) && urn != goal.urn
            {
                run_state.old_names.insert(goal.urn.clone(), urn);
            }
        }
    }

    /// The URNs under which the resource of a goal may be in the state.
    fn candidates(&self, goal: &Goal, aliases: &[Alias]) -> Vec<Urn> {
        let Some(parent) = &goal.parent else {
            return candidates(goal, aliases, &[]);
        };
        let old_parents = self.run_state().names_before(parent, &self.registrations);
        candidates(goal, aliases, &old_parents)
    }

    /// Begins a registration, in the order of the calls: a child is judged by what its parent may
    /// have been called, even if the parent has its new name in the state already, or comes to
    /// nothing in this run.
    pub(super) fn start(&self, goal: &Goal) {
        let aliases = ResourceOptions::readable_aliases(&goal.options);
        let mut names = self.candidates(goal, &aliases);
        // Only names that the state has children of can matter; this bounds their number, which
        // would else double with each renamed ancestor.
        names.retain(|it| *it != goal.urn && self.old().has_module(&it.child_module()));
        let mut run_state = self.run_state();
        self.registrations.start(&goal.urn);
        if !names.is_empty() {
            run_state.former_names.insert(goal.urn.clone(), names);
        }
    }

    /// Finds the resource of the state that the goal stands for.
    async fn identify(
        &self,
        goal: &Goal,
        options: &ResourceOptions,
    ) -> Result<Option<Arc<Resource>>, RegisterError> {
        for urn in self.candidates(goal, &options.aliases) {
            let Some(serial) = self.old().find(&urn) else {
                continue;
            };
            loop {
                let claimed = self.registrations.claim(serial, &goal.urn);
                match claimed {
                    ClaimResult::Yes => {
                        if urn != goal.urn {
                            self.run_state().old_names.insert(goal.urn.clone(), urn);
                        }
                        return Ok(self.current(serial));
                    }
                    ClaimResult::By(other) => {
                        let message = format!(
                            "it and {other} both claim to be what was deployed as {urn}; remove one \
                             of the aliases"
                        );
                        return Err(self.refuse(goal, None, message));
                    }
                    ClaimResult::Later(mut done) => drop(done.wait_for(|it| *it).await),
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
        let failure = StepFailure {
            message,
            unknown_outcome: false,
        };
        self.fail(step_info(kind, goal, old), None, failure)
    }

    /// A resource that is not among those the run is about.
    fn skip_untargeted(&self, resolved: &ResolvedGoal) -> Registered {
        let Some(old) = &resolved.old else {
            let urn = resolved.goal.urn.clone();
            self.run_state().untargeted.insert(urn);
            self.reporter.count_excluded();
            return Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::Planned(Object::default()),
            };
        };
        if old.urn != resolved.goal.urn {
            let (new, old) = (resolved.goal.urn.clone(), old.urn.clone());
            self.run_state().left_as.insert(new, old);
        }
        self.reporter
            .leave_alone(step_info(StepKind::Same, &resolved.goal, Some(old)));
        deployed(old)
    }

    /// The provider of a custom resource; none in a preview if it is not known how to configure it.
    async fn provider_of(
        &self,
        resolved: &ResolvedGoal,
    ) -> Result<ConfiguredProvider, RegisterError> {
        let goal = &resolved.goal;
        let package = goal.resource_type.package();
        let configured = match &goal.provider {
            None => self.providers.of_package(package).await,
            Some(urn) => {
                let inputs = self.provider_inputs(urn);
                let provided = urn.resource_type().rsplit(':').next().unwrap_or_default();
                self.providers.of_resource(urn, provided, &inputs).await
            }
        };
        configured.map_err(|error| self.refuse(goal, resolved.old.as_ref(), error.to_string()))
    }

    pub(super) fn provider(&self, resolved: &ResolvedGoal) -> Option<Arc<dyn Provider>> {
        resolved.provider.as_ref()?.provider().cloned()
    }
}

/// A step about the resource of a goal.
pub(super) fn step_info(kind: StepKind, goal: &Goal, old: Option<&Arc<Resource>>) -> StepInfo {
    StepInfo {
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

pub(super) fn with_inputs(mut note: StepInfo, inputs: &Arc<Object>) -> StepInfo {
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
