//! Finds old objects that are still in use.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::Urn;
use lumi_state::{Resource, Serial, Stage};

use super::replacements::Replacements;
use crate::plan::Objects;
use crate::registration::registrations::{RegistrationStatus, Registrations};
use crate::run_context::RunContext;
use crate::scope::Scope;

/// Finds users of objects that this run has not updated.
pub struct ObjectUsers {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub scope: Arc<Scope>,
    pub replacements: Arc<Replacements>,
}

impl ObjectUsers {
    /// The resources in `to_delete` that are used by objects which this run has not updated; users
    /// in `still_required` do not count.
    pub fn used_by_outdated(
        &self,
        all: &[Arc<Resource>],
        to_delete: &[Arc<Resource>],
        still_required: &FxHashSet<Serial>,
    ) -> FxHashSet<Serial> {
        let users = self.users_of(all, to_delete, |it| still_required.contains(&it.serial));
        users.into_keys().collect()
    }

    /// The resources in `to_delete` that are used by stale objects, each with the name of one user.
    /// Users in `still_required` do not count.
    pub fn users_of(
        &self,
        all: &[Arc<Resource>],
        to_delete: &[Arc<Resource>],
        is_spared: impl Fn(&Resource) -> bool,
    ) -> FxHashMap<Serial, Urn> {
        let objects = Objects::new(all);
        let to_delete: FxHashSet<_> = to_delete.iter().map(|it| it.serial).collect();
        let remaining = all.iter().filter(|it| !to_delete.contains(&it.serial));
        let is_open = |it: &&Arc<Resource>| !self.is_fresh(it) && !is_spared(it);
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

    /// Whether this run has updated an object, so that it uses only new ones.
    fn is_fresh(&self, resource: &Resource) -> bool {
        if self.context.options.leaves_goals {
            return false;
        }
        // In a preview a renamed resource still has its old name.
        let goal = self.registrations.goal_of(resource.serial);
        let urn = goal.as_ref().unwrap_or(&resource.urn);
        let is_done = self.registrations.status(urn) == Some(RegistrationStatus::Done)
            && !self.replacements.contains(resource.serial);
        // In a preview, the replacement of an object that is deleted first does not exist.
        let is_planned =
            self.context.options.preview && resource.stage == Stage::AwaitingReplacement;
        let is_current = resource.stage == Stage::Live || is_planned;
        is_done && is_current && self.scope.is_targeted(urn)
    }
}
