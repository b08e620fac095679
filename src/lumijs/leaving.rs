//! The functions and classes that leave a program: resources get them, unknown code gets them, or others that leave capture them.
//! They run elsewhere by their text.

use std::collections::HashSet;
use std::ops::Range;

use super::checking::walked;
use super::program::Program;
use super::solver::{Class, ObjectId, Read, Site, Solver, UnitId, Use, Value};

/// A module by its index, and a part of its text in bytes.
type Text = (u32, Range<usize>);

/// The steps of an analysis: a second. Programs of a thousand lines take a tenth of them.
const MAX_STEPS: usize = 3_000_000;

/// The functions and classes that leave a program.
#[derive(Debug)]
pub enum Leaving {
    /// Each by its module and its first byte.
    These(HashSet<(usize, usize)>),
    /// All, as the program has too many values to be followed.
    All,
}

impl Leaving {
    /// Whether the function or class that begins at a byte of a module is one of them.
    pub fn contains(&self, module: usize, offset: usize) -> bool {
        match self {
            Self::These(places) => places.contains(&(module, offset)),
            Self::All => true,
        }
    }
}

/// Follows the values of a program, the entry of which is its first module.
pub fn leaving(program: &Program) -> Leaving {
    leaving_within(program, MAX_STEPS)
}

pub fn leaving_within(program: &Program, limit: usize) -> Leaving {
    let mut solver = Solver::new();
    solver.limit = limit;
    let (tops, exports) = walked(program, &mut solver);
    if let (Some(top), Some(exports)) = (tops.first(), exports.first()) {
        sink_exports(&mut solver, *top, *exports);
    }
    let reads = reads_in_order(&solver);
    let mut known: HashSet<Text> = HashSet::new();
    loop {
        solver.solve();
        if solver.is_exhausted() {
            return Leaving::All;
        }
        let texts: Vec<Text> = departed(&solver).filter(|it| !known.contains(it)).collect();
        if texts.is_empty() {
            break;
        }
        for text in &texts {
            take_captures(&mut solver, &reads, text);
        }
        known.extend(texts);
    }
    let places = known.into_iter().map(|it| (it.0 as usize, it.1.start));
    Leaving::These(places.collect())
}

/// Exports of the entry are outputs of a stack. A function that is one may still be called by the program alone.
fn sink_exports(solver: &mut Solver, top: UnitId, exports: ObjectId) {
    let site = Site {
        module: 0,
        offset: 0,
        unit: top,
    };
    let names = solver.object_data(exports).keys.clone();
    for name in names {
        let field = solver.field(exports, name);
        for value in solver.values(field) {
            if !matches!(value, Value::Function(_) | Value::Class(_)) {
                solver.captured_by_resource(value, site);
            }
        }
    }
}

/// The texts of functions and classes that have left.
fn departed(solver: &Solver) -> impl Iterator<Item = Text> + '_ {
    let functions = solver.functions().iter().filter(|it| it.has_left);
    let functions = functions.filter_map(|it| solver.texts.get(&it.unit).cloned());
    let leaves = |it: &&Class| it.is_taken || it.has_left && !it.is_resource;
    let classes = solver.classes().iter().filter(leaves);
    functions.chain(classes.map(|it| it.text.clone()))
}

/// All reads of variables and of `this`, by module and position.
fn reads_in_order(solver: &Solver) -> Vec<Read> {
    let mut reads: Vec<Read> = solver.reads.values().flatten().copied().collect();
    reads.extend(&solver.other_reads);
    reads.sort_by_key(place);
    reads
}

fn place(read: &Read) -> (u32, usize) {
    (read.site.module, read.site.offset as usize)
}

/// Takes along the values of variables that a text reads and does not declare.
fn take_captures(solver: &mut Solver, reads: &[Read], (module, text): &Text) {
    let first = reads.partition_point(|it| place(it) < (*module, text.start));
    let after = reads.partition_point(|it| place(it) < (*module, text.end));
    for read in &reads[first..after] {
        let is_own = read.declared.is_some_and(|it| text.contains(&it));
        if !is_own {
            let (part, site) = (read.part, read.site);
            solver.observe(read.node, Use::MemberCaptured { part, site });
        }
    }
}
