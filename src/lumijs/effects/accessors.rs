//! Getters and setters, which run without being called.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::solver::{FunctionId, Key, NodeId, ObjectId, Site, Solver, Use, Value};

/// The accessors that code uses.
#[derive(Debug, Default)]
pub struct Accesses {
    /// The accessors that are used by members of each node.
    pub of_node: FxHashMap<NodeId, Vec<(Site, u32, FunctionId)>>,
}

impl Accesses {
    pub fn of(solver: &Solver) -> Self {
        let accessors = &solver.execution.accessors;
        let names: FxHashSet<u32> = accessors.keys().map(|it| it.1).collect();
        let mut accesses = Self::default();
        if names.is_empty() {
            return accesses;
        }
        for node in solver.node_ids() {
            for what in solver.uses_of(node) {
                let (name, site, until) = match what {
                    Use::Load {
                        key: Key::Name(name),
                        site,
                        ..
                    } => (*name, *site, site.offset),
                    Use::Store {
                        key: Key::Name(name),
                        site,
                        change,
                        ..
                    } => (*name, *site, change.until),
                    Use::Method {
                        key: Key::Name(name),
                        call,
                    } => {
                        let site = solver.call_data(*call).site;
                        (*name, site, site.offset)
                    }
                    _ => continue,
                };
                if !names.contains(&name) {
                    continue;
                }
                let used: FxHashSet<FunctionId> = solver
                    .values_of(node)
                    .filter_map(|it| object_of(solver, it))
                    .flat_map(|it| solver.lineage(it))
                    .filter_map(|it| accessors.get(&(it, name)))
                    .flatten()
                    .copied()
                    .collect();
                let used = used.into_iter().map(|it| (site, until, it));
                accesses.of_node.entry(node).or_default().extend(used);
            }
        }
        accesses
    }
}

/// The object that has the members of a value.
pub fn object_of(solver: &Solver, value: Value) -> Option<ObjectId> {
    match value {
        Value::Object(object) => Some(object),
        Value::Class(class) => Some(solver.class_data(class).statics),
        Value::Function(function) => Some(solver.function_data(function).members),
        _ => None,
    }
}
