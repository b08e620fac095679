//! Checks that a state is consistent.

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Dag, ResourceKind, Urn};

use super::record::Action;
use super::resource::{Resource, Stage};
use super::stack_state::StackState;

/// The largest serial and number of an operation in a document: JSON has no larger whole number everywhere, and more can
/// follow than any stack needs.
const MAX_NUMBER: u64 = 1 << 53;

/// An inconsistency of a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateProblem {
    #[error("two live resources have the URN `{0}`")]
    SameUrn(Urn),
    #[error("`{0}` has no id, and a provider manages it")]
    NoId(Urn),
    #[error("`{urn}` has serial {serial}, but the last serial given out is {last}")]
    Serial { urn: Urn, serial: u64, last: u64 },
    #[error(
        "{last} is given as the last number that was given out, and numbers end at {MAX_NUMBER}"
    )]
    Numbers { last: u64 },
    #[error("`{urn}` is listed as serial {key}, but its own serial is {serial}")]
    Key { urn: Urn, key: u64, serial: u64 },
    #[error("operation {operation} is pending, but the last number given out is {last}")]
    Operation { operation: u64, last: u64 },
    #[error("`{urn}` needs `{needed}`, which does not exist")]
    Missing { urn: Urn, needed: Urn },
    #[error("operation {operation} is about resource {serial}, which does not exist")]
    Pending { operation: u64, serial: u64 },
    #[error("resources depend on each other in a loop: {}", names(.0))]
    Cycle(Vec<Urn>),
}

fn names(urns: &[Urn]) -> String {
    let names = urns.iter().chain(urns.first());
    let names: Vec<_> = names.map(|it| format!("`{it}`")).collect();
    names.join(" -> ")
}

impl StackState {
    /// Checks all invariants, which finished runs and imports must satisfy.
    pub fn validate(&self) -> Result<(), StateProblem> {
        self.check_shape()?;
        self.check_needs()?;
        self.check_pending()
    }

    /// Checks the invariants that hold at any moment of a run. Dependencies may dangle: while a
    /// resource is renamed, others still refer to its old name.
    pub(super) fn check_shape(&self) -> Result<(), StateProblem> {
        let (last_serial, last_operation) = self.counters();
        let last = last_serial.max(last_operation);
        if last > MAX_NUMBER {
            return Err(StateProblem::Numbers { last });
        }
        let mut live = FxHashSet::default();
        for (key, resource) in &self.resources {
            let urn = || resource.urn.clone();
            let serial = resource.serial.0;
            if *key != resource.serial {
                return Err(StateProblem::Key {
                    urn: urn(),
                    key: key.0,
                    serial,
                });
            }
            if serial > last_serial {
                return Err(StateProblem::Serial {
                    urn: urn(),
                    serial,
                    last: last_serial,
                });
            }
            if resource.kind == ResourceKind::Custom && resource.id.is_none() {
                return Err(StateProblem::NoId(urn()));
            }
            if resource.stage == Stage::Live && !live.insert(&resource.urn) {
                return Err(StateProblem::SameUrn(urn()));
            }
        }
        match self.pending.keys().find(|&&it| it > last_operation) {
            Some(&operation) => Err(StateProblem::Operation {
                operation,
                last: last_operation,
            }),
            None => self.check_cycles(),
        }
    }

    /// Checks for dependency cycles among live resources. A replaced one has the URN of its
    /// successor, and is left out.
    fn check_cycles(&self) -> Result<(), StateProblem> {
        let resources: Vec<&Resource> = self
            .resources
            .values()
            .map(|it| &**it)
            .filter(|it| it.stage != Stage::Replaced)
            .collect();
        let positions: FxHashMap<&Urn, usize> = resources
            .iter()
            .enumerate()
            .map(|(at, resource)| (&resource.urn, at))
            .collect();
        let edges: Vec<_> = resources
            .iter()
            .enumerate()
            .flat_map(|(from, resource)| {
                let targets = resource
                    .all_dependencies()
                    .filter_map(|it| positions.get(it).copied());
                targets.map(move |to| (from, to))
            })
            .collect();
        match Dag::new(resources.len(), &edges).find_cycle() {
            Some(cycle) => {
                let urns = cycle.nodes.iter().map(|&it| resources[it].urn.clone());
                Err(StateProblem::Cycle(urns.collect()))
            }
            None => Ok(()),
        }
    }

    fn check_needs(&self) -> Result<(), StateProblem> {
        let known: FxHashSet<&Urn> = self.resources.values().map(|it| &it.urn).collect();
        for resource in self.resources.values() {
            if let Some(needed) = resource.all_dependencies().find(|it| !known.contains(it)) {
                return Err(StateProblem::Missing {
                    urn: resource.urn.clone(),
                    needed: needed.clone(),
                });
            }
        }
        Ok(())
    }

    fn check_pending(&self) -> Result<(), StateProblem> {
        for (&operation, pending) in &self.pending {
            let serial = match &pending.action {
                Action::Create { replaces: None, .. } => continue,
                Action::Create {
                    replaces: Some(serial),
                    ..
                }
                | Action::Delete { serial, .. } => *serial,
                Action::Update { resource } => resource.serial,
            };
            if !self.resources.contains_key(&serial) {
                let serial = serial.0;
                return Err(StateProblem::Pending { operation, serial });
            }
        }
        Ok(())
    }
}
