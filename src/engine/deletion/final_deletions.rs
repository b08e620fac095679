//! Deletions after the source has ended, except of protected resources and those in use.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{ResourceKind, Urn};
use lumi_state::{Resource, RunKind, Serial, Stage};

use super::deletion_step::deletion_step;
use super::deletions::Deletions;
use super::object_users::ObjectUsers;
use super::replacements::Replacements;
use crate::event::{Severity, StepFailure};
use crate::plan::{UnseenCode, plan_deletions};
use crate::registration::identities::Identities;
use crate::registration::registrations::Registrations;
use crate::registration::rename_hints::RenameHints;
use crate::run_context::RunContext;
use crate::scope::Scope;
use crate::source::UnmentionedPolicy;
use crate::steps::step::StepKind;

/// Deletes resources without a goal, and old objects that were replaced.
pub struct FinalDeletions {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub identities: Arc<Identities>,
    pub scope: Arc<Scope>,
    pub replacements: Arc<Replacements>,
    pub users: Arc<ObjectUsers>,
    pub deletions: Arc<Deletions>,
    pub rename_hints: Arc<RenameHints>,
}

impl FinalDeletions {
    /// Deletes as the policy says. Returns the resources that skipped callbacks may declare.
    pub async fn run(
        &self,
        rest: UnmentionedPolicy,
        unseen: Option<&UnseenCode>,
    ) -> FxHashSet<Urn> {
        let (to_delete, undecided) = self.to_delete(rest, unseen);
        self.rename_hints.report(&to_delete);
        let to_delete = self.without_failed(to_delete);
        let to_delete = self.without_unplanned(to_delete);
        let to_delete = self.without_protected(to_delete);
        let to_delete = self.without_referred(to_delete).await;
        let (to_delete, remaining) = self.without_needed(to_delete, &undecided);
        let deletions = plan_deletions(&to_delete, &remaining, |it| self.context.old().is_new(it));
        self.deletions.run(deletions, false).await;
        undecided
    }

    /// The resources to delete: old objects that were replaced, and resources that the source did
    /// not declare. Also returns the resources that skipped callbacks may declare.
    fn to_delete(
        &self,
        rest: UnmentionedPolicy,
        unseen: Option<&UnseenCode>,
    ) -> (Vec<Arc<Resource>>, FxHashSet<Urn>) {
        let current = self.context.current_resources();
        let targeted: FxHashSet<Urn> = current
            .iter()
            .filter(|it| self.scope.is_targeted(&it.urn))
            .map(|it| it.urn.clone())
            .collect();
        let old: FxHashSet<_> = self
            .context
            .old()
            .resources
            .iter()
            .map(|it| it.serial)
            .collect();
        // Refreshes and imports delete nothing.
        let is_deploying = matches!(self.context.options.kind, RunKind::Up | RunKind::Destroy);
        let is_missing = |it: &Arc<Resource>| {
            rest == UnmentionedPolicy::Delete
                && old.contains(&it.serial)
                && (self.context.options.leaves_goals || !self.registrations.has_goal(it.serial))
        };
        let missing: Vec<_> = current.iter().filter(|it| is_missing(it)).collect();
        let undecided = self.undecided(unseen, &missing);
        let is_deleted = |it: &Arc<Resource>| {
            let is_selected = targeted.contains(&it.urn);
            let is_unwanted = is_missing(it) && is_selected && !undecided.contains(&it.urn);
            let is_left_over = is_deploying && it.stage == Stage::Replaced && is_selected;
            is_unwanted || is_left_over || self.replacements.contains(it.serial)
        };
        let to_delete = current.iter().filter(|it| is_deleted(it));
        (to_delete.cloned().collect(), undecided)
    }

    /// The missing resources that skipped callbacks may declare.
    fn undecided(&self, unseen: Option<&UnseenCode>, missing: &[&Arc<Resource>]) -> FxHashSet<Urn> {
        let Some(code) = unseen else {
            return FxHashSet::default();
        };
        let mut code = code.clone();
        let old_names = code.origins.iter().map(|it| self.identities.old_name(it));
        let old_names: Vec<Urn> = old_names.collect();
        code.origins.extend(old_names);
        code.undecided(missing)
    }

    /// Removes resources that depend on one that failed in this run, directly or indirectly. Old
    /// objects that have been replaced are no concern of it.
    fn without_failed(&self, to_delete: Vec<Arc<Resource>>) -> Vec<Arc<Resource>> {
        if !self.context.reporter.has_failed() {
            return to_delete;
        }
        let mut failed: Vec<Urn> = self.registrations.failed().collect();
        failed.sort_unstable();
        let causes = self.causes(&to_delete, &failed);
        let is_kept = |it: &Arc<Resource>| match causes.get(&it.serial) {
            None => false,
            Some(cause) => {
                let reason = format!("it depends on {:?}, which failed", cause.name());
                let _ = self.context.reporter.skip(&it.urn, reason, None);
                true
            }
        };
        to_delete.into_iter().filter(|it| !is_kept(it)).collect()
    }

    /// The one of `failed` that each of `to_delete` depends on, directly or indirectly.
    fn causes<'a>(
        &self,
        to_delete: &[Arc<Resource>],
        failed: &'a [Urn],
    ) -> FxHashMap<Serial, &'a Urn> {
        let mut needed_by: FxHashMap<&Urn, Vec<&Arc<Resource>>> = FxHashMap::default();
        let is_current = |it: &&Arc<Resource>| !self.replacements.is_replaced(it);
        for resource in to_delete.iter().filter(is_current) {
            for needed in resource.all_dependencies() {
                needed_by.entry(needed).or_default().push(resource);
            }
        }
        let mut causes = FxHashMap::default();
        for cause in failed {
            // Resources without a goal know it by the name that it has in the state.
            let old_name = self.identities.old_name(cause);
            let mut open = vec![cause, &old_name];
            while let Some(urn) = open.pop() {
                for dependent in needed_by.remove(urn).unwrap_or_default() {
                    causes.entry(dependent.serial).or_insert(cause);
                    open.push(&dependent.urn);
                }
            }
        }
        causes
    }

    /// Removes deletions that the saved plan does not list.
    fn without_unplanned(&self, to_delete: Vec<Arc<Resource>>) -> Vec<Arc<Resource>> {
        let is_planned = |it: &Arc<Resource>| self.context.plan_check.allows_deletion(&it.urn);
        let (to_delete, kept): (Vec<_>, Vec<_>) = to_delete.into_iter().partition(is_planned);
        if let [first, rest @ ..] = kept.as_slice() {
            let name = first.urn.name();
            let message = match rest.len() {
                0 => format!(
                    "{name:?} is no longer in the program, but the plan does not delete it: it stays"
                ),
                more => format!(
                    "{name:?} and {more} others are no longer in the program, but the plan does not \
                     delete them: they stay"
                ),
            };
            let help = "a deployment without a saved plan deletes what is not in the program";
            self.context.reporter.diagnostic(
                Severity::Warning,
                None,
                message,
                Some(help.to_owned()),
            );
        }
        to_delete
    }

    /// Removes protected resources; one error names all of them.
    fn without_protected(&self, to_delete: Vec<Arc<Resource>>) -> Vec<Arc<Resource>> {
        let is_kept = |it: &Arc<Resource>| {
            it.is_protected() && !self.replacements.is_replaced(it) && !it.external
        };
        let (protected, to_delete): (Vec<_>, Vec<_>) = to_delete.into_iter().partition(is_kept);
        for resource in &protected {
            let failure = StepFailure {
                is_reported_with_others: true,
                ..StepFailure::new("it is protected".to_owned())
            };
            self.context.reporter.end_failed(
                deletion_step(StepKind::Delete, resource),
                None,
                failure,
            );
        }
        if !protected.is_empty() {
            self.report_protected(&protected);
        }
        to_delete
    }

    fn report_protected(&self, protected: &[Arc<Resource>]) {
        /// More are only counted.
        const NAMED: usize = 10;
        let named = protected.iter().take(NAMED).map(|it| &it.urn);
        let resources: Vec<String> = named
            .clone()
            .map(|it| format!("{} {:?}", it.resource_type(), it.name()))
            .collect();
        let names: Vec<&str> = named.map(Urn::name).collect();
        let rest = match protected.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let subject = match protected {
            [_] => "a protected resource".to_owned(),
            several => format!("{} protected resources", several.len()),
        };
        let message = format!("{subject} would be deleted: {}{rest}", resources.join(", "));
        let other = match (&self.context.options.kind, protected) {
            (RunKind::Destroy, [_]) => "`--exclude` leaves it alone",
            (RunKind::Destroy, _) => "`--exclude` leaves them alone",
            (_, [_]) => "or keep it in the program",
            _ => "or keep them in the program",
        };
        let names = names.join(" ");
        let help = format!("`lumi state unprotect {names}` removes the protection; {other}");
        self.context
            .reporter
            .diagnostic(Severity::Error, None, message, Some(help));
    }

    /// Removes resources that other stacks refer to; each is an error.
    async fn without_referred(&self, to_delete: Vec<Arc<Resource>>) -> Vec<Arc<Resource>> {
        // A replacement has the same URN, and the state has what was only read elsewhere.
        let is_ended = |it: &Arc<Resource>| {
            it.stage == Stage::Live && !it.external && !self.replacements.is_replaced(it)
        };
        let Some(referrers) = &self.context.options.referrers else {
            return to_delete;
        };
        if !to_delete.iter().any(is_ended) {
            return to_delete;
        }
        let references = referrers.all().await;
        self.warn_of_unread(&references.unread);
        let mut free = Vec::new();
        for resource in to_delete {
            match references.stacks.get(&resource.urn) {
                Some(stacks) if is_ended(&resource) => self.refuse_referred(&resource, stacks),
                _ => free.push(resource),
            }
        }
        free
    }

    fn refuse_referred(&self, resource: &Arc<Resource>, stacks: &[String]) {
        let names: Vec<String> = stacks.iter().map(|it| format!("`{it}`")).collect();
        let (verb, stack) = match stacks {
            [_] => ("refers", "that stack"),
            _ => ("refer", "those stacks"),
        };
        let message = format!(
            "{} {verb} to it: first deploy {stack} without `getResource` of it, or if the reference is no longer used, \
             remove it there with `lumi state rm`",
            names.join(", ")
        );
        let step = deletion_step(StepKind::Delete, resource);
        self.context
            .reporter
            .end_failed(step, None, StepFailure::new(message));
    }

    /// Names what cannot be read in one warning.
    fn warn_of_unread(&self, unread: &[(String, String)]) {
        /// More are only counted.
        const NAMED: usize = 10;
        let Some((_, error)) = unread.first() else {
            return;
        };
        let named = unread.iter().take(NAMED).map(|(label, _)| label.as_str());
        let names = named.collect::<Vec<_>>().join(", ");
        let rest = match unread.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "{names}{rest} cannot be read, so whether another stack refers to what is deleted is not known: {error}"
        );
        self.context
            .reporter
            .diagnostic(Severity::Warning, None, message, None);
    }

    /// Removes resources that remaining objects use.
    fn without_needed(
        &self,
        to_delete: Vec<Arc<Resource>>,
        undecided: &FxHashSet<Urn>,
    ) -> (Vec<Arc<Resource>>, Vec<Arc<Resource>>) {
        if to_delete.is_empty() {
            return (to_delete, Vec::new());
        }
        let all = self.context.current_resources();
        // Undecided resources may be deleted or changed before those.
        let is_spared = |it: &Resource| undecided.contains(&it.urn);
        let users = self.users.users_of(&all, &to_delete, is_spared);
        for resource in &to_delete {
            if let Some(user) = users.get(&resource.serial) {
                self.report_kept(resource, user);
            }
        }
        let to_delete: Vec<_> = to_delete
            .into_iter()
            .filter(|it| !users.contains_key(&it.serial))
            .collect();
        let gone: FxHashSet<_> = to_delete.iter().map(|it| it.serial).collect();
        let remaining = all.into_iter().filter(|it| !gone.contains(&it.serial));
        let seen = self.context.preview_state.seen();
        let remaining = remaining.chain(seen).collect();
        (to_delete, remaining)
    }

    /// Keeping a targeted resource is an error; keeping any other is a note.
    fn report_kept(&self, resource: &Arc<Resource>, user: &Urn) {
        let selection = &self.context.options.selection;
        let name = user.name();
        let is_former = self.replacements.has_successor(resource);
        if is_former || selection.targets.is_empty() || !selection.contains(&resource.urn) {
            let reason = match (is_former, resource.kind) {
                (true, ResourceKind::Provider) => format!("{name:?} stays and was made with it"),
                (true, _) => format!("{name:?} stays and may still use the old object"),
                (false, _) => format!("{name:?} stays and depends on it"),
            };
            let _ = self.context.reporter.skip(&resource.urn, reason, None);
            return;
        }
        let advice = match selection.with_dependents {
            true => "",
            false => "; --target-dependents deletes that, too",
        };
        let failure = StepFailure::new(format!("{name:?} stays and depends on it{advice}"));
        self.context
            .reporter
            .end_failed(deletion_step(StepKind::Delete, resource), None, failure);
    }
}
