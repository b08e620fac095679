//! What is left to do when the source has ended: deletions, unless an object is protected, and outputs.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{ResourceKind, SourcePosition, Urn};
use lumi_state::{Record, Resource, RunKind, Serial, Stage};

use super::deletion_step::deletion_step;
use super::event::{Diagnostic, Event, Severity, StepFailure};
use super::plan::{Objects, plan_deletions, renames};
use super::registrations::RegistrationStatus;
use super::run::Run;
use super::run_state::RunState;
use super::source::UnmentionedPolicy;
use super::step::StepKind;

impl Run {
    /// Notes how far the source came.
    pub(super) fn apply_unmentioned_policy(&self, rest: UnmentionedPolicy) {
        let mut run_state = self.run_state();
        run_state.is_complete = rest == UnmentionedPolicy::Delete && run_state.unseen.is_none();
        if rest == UnmentionedPolicy::Failed {
            self.reporter.note_failure();
        }
    }

    /// Deletes resources without a goal, as the policy says, and records the outputs.
    pub(super) async fn finish(self: &Arc<Self>, rest: UnmentionedPolicy) {
        if self.is_stopping() {
            return;
        }
        let to_delete = self.to_delete(rest);
        self.hint_at_renames(&to_delete);
        let to_delete = self.without_unplanned(to_delete);
        let to_delete = self.without_protected(to_delete);
        let (to_delete, remaining) = self.without_needed(to_delete);
        self.run_deletions(plan_deletions(&to_delete, &remaining), false)
            .await;
        // A program said all it has to say: its outputs hold whatever becomes of old objects.
        if !self.is_stopping() || self.options.kind != RunKind::Destroy {
            self.record_outputs();
        }
    }

    /// What is to be deleted: old objects that were replaced, and what the source did not mention.
    fn to_delete(&self, rest: UnmentionedPolicy) -> Vec<Arc<Resource>> {
        let current = self.current_resources();
        let meant: FxHashSet<Urn> = current
            .iter()
            .filter(|it| self.is_targeted(&it.urn))
            .map(|it| it.urn.clone())
            .collect();
        let mut guard = self.run_state();
        let run_state = &mut *guard;
        let replaced: FxHashSet<_> = run_state.replaced.iter().copied().collect();
        let old: FxHashSet<_> = self.old().resources.iter().map(|it| it.serial).collect();
        // To look at the world, or to adopt an object of it, deletes nothing.
        let is_deploying = matches!(self.options.kind, RunKind::Up | RunKind::Destroy);
        let is_missing = |it: &Arc<Resource>| {
            rest == UnmentionedPolicy::Delete
                && old.contains(&it.serial)
                && !self.registrations.has_goal(it.serial)
        };
        let missing: Vec<_> = current.iter().filter(|it| is_missing(it)).collect();
        let undecided = undecided(run_state, &missing);
        let is_deleted = |it: &Arc<Resource>| {
            let is_selected = meant.contains(&it.urn);
            let is_unwanted = is_missing(it) && is_selected && !undecided.contains(&it.urn);
            let is_left_over = is_deploying && it.stage == Stage::Replaced && is_selected;
            is_unwanted || is_left_over || replaced.contains(&it.serial)
        };
        let to_delete = current.iter().filter(|it| is_deleted(it));
        let to_delete = to_delete.cloned().collect();
        run_state.undecided = undecided;
        to_delete
    }

    /// A run of a saved plan deletes nothing that the plan did not list.
    fn without_unplanned(&self, to_delete: Vec<Arc<Resource>>) -> Vec<Arc<Resource>> {
        let Some(plan) = self.options.plan.as_ref().filter(|it| it.is_open()) else {
            return to_delete;
        };
        let is_planned =
            |it: &Arc<Resource>| plan.steps.contains_key(&it.urn) || plan.announces(&it.urn, None);
        let (to_delete, kept): (Vec<_>, Vec<_>) = to_delete.into_iter().partition(is_planned);
        if let [first, rest @ ..] = kept.as_slice() {
            let name = first.urn.name();
            let message = match rest.len() {
                0 => format!(
                    "{name:?} is no longer in the program, but no plan deletes it; it stays"
                ),
                more => format!(
                    "the program has no {name:?} and {more} others any more, which the plan did not \
                     see: they stay"
                ),
            };
            let help = "a deployment without a saved plan deletes what is not in the program";
            self.reporter
                .diagnostic(Severity::Warning, None, message, Some(help.to_owned()));
        }
        to_delete
    }

    pub(super) fn current_resources(&self) -> Vec<Arc<Resource>> {
        let all = self.state_log.with(|state| {
            let all = state.resources.keys().copied();
            all.collect::<Vec<_>>()
        });
        let is_there = |it: &Serial| !self.run_state().gone.contains(it);
        let there = all.into_iter().filter(is_there);
        there.filter_map(|it| self.current(it)).collect()
    }

    fn hint_at_renames(&self, to_delete: &[Arc<Resource>]) {
        let created = std::mem::take(&mut self.run_state().created);
        let live: Vec<Arc<Resource>> = to_delete
            .iter()
            .filter(|it| it.stage == Stage::Live)
            .cloned()
            .collect();
        for rename in renames(&live, &created) {
            let is_component = live
                .iter()
                .any(|it| it.urn == rename.old && it.kind == ResourceKind::Component);
            let old = rename.old.name();
            let message = match is_component {
                true => format!(
                    "it looks like {old:?} with another name, as its children are the same; but \
                     this creates them anew and deletes the old ones"
                ),
                false => format!(
                    "it looks like {old:?} with another name, as type and inputs are the same; but \
                     this creates it anew and deletes the old one"
                ),
            };
            let kept = match is_component {
                true => "them",
                false => "the object",
            };
            let help = format!("to keep {kept}, give it the option {}", rename.alias());
            self.reporter.emit(Event::Diagnostic(Diagnostic {
                severity: Severity::Warning,
                source: self.source_of(&rename.new),
                urn: Some(rename.new),
                message,
                help: Some(help),
            }));
        }
    }

    /// Where in the program a resource is that it has now.
    fn source_of(&self, urn: &Urn) -> Option<SourcePosition> {
        if self.options.preview {
            let mut run_state = self.run_state();
            return run_state.planned.get_mut(urn)?.source.clone();
        }
        self.state_log.live(urn)?.source.clone()
    }

    /// Protected resources stay, and each is an error; what to do is said once.
    fn without_protected(&self, to_delete: Vec<Arc<Resource>>) -> Vec<Arc<Resource>> {
        let replaced: FxHashSet<_> = self.run_state().replaced.iter().copied().collect();
        let is_kept = |it: &Arc<Resource>| {
            let is_live = it.stage == Stage::Live && !replaced.contains(&it.serial);
            it.is_protected() && is_live && !it.external
        };
        let (protected, to_delete): (Vec<_>, Vec<_>) = to_delete.into_iter().partition(is_kept);
        for resource in &protected {
            let failure = StepFailure {
                message: "it is protected".to_owned(),
                unknown_outcome: false,
            };
            self.reporter
                .end_failed(deletion_step(StepKind::Delete, resource), None, failure);
        }
        if let [first, ..] = protected.as_slice() {
            let message = match protected.len() {
                1 => "a protected resource would be deleted".to_owned(),
                count => format!("{count} protected resources would be deleted"),
            };
            let other = match self.options.kind {
                RunKind::Destroy => "`--exclude` leaves it alone",
                _ => "or keep it in the program",
            };
            let name = first.urn.name();
            let help = format!("`lumi state unprotect {name}` takes the protection away; {other}");
            self.reporter
                .diagnostic(Severity::Error, None, message, Some(help));
        }
        to_delete
    }

    /// What an object that stays uses, stays, too.
    fn without_needed(
        &self,
        to_delete: Vec<Arc<Resource>>,
    ) -> (Vec<Arc<Resource>>, Vec<Arc<Resource>>) {
        if to_delete.is_empty() {
            return (to_delete, Vec::new());
        }
        let all = self.current_resources();
        let users = self.users_of(&all, &to_delete, &FxHashSet::default());
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
        let seen = self.run_state().seen.clone();
        let remaining = remaining.chain(seen).collect();
        (to_delete, remaining)
    }

    /// Those of `to_delete` that are still used by objects which this run has not updated; users that are
    /// `spared` do not count.
    pub(super) fn used_by_stale(
        &self,
        all: &[Arc<Resource>],
        to_delete: &[Arc<Resource>],
        spared: &FxHashSet<Serial>,
    ) -> FxHashSet<Serial> {
        self.users_of(all, to_delete, spared).into_keys().collect()
    }

    /// The resources that are used by stale ones, each with the name of one user.
    fn users_of(
        &self,
        all: &[Arc<Resource>],
        to_delete: &[Arc<Resource>],
        spared: &FxHashSet<Serial>,
    ) -> FxHashMap<Serial, Urn> {
        let objects = Objects::new(all);
        let to_delete: FxHashSet<_> = to_delete.iter().map(|it| it.serial).collect();
        // What is not decided yet may be deleted or changed before those.
        let undecided = self.run_state().undecided.clone();
        let remaining = all.iter().filter(|it| !to_delete.contains(&it.serial));
        let remaining = remaining.filter(|it| !undecided.contains(&it.urn));
        let is_open = |it: &&Arc<Resource>| !self.is_fresh(it) && !spared.contains(&it.serial);
        let mut open: Vec<&Arc<Resource>> = remaining.filter(is_open).collect();
        let mut users: FxHashMap<Serial, Urn> = FxHashMap::default();
        while let Some(user) = open.pop() {
            for used in objects.used_by(user) {
                if to_delete.contains(&used.serial) && !users.contains_key(&used.serial) {
                    users.insert(used.serial, user.urn.clone());
                    open.push(used);
                }
            }
        }
        users
    }

    /// Whether this run has brought an object up to date: then it uses nothing but what is new.
    fn is_fresh(&self, resource: &Resource) -> bool {
        // In a preview a renamed resource still has its old name.
        let goal = self.registrations.goal_of(resource.serial);
        let urn = goal.as_ref().unwrap_or(&resource.urn);
        let is_done = self.registrations.status(urn) == Some(RegistrationStatus::Done)
            && !self.run_state().replaced.contains(&resource.serial);
        // In a preview, what would be made in the place of an object that is deleted first is not there.
        let is_planned = self.options.preview && resource.stage == Stage::AwaitingReplacement;
        let is_current = resource.stage == Stage::Live || is_planned;
        is_done && is_current && self.is_targeted(urn)
    }

    /// A target that cannot go is a failure; what only follows from the run may as well stay.
    fn report_kept(&self, resource: &Arc<Resource>, user: &Urn) {
        let selection = &self.options.selection;
        let name = user.name();
        let is_former = resource.stage == Stage::Replaced
            || self.run_state().replaced.contains(&resource.serial);
        if is_former || selection.targets.is_empty() || !selection.contains(&resource.urn) {
            let reason = match (is_former, resource.kind) {
                (true, ResourceKind::Provider) => format!("{name:?} stays and was made with it"),
                (true, _) => format!("{name:?} stays and may still use the old object"),
                (false, _) => format!("{name:?} stays and depends on it"),
            };
            let _ = self.reporter.skip(&resource.urn, reason, None);
            return;
        }
        let advice = match selection.with_dependents {
            true => "",
            false => "; --target-dependents deletes that, too",
        };
        let failure = StepFailure {
            message: format!("{name:?} stays and depends on it{advice}"),
            unknown_outcome: false,
        };
        self.reporter
            .end_failed(deletion_step(StepKind::Delete, resource), None, failure);
    }

    fn record_outputs(&self) {
        let Some(new) = self.run_state().outputs.clone() else {
            return;
        };
        // What the program said holds until everything is gone.
        let is_destroying = self.options.kind == RunKind::Destroy;
        if is_destroying && !self.options.selection.is_whole() {
            return;
        }
        let old = self.state_log.with(|it| it.outputs.clone());
        if old != new {
            let written = self
                .state_log
                .append_unsynced(&Record::Outputs(new.clone()));
            if let Err(error) = written {
                self.abort_on_state_error(error);
                return;
            }
        }
        self.reporter.emit(Event::Outputs { old, new });
    }
}

/// What code that did not run may declare of the resources that are missing.
fn undecided(run_state: &RunState, missing: &[&Arc<Resource>]) -> FxHashSet<Urn> {
    let Some(code) = &run_state.unseen else {
        return FxHashSet::default();
    };
    let mut code = code.clone();
    let former = code
        .origins
        .iter()
        .filter_map(|it| run_state.old_names.get(it));
    let former: Vec<Urn> = former.cloned().collect();
    code.origins.extend(former);
    code.undecided(missing)
}
