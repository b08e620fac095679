//! Instances with `#private` fields: the classes that declare the fields, and the code that
//! restores them.

use std::collections::HashSet;

use crate::capture::{Captured, CapturedFunction, CapturedObject, ObjectKind, Prototype, ValueId};

use super::code::Code;
use super::literal::{number, string};
use super::module::Writer;
use super::order;
use super::revival::{Guard, field_key, fields};
use super::syntax::Syntax;

/// The method that sets `#private` fields of an instance, then deletes itself.
const FILL: &str = "$fill";

impl Writer<'_> {
    pub(super) fn find_guarded(&mut self) {
        let capture = self.capture;
        for (index, value) in capture.values.iter().enumerate() {
            if let Captured::Object(object) = value
                && !object.private.is_empty()
            {
                let classes = self.classes(object);
                let id = ValueId(u32::try_from(index).unwrap_or(u32::MAX));
                if object.private.iter().any(|it| self.reaches(it.1, id)) {
                    self.filled.extend(&classes);
                }
                self.guarded.extend(classes);
            }
        }
        if !self.guarded.is_empty() {
            let revive = self.names.invent("revive");
            let revived = self.names.invent("revived");
            self.revival = Some((revive, revived));
        }
    }

    /// The classes of an instance, innermost first.
    fn classes(&self, object: &CapturedObject) -> Vec<ValueId> {
        let Prototype::Value(id) = object.prototype else {
            return Vec::new();
        };
        match self.capture.value(id) {
            Captured::PrototypeOf(class) => self.lineage(*class),
            _ => Vec::new(),
        }
    }

    /// A class and its superclasses, as far as they belong to the program.
    fn lineage(&self, class: ValueId) -> Vec<ValueId> {
        let mut found = Vec::new();
        let mut at = Some(class);
        while let Some(id) = at
            && let Captured::Function(function) = self.capture.value(id)
        {
            found.push(id);
            at = match function.superclass {
                Prototype::Value(parent) => Some(parent),
                _ => None,
            };
        }
        found
    }

    fn reaches(&self, from: ValueId, target: ValueId) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            if at == target {
                return true;
            }
            if !seen.insert(at) {
                continue;
            }
            let value = self.capture.value(at);
            waiting.extend(order::children(value));
            if let Captured::Function(function) = value {
                let cells = function.cells.iter();
                waiting.extend(cells.map(|it| self.capture.cell(it.1).value));
            }
        }
        false
    }

    fn declared(&mut self, class: ValueId) -> Vec<String> {
        let Captured::Function(function) = self.capture.value(class) else {
            return Vec::new();
        };
        let analysis = &self.capture.modules[function.module.0 as usize];
        match self.sources.of(analysis).syntax(function.unit).as_deref() {
            Some(Syntax::Class(it)) => fields(&it.class),
            _ => Vec::new(),
        }
    }

    /// The guard of a class whose instances are made from stored fields.
    pub(super) fn guard_of(&mut self, function: &CapturedFunction) -> Option<Guard> {
        let is_it = |it: &&ValueId| match self.capture.value(**it) {
            Captured::Function(other) => {
                (other.module, other.unit) == (function.module, function.unit)
            }
            _ => false,
        };
        let class = *self.guarded.iter().filter(is_it).min_by_key(|it| it.0)?;
        let is_filled = self.filled.iter().any(|it| is_it(&it));
        let (_, revived) = self.revival.clone()?;
        let mut keys = Vec::new();
        let lineage = self.lineage(class);
        for name in self.declared(class) {
            let mut earlier = 0;
            for &parent in lineage.iter().skip(1) {
                earlier += usize::from(self.declared(parent).contains(&name));
            }
            let key = field_key(&name, earlier);
            keys.push((name, key));
        }
        Some(Guard {
            revived,
            keys,
            fill: is_filled.then(|| FILL.to_owned()),
        })
    }

    /// The stored fields of an instance as members of an object; fields that are still being
    /// written follow later.
    pub(super) fn stored_fields(
        &mut self,
        object: &CapturedObject,
        path: &str,
        indent: usize,
    ) -> Vec<Code> {
        let mut written = Vec::new();
        let mut late = Vec::new();
        for (index, (name, content)) in object.private.iter().enumerate() {
            let before = object.private[..index].iter();
            let key = string(&field_key(name, before.filter(|it| it.0 == *name).count()));
            if self.is_open(*content) && !path.is_empty() {
                let content = self.reference(*content);
                late.push(format!("{key}: {content}"));
            } else {
                let content = self.expression(*content, "", indent);
                written.push(content.wrapped(&format!("{key}: "), ""));
            }
        }
        if !late.is_empty() {
            for class in self.classes(object) {
                let class = self.reference(class);
                self.statements.push_late(Code::new(format!(
                    "{class}.{FILL}({path}, {{ {} }});",
                    late.join(", ")
                )));
            }
        }
        written
    }

    /// Statements that remove the fill methods.
    pub(super) fn remove_fill(&mut self) -> Vec<String> {
        let mut classes: Vec<ValueId> = self.filled.iter().copied().collect();
        classes.sort_by_key(|it| it.0);
        let written = classes
            .into_iter()
            .filter_map(|it| self.definitions.value_name(it).map(str::to_owned));
        written.map(|it| format!("delete {it}.{FILL};\n")).collect()
    }

    /// The internal state of an instance of a built-in class.
    pub(super) fn refill(&mut self, object: &CapturedObject, name: &str) {
        match &object.kind {
            ObjectKind::Map(entries) => {
                for &(key, value) in entries {
                    let (key, value) = (self.reference(key), self.reference(value));
                    let text = format!("Map.prototype.set.call({name}, {key}, {value});");
                    self.statements.push_late(Code::new(text));
                }
            }
            ObjectKind::Set(items) => {
                for &item in items {
                    let item = self.reference(item);
                    let text = format!("Set.prototype.add.call({name}, {item});");
                    self.statements.push_late(Code::new(text));
                }
            }
            ObjectKind::Date(time) => {
                let text = format!("Date.prototype.setTime.call({name}, {});", number(*time));
                self.statements.push_late(Code::new(text));
            }
            _ => {}
        }
    }
}
