//! What has become of the registrations of a run so far.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::watch;

use lumi_graph::{Edge, Object, ResourceType, Urn};
use lumi_state::Serial;

use super::event::RunSummary;
use super::hooks::{HookNames, HookRequest, HookedStep};
use super::plan::{CreatedResource, PathPattern, UnseenCode};
use super::planned_vertices::PlannedVertices;
use super::saved_plan::PlannedStep;

#[derive(Default)]
pub struct RunState {
    statuses: FxHashMap<Urn, watch::Sender<RegistrationStatus>>,
    claims: FxHashMap<Serial, Claim>,
    /// Old objects that a new one has taken the place of: to be deleted in the end.
    pub replaced: Vec<Serial>,
    /// In a preview: deleted, with a new object to come.
    pub awaiting: FxHashSet<Serial>,
    /// In a preview: old objects that would be deleted before the run is over.
    pub gone: FxHashSet<Serial>,
    /// Operations with guests whose host was deleted, by the serials of the guests.
    pub deleted_along: FxHashMap<Serial, u64>,
    /// Resources that are replaced because they cannot be without one that is deleted first.
    pub cascades: FxHashMap<Serial, Urn>,
    /// The URN in the old state of resources that had another one.
    pub old_names: FxHashMap<Urn, Urn>,
    /// What registered resources may have been called before, by their aliases and those of their
    /// ancestors.
    pub former_names: FxHashMap<Urn, Vec<Urn>>,
    /// The inputs of provider resources that were registered, checked.
    pub configurations: FxHashMap<Urn, Arc<Object>>,
    /// Components that a provider has made, with the provider resource if that was not the default one.
    pub component_providers: FxHashMap<Urn, Option<Urn>>,
    /// New resources, in case one of them only has another name.
    pub created: Vec<CreatedResource>,
    /// What depends on a target, if that is meant, too.
    pub dependents: FxHashSet<Urn>,
    /// Resources that the run leaves alone, and that have another name in the state than in the program.
    pub left_as: FxHashMap<Urn, Urn>,
    /// New resources that the run is not about.
    pub untargeted: FxHashSet<Urn>,
    pub steps: Vec<PlannedStep>,
    /// Resources whose objects a step of this run makes or changes.
    pub changed: FxHashSet<Urn>,
    /// The resources of the graph of a preview.
    pub planned: PlannedVertices,
    pub edges: Vec<Edge>,
    /// What the program says its outputs are.
    pub outputs: Option<Object>,
    pub summary: RunSummary,
    pub has_failed: bool,
    /// The user has been told what to do about operations whose outcome the provider cannot tell.
    pub has_advised_lookup: bool,
    /// Code of the program that did not run, as what it waits for is not known.
    pub unseen: Option<UnseenCode>,
    /// Resources of the state that this code may declare.
    pub undecided: FxHashSet<Urn>,
    /// In a run that does what a saved plan says, the `declaredAfter` of what was registered.
    pub causes: FxHashMap<Urn, Vec<Urn>>,
    /// Which differences are not shown, by resource.
    pub hidden_differences: FxHashMap<Urn, Vec<PathPattern>>,
    /// What this run adopts: the provider, the type and the id of each object.
    pub adopted: FxHashMap<(Option<Urn>, ResourceType, String), Urn>,
    /// Components whose hooks run when they are complete.
    pub hooked_components: FxHashMap<Urn, (HookNames, HookedStep, HookRequest)>,
    /// The source said everything it has to say.
    pub is_complete: bool,
}

/// How far a registration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationStatus {
    Running,
    Done,
    /// It failed, or was skipped because something else failed.
    Failed,
}

/// Who decides what becomes of a resource of the old state.
#[derive(Clone)]
enum Claim {
    /// The goal of this URN.
    Goal(Urn),
    /// It is being deleted, because something it depends on is going to be replaced.
    Deletion(watch::Receiver<bool>),
}

/// The answer to a claim.
pub enum ClaimResult {
    Yes,
    /// Another goal has it.
    By(Urn),
    /// It is being deleted; ask again when the receiver says so.
    Later(watch::Receiver<bool>),
}

/// What has to end before resources can be claimed.
#[derive(Default)]
pub struct Blockers {
    /// Goals that are deciding about one of them.
    pub goals: Vec<watch::Receiver<RegistrationStatus>>,
    /// Deletions of one of them by another replacement, which may fail.
    pub deletions: Vec<watch::Receiver<bool>>,
}

/// What a replacement has claimed to delete. Tasks that wait for one of them go on when this is
/// dropped.
#[derive(Default)]
pub struct DeletionClaims {
    pub mine: Vec<Serial>,
    /// Those that a goal has decided about already.
    pub decided: Vec<(Serial, Urn)>,
    done: Vec<watch::Sender<bool>>,
}

impl Drop for DeletionClaims {
    fn drop(&mut self) {
        for sender in &self.done {
            sender.send_replace(true);
        }
    }
}

impl RunState {
    pub fn start(&mut self, urn: &Urn) {
        self.statuses
            .insert(urn.clone(), watch::channel(RegistrationStatus::Running).0);
    }

    pub fn settle(&mut self, urn: &Urn, status: RegistrationStatus) {
        if let Some(sender) = self.statuses.get(urn) {
            sender.send_replace(status);
        }
    }

    /// `None` if it was not registered in this run.
    pub fn status(&self, urn: &Urn) -> Option<RegistrationStatus> {
        self.statuses.get(urn).map(|it| *it.borrow())
    }

    /// What a registered resource may have been called before: the name that it was found by comes
    /// first, and names that other resources of the program have now do not count.
    pub fn names_before(&self, urn: &Urn) -> Vec<Urn> {
        let found = self.old_names.get(urn);
        let former = self.former_names.get(urn).into_iter().flatten();
        let former = former.filter(|it| Some(*it) != found && !self.statuses.contains_key(*it));
        found.into_iter().chain(former).cloned().collect()
    }

    /// Everything that was registered in this run.
    pub fn registered(&self) -> impl Iterator<Item = &Urn> {
        self.statuses.keys()
    }

    pub fn watch(&self, urn: &Urn) -> Option<watch::Receiver<RegistrationStatus>> {
        self.statuses.get(urn).map(watch::Sender::subscribe)
    }

    /// Claims a resource of the old state for the goal `urn`.
    pub fn claim(&mut self, serial: Serial, urn: &Urn) -> ClaimResult {
        match self.claims.get(&serial) {
            Some(Claim::Goal(other)) if other != urn => ClaimResult::By(other.clone()),
            Some(Claim::Deletion(done)) if !*done.borrow() => ClaimResult::Later(done.clone()),
            _ => {
                self.claims.insert(serial, Claim::Goal(urn.clone()));
                ClaimResult::Yes
            }
        }
    }

    /// Claims all of `to_delete` at once, to delete them before a replacement is made; `None` while a
    /// goal is still deciding about one of them or another replacement is deleting one, which `busy`
    /// then has. To claim all or nothing keeps two replacements from waiting for each other.
    pub fn claim_deletions(
        &mut self,
        to_delete: &[Serial],
        busy: &mut Blockers,
    ) -> Option<DeletionClaims> {
        for serial in to_delete {
            match self.claims.get(serial) {
                Some(Claim::Goal(urn)) => {
                    let status = self.statuses.get(urn);
                    let running = status.filter(|it| *it.borrow() == RegistrationStatus::Running);
                    busy.goals.extend(running.map(watch::Sender::subscribe));
                }
                Some(Claim::Deletion(done)) if !*done.borrow() => {
                    busy.deletions.push(done.clone());
                }
                Some(Claim::Deletion(_)) | None => {}
            }
        }
        if !(busy.goals.is_empty() && busy.deletions.is_empty()) {
            return None;
        }
        let mut claims = DeletionClaims::default();
        for serial in to_delete {
            match self.claims.get(serial) {
                Some(Claim::Goal(urn)) => claims.decided.push((*serial, urn.clone())),
                Some(Claim::Deletion(_)) | None => {
                    let (sender, receiver) = watch::channel(false);
                    self.claims.insert(*serial, Claim::Deletion(receiver));
                    claims.mine.push(*serial);
                    claims.done.push(sender);
                }
            }
        }
        Some(claims)
    }

    /// Whether a goal stands for this resource of the old state.
    pub fn has_goal(&self, serial: Serial) -> bool {
        matches!(self.claims.get(&serial), Some(Claim::Goal(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two components may exchange their types: what is new in one was not in the other.
    #[test]
    fn names_that_the_program_has_now_are_no_former_names() {
        let urn = |resource_type: &str| {
            Urn::parse(&format!("urn:lumi:dev::web::index::{resource_type}::x")).unwrap()
        };
        let (new, found, other, used) = (urn("a:b:N"), urn("a:b:F"), urn("a:b:O"), urn("a:b:U"));
        let mut run_state = RunState::default();
        run_state.start(&new);
        run_state.start(&used);
        let former = vec![used, other.clone(), found.clone()];
        run_state.former_names.insert(new.clone(), former);
        run_state.old_names.insert(new.clone(), found.clone());
        assert_eq!(run_state.names_before(&new), [found, other]);
    }
}
