//! The activities of a program.

use rustc_hash::FxHashMap;

use crate::solver::{CallId, Run, Site, Solver, UnitId};

/// Code that runs at a time that providers decide.
#[derive(Clone, Debug)]
pub struct Activity {
    pub unit: UnitId,
    /// The first byte of the function that belongs to it.
    pub from: u32,
    /// The code that begins it.
    pub site: Site,
    /// The module and the start of the chain of callbacks, which run one after the other.
    pub chain: (u32, u32),
    /// The start of the innermost loop around the code that begins it.
    pub around: Option<u32>,
    /// Calls of the asynchronous function that it is the rest of.
    pub calls: Vec<Run>,
}

impl Activity {
    pub fn of_registration(solver: &Solver, registration: u32) -> Self {
        let known = &solver.execution.registrations[registration as usize];
        Self {
            unit: known.site.unit,
            from: 0,
            site: known.site,
            chain: (known.site.module, known.chain),
            around: known.around,
            calls: Vec::new(),
        }
    }

    /// Whether the function runs several times, each of them at its own time.
    pub fn is_repeated(&self, solver: &Solver) -> bool {
        let is_in_loop = |it: &Run| {
            let call = it.call.map(|it| solver.call_data(it));
            call.is_none_or(|it| it.way.around.is_some())
        };
        match self.calls.as_slice() {
            [] => self.around.is_some(),
            calls => calls.len() > 1 || calls.iter().any(is_in_loop),
        }
    }

    /// Whether several of these activities belong to one promise, which a call makes.
    pub fn repeats_within(&self, solver: &Solver, promise: CallId) -> bool {
        let origin = solver.call_data(promise).site;
        let encloses = |outer: u32| match self.site.unit == origin.unit {
            // The promise is made in the loop, too.
            true => origin.offset < outer,
            false => true,
        };
        if self.around.is_some_and(encloses) {
            return true;
        }
        // The function that makes the promise is one level below the call; deeper ones may run often.
        let mut level = 0;
        let mut unit = self.site.unit;
        while unit != origin.unit {
            let Some(outer) = solver.units[unit.0 as usize] else {
                return false;
            };
            unit = outer;
            level += 1;
        }
        level > 1
    }
}

/// Whether a callback stands in the call that takes it.
fn is_written_in(solver: &Solver, run: &Run) -> bool {
    let parent = solver.units[run.callee.0 as usize];
    let text = solver.texts.get(&run.callee);
    let is_behind = text.is_some_and(|(module, text)| {
        *module == run.from.module && text.start >= run.from.offset as usize
    });
    parent == Some(run.from.unit) && is_behind
}

/// All activities, in the order of the program.
pub fn activities(solver: &Solver) -> Vec<Activity> {
    let execution = &solver.execution;
    let mut activities = Vec::new();
    for (unit, registration) in &execution.callbacks {
        if !execution.registrations[*registration as usize].is_awaited {
            activities.push(Activity {
                unit: *unit,
                ..Activity::of_registration(solver, *registration)
            });
        }
    }
    let mut started: FxHashMap<UnitId, Vec<Run>> = FxHashMap::default();
    for run in &execution.runs {
        let is_awaited = run
            .call
            .is_some_and(|it| solver.call_data(it).way.is_awaited);
        // Functions that collections hold may be called wherever the collection is: that is known too roughly.
        let is_known = run.call.is_some() || is_written_in(solver, run);
        if execution.tails.contains_key(&run.callee) && !is_awaited && is_known {
            started.entry(run.callee).or_default().push(*run);
        }
    }
    for (unit, mut calls) in started {
        calls.sort_by_key(|it| (it.from, it.until));
        let first = calls[0];
        let (module, start) = match solver.texts.get(&unit) {
            Some((module, text)) => (*module, u32::try_from(text.start).unwrap_or(u32::MAX)),
            None => (first.from.module, first.from.offset),
        };
        let around = first.call.and_then(|it| solver.call_data(it).way.around);
        activities.push(Activity {
            unit,
            from: execution.tails[&unit],
            site: first.from,
            chain: (module, start),
            around,
            calls,
        });
    }
    activities.sort_by_key(|it| (it.site, it.unit));
    activities
}
