//! Changes whose order depends on what settles first.
//!
//! An activity is code that runs at a time that providers decide: a callback of `then`, or what follows the first `await`
//! of an asynchronous function that its caller does not wait for. Activities that share an object see each other's changes
//! in any order. So a change is a finding if it is one of an object that outlives the activity, and either its result
//! depends on earlier changes, or another activity reads or changes the same member.
//!
//! | module | |
//! |---|---|
//! | `activities` | the activities of a program |
//! | `extent` | the code that an activity runs |
//! | `sharing` | the values in that code that come from outside of the activity |
//! | `changes` | changes of them |
//! | `accessors` | getters and setters, which run without being called |

mod accessors;
mod activities;
mod changes;
mod extent;
mod sharing;

use rustc_hash::{FxHashMap, FxHashSet};

use super::rule::Rule;
use super::solver::{CallId, Solver, UnitId};
use accessors::Accesses;
use activities::{Activity, activities};
use changes::{Changes, Found, Place, Uses};
use extent::{Calls, Extent};
use sharing::Sharing;

/// Reports changes that depend on what settles first. `exempt` is code that runs elsewhere only.
pub fn check_effects(solver: &mut Solver, exempt: &FxHashSet<UnitId>) {
    let accesses = Accesses::of(solver);
    let calls = Calls::of(solver, &accesses);
    let uses = Uses::of(solver);
    let mut changes = Vec::new();
    for activity in activities(solver) {
        if exempt.contains(&activity.unit) {
            continue;
        }
        let extent = Extent::of(&calls, &activity);
        let sharing = Sharing::of(solver, &accesses, &activity, &extent);
        let own = activity.clone();
        changes.push(Changes::of(solver, &uses, own, &extent, &sharing));
    }
    report_changes(solver, &changes);
    report_promises(solver, &changes);
}

fn report_changes(solver: &mut Solver, all: &[Changes]) {
    // How many chains of callbacks read or change each member.
    let mut users: FxHashMap<Place, FxHashSet<(u32, u32)>> = FxHashMap::default();
    for changes in all {
        for place in &changes.touched {
            users
                .entry(*place)
                .or_default()
                .insert(changes.activity.chain);
        }
    }
    for changes in all {
        let chain = changes.activity.chain;
        for change in &changes.found {
            let is_contested = |place: &Place| {
                let others = users.get(place);
                others.is_some_and(|it| it.iter().any(|it| *it != chain))
            };
            let is_read = |place: &Place| changes.read.contains(place);
            let is_repeated =
                change.is_common && (change.is_ordered || change.places.iter().any(is_read));
            if is_repeated || change.places.iter().any(is_contested) {
                report(solver, change);
            }
        }
    }
}

fn report(solver: &mut Solver, change: &Found) {
    let subject = format!("a change of `{}`", solver.names.text(change.label));
    solver.report(Rule::SettlingOrder, change.site, subject);
}

/// Reports promises that several activities settle: the first one wins.
fn report_promises(solver: &mut Solver, all: &[Changes]) {
    let mut settlers: FxHashMap<CallId, FxHashSet<(u32, u32)>> = FxHashMap::default();
    let mut repeated: FxHashSet<CallId> = FxHashSet::default();
    for changes in all {
        for (promise, _) in &changes.settled {
            let known = settlers.entry(*promise).or_default();
            known.insert(changes.activity.chain);
            if changes.activity.repeats_within(solver, *promise) {
                repeated.insert(*promise);
            }
        }
    }
    let registered: Vec<(CallId, u32)> = solver.execution.resolvers.iter().copied().collect();
    let mut sites: Vec<_> = Vec::new();
    for (promise, registration) in registered {
        let activity = Activity::of_registration(solver, registration);
        let known = settlers.entry(promise).or_default();
        known.insert(activity.chain);
        if activity.repeats_within(solver, promise) {
            repeated.insert(promise);
        }
        sites.push((promise, activity.site));
    }
    let called = all.iter().flat_map(|it| it.settled.iter().copied());
    sites.extend(called);
    for (promise, site) in sites {
        let is_contested = settlers.get(&promise).is_some_and(|it| it.len() > 1);
        if is_contested || repeated.contains(&promise) {
            let subject = "a promise that several callbacks settle".to_owned();
            solver.report(Rule::SettlingOrder, site, subject);
        }
    }
}
