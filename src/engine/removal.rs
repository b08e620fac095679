//! What has to be deleted before a new object can be made.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use lumi_graph::{ResourceKind, SourcePosition, Urn};
use lumi_state::{Resource, Serial, Stage};

use super::deletion_step::deletion_step;
use super::dependent_outcome::DependentOutcome;
use super::event::StepFailure;
use super::leftovers::Held;
use super::plan::{
    Decision, Dependent, DiffContext, ResourceOptions, deleted_with, dependents_to_replace,
    plan_deletions,
};
use super::registrations::{DeletionClaims, RegistrationStatus};
use super::run::{RegisterError, Run};
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
        let claims = self.claim_deletions(&candidates).await;
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
            .filter(|it| claims.mine.contains(&it.serial) && self.is_there(it))
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
        self.delete_former_users(root, &to_delete, source)
            .await
            .map_err(|it| match it {
                Held::By(message) => fail(message),
                Held::Failed(error) => error,
            })?;
        let deletions = plan_deletions(&to_delete, &self.bystanders_of(&to_delete));
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
        Err(self.reporter.skip(&root.urn, reason, source))
    }

    /// Other resources that matter for some that go: those with their ids, which may manage the same
    /// objects, the providers, which tell whether they do, and all objects of their hosts.
    fn bystanders_of(&self, to_delete: &[Arc<Resource>]) -> Vec<Arc<Resource>> {
        let serials: FxHashSet<Serial> = to_delete.iter().map(|it| it.serial).collect();
        let ids: FxHashSet<&String> = to_delete.iter().filter_map(|it| it.id.as_ref()).collect();
        let hosts: FxHashSet<Urn> = to_delete.iter().filter_map(|it| deleted_with(it)).collect();
        let gone = self.run_state().gone.clone();
        let is_alike = |it: &&Arc<Resource>| {
            let has_id = it.id.as_ref().is_some_and(|id| ids.contains(id));
            (has_id || it.kind == ResourceKind::Provider || hosts.contains(&it.urn))
                && !serials.contains(&it.serial)
                && !gone.contains(&it.serial)
        };
        let seen = self.run_state().seen.clone();
        self.state_log.with(|state| {
            let all = state.resources.values().filter(is_alike);
            all.cloned().chain(seen).collect()
        })
    }

    /// Whether another replacement has not deleted it.
    fn is_there(&self, resource: &Resource) -> bool {
        let serial = resource.serial;
        let is_live = |it: Arc<Resource>| it.stage == Stage::Live;
        self.current(serial).is_some_and(is_live) && !self.run_state().gone.contains(&serial)
    }

    /// Claims resources to delete them, as soon as nothing else decides about one of them.
    pub(super) async fn claim_deletions(&self, to_delete: &[Arc<Resource>]) -> DeletionClaims {
        let serials: Vec<Serial> = to_delete.iter().map(|it| it.serial).collect();
        self.registrations.claim_deletions(&serials).await
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
        let is_done = self.registrations.status(urn) == Some(RegistrationStatus::Done);
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
            format!("{name} depends on it and would be replaced, too")
        };
        let is_protected = |it: &Resource| it.is_protected() && !self.is_replaced(it);
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
    pub(super) async fn must_be_replaced(self: &Arc<Self>, dependent: &Dependent) -> bool {
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
        let Ok(configured) = self.providers.of_object(&self.state_log, resource).await else {
            return false;
        };
        let Some(provider) = configured.provider() else {
            return false;
        };
        let Ok(target) = self.state_log.target_of(resource, None) else {
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
            provider.diff(request).await,
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
}
