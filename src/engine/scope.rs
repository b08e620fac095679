//! Which resources the run is about: those the user selected, and what depends on them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Urn};
use lumi_state::Resource;

use super::plan::{ResourceOptions, deleted_with};
use super::run::Run;

impl Run {
    /// Whether the run is about a resource.
    pub(super) fn is_meant(&self, urn: &Urn) -> bool {
        let selection = &self.options.selection;
        selection.contains(urn)
            || (selection.follows_dependents()
                && !selection.is_excluded(urn)
                && self.board().dependents.contains(urn))
    }

    /// Finds what in the state depends on a target.
    pub(super) fn mean_dependents(&self) {
        if !self.options.selection.follows_dependents() {
            return;
        }
        let all: Vec<Arc<Resource>> = self
            .ledger
            .with(|state| state.resources.values().cloned().collect());
        let mut needed_by: FxHashMap<&Urn, Vec<&Urn>> = FxHashMap::default();
        for resource in &all {
            for needed in resource.needs() {
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
        let mut board = self.board();
        while let Some(urn) = open.pop() {
            for dependent in needed_by.remove(urn).into_iter().flatten() {
                // What is excluded hides what depends on it.
                if !self.options.selection.is_excluded(dependent) {
                    board.dependents.insert(dependent.clone());
                    open.push(dependent);
                }
            }
        }
    }

    /// The same for a goal; what it needs was registered before.
    pub(super) fn mean_dependent(&self, goal: &Goal, options: &ResourceOptions) {
        let mut needs = goal.needs().chain(&options.deleted_with);
        if self.options.selection.follows_dependents() && needs.any(|it| self.is_meant(it)) {
            self.board().dependents.insert(goal.urn.clone());
        }
    }
}
