//! Matches goals with resources of the old state.

use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{Goal, ResourceOptions, Urn};
use lumi_state::{Resource, Serial};

use super::former_names::FormerNames;
use super::registrations::{ClaimResult, Registrations};
use crate::plan::candidates;
use crate::request::RegisterError;
use crate::run_context::RunContext;

/// Finds the resources of goals by their current and former names.
pub struct Identities {
    context: Arc<RunContext>,
    registrations: Arc<Registrations>,
    names: Mutex<FormerNames>,
}

impl Identities {
    pub fn new(context: &Arc<RunContext>, registrations: &Arc<Registrations>) -> Self {
        Self {
            context: Arc::clone(context),
            registrations: Arc::clone(registrations),
            names: Mutex::default(),
        }
    }

    /// Begins a registration, in the order of the calls: a child is matched by the former names of
    /// its parent, even if the parent already has its new name in the state, or fails in this run.
    pub fn start(&self, goal: &Goal) {
        let mut possible = self.candidates(goal);
        // Only names with children in the state matter, which limits their number: otherwise it
        // would double with each renamed ancestor.
        let old = self.context.old();
        possible.retain(|it| *it != goal.urn && old.has_module(&it.child_module()));
        let mut names = self.names.lock();
        self.registrations.start(&goal.urn);
        if !possible.is_empty() {
            names.add_possible(goal.urn.clone(), possible);
        }
    }

    /// Claims the resource of a goal that failed. The resource is still declared: it is not deleted
    /// because of an unrelated failure, under any former name.
    pub fn keep(&self, goal: &Goal) {
        let candidates = self.candidates(goal);
        let mut found = candidates
            .into_iter()
            .filter_map(|urn| Some((self.context.old().find(&urn)?, urn)));
        if let Some((serial, urn)) = found.next() {
            let claimed = self.registrations.claim(serial, &goal.urn);
            if matches!(claimed, ClaimResult::Yes) {
                self.note_found(goal, urn);
            }
        }
    }

    /// Finds and claims the resource of a goal in the state.
    pub async fn identify(&self, goal: &Goal) -> Result<Option<Arc<Resource>>, RegisterError> {
        for urn in self.candidates(goal) {
            let Some(serial) = self.context.old().find(&urn) else {
                continue;
            };
            self.claim(serial, goal, &urn).await?;
            self.note_found(goal, urn);
            return Ok(self.context.current(serial));
        }
        Ok(None)
    }

    /// Claims a resource for a goal, once no deletion is pending for it; `urn` is its name in the
    /// old state.
    async fn claim(&self, serial: Serial, goal: &Goal, urn: &Urn) -> Result<(), RegisterError> {
        loop {
            match self.registrations.claim(serial, &goal.urn) {
                ClaimResult::Yes => return Ok(()),
                ClaimResult::By(other) => {
                    let message = format!(
                        "it and {other} both claim the resource that was deployed as {urn}; \
                         remove one of the aliases"
                    );
                    return Err(self.context.refuse(goal, None, message));
                }
                ClaimResult::Later(mut done) => drop(done.wait_for(|it| *it).await),
            }
        }
    }

    /// The name that a resource has in the old state.
    pub fn old_name(&self, urn: &Urn) -> Urn {
        self.names.lock().found(urn).unwrap_or(urn).clone()
    }

    /// The present and the old name of each resource of the options (`deletedWith`, `replaceWith`) that had another one.
    pub fn renamed_hosts(&self, options: &ResourceOptions) -> Vec<(Urn, Urn)> {
        let hosts = options.deleted_with().into_iter();
        let named = hosts.chain(options.replace_with().iter());
        let names = named.map(|now| (now.clone(), self.old_name(now)));
        names.filter(|(now, old)| now != old).collect()
    }

    /// The URNs that the resource of a goal may have in the state.
    fn candidates(&self, goal: &Goal) -> Vec<Urn> {
        let Some(parent) = &goal.parent else {
            return candidates(goal, goal.options.aliases(), &[]);
        };
        let old_parents = self.names.lock().names_before(parent, &self.registrations);
        candidates(goal, goal.options.aliases(), &old_parents)
    }

    fn note_found(&self, goal: &Goal, old: Urn) {
        if old != goal.urn {
            self.names.lock().add_found(goal.urn.clone(), old);
        }
    }
}
