//! Which resources the run is about: those the user selected, and what depends on them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Goal, Object, Urn, Value};
use lumi_state::Resource;

use super::goal_step::goal_step;
use super::plan::{ResourceOptions, deleted_with};
use super::request::{Registered, RegisteredOutputs};
use super::resolved_goal::ResolvedGoal;
use super::run_context::RunContext;
use super::step::StepKind;

/// The resources that the run is about (`--target`, `--exclude`). It leaves all others alone.
pub struct Scope {
    context: Arc<RunContext>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// What depends on a target, if the selection follows dependents.
    dependents: FxHashSet<Urn>,
    /// New resources that are left alone.
    untargeted: FxHashSet<Urn>,
    /// Resources that are left alone, and their other names in the state.
    left_as: FxHashMap<Urn, Urn>,
}

impl Scope {
    pub fn new(context: &Arc<RunContext>) -> Self {
        Self {
            context: Arc::clone(context),
            inner: Mutex::default(),
        }
    }

    /// Whether the run is about a resource.
    pub(super) fn is_targeted(&self, urn: &Urn) -> bool {
        let selection = &self.context.options.selection;
        selection.contains(urn)
            || (selection.follows_dependents()
                && !selection.is_excluded(urn)
                && self.lock().dependents.contains(urn))
    }

    /// Finds what in the state depends on a target.
    pub(super) fn select_dependents(&self) {
        let selection = &self.context.options.selection;
        if !selection.follows_dependents() {
            return;
        }
        let all: Vec<Arc<Resource>> = self
            .context
            .state_log
            .with(|state| state.resources.values().cloned().collect());
        let mut needed_by: FxHashMap<&Urn, Vec<&Urn>> = FxHashMap::default();
        for resource in &all {
            for needed in resource.all_dependencies() {
                let dependents = needed_by.entry(needed).or_default();
                dependents.push(&resource.urn);
            }
        }
        let hosts: Vec<(&Urn, Urn)> = all
            .iter()
            .filter_map(|it| Some((&it.urn, deleted_with(it)?)))
            .collect();
        for (urn, host) in &hosts {
            needed_by.entry(host).or_default().push(urn);
        }
        let is_target = |it: &&Urn| selection.contains(it);
        let mut open: Vec<&Urn> = all.iter().map(|it| &it.urn).filter(is_target).collect();
        let mut inner = self.lock();
        while let Some(urn) = open.pop() {
            for dependent in needed_by.remove(urn).into_iter().flatten() {
                // What is excluded hides what depends on it.
                if !selection.is_excluded(dependent) {
                    inner.dependents.insert(dependent.clone());
                    open.push(dependent);
                }
            }
        }
    }

    /// Selects a goal that depends on a target; its dependencies were registered before.
    pub(super) fn select_if_dependent(&self, goal: &Goal, options: &ResourceOptions) {
        let mut needs = goal.all_dependencies().chain(&options.deleted_with);
        let follows = self.context.options.selection.follows_dependents();
        if follows && needs.any(|it| self.is_targeted(it)) {
            self.lock().dependents.insert(goal.urn.clone());
        }
    }

    /// What keeps a resource that the run is about from being deployed: it needs one that the run
    /// is not about, and that is not there.
    pub(super) fn missing(&self, goal: &Goal) -> Option<String> {
        let selection = &self.context.options.selection;
        if selection.is_whole() || !self.is_targeted(&goal.urn) {
            return None;
        }
        let advice = match selection.targets.is_empty() {
            true => "exclude this one, too, or neither",
            false => "make it a target, too",
        };
        let inner = self.lock();
        let untargeted = goal
            .all_dependencies()
            .find(|it| inner.untargeted.contains(*it))?;
        let (kind, name) = (untargeted.resource_type(), untargeted.name());
        Some(format!(
            "it needs {kind} {name:?}, which is not deployed and which this run leaves alone; {advice}"
        ))
    }

    /// Leaves a resource alone that the run is not about.
    pub(super) fn leave_alone(&self, resolved: &ResolvedGoal) -> Registered {
        let urn = resolved.goal.urn.clone();
        let Some(old) = &resolved.old else {
            self.lock().untargeted.insert(urn);
            self.context.reporter.count_excluded();
            return Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::Planned(Object::default()),
            };
        };
        if old.urn != urn {
            self.lock().left_as.insert(urn, old.urn.clone());
        }
        let note = goal_step(StepKind::Same, &resolved.goal, Some(old));
        self.context.reporter.leave_alone(note);
        Registered::deployed(old)
    }

    /// Lets a resource depend on what is left alone by the names that the state has.
    pub(super) fn rename_needs(&self, resource: &mut Resource) {
        for (new, old) in &self.lock().left_as {
            resource.rename_needs(new, old);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
