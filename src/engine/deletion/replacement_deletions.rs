//! Deletions that must precede the creation of a new object.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use lumi_graph::{Object, ResourceKind, SourcePosition, Urn};
use lumi_state::{Resource, Serial, Stage};

use super::deletion_step::deletion_step;
use super::deletions::Deletions;
use super::dependent_outcome::DependentOutcome;
use super::pending_deletions::{PendingDeletions, StillInUse};
use super::replaced_dependents::dependents_to_delete;
use super::replacements::{CascadeRoot, Replacements};
use crate::event::StepFailure;
use crate::plan::{DeletionCause, plan_deletions};
use crate::registration::registrations::{DeletionClaims, RegistrationStatus, Registrations};
use crate::request::RegisterError;
use crate::run_context::RunContext;
use crate::scope::Scope;
use crate::steps::step::StepKind;

/// Deletes objects before their replacements are created.
pub struct ReplacementDeletions {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub scope: Arc<Scope>,
    pub replacements: Arc<Replacements>,
    pub deletions: Arc<Deletions>,
    pub pending_deletions: Arc<PendingDeletions>,
}

impl ReplacementDeletions {
    /// Deletes an object that is about to be replaced, or a leftover in the way of a new one, after
    /// deleting its dependents that must be replaced with it.
    pub async fn delete_first(
        &self,
        root: &Arc<Resource>,
        cause: DeletionCause,
        source: Option<&SourcePosition>,
    ) -> Result<(), RegisterError> {
        let candidates = dependents_to_delete(&self.context, root).await;
        let claims = self.claim(root, &candidates).await;
        if self.is_gone(root) {
            return Ok(());
        }
        let fail = |message: String| {
            let mut step = deletion_step(StepKind::CreateReplacement, root);
            step.source = source.cloned();
            let failure = StepFailure::new(message);
            self.context.fail(step, None, failure)
        };
        let to_delete = self.dependents_of(candidates, &claims);
        let mut to_delete = to_delete.map_err(&fail)?;
        if let Some(message) = self.replacement_blocker(root, &to_delete) {
            return Err(fail(message));
        }
        to_delete.push(Arc::clone(root));
        self.pending_deletions
            .delete_former_users(root, &to_delete, source)
            .await
            .map_err(|it| match it {
                StillInUse::By(message) => fail(message),
                StillInUse::Failed(error) => error,
            })?;
        let related = self.related_resources(&to_delete);
        let is_new = |it: &Resource| self.context.old().is_new(it);
        let deletions = plan_deletions(&to_delete, &related, is_new);
        let failed = self.deletions.run(deletions, true).await;
        let cascade = CascadeRoot {
            urn: root.urn.clone(),
            cause,
            source: source.cloned(),
        };
        self.replacements.add_cascade(&claims.mine, &cascade);
        drop(claims);
        if failed.is_empty() {
            return Ok(());
        }
        let reason = "what must be gone before could not be deleted".to_owned();
        Err(self.context.reporter.skip(&root.urn, reason, source))
    }

    /// The dependents to delete: those that are claimed here, and those whose goals were decided elsewhere. Fails with a
    /// dependent that has to go and stays.
    fn dependents_of(
        &self,
        candidates: Vec<Arc<Resource>>,
        claims: &DeletionClaims,
    ) -> Result<Vec<Arc<Resource>>, String> {
        let mut to_delete: Vec<Arc<Resource>> = candidates
            .into_iter()
            .filter(|it| claims.mine.contains(&it.serial) && self.still_exists(it))
            .collect();
        for (serial, urn) in &claims.decided {
            match self.dependent_outcome(*serial, urn) {
                DependentOutcome::Replaced(old) => to_delete.push(old),
                DependentOutcome::Moved => {}
                DependentOutcome::Stays if self.scope.is_targeted(urn) => {
                    let name = urn.name();
                    return Err(format!("{name} depends on it and could not be replaced"));
                }
                // The caller reports the reason.
                DependentOutcome::Stays => to_delete.extend(self.context.current(*serial)),
            }
        }
        Ok(to_delete)
    }

    /// Claims all resources that may be deleted with `root` at once: waiting for some of them with
    /// claims on others could deadlock. A live root is claimed by its goal.
    async fn claim(&self, root: &Arc<Resource>, candidates: &[Arc<Resource>]) -> DeletionClaims {
        let mut all = candidates.to_vec();
        all.push(Arc::clone(root));
        all.extend(self.pending_deletions.former_users(&all));
        all.retain(|it| it.serial != root.serial || it.stage == Stage::Replaced);
        self.registrations.claim_deletions(&all).await
    }

    /// Whether another replacement has deleted a leftover.
    fn is_gone(&self, leftover: &Resource) -> bool {
        self.context.current(leftover.serial).is_none()
            || self.context.preview_state.is_gone(leftover.serial)
    }

    /// Deletes the leftovers of earlier runs that cannot exist beside a new object with these
    /// inputs. `old` is the resource that the new object replaces.
    pub async fn delete_conflicting_leftovers(
        &self,
        urn: &Urn,
        inputs: &Arc<Object>,
        old: Option<&Arc<Resource>>,
        source: Option<&SourcePosition>,
    ) -> Result<(), RegisterError> {
        for leftover in self
            .pending_deletions
            .conflicting_leftovers(urn, inputs, old)
            .await
        {
            let cause = DeletionCause::Provider;
            self.delete_first(&leftover, cause, source).await?;
        }
        Ok(())
    }

    /// Other resources relevant to deletions: those with the same ids, which may manage the same
    /// objects, the providers, which determine that, and all objects of their hosts.
    fn related_resources(&self, to_delete: &[Arc<Resource>]) -> Vec<Arc<Resource>> {
        let serials: FxHashSet<Serial> = to_delete.iter().map(|it| it.serial).collect();
        let ids: FxHashSet<&String> = to_delete.iter().filter_map(|it| it.id.as_ref()).collect();
        let hosts = to_delete.iter().filter_map(|it| it.options.deleted_with());
        let hosts: FxHashSet<&Urn> = hosts.collect();
        let is_alike = |it: &&Arc<Resource>| {
            let has_id = it.id.as_ref().is_some_and(|id| ids.contains(id));
            (has_id || it.kind == ResourceKind::Provider || hosts.contains(&it.urn))
                && !serials.contains(&it.serial)
                && !self.context.preview_state.is_gone(it.serial)
        };
        let seen = self.context.preview_state.seen();
        self.context.state_log.with(|state| {
            let all = state.resources.values().filter(is_alike);
            all.cloned().chain(seen).collect()
        })
    }

    /// Whether the resource was not deleted by another replacement.
    fn still_exists(&self, resource: &Resource) -> bool {
        let serial = resource.serial;
        let is_live = |it: Arc<Resource>| it.stage == Stage::Live;
        self.context.current(serial).is_some_and(is_live)
            && !self.context.preview_state.is_gone(serial)
    }

    /// The outcome of a goal for a resource of the old state.
    fn dependent_outcome(&self, serial: Serial, urn: &Urn) -> DependentOutcome {
        let Some(resource) = self.context.current(serial) else {
            return DependentOutcome::Moved;
        };
        let is_gone = self.context.preview_state.is_gone(serial);
        if is_gone || resource.stage == Stage::AwaitingReplacement {
            return DependentOutcome::Moved;
        }
        if self.replacements.contains(serial) {
            return DependentOutcome::Replaced(resource);
        }
        let is_done = self.registrations.status(urn) == Some(RegistrationStatus::Done);
        match is_done && self.scope.is_targeted(urn) {
            true => DependentOutcome::Moved,
            false => DependentOutcome::Stays,
        }
    }

    /// Why resources that would be deleted with another one must not be.
    fn replacement_blocker(&self, root: &Resource, to_delete: &[Arc<Resource>]) -> Option<String> {
        let others = || to_delete.iter().filter(|it| it.urn != root.urn);
        let needs = |it: &Resource| {
            let name = it.urn.name();
            format!("{name} depends on it and would be replaced, too")
        };
        let is_protected = |it: &Resource| it.is_protected() && !self.replacements.is_replaced(it);
        if let Some(protected) = others().find(|it| is_protected(it)) {
            return Some(format!("{}, but is protected", needs(protected)));
        }
        let left = others().find(|it| !self.scope.is_targeted(&it.urn))?;
        let advice = match self.context.options.selection.targets.is_empty() {
            true => "exclude both, or neither",
            false => "make this one a target, too, or use --target-dependents",
        };
        Some(format!(
            "{}, but it is excluded from this run; {advice}",
            needs(left)
        ))
    }
}
