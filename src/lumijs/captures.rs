//! The values that functions which run elsewhere take with them.

use super::reach::called_elsewhere;
use super::solver::{Read, Site, Solver, UnitId, Use};

/// Observes what the code that runs elsewhere reads of variables that are declared outside of it.
pub fn check_captures(solver: &mut Solver) {
    let elsewhere = called_elsewhere(solver);
    // The function that takes a value with it: the outermost one around a read that runs elsewhere.
    let mut function_of: Vec<Option<UnitId>> = Vec::with_capacity(solver.units.len());
    let mut tops: Vec<UnitId> = Vec::with_capacity(solver.units.len());
    for (index, parent) in solver.units.iter().enumerate() {
        let unit = UnitId(u32::try_from(index).unwrap_or(u32::MAX));
        let outer = parent.and_then(|it| function_of[it.0 as usize]);
        let own = elsewhere.contains(&unit).then_some(unit);
        function_of.push(outer.or(own));
        tops.push(parent.map_or(unit, |it| tops[it.0 as usize]));
    }
    let mut captured: Vec<(Read, UnitId)> = Vec::new();
    for (unit, reads) in &solver.reads {
        let Some(function) = function_of[unit.0 as usize] else {
            continue;
        };
        let text = solver.texts.get(&function);
        let is_outside = |read: &&Read| {
            let own = text.zip(read.declared);
            !own.is_some_and(|((_, text), declared)| text.contains(&declared))
        };
        let outside = reads.iter().filter(is_outside);
        captured.extend(outside.map(|it| (*it, tops[unit.0 as usize])));
    }
    captured.sort_by_key(|(read, _)| (read.site.module, read.site.offset));
    for (read, top) in captured {
        // The finding is one of the code that makes the function.
        let site = Site {
            unit: top,
            ..read.site
        };
        let part = read.part;
        solver.observe(read.node, Use::Capture { part, site });
    }
}
