//! Objects that an earlier run replaced and could not delete.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Object, ResourceKind, SourcePosition, Urn, Value};
use lumi_provider::Diff;
use lumi_state::{Resource, Serial, Stage};

use super::deletions::Deletions;
use super::object_users::ObjectUsers;
use super::replaced_dependents::must_be_replaced;
use crate::plan::{Objects, dependents_to_replace, plan_deletions};
use crate::registration::registrations::Registrations;
use crate::request::RegisterError;
use crate::run_context::RunContext;
use crate::scope::Scope;

/// Why old objects that use a resource to be deleted still exist.
pub enum StillInUse {
    /// A remaining resource uses one of them.
    By(String),
    Failed(RegisterError),
}

/// Deletes leftovers of earlier runs when they conflict with new objects.
pub struct PendingDeletions {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub scope: Arc<Scope>,
    pub users: Arc<ObjectUsers>,
    pub deletions: Arc<Deletions>,
}

impl PendingDeletions {
    /// The leftovers that use one of `to_delete`, directly or indirectly, and are not among them.
    pub fn former_users(&self, to_delete: &[Arc<Resource>]) -> Vec<Arc<Resource>> {
        if !self.context.old().has_pending_deletions() || self.context.options.preview {
            return Vec::new();
        }
        let mut left = to_delete.to_vec();
        self.add_users(&self.context.current_resources(), &mut left);
        left.drain(..to_delete.len());
        left
    }

    /// Deletes the leftovers that use one of `to_delete`, which are deleted for the replacement of
    /// `root`. The caller has claimed them.
    pub async fn delete_former_users(
        &self,
        root: &Arc<Resource>,
        to_delete: &[Arc<Resource>],
        source: Option<&SourcePosition>,
    ) -> Result<(), StillInUse> {
        let left = self.former_users(to_delete);
        // Those replaced in this run are in `to_delete`.
        if left.is_empty() {
            return Ok(());
        }
        let all = self.context.current_resources();
        let still_required = self.still_required(&all, &left).await;
        let used = self.users.used_by_outdated(&all, &left, &still_required);
        if let Some(held) = left.iter().find(|it| used.contains(&it.serial)) {
            let name = held.urn.name();
            let message = format!("an old object of {name} depends on it and is still needed");
            return Err(StillInUse::By(message));
        }
        let failed = self.delete_each(all, &left).await;
        match failed {
            false => Ok(()),
            true => Err(StillInUse::Failed(self.object_remains(&root.urn, source))),
        }
    }

    /// Whether one of `left` could not be deleted.
    async fn delete_each(&self, all: Vec<Arc<Resource>>, left: &[Arc<Resource>]) -> bool {
        let left_serials: FxHashSet<Serial> = left.iter().map(|it| it.serial).collect();
        let is_other = |it: &Arc<Resource>| !left_serials.contains(&it.serial);
        let remaining: Vec<_> = all.into_iter().filter(is_other).collect();
        let is_new = |it: &Resource| self.context.old().is_new(it);
        let deletions = plan_deletions(left, &remaining, is_new);
        !self.deletions.run(deletions, false).await.is_empty()
    }

    fn object_remains(&self, urn: &Urn, source: Option<&SourcePosition>) -> RegisterError {
        let reason = "what an earlier run left of it could not be deleted".to_owned();
        self.context.reporter.skip(urn, reason, source)
    }

    /// Deletes leftovers of this URN: they may have what the new object needs, such as a name.
    /// `old` is the resource that the new object replaces.
    pub async fn delete_before_create(
        &self,
        urn: &Urn,
        source: Option<&SourcePosition>,
        old: Option<&Arc<Resource>>,
    ) -> Result<(), RegisterError> {
        if !self.context.old().has_pending_deletions() || self.context.options.preview {
            return Ok(());
        }
        let all = self.context.current_resources();
        let mut left = self.pending_deletions_of(urn);
        let mut still_required = FxHashSet::default();
        if let Some(old) = old.filter(|it| it.stage == Stage::AwaitingReplacement) {
            // All old objects must be gone before the new one is created.
            if old.urn != *urn {
                left.extend(self.pending_deletions_of(&old.urn));
            }
            self.add_users(&all, &mut left);
            still_required = self.still_required(&all, &left).await;
        }
        if left.is_empty() {
            return Ok(());
        }
        let _claims = self.registrations.claim_deletions(&left).await;
        left.retain(|it| self.context.current(it.serial).is_some());
        let all = self.context.current_resources();
        let used = self.users.used_by_outdated(&all, &left, &still_required);
        left.retain(|it| !used.contains(&it.serial));
        match self.delete_each(all, &left).await {
            false => Ok(()),
            true => Err(self.object_remains(urn, source)),
        }
    }

    /// The leftovers that cannot exist beside a new object with these inputs. `old` is the resource
    /// that the new object replaces.
    pub async fn conflicting_leftovers(
        &self,
        urn: &Urn,
        inputs: &Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Vec<Arc<Resource>> {
        // With an object that is deleted first, all its leftovers are deleted.
        let is_awaiting = |it: &Arc<Resource>| it.stage == Stage::AwaitingReplacement;
        if !self.context.old().has_pending_deletions() || old.is_some_and(is_awaiting) {
            return Vec::new();
        }
        let mut left = self.pending_deletions_of(urn);
        if let Some(old) = old.filter(|it| it.urn != *urn) {
            left.extend(self.pending_deletions_of(&old.urn));
        }
        let mut found = Vec::new();
        for leftover in left {
            let diff = self.context.diff_of_object(&leftover, inputs).await;
            if diff.is_some_and(|it| excludes(&leftover, inputs, &it)) {
                found.push(leftover);
            }
        }
        found
    }

    /// The leftovers of other resources at the place of a new object with these inputs: the program
    /// chooses its id, and that is the id of the leftover.
    pub async fn leftovers_of_others(&self, urn: &Urn, inputs: &Arc<Object>) -> Vec<Arc<Resource>> {
        let mut found = Vec::new();
        if !self.context.old().has_pending_deletions() {
            return found;
        }
        for leftover in self.context.old().objects_with_ids(texts(inputs)) {
            let is_other = leftover.stage == Stage::Replaced
                && leftover.urn != *urn
                && leftover.urn.resource_type() == urn.resource_type()
                && self.scope.is_targeted(&leftover.urn);
            let current = is_other.then(|| self.context.current(leftover.serial));
            let Some(leftover) = current.flatten() else {
                continue;
            };
            let diff = self.context.diff_of_object(&leftover, inputs).await;
            if diff.is_some_and(|it| !it.properties.iter().any(|it| it.replaces)) {
                found.push(leftover);
            }
        }
        found
    }

    /// Whether a preview has planned that the object at such a place is deleted before this one is
    /// created.
    pub fn is_place_freed(&self, urn: &Urn, inputs: &Object) -> bool {
        let is_awaiting = |it: Arc<Resource>| it.stage == Stage::AwaitingReplacement;
        let is_freed = |it: &Arc<Resource>| {
            it.urn != *urn
                && it.urn.resource_type() == urn.resource_type()
                && (self.context.preview_state.is_gone(it.serial)
                    || self.context.current(it.serial).is_some_and(is_awaiting))
        };
        let there = || self.context.old().objects_with_ids(texts(inputs));
        self.context.options.preview && there().any(is_freed)
    }

    /// Deletes leftovers of other resources. What still uses them is updated once the new object exists.
    pub async fn delete_of_others(
        &self,
        mut left: Vec<Arc<Resource>>,
        urn: &Urn,
        source: Option<&SourcePosition>,
    ) -> Result<(), RegisterError> {
        if left.is_empty() {
            return Ok(());
        }
        self.add_users(&self.context.current_resources(), &mut left);
        let _claims = self.registrations.claim_deletions(&left).await;
        left.retain(|it| self.context.current(it.serial).is_some());
        let all = self.context.current_resources();
        let still_required = self.still_required(&all, &left).await;
        let used = self.users.used_by_outdated(&all, &left, &still_required);
        left.retain(|it| !used.contains(&it.serial));
        match self.delete_each(all, &left).await {
            false => Ok(()),
            true => Err(self.object_remains(urn, source)),
        }
    }

    fn pending_deletions_of(&self, urn: &Urn) -> Vec<Arc<Resource>> {
        let all = self.context.old().objects_of(urn);
        let left = all.filter(|it| it.stage == Stage::Replaced);
        left.filter_map(|it| self.context.current(it.serial))
            .collect()
    }

    /// Adds the leftovers of other resources that use one of `left`, which must be deleted first.
    fn add_users(&self, all: &[Arc<Resource>], left: &mut Vec<Arc<Resource>>) {
        let objects = Objects::new(all);
        let mut known: FxHashSet<Serial> = left.iter().map(|it| it.serial).collect();
        let former: Vec<Arc<Resource>> = self
            .context
            .old()
            .resources
            .iter()
            .filter(|it| it.stage == Stage::Replaced && it.kind == ResourceKind::Custom)
            .filter_map(|it| self.context.current(it.serial))
            .collect();
        let mut users: FxHashMap<Serial, Vec<&Arc<Resource>>> = FxHashMap::default();
        for user in &former {
            for used in objects.used_by(user) {
                users.entry(used.serial).or_default().push(user);
            }
        }
        let mut at = 0;
        while let Some(used) = left.get(at) {
            let found = users.remove(&used.serial).unwrap_or_default();
            let new = found.into_iter().filter(|it| known.insert(it.serial));
            left.extend(new.cloned());
            at += 1;
        }
    }

    /// All resources except those that must be replaced with one of `left` and that this run does
    /// not replace. Other users are updated once the new object exists, like users of an object
    /// that is deleted first.
    async fn still_required(
        &self,
        all: &[Arc<Resource>],
        left: &[Arc<Resource>],
    ) -> FxHashSet<Serial> {
        let serials: FxHashSet<Serial> = left.iter().map(|it| it.serial).collect();
        let urns: HashSet<Urn> = left.iter().map(|it| it.urn.clone()).collect();
        let users: Vec<Arc<Resource>> = {
            let objects = Objects::new(all);
            let uses = |it: &Resource| {
                let mut used = objects.used_by(it).into_iter();
                used.any(|it| serials.contains(&it.serial))
            };
            let live = all.iter().filter(|it| it.stage == Stage::Live);
            live.filter(|it| uses(it)).cloned().collect()
        };
        let mut still_required: FxHashSet<Serial> = all.iter().map(|it| it.serial).collect();
        for dependent in dependents_to_replace(&users, &urns) {
            let resource = &dependent.resource;
            let stays = !self.scope.is_targeted(&resource.urn) || resource.is_protected();
            if dependent.is_deleted_along
                || (stays && must_be_replaced(&self.context, &dependent).await)
            {
                still_required.remove(&resource.serial);
            }
        }
        still_required
    }
}

/// Whether an object and a new one with these inputs cannot both exist: their provider says so, or
/// the program chooses the id of the new one, and that is the id of the old one.
fn excludes(leftover: &Resource, inputs: &Object, diff: &Diff) -> bool {
    let is_same = !diff.properties.iter().any(|it| it.replaces);
    diff.delete_before_replace || (is_same && has_id(leftover, inputs))
}

fn has_id(leftover: &Resource, inputs: &Object) -> bool {
    texts(inputs).any(|it| leftover.id.as_deref() == Some(it))
}

/// The texts of inputs, one of which is the id of the object if the program chooses it.
fn texts(inputs: &Object) -> impl Iterator<Item = &str> {
    inputs.values().filter_map(Value::as_str)
}
