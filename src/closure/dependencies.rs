//! Finds in the code of a closure what it does with captured resources: outputs that it reads and
//! client methods that it calls, also through aliases and helper functions.
//!
//! | module | |
//! |---|---|
//! | `arguments` | arguments of calls |
//! | `escape` | objects that cannot be followed further |
//! | `members` | members of values, also inherited ones |

mod arguments;
mod escape;
mod members;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::analysis::{Analysis, BindingId, Reference, Role, Root, UnitId, UnitKind};
use super::capture::{Capture, Captured, CapturedFunction, ValueId};
use members::Values;

/// A use of a resource by a closure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// The serial of the resource, as in [`super::capture::CapturedResource::serial`].
    pub serial: u32,
    pub access: Access,
}

/// A position in a file of the program, as the file's name is shown; line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UsePosition {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// A dependency, and the places in the code that use the resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedDependency {
    pub dependency: Dependency,
    /// In order; empty if the code was not searched, as for computed values.
    pub positions: Vec<UsePosition>,
}

/// The kind of use.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// A method of the client is called.
    Method(String),
    /// An output is read.
    Property(String),
    /// A value computed from its outputs is read; the output, or `*`.
    Value(String),
    /// It is passed to code that cannot be analysed, so any use is possible.
    Everything,
}

impl Access {
    /// The use as a kind and a member name.
    pub fn listed(&self) -> (&'static str, &str) {
        match self {
            Self::Method(name) => ("access", name),
            Self::Property(name) | Self::Value(name) => ("props", name),
            Self::Everything => ("access", "*"),
        }
    }
}

/// All dependencies of a capture, sorted.
pub fn dependencies(capture: &Capture) -> Vec<LocatedDependency> {
    let (found, _) = search(capture);
    let located = found.into_iter().map(|(dependency, places)| {
        let positions: BTreeSet<UsePosition> = places
            .iter()
            .map(|(module, offset)| {
                let analysis = &capture.modules[*module];
                let (line, column) = analysis.original_position(*offset);
                UsePosition {
                    file: analysis.file.clone(),
                    line: line + 1,
                    column: column + 1,
                }
            })
            .collect();
        LocatedDependency {
            dependency,
            positions: positions.into_iter().collect(),
        }
    });
    located.collect()
}

/// The dependencies of a capture, and the resources it reads from fields of others, as (serial, member).
pub fn used(capture: &Capture) -> (BTreeSet<Dependency>, BTreeSet<(u32, String)>) {
    let (found, members) = search(capture);
    (found.into_keys().collect(), members)
}

/// The index of a module, and a byte offset in its code.
type Place = (usize, usize);

/// The places that use each dependency.
type Found = BTreeMap<Dependency, BTreeSet<Place>>;

fn search(capture: &Capture) -> (Found, BTreeSet<(u32, String)>) {
    // Most captures have none, and searching large ones takes time.
    let is_searched = |it: &Captured| matches!(it, Captured::Resource(_) | Captured::Deferred(_));
    if !capture.values.iter().any(is_searched) {
        return Default::default();
    }
    let mut search = Search {
        capture,
        values: Values::new(capture),
        found: BTreeMap::new(),
        at: None,
        members: BTreeSet::new(),
        done: HashSet::new(),
        by_unit: HashMap::new(),
    };
    for (index, value) in capture.values.iter().enumerate() {
        let id = ValueId(u32::try_from(index).unwrap_or(u32::MAX));
        if let Captured::Function(function) = value {
            search.function(id, function);
        }
        search.holder_of_methods(id);
        if let Captured::Deferred(deferred) = value {
            for source in &deferred.sources {
                let access = Access::Value(source.output.clone());
                let dependency = Dependency {
                    serial: source.serial,
                    access,
                };
                search.found.entry(dependency).or_default();
            }
        }
        if let Captured::Bound {
            target,
            this,
            arguments,
            ..
        } = value
        {
            search.receiver(*target, *this);
            search.bound(*target, arguments);
        }
        if let Captured::Derived { arguments, .. } = value {
            for argument in arguments {
                search.escape(*argument, &mut HashSet::new());
            }
        }
    }
    (search.found, search.members)
}

struct Search<'a> {
    capture: &'a Capture,
    values: Values<'a>,
    found: Found,
    /// The reference that is being looked at.
    at: Option<Place>,
    members: BTreeSet<(u32, String)>,
    /// Functions already analysed with a resource as a local variable or as `this`.
    done: HashSet<(ValueId, Local, Vec<String>, ValueId)>,
    /// References in each unit, by module.
    by_unit: HashMap<(u32, UnitId), Vec<&'a Reference>>,
}

/// The beginning of a path.
#[derive(Clone, Copy)]
struct Start {
    value: ValueId,
    /// The `this` of its methods: another object for `super`.
    this: ValueId,
}

impl Start {
    fn of(value: ValueId) -> Self {
        Self { value, this: value }
    }
}

type FunctionPlace<'a> = (ValueId, &'a CapturedFunction);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Local {
    Binding(BindingId),
    This,
}

impl<'a> Search<'a> {
    fn function(&mut self, id: ValueId, function: &'a CapturedFunction) {
        for &(binding, cell) in &function.cells {
            let value = self.capture.cells[cell.0 as usize].value;
            self.follow((id, function), Local::Binding(binding), &[], value);
        }
        if let Some(this) = function.this {
            self.follow((id, function), Local::This, &[], this);
        }
        if let Some(home) = function.home {
            self.follow((id, function), Local::This, &[], home);
        }
        // Instances that the code itself makes have what the prototype has.
        if let Some(prototype) = self.values.prototype_of(id) {
            self.holder_of_methods(prototype);
        }
    }

    /// Records a value as the `this` of its methods and those that it inherits: methods of classes, static ones for a class
    /// itself, and functions that are members.
    fn holder_of_methods(&mut self, value: ValueId) {
        if !self.can_hold_resource(value) {
            return;
        }
        for link in self.values.lineage(value) {
            if let Some(class) = self.values.class_of(link)
                && let Some(function) = self.values.function(class)
            {
                self.follow((class, function), Local::This, &[], value);
            }
            let members = self.values.members(link).iter();
            let contents: Vec<ValueId> = members.flat_map(|it| self.values.contents(it)).collect();
            for function in contents {
                self.receiver(function, value);
            }
        }
    }

    /// Records `this` of a method that is bound to an object or called on one.
    fn receiver(&mut self, function: ValueId, this: ValueId) {
        if let Some(it) = self.values.function(function)
            && self.has_this(it)
        {
            self.follow((function, it), Local::This, &[], this);
        }
    }

    /// Follows the uses of `local` in `function`: `local` is `value`, or holds it at `prefix`.
    fn follow(
        &mut self,
        place: FunctionPlace<'a>,
        local: Local,
        prefix: &[String],
        value: ValueId,
    ) {
        let key = (place.0, local, prefix.to_vec(), value);
        if !self.can_hold_resource(value) || !self.done.insert(key) {
            return;
        }
        for reference in self.references(place.1) {
            let is_meant = match (local, reference.root) {
                (Local::Binding(binding), Root::Binding(used)) => binding == used,
                (Local::This, Root::This | Root::Super) => true,
                _ => false,
            };
            if !is_meant {
                continue;
            }
            let around = self.at;
            self.at = Some((place.1.module.0 as usize, reference.offset));
            if reference.root == Root::Super {
                if let Some(above) = self.above_home(place, reference) {
                    let start = Start {
                        value: above,
                        this: value,
                    };
                    self.reference(place, &reference.path, &reference.role, start);
                }
                self.at = around;
                continue;
            }
            if let Some(path) = reference.path.strip_prefix(prefix) {
                self.reference(place, path, &reference.role, Start::of(value));
            } else if let Some(rest) = prefix.strip_prefix(&reference.path[..]) {
                self.holder(place, &reference.role, rest, value);
            } else if reference.role == Role::Call {
                // The callee gets the holder as `this`.
                let holder = &reference.path[..reference.path.len().saturating_sub(1)];
                if prefix.starts_with(holder) {
                    self.escape(value, &mut HashSet::new());
                }
            }
            self.at = around;
        }
    }

    /// Records a use of an object that holds `value` at `path`.
    fn holder(
        &mut self,
        place: FunctionPlace<'a>,
        role: &'a Role,
        path: &[String],
        value: ValueId,
    ) {
        match role {
            Role::Alias(alias) => self.follow(place, Local::Binding(*alias), path, value),
            Role::Member { path: outer, of } => {
                self.holder(place, of, &[outer, path].concat(), value);
            }
            Role::Argument {
                callee,
                callee_path,
                index,
            } => {
                if !self.argument(place.1, *callee, callee_path, *index, path, value) {
                    self.escape(value, &mut HashSet::new());
                }
            }
            Role::Write => {}
            Role::Read | Role::Call | Role::Computed | Role::Construct => {
                self.escape(value, &mut HashSet::new());
            }
        }
    }

    fn reference(
        &mut self,
        place: FunctionPlace<'a>,
        path: &'a [String],
        role: &'a Role,
        start: Start,
    ) {
        let (reached, rest) = self.walk(start, path);
        if let Captured::Resource(resource) = self.values.get(reached) {
            let serial = resource.serial;
            let access = match (rest, role) {
                ([member], Role::Call) => Access::Method(member.clone()),
                // `const { push } = queue`: the use of the alias decides.
                ([member], Role::Alias(alias)) if self.is_called(place.1, *alias) => {
                    Access::Method(member.clone())
                }
                ([member, ..], _) => Access::Property(member.clone()),
                (
                    [],
                    Role::Alias(_) | Role::Argument { .. } | Role::Member { .. } | Role::Write,
                ) => {
                    return self.holder(place, role, &[], reached);
                }
                ([], Role::Read | Role::Call | Role::Computed | Role::Construct) => {
                    Access::Everything
                }
            };
            self.record(Dependency { serial, access });
            return;
        }
        if !rest.is_empty() {
            if *role == Role::Call && self.hands_out(reached, rest) {
                self.escape(reached, &mut HashSet::new());
            }
            return;
        }
        match role {
            Role::Call => {
                // `helpers.send()` gets `helpers` as `this`.
                let around = path.len().saturating_sub(1);
                let holder = match around {
                    0 => start.this,
                    _ => self.walk(start, &path[..around]).0,
                };
                if holder != reached {
                    self.receiver(reached, holder);
                }
            }
            Role::Construct => {}
            Role::Read | Role::Computed => self.escape(reached, &mut HashSet::new()),
            _ => self.holder(place, role, &[], reached),
        }
    }

    fn record(&mut self, dependency: Dependency) {
        self.found.entry(dependency).or_default().extend(self.at);
    }

    fn is_called(&mut self, function: &'a CapturedFunction, alias: BindingId) -> bool {
        self.references(function).iter().any(|it| {
            it.root == Root::Binding(alias) && it.path.is_empty() && it.role == Role::Call
        })
    }

    /// Follows a path through members as far as they exist.
    fn walk<'p>(&mut self, start: Start, path: &'p [String]) -> (ValueId, &'p [String]) {
        let mut at = start.value;
        let mut this = start.this;
        for (index, name) in path.iter().enumerate() {
            match self.values.find(at, name) {
                members::Found::Value(next) => {
                    if let Captured::Resource(holder) = self.values.get(at) {
                        self.members.insert((holder.serial, name.clone()));
                    }
                    (at, this) = (next, next);
                }
                members::Found::Accessor(functions) => {
                    for function in functions.into_iter().flatten() {
                        self.receiver(function, this);
                    }
                    return (at, &path[index..]);
                }
                members::Found::Nothing => return (at, &path[index..]),
            }
        }
        (at, &[])
    }

    /// The value in which a use of `super` finds members. Uses in classes and objects that the code itself makes have none.
    fn above_home(&self, place: FunctionPlace<'a>, reference: &Reference) -> Option<ValueId> {
        let (id, function) = place;
        if let Some(home) = function.home {
            return self.values.parent(home);
        }
        let analysis = self.analysis(function);
        let mut unit = analysis.unit(reference.unit?);
        while unit.kind.is_lexical() {
            unit = analysis.unit(unit.parent?);
        }
        if unit.parent != Some(function.unit) {
            return None;
        }
        match unit.kind.is_static() {
            true => self.values.parent(id),
            false => self.values.parent(self.values.prototype_of(id)?),
        }
    }

    fn can_hold_resource(&self, value: ValueId) -> bool {
        matches!(
            self.values.get(value),
            Captured::Resource(_)
                | Captured::Object(_)
                | Captured::Function(_)
                | Captured::PrototypeOf(_)
                | Captured::Bound { .. }
        )
    }

    /// Whether a function gets `this` when it is called.
    fn has_this(&self, function: &CapturedFunction) -> bool {
        let kind = self.analysis(function).unit(function.unit).kind;
        !kind.is_lexical() && !matches!(kind, UnitKind::Class { .. })
    }

    fn analysis(&self, function: &CapturedFunction) -> &'a Analysis {
        &self.capture.modules[function.module.0 as usize]
    }

    fn references(&mut self, function: &CapturedFunction) -> Vec<&'a Reference> {
        let analysis = self.analysis(function);
        let key = (function.module.0, function.unit);
        let span = analysis.unit(function.unit).span.clone();
        self.by_unit
            .entry(key)
            .or_insert_with(|| {
                let inside = |it: &&Reference| span.contains(&it.offset);
                analysis.references.iter().filter(inside).collect()
            })
            .clone()
    }
}
