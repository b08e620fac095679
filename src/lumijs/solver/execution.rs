//! Facts about when code runs, and which variables and objects it changes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Solver;
use super::value::{CallId, Change, FunctionId, NodeId, ObjectId, Site, UnitId, Value};

/// A place where callbacks are handed over that run when something settles.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    pub site: Site,
    /// The start of the chain of such calls: `a.then(…).catch(…)` is one.
    pub chain: u32,
    /// The start of the innermost loop around it, within its function.
    pub around: Option<u32>,
    /// Whether the code waits for the end of the callbacks where they stand.
    pub is_awaited: bool,
}

/// Code that makes a function run at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    pub from: Site,
    /// The end of the call, in bytes of the analysed text.
    pub until: u32,
    pub callee: UnitId,
    /// The call; `None` for code that is not the program's, which may call it often.
    pub call: Option<CallId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Declared {
    pub unit: UnitId,
    pub offset: u32,
}

/// A change of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    pub variable: NodeId,
    pub site: Site,
    pub change: Change,
}

/// A variable or `this` that code mentions.
#[derive(Clone, Copy, Debug)]
pub struct Mention {
    pub variable: NodeId,
    pub offset: u32,
}

#[derive(Debug, Default)]
pub struct Execution {
    pub registrations: Vec<Registration>,
    /// Functions, each with a registration.
    pub callbacks: FxHashSet<(UnitId, u32)>,
    pub runs: FxHashSet<Run>,
    /// Edges that pass arguments, with the calls that do.
    pub arguments: FxHashMap<(NodeId, NodeId), FxHashSet<CallId>>,
    /// The node of `this` of functions that are called as members of a value, with the calls.
    pub receivers: FxHashMap<NodeId, FxHashSet<(NodeId, CallId)>>,
    /// Edges that copy a value in depth.
    pub copied: FxHashSet<(NodeId, NodeId)>,
    pub mentions: FxHashMap<UnitId, Vec<Mention>>,
    pub writes: FxHashMap<UnitId, Vec<Write>>,
    pub declared: FxHashMap<NodeId, Declared>,
    /// The first byte of an asynchronous function that runs later than its call.
    pub tails: FxHashMap<UnitId, u32>,
    /// Getters and setters, by object and name.
    pub accessors: FxHashMap<(ObjectId, u32), Vec<FunctionId>>,
    /// Expressions whose elements are taken one by one, with their texts.
    pub iterations: FxHashMap<UnitId, Vec<(NodeId, Site, u32)>>,
    /// Calls of methods of texts that use the state of a sticky regular expression.
    pub text_methods: FxHashMap<UnitId, Vec<CallId>>,
    /// Calls of functions that settle a promise, each with the call that makes the promise.
    pub resolutions: FxHashMap<UnitId, Vec<(CallId, Site, u32)>>,
    /// Registrations of such functions.
    pub resolvers: FxHashSet<(CallId, u32)>,
    /// Objects that `Object.assign` and similar functions add to, with their texts.
    pub additions: FxHashMap<UnitId, Vec<(NodeId, Site, u32)>>,
}

impl Solver {
    /// A function of the value runs when something settles.
    pub(super) fn settles(&mut self, value: Value, registration: u32) {
        match value {
            Value::Function(function) => {
                let unit = self.functions[function.0 as usize].unit;
                self.execution.callbacks.insert((unit, registration));
            }
            Value::Resolver(promise) => {
                self.execution.resolvers.insert((promise, registration));
            }
            _ => {}
        }
    }

    /// Code that is not the program's calls a function.
    pub(super) fn runs_from(&mut self, site: Site, callee: UnitId) {
        self.execution.runs.insert(Run {
            from: site,
            until: site.offset,
            callee,
            call: None,
        });
    }

    /// The program calls a function.
    pub(super) fn runs_by(&mut self, id: CallId, callee: UnitId) {
        let call = &self.calls[id.0 as usize];
        self.execution.runs.insert(Run {
            from: call.site,
            until: call.way.until,
            callee,
            call: Some(id),
        });
    }

    pub(super) fn passes(&mut self, from: NodeId, to: NodeId, id: CallId) {
        let known = self.execution.arguments.entry((from, to)).or_default();
        known.insert(id);
        self.copy(from, to);
    }

    /// The functions that a promise hands to the function that makes it.
    pub(super) fn executed(&mut self, value: Value, promise: CallId) {
        if let Value::Function(function) = value {
            let parameters = self.functions[function.0 as usize].parameters.clone();
            for parameter in parameters.into_iter().take(2) {
                self.add(parameter, Value::Resolver(promise));
            }
        }
    }

    /// The functions of `Promise.withResolvers()`.
    pub(super) fn with_resolvers(&mut self, made: ObjectId, promise: CallId) {
        for name in ["resolve", "reject"] {
            let field = self.named_field(made, name);
            self.add(field, Value::Resolver(promise));
        }
    }

    pub fn function_of(&self, unit: UnitId) -> Option<&super::Function> {
        self.functions.iter().find(|it| it.unit == unit)
    }

    pub fn values_of(&self, node: NodeId) -> impl Iterator<Item = Value> + '_ {
        self.nodes[node.0 as usize].values.iter().copied()
    }

    pub fn copies_of(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0 as usize].copies
    }

    pub fn uses_of(&self, node: NodeId) -> &[super::Use] {
        &self.nodes[node.0 as usize].uses
    }

    pub fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(|it| NodeId(super::number(it)))
    }

    pub fn call_data(&self, id: CallId) -> &super::Call {
        &self.calls[id.0 as usize]
    }
}
