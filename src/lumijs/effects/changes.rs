//! Changes that an activity makes of what comes from outside of it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::accessors::object_of;
use super::activities::Activity;
use super::extent::Extent;
use super::sharing::{Bits, COMMON, OUTER, Sharing};
use crate::solver::{
    CallId, Change, ChangeKind, Key, NodeId, ObjectId, ObjectKind, Site, Solver, Stateful, UnitId,
    Use, Value,
};

/// Methods whose result or effect depends on earlier ones.
const CHANGING_METHODS: &[&str] = &[
    "add",
    "append",
    "clear",
    "copyWithin",
    "delete",
    "fill",
    "next",
    "pop",
    "push",
    "return",
    "reverse",
    "set",
    "shift",
    "sort",
    "splice",
    "throw",
    "unshift",
];
/// Those that only arrays and iterators have.
const CHANGING_ANYTHING: &[&str] = &["next", "pop", "push", "shift", "splice", "unshift"];
/// Methods of regular expressions with a state.
const MATCHING_METHODS: &[&str] = &["exec", "test"];
/// A value that can be more objects than these is known too roughly to tell whose members others use.
const MAX_OBJECTS: usize = 8;

/// A thing that activities can share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Variable(NodeId),
    Member(ObjectId, u32),
    /// All members of an object together.
    AllMembers(ObjectId),
    /// Any of them.
    AnyMember(ObjectId),
}

#[derive(Clone, Debug)]
pub struct Found {
    pub site: Site,
    pub label: u32,
    /// Whether the same code, run for several promises, changes the same thing.
    pub is_common: bool,
    /// Whether the result depends on earlier changes.
    pub is_ordered: bool,
    /// The places that the change is one of, as others see them.
    pub places: Vec<Place>,
}

/// The uses of members in each function.
#[derive(Debug, Default)]
pub struct Uses {
    of_unit: FxHashMap<UnitId, Vec<(NodeId, Use)>>,
}

impl Uses {
    pub fn of(solver: &Solver) -> Self {
        let mut uses = Self::default();
        for node in solver.node_ids() {
            for what in solver.uses_of(node) {
                let unit = match what {
                    Use::Load { site, .. } | Use::Store { site, .. } => site.unit,
                    Use::Method { call, .. } => solver.call_data(*call).site.unit,
                    _ => continue,
                };
                uses.of_unit.entry(unit).or_default().push((node, *what));
            }
        }
        uses
    }
}

#[derive(Debug)]
pub struct Changes {
    pub activity: Activity,
    pub found: Vec<Found>,
    /// Places that the activity reads or changes.
    pub touched: FxHashSet<Place>,
    pub read: FxHashSet<Place>,
    /// Calls that settle a promise, which another call makes.
    pub settled: Vec<(CallId, Site)>,
}

impl Changes {
    pub fn of(
        solver: &Solver,
        uses: &Uses,
        activity: Activity,
        extent: &Extent,
        sharing: &Sharing,
    ) -> Self {
        let finder = Finder {
            solver,
            extent,
            sharing,
        };
        let mut changes = Self {
            activity,
            found: Vec::new(),
            touched: FxHashSet::default(),
            read: FxHashSet::default(),
            settled: Vec::new(),
        };
        for unit in extent.units() {
            for (node, what) in uses.of_unit.get(&unit).into_iter().flatten() {
                let bits = sharing.bits(*node);
                if bits & OUTER != 0 {
                    finder.member(*node, what, bits, &mut changes);
                }
            }
            for call in finder.text_methods(unit) {
                finder.matched(*call, &mut changes);
            }
            finder.variables(unit, &mut changes);
            finder.iterations(unit, &mut changes);
            finder.additions(unit, &mut changes);
            finder.settled(unit, &mut changes);
        }
        changes
    }

    fn touch(&mut self, object: ObjectId, name: Option<u32>) {
        self.touched.insert(Place::AnyMember(object));
        self.touched.insert(match name {
            Some(name) => Place::Member(object, name),
            None => Place::AllMembers(object),
        });
    }
}

struct Finder<'a> {
    solver: &'a Solver,
    extent: &'a Extent,
    sharing: &'a Sharing<'a>,
}

impl Finder<'_> {
    fn member(&self, node: NodeId, what: &Use, bits: Bits, changes: &mut Changes) {
        match what {
            Use::Load { key, site, .. }
                if self.extent.runs(site.unit, site.offset, site.offset) =>
            {
                for object in self.objects(node) {
                    changes.touch(object, name_of(*key));
                    if let Key::Name(name) = key {
                        changes.read.insert(Place::Member(object, *name));
                    }
                }
            }
            Use::Store {
                key, site, change, ..
            } if self.extent.runs(site.unit, site.offset, change.until) => {
                self.store(node, *key, *site, *change, bits, changes);
            }
            Use::Method { key, call } if self.extent.runs_call(self.solver, *call) => {
                self.method(node, *key, *call, bits, changes);
            }
            _ => {}
        }
    }

    fn objects(&self, node: NodeId) -> impl Iterator<Item = ObjectId> + '_ {
        let values = self.solver.values_of(node);
        values.filter_map(|it| object_of(self.solver, it))
    }

    fn is_collection(&self, object: ObjectId) -> bool {
        self.solver.object_data(object).kind == ObjectKind::Collection
    }

    fn store(
        &self,
        node: NodeId,
        key: Key,
        site: Site,
        change: Change,
        bits: Bits,
        changes: &mut Changes,
    ) {
        let is_common = bits & COMMON != 0;
        let is_updated = change.kind == ChangeKind::Updated;
        let mut places = Vec::new();
        // The order of members is that in which they were added, but for elements of arrays.
        let mut is_ordered = is_updated;
        let objects: Vec<ObjectId> = self.objects(node).collect();
        if !is_updated && objects.len() > MAX_OBJECTS {
            return;
        }
        for object in objects {
            let name = name_of(key);
            if name.is_none() && self.is_collection(object) && !is_updated {
                continue;
            }
            is_ordered |= name.is_none();
            changes.touch(object, name);
            places.extend(match name {
                Some(name) => [Place::Member(object, name), Place::AllMembers(object)],
                None => [Place::AnyMember(object), Place::AllMembers(object)],
            });
        }
        changes.found.push(Found {
            site,
            label: change.label,
            is_common,
            is_ordered,
            places,
        });
    }

    fn method(&self, node: NodeId, key: Key, call: CallId, bits: Bits, changes: &mut Changes) {
        let Key::Name(name) = key else { return };
        let data = self.solver.call_data(call);
        let origin = data.way.receiver_origin;
        let variable = Place::Variable(origin.map_or(node, |it| it.variable));
        let label = origin.map_or(name, |it| it.label);
        let text = self.solver.names.text(name);
        // What else reaches an object of the program is known too roughly.
        let is_own = |it| object_of(self.solver, it).is_some();
        // Methods of arrays give nothing to wait for.
        let is_unknown = !data.way.is_awaited && !self.solver.values_of(node).any(is_own);
        let mut places = Vec::new();
        for value in self.solver.values_of(node) {
            match value {
                Value::Object(object) if self.is_collection(object) => {
                    changes.touch(object, None);
                    if CHANGING_METHODS.contains(&text) {
                        places.push(Place::AnyMember(object));
                    }
                }
                Value::Unknown if is_unknown && CHANGING_ANYTHING.contains(&text) => {
                    places.push(variable)
                }
                Value::Stateful(Stateful::Iterator) if CHANGING_ANYTHING.contains(&text) => {
                    places.push(variable)
                }
                Value::Stateful(Stateful::Global | Stateful::Sticky)
                    if MATCHING_METHODS.contains(&text) =>
                {
                    places.push(variable)
                }
                _ => {}
            }
        }
        if places.contains(&variable) {
            changes.touched.insert(variable);
        }
        if !places.is_empty() {
            // The changed thing has the finding, as in assignments.
            let offset = data.way.receiver_offset.unwrap_or(data.site.offset);
            changes.found.push(Found {
                site: Site {
                    offset,
                    ..data.site
                },
                label,
                is_common: bits & COMMON != 0,
                is_ordered: true,
                places,
            });
        }
    }

    fn text_methods(&self, unit: UnitId) -> &[CallId] {
        let known = self.solver.execution.text_methods.get(&unit);
        known.map_or(&[], Vec::as_slice)
    }

    /// Regular expressions that a method of texts takes, and that keep their place in the text.
    fn matched(&self, call: CallId, changes: &mut Changes) {
        let data = self.solver.call_data(call);
        if !self.extent.runs_call(self.solver, call) {
            return;
        }
        for (index, argument) in data.arguments.iter().enumerate() {
            let bits = self.sharing.bits(*argument);
            let mut values = self.solver.values_of(*argument);
            if bits & OUTER == 0 || !values.any(|it| it == Value::Stateful(Stateful::Sticky)) {
                continue;
            }
            let Some(origin) = data.way.origins.get(index).copied().flatten() else {
                continue;
            };
            let place = Place::Variable(origin.variable);
            changes.touched.insert(place);
            changes.found.push(Found {
                site: data.site,
                label: origin.label,
                is_common: bits & COMMON != 0,
                is_ordered: true,
                places: vec![place],
            });
        }
    }

    fn variables(&self, unit: UnitId, changes: &mut Changes) {
        let execution = &self.solver.execution;
        for mention in execution.mentions.get(&unit).into_iter().flatten() {
            if self.extent.runs(unit, mention.offset, mention.offset)
                && self.sharing.of_variable(mention.variable) != 0
            {
                changes.touched.insert(Place::Variable(mention.variable));
                changes.read.insert(Place::Variable(mention.variable));
            }
        }
        for write in execution.writes.get(&unit).into_iter().flatten() {
            let bits = self.sharing.of_variable(write.variable);
            let change = write.change;
            if bits == 0 || !self.extent.runs(unit, write.site.offset, change.until) {
                continue;
            }
            let place = Place::Variable(write.variable);
            changes.touched.insert(place);
            changes.found.push(Found {
                site: write.site,
                label: change.label,
                is_common: bits & COMMON != 0,
                is_ordered: change.kind == ChangeKind::Updated,
                places: vec![place],
            });
        }
    }

    fn iterations(&self, unit: UnitId, changes: &mut Changes) {
        let known = self.solver.execution.iterations.get(&unit);
        for (node, site, label) in known.into_iter().flatten() {
            let bits = self.sharing.bits(*node);
            if bits & OUTER == 0 || !self.extent.runs(unit, site.offset, site.offset) {
                continue;
            }
            let mut places = Vec::new();
            for value in self.solver.values_of(*node) {
                match value {
                    Value::Object(object) if self.is_collection(object) => {
                        changes.touch(object, None);
                        if self.solver.object_data(object).native.is_some() {
                            places.push(Place::AnyMember(object));
                        }
                    }
                    Value::Stateful(Stateful::Iterator) => places.push(Place::Variable(*node)),
                    _ => {}
                }
            }
            if !places.is_empty() {
                changes.touched.insert(Place::Variable(*node));
                changes.found.push(Found {
                    site: *site,
                    label: *label,
                    is_common: bits & COMMON != 0,
                    is_ordered: true,
                    places,
                });
            }
        }
    }

    fn additions(&self, unit: UnitId, changes: &mut Changes) {
        let known = self.solver.execution.additions.get(&unit);
        for (node, site, label) in known.into_iter().flatten() {
            let bits = self.sharing.bits(*node);
            if bits & OUTER == 0 || !self.extent.runs(unit, site.offset, site.offset) {
                continue;
            }
            let objects: Vec<ObjectId> = self.objects(*node).collect();
            for object in &objects {
                changes.touch(*object, None);
            }
            changes.found.push(Found {
                site: *site,
                label: *label,
                is_common: bits & COMMON != 0,
                is_ordered: true,
                places: objects.into_iter().map(Place::AnyMember).collect(),
            });
        }
    }

    fn settled(&self, unit: UnitId, changes: &mut Changes) {
        let known = self.solver.execution.resolutions.get(&unit);
        for (promise, site, until) in known.into_iter().flatten() {
            if self.extent.runs(unit, site.offset, until.saturating_sub(1)) {
                changes.settled.push((*promise, *site));
            }
        }
    }
}

fn name_of(key: Key) -> Option<u32> {
    match key {
        Key::Name(name) => Some(name),
        Key::Any => None,
    }
}
