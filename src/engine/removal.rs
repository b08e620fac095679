//! Steps that delete objects, each as soon as nothing needs it any more.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::task::JoinSet;

use lumi_graph::{ResourceKind, SourcePosition, Urn};
use lumi_provider::{DeleteRequest, ProviderError};
use lumi_state::{Action, OperationOutcome, Record, Resource, Serial, Stage};

use super::deletion_queue::DeletionQueue;
use super::deletion_step::{deletion_step, reason};
use super::dependent_outcome::DependentOutcome;
use super::event::{StepFailure, StepInfo};
use super::plan::{
    Decision, Deletion, DeletionMode, Dependent, DiffContext, ResourceOptions,
    dependents_to_replace, plan_deletions,
};
use super::providers::ConfiguredProvider;
use super::run::{RegisterError, Run, failure, package_of, with_timeout};
use super::run_state::{DeletionClaims, RegistrationStatus};
use super::secrets::Redactor;
use super::step::StepKind;

impl Run {
    /// Deletes an object, and before it those that cannot be without it, because new ones are going
    /// to take their places.
    pub(super) async fn delete_for_replacement(
        self: &Arc<Self>,
        root: &Arc<Resource>,
        source: Option<&SourcePosition>,
    ) -> Result<(), RegisterError> {
        let candidates = self.dependents_to_delete(root).await?;
        let mut claims = self.claim_deletions(&candidates).await;
        for receiver in &mut claims.theirs {
            let _ = receiver.wait_for(|it| *it).await;
        }
        let fail = |message: String| {
            let mut note = deletion_step(StepKind::CreateReplacement, root);
            note.source = source.cloned();
            let unknown_outcome = false;
            let failure = StepFailure {
                message,
                unknown_outcome,
            };
            self.fail(note, None, failure)
        };
        let mut to_delete: Vec<Arc<Resource>> = candidates
            .into_iter()
            .filter(|it| claims.mine.contains(&it.serial))
            .collect();
        for (serial, urn) in &claims.decided {
            match self.dependent_outcome(*serial, urn) {
                DependentOutcome::Replaced(old) => to_delete.push(old),
                DependentOutcome::Moved => {}
                DependentOutcome::Stays if self.is_targeted(urn) => {
                    let name = urn.name();
                    let message = format!("{name} depends on it and could not be replaced");
                    return Err(fail(message));
                }
                // Why not is told below.
                DependentOutcome::Stays => to_delete.extend(self.current(*serial)),
            }
        }
        if let Some(message) = self.replacement_blocker(root, &to_delete) {
            return Err(fail(message));
        }
        to_delete.push(Arc::clone(root));
        let deletions = plan_deletions(&to_delete, &self.with_ids_of(&to_delete));
        let failed = self.run_deletions(deletions, true).await;
        {
            let mut run_state = self.run_state();
            let roots = claims.mine.iter().map(|it| (*it, root.urn.clone()));
            run_state.cascades.extend(roots);
        }
        drop(claims);
        if failed.is_empty() {
            return Ok(());
        }
        let reason = "what must be gone before could not be deleted".to_owned();
        Err(self.skip(&root.urn, reason, source))
    }

    /// Other resources with the ids of some that go: they may manage the same objects. And the
    /// providers, which tell whether they do.
    fn with_ids_of(&self, to_delete: &[Arc<Resource>]) -> Vec<Arc<Resource>> {
        let serials: FxHashSet<Serial> = to_delete.iter().map(|it| it.serial).collect();
        let ids: FxHashSet<&String> = to_delete.iter().filter_map(|it| it.id.as_ref()).collect();
        let gone = self.run_state().gone.clone();
        let is_alike = |it: &&Arc<Resource>| {
            let has_id = it.id.as_ref().is_some_and(|id| ids.contains(id));
            (has_id || it.kind == ResourceKind::Provider)
                && !serials.contains(&it.serial)
                && !gone.contains(&it.serial)
        };
        self.state_log.with(|state| {
            let all = state.resources.values().filter(is_alike);
            all.cloned().collect()
        })
    }

    /// Claims resources to delete them, as soon as no goal is deciding about one of them. A goal
    /// never waits for one that its old resource depends on, so this ends.
    async fn claim_deletions(&self, to_delete: &[Arc<Resource>]) -> DeletionClaims {
        let serials: Vec<Serial> = to_delete.iter().map(|it| it.serial).collect();
        loop {
            let mut busy = Vec::new();
            let claims = self.run_state().claim_deletions(&serials, &mut busy);
            if let Some(claims) = claims {
                return claims;
            }
            for mut status in busy {
                let _ = status
                    .wait_for(|it| *it != RegistrationStatus::Running)
                    .await;
            }
        }
    }

    /// What a goal has made of a resource of the old state.
    fn dependent_outcome(&self, serial: Serial, urn: &Urn) -> DependentOutcome {
        let Some(resource) = self.current(serial) else {
            return DependentOutcome::Moved;
        };
        let run_state = self.run_state();
        if run_state.gone.contains(&serial) || resource.stage == Stage::AwaitingReplacement {
            return DependentOutcome::Moved;
        }
        if run_state.replaced.contains(&serial) {
            return DependentOutcome::Replaced(resource);
        }
        let is_done = run_state.status(urn) == Some(RegistrationStatus::Done);
        drop(run_state);
        match is_done && self.is_targeted(urn) {
            true => DependentOutcome::Moved,
            false => DependentOutcome::Stays,
        }
    }

    /// Why those that would go with a resource may not.
    fn replacement_blocker(&self, root: &Resource, to_delete: &[Arc<Resource>]) -> Option<String> {
        let others = || to_delete.iter().filter(|it| it.urn != root.urn);
        let needs = |it: &Resource| {
            let name = it.urn.name();
            format!("{name} depends on it and would have to be replaced with it")
        };
        let is_protected = |it: &Resource| super::steps::is_protected(it) && !self.is_replaced(it);
        if let Some(protected) = others().find(|it| is_protected(it)) {
            return Some(format!("{}, but is protected", needs(protected)));
        }
        let left = others().find(|it| !self.is_targeted(&it.urn))?;
        let advice = match self.options.selection.targets.is_empty() {
            true => "exclude this one, too, or neither",
            false => "make it a target, too, or use --target-dependents",
        };
        Some(format!(
            "{}, but this run leaves it alone; {advice}",
            needs(left)
        ))
    }

    /// Deletes what an earlier run left of replaced objects of this URN: they may hold what the new
    /// one needs, such as a name.
    pub(super) async fn delete_leftovers(
        self: &Arc<Self>,
        urn: &Urn,
        source: Option<&SourcePosition>,
        old: Option<&Arc<Resource>>,
    ) -> Result<(), RegisterError> {
        let is_left = |it: &&Arc<Resource>| it.stage == Stage::Replaced && it.urn == *urn;
        if !self.old().has_leftovers() {
            return Ok(());
        }
        let mut left: Vec<Arc<Resource>> = self
            .old()
            .resources
            .iter()
            .filter(is_left)
            .cloned()
            .collect();
        if left.is_empty() || self.options.preview {
            return Ok(());
        }
        let all = self.current_resources();
        let used = match old {
            // The new object needs the room of all old ones.
            Some(old) if old.stage == Stage::AwaitingReplacement => FxHashSet::default(),
            _ => self.used_by_stale(&all, &left),
        };
        left.retain(|it| !used.contains(&it.serial));
        let remaining: Vec<_> = all
            .into_iter()
            .filter(|it| it.stage == Stage::Live || it.kind == ResourceKind::Provider)
            .collect();
        if self
            .run_deletions(plan_deletions(&left, &remaining), false)
            .await
            .is_empty()
        {
            return Ok(());
        }
        let reason = "what an earlier run left of it could not be deleted".to_owned();
        Err(self.skip(urn, reason, source))
    }

    /// The resources that must be replaced when `root` is deleted before its replacement exists.
    async fn dependents_to_delete(
        self: &Arc<Self>,
        root: &Arc<Resource>,
    ) -> Result<Vec<Arc<Resource>>, RegisterError> {
        let mut to_delete: HashSet<Urn> = HashSet::from([root.urn.clone()]);
        let mut found = Vec::new();
        let mut asked: FxHashSet<(Serial, usize)> = FxHashSet::default();
        loop {
            let candidates = dependents_to_replace(&self.old().resources, &to_delete);
            let before = to_delete.len();
            for dependent in candidates {
                // What was asked with fewer unknown inputs is asked again.
                let unknown = dependent
                    .inputs
                    .values()
                    .filter(|it| it.contains_unknown())
                    .count();
                if !asked.insert((dependent.resource.serial, unknown)) {
                    continue;
                }
                if self.must_be_replaced(&dependent).await {
                    to_delete.insert(dependent.resource.urn.clone());
                    found.push(dependent.resource);
                }
            }
            if to_delete.len() == before {
                return Ok(found);
            }
        }
    }

    /// Whether a dependent would have to be replaced. One whose provider cannot be asked stays.
    async fn must_be_replaced(self: &Arc<Self>, dependent: &Dependent) -> bool {
        let Dependent {
            resource,
            inputs,
            is_deleted_along,
        } = dependent;
        if *is_deleted_along {
            return true;
        }
        if resource.kind != ResourceKind::Custom {
            return false;
        }
        let Ok(configured) = self.provider_in_state(resource).await else {
            return false;
        };
        let Some(provider) = configured.provider() else {
            return false;
        };
        let Ok(target) = self.target_in_state(resource, None) else {
            return false;
        };
        let request = lumi_provider::DiffRequest {
            target,
            id: resource.id.clone().unwrap_or_default(),
            old_inputs: Arc::clone(&resource.inputs),
            old_outputs: Arc::clone(&resource.outputs),
            inputs: Arc::new(inputs.clone()),
        };
        let (Ok(diff), Ok(options)) = (
            self.read_only_call(package_of(&resource.urn), "Diff", provider.diff(request))
                .await,
            ResourceOptions::parse(&resource.options),
        ) else {
            return false;
        };
        let question = DiffContext {
            old: resource,
            inputs,
            diff: &diff,
            options: &options,
            replace_because: None,
        };
        matches!(question.decide(), Decision::Replace { .. })
    }

    /// The provider of a resource of the state.
    pub(super) async fn provider_in_state(
        &self,
        resource: &Resource,
    ) -> Result<ConfiguredProvider, ProviderError> {
        let Some(urn) = &resource.provider else {
            let package = resource.urn.resource_type().split(':').next();
            let package = package.unwrap_or_default();
            let made_with = self
                .state_log
                .with(|it| it.configuration_of(resource).cloned());
            return match (&resource.configuration, made_with) {
                (Some(name), Some(old)) => {
                    self.providers.of_configuration(package, name, &old).await
                }
                _ => self.providers.of_package(package).await,
            };
        };
        match self.state_log.provider_of(resource) {
            Some(provider) => self.providers.of_state(&provider).await,
            None => Err(ProviderError::failed(format!(
                "its provider {urn} is not in the state"
            ))),
        }
    }

    /// Deletes as much as possible at the same time; answers what could not be deleted.
    pub(super) async fn run_deletions(
        self: &Arc<Self>,
        deletions: Vec<Deletion>,
        replace: bool,
    ) -> Vec<Serial> {
        let mut queue = DeletionQueue::new(&deletions);
        let mut by_serial: FxHashMap<Serial, Deletion> = FxHashMap::default();
        let order: Vec<Serial> = deletions.iter().map(|it| it.resource.serial).collect();
        by_serial.extend(deletions.into_iter().map(|it| (it.resource.serial, it)));
        let mut running = JoinSet::new();
        let mut failed = Vec::new();
        let mut ready: Vec<Serial> = order.into_iter().filter(|it| queue.is_ready(*it)).collect();
        loop {
            for serial in ready.drain(..) {
                let Some(deletion) = by_serial.remove(&serial) else {
                    continue;
                };
                let run = Arc::clone(self);
                running.spawn(async move { (serial, run.run_deletion(deletion, replace).await) });
            }
            let Some(ended) = running.join_next().await else {
                break;
            };
            match ended {
                Ok((serial, Ok(()))) => ready = queue.done(serial),
                Ok((serial, Err(_))) => failed.push(serial),
                Err(_) => {}
            }
        }
        // What is left waits for something that could not be deleted.
        for deletion in by_serial.into_values() {
            failed.push(deletion.resource.serial);
            let reason = if self.is_stopping() {
                "the run is stopping"
            } else {
                "something that needs it could not be deleted"
            };
            let _ = self.skip(&deletion.resource.urn, reason.to_owned(), None);
        }
        failed
    }

    /// Whether a new object takes or took its place.
    fn is_replaced(&self, resource: &Resource) -> bool {
        resource.stage != Stage::Live || self.run_state().replaced.contains(&resource.serial)
    }

    /// What an earlier run has left to be done is a change of this one.
    async fn run_deletion(&self, deletion: Deletion, replace: bool) -> Result<(), RegisterError> {
        let serial = deletion.resource.serial;
        let is_left = self
            .old()
            .objects_of(&deletion.resource.urn)
            .any(|it| it.serial == serial && it.stage == Stage::Replaced);
        let is_counted = is_left && self.is_deleted_by_step(&deletion);
        self.delete_by_mode(deletion, replace, is_left).await?;
        if is_counted {
            self.run_state().summary.deleted += 1;
        }
        Ok(())
    }

    /// Whether the step is one that is not counted by itself.
    fn is_deleted_by_step(&self, deletion: &Deletion) -> bool {
        !matches!(
            deletion.deletion_mode,
            DeletionMode::External | DeletionMode::Retain | DeletionMode::Shared
        )
    }

    async fn delete_by_mode(
        &self,
        deletion: Deletion,
        replace: bool,
        is_left: bool,
    ) -> Result<(), RegisterError> {
        if self.is_stopping() {
            self.skip(
                &deletion.resource.urn,
                "the run is stopping".to_owned(),
                None,
            );
            return Err(RegisterError::Stopping);
        }
        let resource = &deletion.resource;
        // The place of an old object is taken already.
        let is_taken = resource.stage == Stage::Replaced
            || self.run_state().replaced.contains(&resource.serial);
        let replace = replace && !is_taken;
        let kind = match deletion.deletion_mode {
            DeletionMode::External | DeletionMode::Retain | DeletionMode::Shared => {
                StepKind::Forget
            }
            _ if replace || self.is_replaced(resource) => StepKind::DeleteReplaced,
            _ => StepKind::Delete,
        };
        let mut note = deletion_step(kind, resource);
        note.reason = reason(deletion.deletion_mode);
        if is_left && note.reason.is_none() {
            note.reason = Some("an earlier run has left the old object".to_owned());
        }
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        if self.options.preview {
            let since = self.begin(&note);
            match replace {
                true => self.run_state().awaiting.insert(resource.serial),
                false => self.run_state().gone.insert(resource.serial),
            };
            self.end(note, Some(since));
            return Ok(());
        }
        if deletion.deletion_mode == DeletionMode::Delete {
            return self.delete(note, resource, replace).await;
        }
        let since = self.begin(&note);
        let record = if replace {
            let stage = Stage::AwaitingReplacement;
            Record::Put(Box::new(Resource {
                stage,
                ..Resource::clone(resource)
            }))
        } else {
            Record::Forget(resource.serial)
        };
        let written = self.state_log.append(record).await;
        written.map_err(|error| self.abort_on_state_error(error))?;
        self.end(note, Some(since));
        Ok(())
    }

    /// Lets the provider delete the object.
    async fn delete(
        &self,
        note: StepInfo,
        resource: &Arc<Resource>,
        replace: bool,
    ) -> Result<(), RegisterError> {
        let refuse = |message: String| StepFailure {
            message,
            unknown_outcome: false,
        };
        let configured = match self.provider_in_state(resource).await {
            Ok(configured) => configured,
            Err(error) => return Err(self.fail(note, None, refuse(error.to_string()))),
        };
        let Some(provider) = configured.provider() else {
            let failure = refuse("its provider is not configured".to_owned());
            return Err(self.fail(note, None, failure));
        };
        let options = ResourceOptions::parse(&resource.options).unwrap_or_default();
        let limit = options.timeouts.delete;
        let target = match self.target_in_state(resource, limit) {
            Ok(target) => target,
            Err(error) => return Err(self.fail(note, None, refuse(error.to_string()))),
        };
        let _permit = self.permit().await?;
        let since = self.begin(&note);
        let action = Action::Delete {
            serial: resource.serial,
            replace,
        };
        let operation = self.begin_operation(action).await?;
        let request = DeleteRequest {
            target,
            id: resource.id.clone().unwrap_or_default(),
            inputs: Arc::clone(&resource.inputs),
            outputs: Arc::clone(&resource.outputs),
        };
        let answer = with_timeout(limit, provider.delete(request)).await;
        let Err(error) = answer else {
            self.end_operation(operation, OperationOutcome::Deleted)
                .await?;
            self.end(note, Some(since));
            return Ok(());
        };
        let failure = failure(
            &error,
            &Redactor::new([&*resource.inputs, &*resource.outputs]),
        );
        let outcome = match error {
            ProviderError::Unknown { .. } => OperationOutcome::Unknown {
                message: failure.message.clone(),
            },
            _ => OperationOutcome::Nothing,
        };
        self.end_operation(operation, outcome).await?;
        Err(self.fail(note, Some(since), failure))
    }
}
