//! Steps that delete objects, each as soon as nothing needs it any more.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::task::JoinSet;

use lumi_graph::{ResourceKind, SourcePosition, Urn};
use lumi_provider::{DeleteRequest, ProviderError};
use lumi_state::{Action, Outcome, Record, Resource, Serial, Stage};

use super::board::{DeletionClaims, Standing};
use super::decided::Decided;
use super::deletion_note::{note_of, reason};
use super::deletion_queue::DeletionQueue;
use super::event::{Failure, StepNote};
use super::plan::{
    Decision, Deletion, Dependent, Disposal, Question, ResourceOptions, dependents_to_replace,
    plan_deletions,
};
use super::providers::Configured;
use super::run::{RegisterError, Run, failure, package_of, within};
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
        let candidates = self.doomed_with(root).await?;
        let mut claims = self.claim_deletions(&candidates).await;
        for receiver in &mut claims.theirs {
            let _ = receiver.wait_for(|it| *it).await;
        }
        let fail = |message: String| {
            let mut note = note_of(StepKind::CreateReplacement, root);
            note.source = source.cloned();
            let unknown_outcome = false;
            let failure = Failure {
                message,
                unknown_outcome,
            };
            self.fail(note, None, failure)
        };
        let mut doomed: Vec<Arc<Resource>> = candidates
            .into_iter()
            .filter(|it| claims.mine.contains(&it.serial))
            .collect();
        for (serial, urn) in &claims.decided {
            match self.decided(*serial, urn) {
                Decided::Replaced(old) => doomed.push(old),
                Decided::Moved => {}
                Decided::Stays if self.is_meant(urn) => {
                    let name = urn.name();
                    let message = format!("{name} depends on it and could not be replaced");
                    return Err(fail(message));
                }
                // Why not is told below.
                Decided::Stays => doomed.extend(self.current(*serial)),
            }
        }
        if let Some(message) = self.keeps_from_replacing(root, &doomed) {
            return Err(fail(message));
        }
        doomed.push(Arc::clone(root));
        let deletions = plan_deletions(&doomed, &self.with_ids_of(&doomed));
        let failed = self.carry_out(deletions, true).await;
        {
            let mut board = self.board();
            let roots = claims.mine.iter().map(|it| (*it, root.urn.clone()));
            board.cascades.extend(roots);
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
    fn with_ids_of(&self, doomed: &[Arc<Resource>]) -> Vec<Arc<Resource>> {
        let serials: FxHashSet<Serial> = doomed.iter().map(|it| it.serial).collect();
        let ids: FxHashSet<&String> = doomed.iter().filter_map(|it| it.id.as_ref()).collect();
        let gone = self.board().gone.clone();
        let is_alike = |it: &&Arc<Resource>| {
            let has_id = it.id.as_ref().is_some_and(|id| ids.contains(id));
            (has_id || it.kind == ResourceKind::Provider)
                && !serials.contains(&it.serial)
                && !gone.contains(&it.serial)
        };
        self.ledger.with(|state| {
            let all = state.resources.values().filter(is_alike);
            all.cloned().collect()
        })
    }

    /// Claims resources to delete them, as soon as no goal is deciding about one of them. A goal
    /// never waits for one that its old resource depends on, so this ends.
    async fn claim_deletions(&self, doomed: &[Arc<Resource>]) -> DeletionClaims {
        let serials: Vec<Serial> = doomed.iter().map(|it| it.serial).collect();
        loop {
            let mut busy = Vec::new();
            let claims = self.board().claim_deletions(&serials, &mut busy);
            if let Some(claims) = claims {
                return claims;
            }
            for mut standing in busy {
                let _ = standing.wait_for(|it| *it != Standing::Running).await;
            }
        }
    }

    /// What a goal has made of a resource of the old state.
    fn decided(&self, serial: Serial, urn: &Urn) -> Decided {
        let Some(resource) = self.current(serial) else {
            return Decided::Moved;
        };
        let board = self.board();
        if board.gone.contains(&serial) || resource.stage == Stage::AwaitingReplacement {
            return Decided::Moved;
        }
        if board.replaced.contains(&serial) {
            return Decided::Replaced(resource);
        }
        let is_done = board.standing(urn) == Some(Standing::Done);
        drop(board);
        match is_done && self.is_meant(urn) {
            true => Decided::Moved,
            false => Decided::Stays,
        }
    }

    /// Why those that would go with a resource may not.
    fn keeps_from_replacing(&self, root: &Resource, doomed: &[Arc<Resource>]) -> Option<String> {
        let others = || doomed.iter().filter(|it| it.urn != root.urn);
        let needs = |it: &Resource| {
            let name = it.urn.name();
            format!("{name} depends on it and would have to be replaced with it")
        };
        let is_protected = |it: &Resource| super::steps::is_protected(it) && !self.is_replaced(it);
        if let Some(protected) = others().find(|it| is_protected(it)) {
            return Some(format!("{}, but is protected", needs(protected)));
        }
        let left = others().find(|it| !self.is_meant(&it.urn))?;
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
    pub(super) async fn delete_left_overs(
        self: &Arc<Self>,
        urn: &Urn,
        source: Option<&SourcePosition>,
        old: Option<&Arc<Resource>>,
    ) -> Result<(), RegisterError> {
        let is_left = |it: &&Arc<Resource>| it.stage == Stage::Replaced && it.urn == *urn;
        if !self.old().has_left_overs() {
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
        let survivors: Vec<_> = all
            .into_iter()
            .filter(|it| it.stage == Stage::Live || it.kind == ResourceKind::Provider)
            .collect();
        if self
            .carry_out(plan_deletions(&left, &survivors), false)
            .await
            .is_empty()
        {
            return Ok(());
        }
        let reason = "what an earlier run left of it could not be deleted".to_owned();
        Err(self.skip(urn, reason, source))
    }

    /// The resources that must be replaced when `root` is deleted before its replacement exists.
    async fn doomed_with(
        self: &Arc<Self>,
        root: &Arc<Resource>,
    ) -> Result<Vec<Arc<Resource>>, RegisterError> {
        let mut doomed: HashSet<Urn> = HashSet::from([root.urn.clone()]);
        let mut found = Vec::new();
        let mut asked: FxHashSet<(Serial, usize)> = FxHashSet::default();
        loop {
            let candidates = dependents_to_replace(&self.old().resources, &doomed);
            let before = doomed.len();
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
                if self.goes_too(&dependent).await {
                    doomed.insert(dependent.resource.urn.clone());
                    found.push(dependent.resource);
                }
            }
            if doomed.len() == before {
                return Ok(found);
            }
        }
    }

    /// Whether a dependent would have to be replaced. One whose provider cannot be asked stays.
    async fn goes_too(self: &Arc<Self>, dependent: &Dependent) -> bool {
        let Dependent {
            resource,
            inputs,
            goes_along,
        } = dependent;
        if *goes_along {
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
            self.question(package_of(&resource.urn), "Diff", provider.diff(request))
                .await,
            ResourceOptions::parse(&resource.options),
        ) else {
            return false;
        };
        let question = Question {
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
    ) -> Result<Configured, ProviderError> {
        let Some(urn) = &resource.provider else {
            let package = resource.urn.resource_type().split(':').next();
            let package = package.unwrap_or_default();
            let made_with = self
                .ledger
                .with(|it| it.configuration_of(resource).cloned());
            return match (&resource.configuration, made_with) {
                (Some(name), Some(old)) => {
                    self.providers.of_configuration(package, name, &old).await
                }
                _ => self.providers.of_package(package).await,
            };
        };
        match self.ledger.provider_of(resource) {
            Some(provider) => self.providers.of_state(&provider).await,
            None => Err(ProviderError::failed(format!(
                "its provider {urn} is not in the state"
            ))),
        }
    }

    /// Deletes as much as possible at the same time; answers what could not be deleted.
    pub(super) async fn carry_out(
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
                running.spawn(async move { (serial, run.dispose(deletion, replace).await) });
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
        resource.stage != Stage::Live || self.board().replaced.contains(&resource.serial)
    }

    /// What an earlier run has left to be done is a change of this one.
    async fn dispose(&self, deletion: Deletion, replace: bool) -> Result<(), RegisterError> {
        let serial = deletion.resource.serial;
        let is_left = self
            .old()
            .objects_of(&deletion.resource.urn)
            .any(|it| it.serial == serial && it.stage == Stage::Replaced);
        let is_counted = is_left && self.is_deleted_by_step(&deletion);
        self.dispose_of(deletion, replace, is_left).await?;
        if is_counted {
            self.board().summary.deleted += 1;
        }
        Ok(())
    }

    /// Whether the step is one that is not counted by itself.
    fn is_deleted_by_step(&self, deletion: &Deletion) -> bool {
        !matches!(
            deletion.disposal,
            Disposal::External | Disposal::Retain | Disposal::Shared
        )
    }

    async fn dispose_of(
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
        let is_taken =
            resource.stage == Stage::Replaced || self.board().replaced.contains(&resource.serial);
        let replace = replace && !is_taken;
        let kind = match deletion.disposal {
            Disposal::External | Disposal::Retain | Disposal::Shared => StepKind::Forget,
            _ if replace || self.is_replaced(resource) => StepKind::DeleteReplaced,
            _ => StepKind::Delete,
        };
        let mut note = note_of(kind, resource);
        note.reason = reason(deletion.disposal);
        if is_left && note.reason.is_none() {
            note.reason = Some("an earlier run has left the old object".to_owned());
        }
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        if self.options.preview {
            let since = self.begin(&note);
            match replace {
                true => self.board().awaiting.insert(resource.serial),
                false => self.board().gone.insert(resource.serial),
            };
            self.end(note, Some(since));
            return Ok(());
        }
        if deletion.disposal == Disposal::Delete {
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
        let written = self.ledger.write(record).await;
        written.map_err(|error| self.break_off(error))?;
        self.end(note, Some(since));
        Ok(())
    }

    /// Lets the provider delete the object.
    async fn delete(
        &self,
        note: StepNote,
        resource: &Arc<Resource>,
        replace: bool,
    ) -> Result<(), RegisterError> {
        let refuse = |message: String| Failure {
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
        let answer = within(limit, provider.delete(request)).await;
        let Err(error) = answer else {
            self.end_operation(operation, Outcome::Deleted).await?;
            self.end(note, Some(since));
            return Ok(());
        };
        let failure = failure(
            &error,
            &Redactor::new([&*resource.inputs, &*resource.outputs]),
        );
        let outcome = match error {
            ProviderError::Unknown { .. } => Outcome::Unknown {
                message: failure.message.clone(),
            },
            _ => Outcome::Nothing,
        };
        self.end_operation(operation, outcome).await?;
        Err(self.fail(note, Some(since), failure))
    }
}
