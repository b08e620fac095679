//! Finds in the code of a closure what it does with captured resources: outputs that it reads and
//! client methods that it calls, also through aliases and helper functions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::analysis::{Analysis, BindingId, Reference, Role, Root, UnitId};
use super::capture::{
    Capture, Captured, CapturedFunction, MemberContent, MemberKey, Prototype, ValueId,
};

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
        found: BTreeMap::new(),
        at: None,
        members: BTreeSet::new(),
        done: HashSet::new(),
        by_unit: HashMap::new(),
    };
    for (index, value) in capture.values.iter().enumerate() {
        if let Captured::Function(function) = value {
            let id = ValueId(u32::try_from(index).unwrap_or(u32::MAX));
            search.function(id, function);
        }
        if let Captured::Object(object) = value {
            search.instance(
                ValueId(u32::try_from(index).unwrap_or(u32::MAX)),
                object.prototype,
            );
        }
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
        if let Captured::Bound { target, this, .. } = value {
            search.receiver(*target, *this);
        }
    }
    (search.found, search.members)
}

struct Search<'a> {
    capture: &'a Capture,
    found: Found,
    /// The reference that is being looked at.
    at: Option<Place>,
    members: BTreeSet<(u32, String)>,
    /// Functions already analysed with a resource as a local variable or as `this`.
    done: HashSet<(ValueId, Local, Vec<String>, ValueId)>,
    /// References in each unit, by module.
    by_unit: HashMap<(u32, UnitId), Vec<&'a Reference>>,
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
    }

    /// Records instances as the `this` of the methods of their class and its superclasses.
    fn instance(&mut self, object: ValueId, prototype: Prototype) {
        let mut at = prototype;
        while let Prototype::Value(id) = at {
            let class = match &self.capture.values[id.0 as usize] {
                Captured::PrototypeOf(class) => *class,
                _ => return,
            };
            let Captured::Function(function) = &self.capture.values[class.0 as usize] else {
                return;
            };
            self.follow((class, function), Local::This, &[], object);
            at = match function.superclass {
                Prototype::Value(parent) => match self.capture.prototype_of(parent) {
                    Some(prototype) => Prototype::Value(prototype),
                    None => return,
                },
                _ => return,
            };
        }
    }

    /// Records `this` of a method that is bound to an object or called on one.
    fn receiver(&mut self, function: ValueId, this: ValueId) {
        if let Captured::Function(it) = &self.capture.values[function.0 as usize] {
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
                (Local::This, Root::This) => true,
                _ => false,
            };
            if !is_meant {
                continue;
            }
            let around = self.at;
            self.at = Some((place.1.module.0 as usize, reference.offset));
            if let Some(path) = reference.path.strip_prefix(prefix) {
                self.reference(place, path, &reference.role, value);
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
            Role::Read | Role::Call | Role::Computed => self.escape(value, &mut HashSet::new()),
        }
    }

    fn reference(
        &mut self,
        place: FunctionPlace<'a>,
        path: &'a [String],
        role: &'a Role,
        value: ValueId,
    ) {
        let (reached, rest) = self.walk(value, path);
        if let Captured::Resource(resource) = &self.capture.values[reached.0 as usize] {
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
                ([], Role::Read | Role::Call | Role::Computed) => Access::Everything,
            };
            self.record(Dependency { serial, access });
            return;
        }
        if !rest.is_empty() {
            return;
        }
        match role {
            Role::Call => {
                // `helpers.send()` gets `helpers` as `this`.
                let around = path.len().saturating_sub(1);
                let (holder, _) = self.walk(value, &path[..around]);
                if holder != reached {
                    self.receiver(reached, holder);
                }
            }
            Role::Read | Role::Computed => {
                if !matches!(
                    self.capture.values[reached.0 as usize],
                    Captured::Function(_)
                ) {
                    self.escape(reached, &mut HashSet::new());
                }
            }
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

    /// Follows an argument that is `value`, or holds it at `path`, into a function of the program.
    /// Returns false if the callee is not a function of the program.
    fn argument(
        &mut self,
        function: &'a CapturedFunction,
        callee: Root,
        callee_path: &[String],
        index: usize,
        path: &[String],
        value: ValueId,
    ) -> bool {
        let Root::Binding(binding) = callee else {
            return false;
        };
        let Some(&(_, cell)) = function.cells.iter().find(|it| it.0 == binding) else {
            return false;
        };
        let start = self.capture.cells[cell.0 as usize].value;
        let (reached, rest) = self.walk(start, callee_path);
        if !rest.is_empty() {
            return false;
        }
        let Captured::Function(called) = &self.capture.values[reached.0 as usize] else {
            return false;
        };
        let analysis = self.analysis(called);
        let place: FunctionPlace = (reached, called);
        if let Some(parameter) = analysis.parameter(called.unit, index) {
            self.follow(place, Local::Binding(parameter), path, value);
            return true;
        }
        let pattern = analysis.unit(called.unit).patterns.get(&index);
        let (Some((first, rest)), Some(members)) = (path.split_first(), pattern) else {
            return false;
        };
        for (key, variable) in members {
            if key == first {
                self.follow(place, Local::Binding(*variable), rest, value);
            }
        }
        true
    }

    /// Marks everything in an object that cannot be followed further.
    fn escape(&mut self, value: ValueId, seen: &mut HashSet<ValueId>) {
        if !seen.insert(value) {
            return;
        }
        match &self.capture.values[value.0 as usize] {
            Captured::Resource(resource) => {
                self.record(Dependency {
                    serial: resource.serial,
                    access: Access::Everything,
                });
            }
            Captured::Object(object) => {
                for member in &object.members {
                    if let Some(value) = self.content(&member.content) {
                        self.escape(value, seen);
                    }
                }
            }
            _ => {}
        }
    }

    /// Follows a path through members of plain objects as far as they exist.
    fn walk<'p>(&mut self, start: ValueId, path: &'p [String]) -> (ValueId, &'p [String]) {
        let mut at = start;
        for (index, name) in path.iter().enumerate() {
            match self.member(at, name) {
                Some(next) => {
                    if let Captured::Resource(holder) = &self.capture.values[at.0 as usize] {
                        self.members.insert((holder.serial, name.clone()));
                    }
                    at = next;
                }
                None => return (at, &path[index..]),
            }
        }
        (at, &[])
    }

    fn member(&self, value: ValueId, name: &str) -> Option<ValueId> {
        let members = match &self.capture.values[value.0 as usize] {
            Captured::Resource(resource) => {
                return resource
                    .members
                    .iter()
                    .find(|it| it.0 == name)
                    .map(|it| it.1);
            }
            Captured::Object(object) => &object.members,
            Captured::Function(function) => &function.members,
            _ => return None,
        };
        members
            .iter()
            .find(|member| matches!(&member.key, MemberKey::Name(key) if key == name))
            .and_then(|member| self.content(&member.content))
    }

    fn content(&self, content: &MemberContent) -> Option<ValueId> {
        match content {
            MemberContent::Data { value, .. } => Some(*value),
            MemberContent::Live(cell) => Some(self.capture.cell(*cell).value),
            MemberContent::Accessor { .. } => None,
        }
    }

    fn can_hold_resource(&self, value: ValueId) -> bool {
        matches!(
            self.capture.values[value.0 as usize],
            Captured::Resource(_) | Captured::Object(_) | Captured::Function(_)
        )
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
