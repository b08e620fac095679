//! The code that an activity runs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::accessors::Accesses;
use super::activities::Activity;
use crate::solver::{CallId, Solver, UnitId};

/// The calls of each function.
#[derive(Debug, Default)]
pub struct Calls {
    of_unit: FxHashMap<UnitId, Vec<Callee>>,
}

#[derive(Clone, Copy, Debug)]
struct Callee {
    unit: UnitId,
    start: u32,
    until: u32,
    /// The first byte of the called function that does not run within the call.
    end: u32,
}

impl Calls {
    pub fn of(solver: &Solver, accesses: &Accesses) -> Self {
        let execution = &solver.execution;
        // What begins at these places runs later, as an activity of its own.
        let later: FxHashSet<(u32, u32)> = execution
            .registrations
            .iter()
            .filter(|it| !it.is_awaited)
            .map(|it| (it.site.module, it.site.offset))
            .collect();
        let mut of_unit: FxHashMap<UnitId, Vec<Callee>> = FxHashMap::default();
        for run in &execution.runs {
            if run.call.is_none() && later.contains(&(run.from.module, run.from.offset)) {
                continue;
            }
            let is_awaited = run
                .call
                .is_some_and(|it| solver.call_data(it).way.is_awaited);
            let end = match execution.tails.get(&run.callee) {
                Some(tail) if !is_awaited => *tail,
                _ => u32::MAX,
            };
            of_unit.entry(run.from.unit).or_default().push(Callee {
                unit: run.callee,
                start: run.from.offset,
                until: before(run.until),
                end,
            });
        }
        for (site, until, accessor) in accesses.of_node.values().flatten() {
            of_unit.entry(site.unit).or_default().push(Callee {
                unit: solver.function_data(*accessor).unit,
                start: site.offset,
                until: *until,
                end: u32::MAX,
            });
        }
        Self { of_unit }
    }
}

/// The functions that an activity runs, each with the part of its text.
#[derive(Debug, Default)]
pub struct Extent {
    parts: FxHashMap<UnitId, (u32, u32)>,
}

impl Extent {
    pub fn of(calls: &Calls, activity: &Activity) -> Self {
        let mut extent = Self::default();
        let mut open = vec![(activity.unit, activity.from, u32::MAX)];
        while let Some((unit, from, end)) = open.pop() {
            let known = extent.parts.get(&unit).copied();
            let part = known.map_or((from, end), |it| (it.0.min(from), it.1.max(end)));
            if known == Some(part) {
                continue;
            }
            // A part only grows, and has as many sizes as there are calls.
            extent.parts.insert(unit, part);
            for callee in calls.of_unit.get(&unit).into_iter().flatten() {
                if extent.runs(unit, callee.start, callee.until) {
                    open.push((callee.unit, 0, callee.end));
                }
            }
        }
        extent
    }

    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.parts.keys().copied()
    }

    pub fn has(&self, unit: UnitId) -> bool {
        self.parts.contains_key(&unit)
    }

    /// Whether the code between two places of a function runs; an assignment runs at its end.
    pub fn runs(&self, unit: UnitId, start: u32, until: u32) -> bool {
        let part = self.parts.get(&unit);
        part.is_some_and(|(from, end)| until >= *from && start < *end)
    }

    pub fn runs_call(&self, solver: &Solver, call: CallId) -> bool {
        let call = solver.call_data(call);
        self.runs(call.site.unit, call.site.offset, before(call.way.until))
    }
}

/// A call that ends where `await` does has run before.
fn before(end: u32) -> u32 {
    end.saturating_sub(1)
}
