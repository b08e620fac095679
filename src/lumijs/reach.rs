//! Which code runs elsewhere only.

use rustc_hash::FxHashSet;

use super::solver::{Solver, UnitId};

/// The units whose code never runs during an evaluation, because it is part of functions that run elsewhere.
///
/// A function that is called by both is checked, and so is one that nothing calls.
pub fn elsewhere(solver: &Solver, tops: &[UnitId]) -> FxHashSet<UnitId> {
    let evaluated = reached(solver, tops.iter().copied());
    let called_elsewhere = called_elsewhere(solver);
    let mut exempt = FxHashSet::default();
    // Outer functions have smaller numbers than those in them.
    for (index, parent) in solver.units.iter().enumerate() {
        let unit = UnitId(u32::try_from(index).unwrap_or(u32::MAX));
        let is_inside = parent.is_some_and(|it| exempt.contains(&it));
        if is_inside || called_elsewhere.contains(&unit) && !evaluated.contains(&unit) {
            exempt.insert(unit);
        }
    }
    exempt
}

/// The units that functions which run elsewhere call, and those of these functions.
pub fn called_elsewhere(solver: &Solver) -> FxHashSet<UnitId> {
    reached(solver, solver.closures.iter().copied())
}

fn reached(solver: &Solver, from: impl Iterator<Item = UnitId>) -> FxHashSet<UnitId> {
    let mut callees: rustc_hash::FxHashMap<UnitId, Vec<UnitId>> = Default::default();
    for (caller, callee) in &solver.edges {
        callees.entry(*caller).or_default().push(*callee);
    }
    let mut open: Vec<UnitId> = from.collect();
    let mut units: FxHashSet<UnitId> = open.iter().copied().collect();
    while let Some(unit) = open.pop() {
        for callee in callees.get(&unit).into_iter().flatten() {
            if units.insert(*callee) {
                open.push(*callee);
            }
        }
    }
    units
}
