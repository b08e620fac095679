//! Which resources the run is about: those the user selected, and what depends on them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Urn};
use lumi_state::Resource;

use super::plan::{ResourceOptions, deleted_with};
use super::run::Run;

impl Run {
    /// Whether the resource is in the selection of the run (`--target`, `--exclude`).
    pub(super) fn is_targeted(&self, urn: &Urn) -> bool {
        let selection = &self.options.selection;
        selection.contains(urn)
            || (selection.follows_dependents()
                && !selection.is_excluded(urn)
                && self.run_state().dependents.contains(urn))
    }

    /// Finds what in the state depends on a target.
    pub(super) fn select_dependents(&self) {
        if !self.options.selection.follows_dependents() {
            return;
        }
        let all: Vec<Arc<Resource>> = self
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
        let is_target = |it: &&Urn| self.options.selection.contains(it);
        let mut open: Vec<&Urn> = all.iter().map(|it| &it.urn).filter(is_target).collect();
        let mut run_state = self.run_state();
        while let Some(urn) = open.pop() {
            for dependent in needed_by.remove(urn).into_iter().flatten() {
                // What is excluded hides what depends on it.
                if !self.options.selection.is_excluded(dependent) {
                    run_state.dependents.insert(dependent.clone());
                    open.push(dependent);
                }
            }
        }
    }

    /// Selects a goal that depends on a target; its dependencies were registered before.
    pub(super) fn select_if_dependent(&self, goal: &Goal, options: &ResourceOptions) {
        let mut needs = goal.all_dependencies().chain(&options.deleted_with);
        if self.options.selection.follows_dependents() && needs.any(|it| self.is_targeted(it)) {
            self.run_state().dependents.insert(goal.urn.clone());
        }
    }
}
