//! Members of captured values: their own, and those that they inherit.

use std::collections::HashMap;

use crate::analysis::UnitKind;
use crate::capture::{
    Capture, Captured, CapturedFunction, Member, MemberContent, MemberKey, Prototype, ValueId,
};

/// The values of a capture, with the `prototype` of each class, which the capture has only where it is a value itself.
pub struct Values<'a> {
    capture: &'a Capture,
    /// Those that the capture lacks; their ids follow its own.
    added: Vec<Captured>,
    prototypes: HashMap<ValueId, ValueId>,
}

/// The result of a search for a member.
pub enum Found {
    Value(ValueId),
    /// The functions that read and write it, with the object as `this`.
    Accessor([Option<ValueId>; 2]),
    Nothing,
}

impl<'a> Values<'a> {
    pub fn new(capture: &'a Capture) -> Self {
        let mut prototypes = HashMap::new();
        for (index, value) in capture.values.iter().enumerate() {
            if let Captured::PrototypeOf(class) = value {
                prototypes.insert(*class, id(index));
            }
        }
        let mut values = Self {
            capture,
            added: Vec::new(),
            prototypes,
        };
        for (index, value) in capture.values.iter().enumerate() {
            let class = id(index);
            if let Captured::Function(function) = value
                && values.has_prototype(function)
                && !values.prototypes.contains_key(&class)
            {
                let prototype = id(capture.values.len() + values.added.len());
                values.added.push(Captured::PrototypeOf(class));
                values.prototypes.insert(class, prototype);
            }
        }
        values
    }

    /// Whether instances of a function may inherit anything.
    fn has_prototype(&self, function: &CapturedFunction) -> bool {
        self.is_class(function)
            || !function.prototype_members.is_empty()
            || function.prototype_parent != Prototype::Usual
    }

    fn is_class(&self, function: &CapturedFunction) -> bool {
        let analysis = &self.capture.modules[function.module.0 as usize];
        matches!(analysis.unit(function.unit).kind, UnitKind::Class { .. })
    }

    pub fn get(&self, id: ValueId) -> &Captured {
        let index = id.0 as usize;
        match self.capture.values.get(index) {
            Some(value) => value,
            None => &self.added[index - self.capture.values.len()],
        }
    }

    pub fn function(&self, id: ValueId) -> Option<&'a CapturedFunction> {
        match self.capture.values.get(id.0 as usize) {
            Some(Captured::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// The class whose methods have a value as `this`: itself for static ones, or the one whose `prototype` it is.
    pub fn class_of(&self, value: ValueId) -> Option<ValueId> {
        match self.get(value) {
            Captured::PrototypeOf(class) => Some(*class),
            Captured::Function(function) => self.is_class(function).then_some(value),
            _ => None,
        }
    }

    /// The `prototype` of a class, or of another function whose instances may inherit something.
    pub fn prototype_of(&self, class: ValueId) -> Option<ValueId> {
        self.prototypes.get(&class).copied()
    }

    /// A value, its prototype, and so on.
    pub fn lineage(&self, value: ValueId) -> Vec<ValueId> {
        let mut all = vec![value];
        let mut at = self.parent(value);
        while let Some(next) = at.filter(|it| !all.contains(it)) {
            all.push(next);
            at = self.parent(next);
        }
        all
    }

    /// The prototype of a value, if it belongs to the program.
    pub fn parent(&self, value: ValueId) -> Option<ValueId> {
        let prototype = match self.get(value) {
            Captured::Object(object) => object.prototype,
            Captured::Function(function) => function.superclass,
            Captured::PrototypeOf(class) => {
                let function = self.function(*class)?;
                match (function.prototype_parent, function.superclass) {
                    (Prototype::Usual, Prototype::Value(parent)) if self.is_class(function) => {
                        return self.prototype_of(parent);
                    }
                    (prototype, _) => prototype,
                }
            }
            _ => return None,
        };
        match prototype {
            Prototype::Value(parent) => Some(parent),
            Prototype::Usual | Prototype::Null => None,
        }
    }

    /// The own members of a value.
    pub fn members(&self, value: ValueId) -> &[Member] {
        match self.get(value) {
            Captured::Object(object) => &object.members,
            Captured::Function(function) => &function.members,
            Captured::Bound { members, .. } => members,
            Captured::PrototypeOf(class) => self
                .function(*class)
                .map_or(&[], |it| it.prototype_members.as_slice()),
            _ => &[],
        }
    }

    /// The member of a value with this name, its own or an inherited one.
    pub fn find(&self, value: ValueId, name: &str) -> Found {
        let mut found = self.lineage(value).into_iter().map(|it| self.own(it, name));
        let first = found.find(|it| !matches!(it, Found::Nothing));
        first.unwrap_or(Found::Nothing)
    }

    fn own(&self, value: ValueId, name: &str) -> Found {
        if let Captured::Resource(resource) = self.get(value) {
            let member = resource.members.iter().find(|it| it.0 == name);
            return member.map_or(Found::Nothing, |it| Found::Value(it.1));
        }
        let is_it = |it: &&Member| matches!(&it.key, MemberKey::Name(key) if key == name);
        if let Some(member) = self.members(value).iter().find(is_it) {
            return match member.content {
                MemberContent::Accessor { get, set } => Found::Accessor([get, set]),
                MemberContent::Data { value, .. } => Found::Value(value),
                MemberContent::Live(cell) => Found::Value(self.capture.cell(cell).value),
            };
        }
        let implied = match (self.get(value), name) {
            (Captured::Function(_), "prototype") => self.prototype_of(value),
            (Captured::PrototypeOf(class), "constructor") => Some(*class),
            _ => None,
        };
        implied.map_or(Found::Nothing, Found::Value)
    }

    /// The values that a member may have, and the functions that read and write it.
    pub fn contents(&self, member: &Member) -> Vec<ValueId> {
        match member.content {
            MemberContent::Data { value, .. } => vec![value],
            MemberContent::Live(cell) => vec![self.capture.cell(cell).value],
            MemberContent::Accessor { get, set } => [get, set].into_iter().flatten().collect(),
        }
    }
}

fn id(index: usize) -> ValueId {
    ValueId(u32::try_from(index).unwrap_or(u32::MAX))
}
