//! The values that reach each expression, over all modules: a points-to analysis without order.
//!
//! Nodes are sets of values; edges copy them; a [`Use`] says what happens to each value that arrives. Values that no
//! rule asks about are one: [`Value::Unknown`].
//!
//! The analysis ends on every program. Sets of values, edges and uses only grow, and each pair of a node with a value, an
//! edge or a use is worked on once or twice. What passing values on makes is finite, too: a node for each call and value
//! (`answers`), a node for each object and name, two objects for each call (`result_collection`, `callback_results`), and a
//! forwarded call for each call of the program and class (`forwarded`). Names, classes and calls are those of the text, and
//! paths of intrinsics have at most [`members::MAX_MEMBERS`] members.
//!
//! | module | |
//! |---|---|
//! | `value` | nodes, values, and what happens to them |
//! | `members` | members of values: read and written |
//! | `calls` | calls of functions and classes |
//! | `intrinsic_calls` | calls of functions that are not the program's |
//! | `departures` | values that leave the program's own code |
//! | `execution` | when code runs, and what it changes |

mod calls;
mod departures;
mod execution;
mod intrinsic_calls;
mod members;
mod value;

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use execution::Execution;
pub use execution::{Declared, Mention, Registration, Run, Write};
pub use intrinsic_calls::UNCLEAR_DATE;
pub use value::CallId;
pub use value::{
    Call, CallKind, CallWay, CapturedPart, Change, ChangeKind, Class, ClassId, DateArguments,
    Flags, Function, FunctionId, Key, NodeId, Object, ObjectId, ObjectKind, Origin, Read, Site,
    Stateful, UnitId, Use, Value,
};

use super::intrinsics::{Verdict, is_global_object, judge};
use super::rule::Rule;

/// A rule broken at a place; `subject` is what breaks it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    pub site: Site,
    pub rule: Rule,
    pub subject: String,
}

#[derive(Debug, Default)]
struct Node {
    values: FxHashSet<Value>,
    copies: Vec<NodeId>,
    uses: Vec<Use>,
}

/// Texts by number.
#[derive(Debug, Default)]
pub struct Interner {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Interner {
    pub fn number(&mut self, text: &str) -> u32 {
        if let Some(known) = self.numbers.get(text) {
            return *known;
        }
        let number =
            u32::try_from(self.texts.len()).expect("BUG: fewer texts than bytes of a program");
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }
}

/// The node of every value that no rule asks about.
pub const UNKNOWN: NodeId = NodeId(0);

/// A step of the analysis.
#[derive(Clone, Copy, Debug)]
enum Work {
    Arrived(NodeId, Value),
    Apply(Value, Use),
}

#[derive(Debug)]
pub struct Solver {
    nodes: Vec<Node>,
    objects: Vec<Object>,
    functions: Vec<Function>,
    classes: Vec<Class>,
    calls: Vec<Call>,
    known_copies: FxHashSet<(NodeId, NodeId)>,
    known_uses: FxHashSet<(NodeId, Use)>,
    /// The node of what a value answers to a call, for values of which the call is a method.
    answers: FxHashMap<(CallId, Value), NodeId>,
    /// Calls that classes without a constructor forward to their base.
    forwarded: FxHashMap<(CallId, ClassId), CallId>,
    pub steps: usize,
    /// The largest number of steps; the analysis ends there, unfinished.
    pub limit: usize,
    fields: FxHashMap<(ObjectId, u32), NodeId>,
    /// Members that the program stores under their names.
    defined: FxHashSet<(ObjectId, u32)>,
    pub paths: Interner,
    pub names: Interner,
    work: Vec<Work>,
    /// Members read from objects that had none of that name then.
    unowned: Vec<(ObjectId, u32, Site)>,
    /// Methods called on objects that may inherit them from a class that is not the program's.
    inherited: Vec<(ObjectId, Key, CallId)>,
    /// Nodes that have a value at run time, so that an empty one is unknown.
    results: Vec<NodeId>,
    pub violations: BTreeSet<Violation>,
    /// Which code calls which functions.
    pub edges: FxHashSet<(UnitId, UnitId)>,
    /// Functions that run elsewhere.
    pub closures: BTreeSet<UnitId>,
    /// The unit around each unit.
    pub units: Vec<Option<UnitId>>,
    /// The reads of the code of each unit.
    pub reads: FxHashMap<UnitId, Vec<Read>>,
    /// Reads of `this`, and of methods where they are called.
    pub other_reads: Vec<Read>,
    /// The module and the text of each function.
    pub texts: FxHashMap<UnitId, (u32, Range<usize>)>,
    pub execution: Execution,
}

impl Solver {
    pub fn new() -> Self {
        let mut solver = Self {
            nodes: Vec::new(),
            objects: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            calls: Vec::new(),
            known_copies: FxHashSet::default(),
            known_uses: FxHashSet::default(),
            answers: FxHashMap::default(),
            forwarded: FxHashMap::default(),
            steps: 0,
            limit: usize::MAX,
            fields: FxHashMap::default(),
            defined: FxHashSet::default(),
            paths: Interner::default(),
            names: Interner::default(),
            work: Vec::new(),
            unowned: Vec::new(),
            inherited: Vec::new(),
            results: Vec::new(),
            violations: BTreeSet::new(),
            edges: FxHashSet::default(),
            closures: BTreeSet::new(),
            units: Vec::new(),
            reads: FxHashMap::default(),
            other_reads: Vec::new(),
            texts: FxHashMap::default(),
            execution: Execution::default(),
        };
        let unknown = solver.node();
        solver.nodes[unknown.0 as usize]
            .values
            .insert(Value::Unknown);
        solver
    }

    pub fn node(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId(number(self.nodes.len() - 1))
    }

    /// A node of an expression that has a value at run time.
    pub fn result(&mut self) -> NodeId {
        let node = self.node();
        self.results.push(node);
        node
    }

    pub fn unit(&mut self, parent: Option<UnitId>) -> UnitId {
        self.units.push(parent);
        UnitId(number(self.units.len() - 1))
    }

    pub fn object(&mut self, kind: ObjectKind) -> ObjectId {
        let any = self.node();
        let all = self.node();
        self.objects.push(Object {
            kind,
            class: None,
            parents: Vec::new(),
            children: Vec::new(),
            keys: Vec::new(),
            any,
            all,
            is_escaped: false,
            is_passed_to_sdk: false,
            is_captured_by_resource: false,
            is_captured: false,
            native: None,
        });
        self.copy(any, all);
        ObjectId(number(self.objects.len() - 1))
    }

    /// A function with `parameters`, whose nodes are those of its variables.
    pub fn function(&mut self, unit: UnitId, parameters: Vec<NodeId>) -> FunctionId {
        let members = self.object(ObjectKind::Record);
        let function = Function {
            unit,
            parameters,
            rest: self.node(),
            this: self.node(),
            result: self.node(),
            members,
            is_called: false,
            is_escaped: false,
            has_left: false,
        };
        self.functions.push(function);
        FunctionId(number(self.functions.len() - 1))
    }

    pub fn class(&mut self, base: Option<NodeId>, text: (u32, Range<usize>)) -> ClassId {
        let id = ClassId(number(self.classes.len()));
        let statics = self.object(ObjectKind::Record);
        let instance = self.object(ObjectKind::Record);
        self.objects[instance.0 as usize].class = Some(id);
        self.classes.push(Class {
            text,
            has_left: false,
            is_taken: false,
            statics,
            instance,
            constructor: None,
            base,
            is_external: false,
            is_resource: false,
        });
        if let Some(base) = base {
            self.observe(base, Use::Extends(id));
        }
        id
    }

    pub fn function_data(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn class_data(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The values that have reached a node.
    pub fn values(&self, node: NodeId) -> Vec<Value> {
        self.nodes[node.0 as usize].values.iter().copied().collect()
    }

    pub fn set_constructor(&mut self, class: ClassId, constructor: FunctionId) {
        self.classes[class.0 as usize].constructor = Some(constructor);
    }

    /// Marks an object that belongs to the process.
    pub fn set_native(&mut self, object: ObjectId, path: &str) {
        let path = self.paths.number(path);
        self.objects[object.0 as usize].native = Some(path);
    }

    pub fn object_data(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// An intrinsic by its path; members of the global object are globals.
    pub fn intrinsic(&mut self, path: &str) -> Value {
        let path = match is_global_object(path) {
            true => "globalThis",
            false => path,
        };
        Value::Intrinsic(self.paths.number(path))
    }

    /// The path of a member of an intrinsic.
    fn member_path(&self, path: u32, name: &str) -> String {
        let path = self.paths.text(path);
        match (path, name) {
            ("globalThis", _) => name.to_owned(),
            (module, "default") if module.starts_with("node:") && !module.contains('.') => {
                module.to_owned()
            }
            _ => format!("{path}.{name}"),
        }
    }

    /// Reports what an intrinsic breaks where it is mentioned. Forbidden ones are not followed further.
    pub fn mention(&mut self, path: &str, site: Site) -> Value {
        match judge(path) {
            Verdict::Forbidden(rule) => {
                self.report(rule, site, path.to_owned());
                Value::Unknown
            }
            Verdict::Harmless | Verdict::Mixed => self.intrinsic(path),
        }
    }

    pub fn report(&mut self, rule: Rule, site: Site, subject: String) {
        self.violations.insert(Violation {
            site,
            rule,
            subject,
        });
    }

    pub fn add(&mut self, node: NodeId, value: Value) {
        if node == UNKNOWN {
            return;
        }
        if self.nodes[node.0 as usize].values.insert(value) {
            self.work.push(Work::Arrived(node, value));
        }
    }

    pub fn copy(&mut self, from: NodeId, to: NodeId) {
        if from == UNKNOWN {
            // It never gets other values, and lists of all its users would be long.
            self.add(to, Value::Unknown);
            return;
        }
        if from == to || !self.known_copies.insert((from, to)) {
            return;
        }
        self.nodes[from.0 as usize].copies.push(to);
        let values: Vec<Value> = self.nodes[from.0 as usize].values.iter().copied().collect();
        for value in values {
            self.add(to, value);
        }
    }

    pub fn observe(&mut self, node: NodeId, what: Use) {
        if !self.known_uses.insert((node, what)) {
            return;
        }
        if node != UNKNOWN {
            // Lists of all users of what is not known would be long.
            self.nodes[node.0 as usize].uses.push(what);
        }
        let values = self.nodes[node.0 as usize].values.iter();
        self.work.extend(values.map(|it| Work::Apply(*it, what)));
    }

    pub fn call(&mut self, call: Call) -> CallId {
        self.calls.push(call);
        CallId(number(self.calls.len() - 1))
    }

    /// Passes all values on. Expressions without a value are unknown: results of code that is not known, and
    /// parameters of functions that the program does not call.
    pub fn solve(&mut self) {
        loop {
            while let Some(work) = self.work.pop() {
                self.steps += 1;
                if self.is_exhausted() {
                    return;
                }
                match work {
                    Work::Arrived(node, value) => self.arrived(node, value),
                    Work::Apply(value, what) => self.apply(value, what),
                }
            }
            self.call_inherited();
            if !self.work.is_empty() {
                continue;
            }
            let mut empty: Vec<NodeId> = self.results.clone();
            for function in &self.functions {
                empty.extend(&function.parameters);
                empty.push(function.this);
            }
            empty.retain(|it| self.nodes[it.0 as usize].values.is_empty());
            if empty.is_empty() {
                self.report_unowned();
                return;
            }
            for node in empty {
                self.add(node, Value::Unknown);
            }
        }
    }

    /// Whether the analysis ended at its limit, unfinished.
    pub const fn is_exhausted(&self) -> bool {
        self.steps > self.limit
    }

    fn arrived(&mut self, node: NodeId, value: Value) {
        let mut index = 0;
        while let Some(to) = self.nodes[node.0 as usize].copies.get(index).copied() {
            self.add(to, value);
            index += 1;
        }
        let mut index = 0;
        while let Some(what) = self.nodes[node.0 as usize].uses.get(index).copied() {
            self.apply(value, what);
            index += 1;
        }
    }

    fn apply(&mut self, value: Value, what: Use) {
        match what {
            Use::Load { key, to, site } => self.load(value, key, to, site),
            Use::Store {
                key, from, site, ..
            } => self.store(value, key, from, site),
            Use::Call(call) => self.called(value, call),
            Use::Method { key, call } => self.method_called(value, key, call),
            Use::Escape(site) => self.escaped(value, site),
            Use::PassedToCallee(site) => self.passed_to_callee(value, site),
            Use::PassedToSdk(site) => self.passed_to_sdk(value, site),
            Use::CapturedByResource(site) => self.captured_by_resource(value, site),
            Use::CoercedToText(site) => self.coerced_to_text(value, site),
            Use::Contents(to) => self.contents(value, to),
            Use::Iterate(to) => self.iterated(value, to),
            Use::Callback {
                collection,
                results,
                takes,
                site,
            } => self.called_back(value, (collection, takes), results, site),
            Use::Extends(class) => self.extended(value, class),
            Use::CalledBack(site) => {
                if let Value::Function(function) = value {
                    self.runs_from(site, self.functions[function.0 as usize].unit);
                }
            }
            Use::Executor(promise) => self.executed(value, promise),
            Use::Settles(registration) => self.settles(value, registration),
            Use::Reordered { name, site } => self.reordered(value, name, site),
            Use::MustStayVisible(site) => self.check_visibility(value, site),
            Use::MemberCaptured { part, site } => self.member_captured(value, part, site),
            Use::Capture { part, site } => self.captured(value, part, site),
            Use::Assign { content } => {
                if let Value::Object(object) = value {
                    let any = self.object_data(object).any;
                    self.copy(content, any);
                }
            }
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("BUG: fewer nodes than bytes of a program")
}
