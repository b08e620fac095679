//! The values in the code of an activity that come from outside of it.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::accessors::Accesses;
use super::activities::Activity;
use super::extent::Extent;
use crate::member_names::SETTLING_METHODS;
use crate::solver::{
    CallId, Function, Key, NodeId, ObjectKind, Origin, Solver, UNKNOWN, UnitId, Use, Value,
};

/// Facts about the values of a node, as bits.
pub type Bits = u8;
/// The value itself comes from outside of the activity.
pub const OUTER: Bits = 1;
/// Its members do.
const INSIDE: Bits = 2;
/// It is the same one for several activities of the same code.
pub const COMMON: Bits = 4;

/// Methods of collections whose result is one of the elements.
const ELEMENT_METHODS: &[&str] = &[
    "at",
    "find",
    "findLast",
    "get",
    "getOrInsert",
    "getOrInsertComputed",
    "pop",
    "reduce",
    "reduceRight",
    "shift",
];
/// Methods of collections whose result is another one with the same elements.
const COPYING_METHODS: &[&str] = &[
    "concat",
    "entries",
    "filter",
    "flat",
    "slice",
    "splice",
    "toReversed",
    "toSorted",
    "toSpliced",
    "values",
    "with",
];
/// Methods that change what they are called on, and give it.
const CHAINED_METHODS: &[&str] = &["add", "copyWithin", "fill", "reverse", "set", "sort"];

pub struct Sharing<'a> {
    solver: &'a Solver,
    accesses: &'a Accesses,
    activity: &'a Activity,
    extent: &'a Extent,
    bits: FxHashMap<NodeId, Bits>,
    /// Functions that the activity is a part of.
    around: FxHashSet<UnitId>,
    is_repeated: bool,
    open: Vec<NodeId>,
}

impl<'a> Sharing<'a> {
    pub fn of(
        solver: &'a Solver,
        accesses: &'a Accesses,
        activity: &'a Activity,
        extent: &'a Extent,
    ) -> Self {
        let parent = |unit: &UnitId| solver.units[unit.0 as usize];
        let mut sharing = Self {
            solver,
            accesses,
            activity,
            extent,
            bits: FxHashMap::default(),
            around: std::iter::successors(parent(&activity.unit), parent).collect(),
            is_repeated: activity.is_repeated(solver),
            open: Vec::new(),
        };
        sharing.begin();
        // Bits are only added, so that each node is open a few times at most.
        while let Some(node) = sharing.open.pop() {
            sharing.spread(node);
        }
        sharing
    }

    pub fn bits(&self, node: NodeId) -> Bits {
        self.bits.get(&node).copied().unwrap_or_default()
    }

    /// The bits of a variable that is declared outside of the activity, otherwise none.
    pub fn of_variable(&self, variable: NodeId) -> Bits {
        let Some(declared) = self.solver.execution.declared.get(&variable) else {
            return OUTER | COMMON;
        };
        if self.extent.has(declared.unit) && !self.around.contains(&declared.unit) {
            return 0;
        }
        let activity = self.activity;
        let is_common = match activity.calls.is_empty() {
            true => {
                declared.unit != activity.site.unit
                    || activity.around.is_some_and(|it| declared.offset < it)
            }
            false => self.is_repeated,
        };
        match is_common {
            true => OUTER | COMMON,
            false => OUTER,
        }
    }

    fn begin(&mut self) {
        let mentions = &self.solver.execution.mentions;
        let units: Vec<UnitId> = self.extent.units().collect();
        for unit in units {
            // What was read before a function waits is still at hand after that.
            for mention in mentions.get(&unit).into_iter().flatten() {
                self.add(mention.variable, self.of_variable(mention.variable));
            }
        }
        if self.activity.calls.is_empty() {
            return;
        }
        let Some(function) = self.solver.function_of(self.activity.unit) else {
            return;
        };
        let calls: Vec<CallId> = self
            .activity
            .calls
            .iter()
            .filter_map(|it| it.call)
            .collect();
        let function = function.clone();
        self.add_arguments(&function, &calls);
    }

    /// Arguments are shared if several calls get the same one.
    fn add_arguments(&mut self, function: &Function, calls: &[CallId]) {
        let receivers = calls
            .iter()
            .map(|it| (*it, self.solver.call_data(*it).way.receiver_origin));
        if self.are_shared(receivers.collect()) {
            self.add(function.this, OUTER | COMMON);
        }
        for (index, parameter) in function.parameters.iter().enumerate() {
            let origin = |it: &CallId| {
                let origins = &self.solver.call_data(*it).way.origins;
                (*it, origins.get(index).copied().flatten())
            };
            if self.are_shared(calls.iter().map(origin).collect()) {
                self.add(*parameter, OUTER | COMMON);
            }
        }
    }

    fn are_shared(&self, origins: Vec<(CallId, Option<Origin>)>) -> bool {
        let mut known: FxHashSet<Origin> = FxHashSet::default();
        origins.into_iter().any(|(call, origin)| {
            let Some(origin) = origin else { return false };
            let call = self.solver.call_data(call);
            let declared = self.solver.execution.declared.get(&origin.variable);
            let is_repeated = declared.is_none_or(|it| {
                it.unit != call.site.unit || call.way.around.is_some_and(|start| it.offset < start)
            });
            is_repeated || !known.insert(origin)
        })
    }

    fn has_call(&self, call: CallId) -> bool {
        self.extent.has(self.solver.call_data(call).site.unit)
    }

    fn add(&mut self, node: NodeId, bits: Bits) {
        if node == UNKNOWN || bits == 0 {
            return;
        }
        match self.bits.entry(node) {
            Entry::Occupied(mut known) => {
                if known.get() | bits == *known.get() {
                    return;
                }
                *known.get_mut() |= bits;
            }
            Entry::Vacant(new) => {
                new.insert(bits);
            }
        }
        self.open.push(node);
    }

    fn spread(&mut self, node: NodeId) {
        let solver = self.solver;
        let bits = self.bits(node);
        let execution = &solver.execution;
        for to in solver.copies_of(node) {
            let edge = (node, *to);
            let calls = execution.arguments.get(&edge);
            let passes = calls.is_none_or(|it| it.iter().any(|it| self.has_call(*it)));
            if passes && !execution.copied.contains(&edge) {
                self.add(*to, bits);
            }
        }
        for (this, call) in execution.receivers.get(&node).into_iter().flatten() {
            if self.has_call(*call) {
                self.add(*this, bits);
            }
        }
        let accesses = self.accesses;
        for (site, _, accessor) in accesses.of_node.get(&node).into_iter().flatten() {
            if self.extent.has(site.unit) {
                self.add(solver.function_data(*accessor).this, bits);
            }
        }
        let member = OUTER | bits & COMMON;
        for what in solver.uses_of(node) {
            match what {
                Use::Load { to, site, .. } if self.extent.has(site.unit) => {
                    self.add(*to, member);
                }
                Use::Contents(to) | Use::Iterate(to)
                    if !execution.copied.contains(&(node, *to)) =>
                {
                    self.add(*to, member);
                }
                Use::Method { key, call } if self.has_call(*call) => {
                    self.spread_method(node, *key, *call, bits);
                }
                _ => {}
            }
        }
    }

    /// A method that is not the program's gives elements to its callbacks and its callers.
    fn spread_method(&mut self, node: NodeId, key: Key, call: CallId, bits: Bits) {
        let solver = self.solver;
        let is_foreign = |value: Value| match value {
            Value::Object(object) => solver.object_data(object).kind == ObjectKind::Collection,
            Value::Unknown => true,
            _ => false,
        };
        let Key::Name(name) = key else { return };
        let name = solver.names.text(name);
        if SETTLING_METHODS.contains(&name) || !solver.values_of(node).any(is_foreign) {
            return;
        }
        let member = OUTER | bits & COMMON;
        let data = solver.call_data(call);
        if ELEMENT_METHODS.contains(&name) {
            self.add(data.result, member);
        } else if COPYING_METHODS.contains(&name) {
            self.add(data.result, INSIDE | bits & COMMON);
        } else if CHAINED_METHODS.contains(&name) {
            self.add(data.result, bits);
        }
        let functions = data.arguments.iter().flat_map(|it| solver.values_of(*it));
        let functions: Vec<Value> = functions.collect();
        for function in functions {
            if let Value::Function(function) = function {
                for parameter in &solver.function_data(function).parameters {
                    self.add(*parameter, member);
                }
            }
        }
    }
}
