//! The resources in the scope of a run: the user's selection and its dependents.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};
use lumi_state::{Resource, Stage};

use super::event::{Severity, StepInfo};
use super::registration::resolved_goal::ResolvedGoal;
use super::request::{Registered, RegisteredOutputs};
use super::run_context::RunContext;
use super::steps::step::StepKind;

/// The resources in the scope of the run (`--target`, `--exclude`). All others are left alone.
pub struct Scope {
    context: Arc<RunContext>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The dependents of targets, if the selection includes them.
    dependents: FxHashSet<Urn>,
    /// New resources out of scope.
    untargeted: FxHashMap<Urn, Untargeted>,
    /// Those of them that have a parent.
    children: FxHashMap<Urn, Vec<Urn>>,
    /// Resources out of scope that no pattern excludes: those that need one that is excluded and does not exist,
    /// and what the selection excludes by a property of theirs.
    excluded: FxHashSet<Urn>,
    /// In a plan, the new resources that targets need.
    needed: BTreeSet<Urn>,
    /// Resources out of scope, and their other names in the state.
    left_as: FxHashMap<Urn, Urn>,
}

/// A new resource out of scope.
struct Untargeted {
    needs: Vec<Urn>,
    parent: Option<Urn>,
    is_component: bool,
}

impl Untargeted {
    fn new(goal: &Goal) -> Self {
        Self {
            needs: needs(goal).cloned().collect(),
            parent: goal.parent.clone(),
            is_component: goal.kind == ResourceKind::Component,
        }
    }
}

/// The resources that must exist before a goal.
fn needs(goal: &Goal) -> impl Iterator<Item = &Urn> {
    goal.all_dependencies().chain(goal.options.deleted_with())
}

impl Inner {
    /// The new resources out of scope that a goal needs, directly or indirectly. A component that it depends
    /// on stands for its children, a parent does not.
    fn closure(&self, goal: &Goal) -> Vec<Urn> {
        let parent = goal.parent.as_ref();
        let mut open: Vec<(&Urn, bool)> = needs(goal).map(|it| (it, Some(it) == parent)).collect();
        let mut found = FxHashSet::default();
        let mut opened = FxHashSet::default();
        while let Some((urn, is_parent)) = open.pop() {
            let Some(resource) = self.untargeted.get(urn) else {
                continue;
            };
            if !is_parent && resource.is_component && opened.insert(urn) {
                let children = self.children.get(urn).into_iter().flatten();
                open.extend(children.map(|it| (it, false)));
            }
            if found.insert(urn) {
                let parent = resource.parent.as_ref();
                open.extend(resource.needs.iter().map(|it| (it, Some(it) == parent)));
            }
        }
        found.into_iter().cloned().collect()
    }

    fn add_untargeted(&mut self, goal: &Goal) {
        if let Some(parent) = &goal.parent {
            let children = self.children.entry(parent.clone()).or_default();
            children.push(goal.urn.clone());
        }
        let untargeted = Untargeted::new(goal);
        self.untargeted.insert(goal.urn.clone(), untargeted);
    }
}

/// The resources that need one of `starts`, directly or indirectly, except for those that `ends` and what needs only
/// these.
fn dependents(
    all: &[Arc<Resource>],
    starts: impl Fn(&Urn) -> bool,
    ends: impl Fn(&Urn) -> bool,
) -> FxHashSet<Urn> {
    let mut needed_by: FxHashMap<&Urn, Vec<&Urn>> = FxHashMap::default();
    for resource in all {
        let needed = resource.all_dependencies();
        for needed in needed.chain(resource.options.deleted_with()) {
            needed_by.entry(needed).or_default().push(&resource.urn);
        }
    }
    let starts = all.iter().map(|it| &it.urn).filter(|it| starts(it));
    let mut open: Vec<&Urn> = starts.collect();
    let mut found = FxHashSet::default();
    while let Some(urn) = open.pop() {
        for dependent in needed_by.remove(urn).into_iter().flatten() {
            if !ends(dependent) {
                found.insert(dependent.clone());
                open.push(dependent);
            }
        }
    }
    found
}

impl Scope {
    pub fn new(context: &Arc<RunContext>) -> Self {
        Self {
            context: Arc::clone(context),
            inner: Mutex::default(),
        }
    }

    /// Whether a resource is in scope.
    pub fn is_targeted(&self, urn: &Urn) -> bool {
        let selection = &self.context.options.selection;
        if selection.is_whole() {
            return true;
        }
        let inner = self.inner.lock();
        if selection.is_excluded(urn) || inner.excluded.contains(urn) {
            return false;
        }
        selection.contains(urn) || inner.dependents.contains(urn)
    }

    /// Finds what the selection means in the state: protected resources, and the dependents of what is excluded and of
    /// targets.
    pub fn select_in_state(&self) {
        let selection = &self.context.options.selection;
        if selection.is_whole() {
            return;
        }
        let all: Vec<Arc<Resource>> = self
            .context
            .state_log
            .with(|state| state.resources.values().cloned().collect());
        let mut inner = self.inner.lock();
        if selection.excludes_protected {
            let is_object = |it: &&Arc<Resource>| it.stage == Stage::Live && !it.external;
            let protected = all.iter().filter(|it| it.is_protected()).filter(is_object);
            for resource in protected {
                inner.excluded.insert(resource.urn.clone());
                self.context.reporter.count_excluded();
            }
        }
        if selection.excludes_dependents {
            let is_left = |it: &Urn| selection.is_excluded(it) || inner.excluded.contains(it);
            let found = dependents(&all, is_left, |_| false);
            inner.excluded.extend(found);
        }
        if selection.follows_dependents() {
            // An excluded resource also keeps its dependents out.
            let is_left = |it: &Urn| selection.is_excluded(it) || inner.excluded.contains(it);
            let found = dependents(&all, |it| selection.contains(it), is_left);
            inner.dependents.extend(found);
        }
    }

    /// Decides about a goal that depends on a target or on an excluded resource; its dependencies were registered
    /// before.
    pub fn select_if_dependent(&self, goal: &Goal) {
        let selection = &self.context.options.selection;
        if selection.excludes_dependents && needs(goal).any(|it| self.is_excluded(it)) {
            self.inner.lock().excluded.insert(goal.urn.clone());
        }
        let is_chosen = |it: &&Urn| self.is_targeted(it) && !selection.is_needed(it);
        if selection.follows_dependents() && needs(goal).any(|it| is_chosen(&it)) {
            self.inner.lock().dependents.insert(goal.urn.clone());
        }
    }

    fn is_excluded(&self, urn: &Urn) -> bool {
        let selection = &self.context.options.selection;
        selection.is_excluded(urn) || self.inner.lock().excluded.contains(urn)
    }

    /// Decides about a goal that needs a resource which is out of scope and does not exist: a plan
    /// takes note of what a target needs; what needs an excluded resource is excluded, too, except for providers.
    /// The error says why neither is possible.
    pub fn resolve_missing(&self, goal: &Goal) -> Result<(), String> {
        let selection = &self.context.options.selection;
        if selection.is_whole() || !self.is_targeted(&goal.urn) {
            return Ok(());
        }
        let mut inner = self.inner.lock();
        let missing = needs(goal).find(|it| inner.untargeted.contains_key(*it));
        let Some(missing) = missing else {
            return Ok(());
        };
        let (kind, name) = (missing.resource_type(), missing.name());
        let what = format!("it needs {kind} {name:?}, which is not deployed and is excluded");
        if selection.targets.is_empty() && goal.kind == ResourceKind::Provider {
            return Err(format!(
                "{what} from this run; include that one, because a provider is a part of every run"
            ));
        }
        if selection.targets.is_empty() {
            inner.excluded.insert(goal.urn.clone());
            drop(inner);
            let message = format!("it is excluded, too: {what}");
            let reporter = &self.context.reporter;
            reporter.diagnostic(Severity::Info, Some(&goal.urn), message, None);
            return Ok(());
        }
        let needed = inner.closure(goal);
        let is_excluded = needed.iter().any(|it| selection.is_excluded(it));
        if self.context.options.preview && !is_excluded {
            inner.needed.extend(needed);
            return Ok(());
        }
        let advice = match is_excluded {
            true => "exclude both, or neither",
            false => "make it a target, too",
        };
        Err(format!("{what} from this run; {advice}"))
    }

    /// In a plan, the new resources that targets need and that the selection does not have yet.
    pub fn take_needed(&self) -> BTreeSet<Urn> {
        std::mem::take(&mut self.inner.lock().needed)
    }

    /// The answer about a resource that stays as it is.
    pub fn leave(resolved: &ResolvedGoal) -> Registered {
        match &resolved.old {
            Some(old) => Registered::deployed(old),
            None => Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::Planned(Object::default()),
            },
        }
    }

    /// Leaves a resource out of scope unchanged.
    pub fn report_excluded(&self, resolved: &ResolvedGoal) -> Registered {
        let urn = resolved.goal.urn.clone();
        let Some(old) = &resolved.old else {
            self.inner.lock().add_untargeted(&resolved.goal);
            self.context.reporter.count_excluded();
            return Self::leave(resolved);
        };
        if old.urn != urn {
            self.inner.lock().left_as.insert(urn, old.urn.clone());
        }
        let step = StepInfo::of_goal(StepKind::Same, &resolved.goal, Some(old));
        self.context.reporter.report_excluded(step);
        Self::leave(resolved)
    }

    /// Renames dependencies on resources out of scope to their names in the state.
    pub fn rename_needs(&self, resource: &mut Resource) {
        for (new, old) in &self.inner.lock().left_as {
            resource.rename_needs(new, old);
        }
    }
}
