//! The resources in the scope of a run: the user's selection and its dependents.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Goal, Object, Urn, Value};
use lumi_state::Resource;

use super::goal_step::goal_step;
use super::request::{Registered, RegisteredOutputs};
use super::resolved_goal::ResolvedGoal;
use super::run_context::RunContext;
use super::step::StepKind;

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
    untargeted: FxHashSet<Urn>,
    /// Resources out of scope, and their other names in the state.
    left_as: FxHashMap<Urn, Urn>,
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
        selection.contains(urn)
            || (selection.follows_dependents()
                && !selection.is_excluded(urn)
                && self.inner.lock().dependents.contains(urn))
    }

    /// Finds the dependents of targets in the state.
    pub fn select_dependents(&self) {
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
            .filter_map(|it| Some((&it.urn, it.options.deleted_with()?.clone())))
            .collect();
        for (urn, host) in &hosts {
            needed_by.entry(host).or_default().push(urn);
        }
        let is_target = |it: &&Urn| selection.contains(it);
        let mut open: Vec<&Urn> = all.iter().map(|it| &it.urn).filter(is_target).collect();
        let mut inner = self.inner.lock();
        while let Some(urn) = open.pop() {
            for dependent in needed_by.remove(urn).into_iter().flatten() {
                // An excluded resource also excludes its dependents.
                if !selection.is_excluded(dependent) {
                    inner.dependents.insert(dependent.clone());
                    open.push(dependent);
                }
            }
        }
    }

    /// Selects a goal that depends on a target; its dependencies were registered before.
    pub fn select_if_dependent(&self, goal: &Goal) {
        let mut needs = goal.all_dependencies().chain(goal.options.deleted_with());
        let follows = self.context.options.selection.follows_dependents();
        if follows && needs.any(|it| self.is_targeted(it)) {
            self.inner.lock().dependents.insert(goal.urn.clone());
        }
    }

    /// The dependency that prevents the deployment of a resource, because it is out of scope and
    /// does not exist.
    pub fn missing(&self, goal: &Goal) -> Option<String> {
        let selection = &self.context.options.selection;
        if selection.is_whole() || !self.is_targeted(&goal.urn) {
            return None;
        }
        let advice = match selection.targets.is_empty() {
            true => "exclude both, or neither",
            false => "make it a target, too",
        };
        let inner = self.inner.lock();
        let untargeted = goal
            .all_dependencies()
            .find(|it| inner.untargeted.contains(*it))?;
        let (kind, name) = (untargeted.resource_type(), untargeted.name());
        Some(format!(
            "it needs {kind} {name:?}, which is not deployed and is excluded from this run; \
             {advice}"
        ))
    }

    /// Leaves a resource out of scope unchanged.
    pub fn report_excluded(&self, resolved: &ResolvedGoal) -> Registered {
        let urn = resolved.goal.urn.clone();
        let Some(old) = &resolved.old else {
            self.inner.lock().untargeted.insert(urn);
            self.context.reporter.count_excluded();
            return Registered {
                id: Some(Value::Unknown),
                outputs: RegisteredOutputs::Planned(Object::default()),
            };
        };
        if old.urn != urn {
            self.inner.lock().left_as.insert(urn, old.urn.clone());
        }
        let step = goal_step(StepKind::Same, &resolved.goal, Some(old));
        self.context.reporter.report_excluded(step);
        Registered::deployed(old)
    }

    /// Renames dependencies on resources out of scope to their names in the state.
    pub fn rename_needs(&self, resource: &mut Resource) {
        for (new, old) in &self.inner.lock().left_as {
            resource.rename_needs(new, old);
        }
    }
}
