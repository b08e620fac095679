//! Instances with `#private` fields: the classes that declare the fields, and the code that
//! restores them.

use std::collections::HashSet;

use crate::capture::{Capture, Captured, CapturedFunction, CapturedObject, Prototype, ValueId};

use super::code::Code;
use super::literal::string;
use super::names::Names;
use super::objects::{Destination, ObjectWriter, block};
use super::order;
use super::revival::{self, Guard, field_key, fields};
use super::sources::Sources;
use super::syntax::Syntax;
use super::values::ValueWriter;

/// The method that sets `#private` fields of an instance, then deletes itself.
const FILL: &str = "$fill";

/// The instances with `#private` fields in a capture.
pub struct PrivateInstances<'a> {
    capture: &'a Capture,
    /// Classes whose instances have `#private` fields, including their superclasses.
    guarded: HashSet<ValueId>,
    /// Classes in `guarded` whose instances are referred to by their own fields.
    filled: HashSet<ValueId>,
    /// The helper functions, if there are such instances.
    revival: Option<Revival>,
}

/// The names of what restores instances.
struct Revival {
    /// The function that makes an instance.
    revive: String,
    /// The variable with the fields of the instance that is being made.
    revived: String,
}

impl<'a> PrivateInstances<'a> {
    pub fn find(capture: &'a Capture, names: &mut Names) -> Self {
        let mut found = Self {
            capture,
            guarded: HashSet::new(),
            filled: HashSet::new(),
            revival: None,
        };
        for (index, value) in capture.values.iter().enumerate() {
            if let Captured::Object(object) = value
                && !object.private.is_empty()
            {
                let classes = found.classes(object);
                let id = ValueId(u32::try_from(index).unwrap_or(u32::MAX));
                if object.private.iter().any(|it| reaches(capture, it.1, id)) {
                    found.filled.extend(&classes);
                }
                found.guarded.extend(classes);
            }
        }
        if !found.guarded.is_empty() {
            found.revival = Some(Revival {
                revive: names.invent("revive"),
                revived: names.invent("revived"),
            });
        }
        found
    }

    /// Whether fields of an instance may refer to the instance.
    pub fn is_any_filled(&self) -> bool {
        !self.filled.is_empty()
    }

    /// The code of the helper functions.
    pub fn helpers(&self) -> String {
        let Some(it) = &self.revival else {
            return String::new();
        };
        revival::helper(&it.revive, &it.revived)
    }

    /// Statements that remove the methods that set fields.
    pub fn remove_fill<'n>(&self, name: impl Fn(ValueId) -> Option<&'n str>) -> Vec<String> {
        let mut classes: Vec<ValueId> = self.filled.iter().copied().collect();
        classes.sort_by_key(|it| it.0);
        let written = classes.into_iter().filter_map(name);
        written.map(|it| format!("delete {it}.{FILL};\n")).collect()
    }

    /// The guard of a class whose instances are made from stored fields.
    pub fn guard_of(&self, function: &CapturedFunction, sources: &mut Sources) -> Option<Guard> {
        let is_it = |it: &&ValueId| match self.capture.value(**it) {
            Captured::Function(other) => {
                (other.module, other.unit) == (function.module, function.unit)
            }
            _ => false,
        };
        let class = *self.guarded.iter().filter(is_it).min_by_key(|it| it.0)?;
        let is_filled = self.filled.iter().any(|it| is_it(&it));
        let revived = self.revival.as_ref()?.revived.clone();
        let mut keys = Vec::new();
        let lineage = self.lineage(class);
        for name in self.declared(class, sources) {
            let mut earlier = 0;
            for &parent in lineage.iter().skip(1) {
                earlier += usize::from(self.declared(parent, sources).contains(&name));
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

    /// The classes of an instance, innermost first.
    fn classes(&self, object: &CapturedObject) -> Vec<ValueId> {
        self.class(object)
            .map(|class| self.lineage(class))
            .unwrap_or_default()
    }

    fn class(&self, object: &CapturedObject) -> Option<ValueId> {
        let Prototype::Value(id) = object.prototype else {
            return None;
        };
        match self.capture.value(id) {
            Captured::PrototypeOf(class) => Some(*class),
            _ => None,
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

    /// The `#private` fields that a class declares.
    fn declared(&self, class: ValueId, sources: &mut Sources) -> Vec<String> {
        let Captured::Function(function) = self.capture.value(class) else {
            return Vec::new();
        };
        let analysis = &self.capture.modules[function.module.0 as usize];
        match sources.of(analysis).syntax(function.unit).as_deref() {
            Some(Syntax::Class(it)) => fields(&it.class),
            _ => Vec::new(),
        }
    }
}

/// Whether a value refers to another, directly or through others.
fn reaches(capture: &Capture, from: ValueId, target: ValueId) -> bool {
    let mut seen = HashSet::new();
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        if at == target {
            return true;
        }
        if !seen.insert(at) {
            continue;
        }
        let value = capture.value(at);
        waiting.extend(order::children(value));
        if let Captured::Function(function) = value {
            let cells = function.cells.iter();
            waiting.extend(cells.map(|it| capture.cell(it.1).value));
        }
    }
    false
}

/// Writes an instance with `#private` fields.
pub struct InstanceWriter<'w, 'a> {
    pub writer: &'w mut ValueWriter<'a>,
    pub value: ValueId,
    pub object: &'a CapturedObject,
}

impl InstanceWriter<'_, '_> {
    /// The expression that makes the instance.
    pub fn expression(&mut self, at: Destination<'_>) -> Code {
        let class = match self.writer.instances.class(self.object) {
            Some(class) => self.writer.reference(class),
            None => "Object".to_owned(),
        };
        let fields = self.stored_fields(at);
        let mut members = Vec::new();
        for member in &self.object.members {
            let mut object = ObjectWriter {
                writer: &mut *self.writer,
                value: self.value,
                object: self.object,
            };
            members.extend(object.member(member, at.deeper()));
        }
        let revival = self.writer.instances.revival.as_ref();
        let revive = revival.map_or("revive", |it| &it.revive);
        let mut code = Code::new(format!("{revive}({class}, "));
        code.append(block("{", fields, "}", at.indent));
        code.push(", ");
        code.append(block("{", members, "}", at.indent));
        code.push(")");
        code
    }

    /// The stored fields as members of an object; fields that are still being written follow later.
    fn stored_fields(&mut self, at: Destination<'_>) -> Vec<Code> {
        let mut written = Vec::new();
        let mut late = Vec::new();
        let private = &self.object.private;
        for (index, (name, content)) in private.iter().enumerate() {
            let before = private[..index].iter();
            let key = string(&field_key(name, before.filter(|it| it.0 == *name).count()));
            if self.writer.is_open(*content) && at.has_path() {
                let content = self.writer.reference(*content);
                late.push(format!("{key}: {content}"));
            } else {
                let content = self.writer.expression(*content, "", at.indent);
                written.push(content.wrapped(&format!("{key}: "), ""));
            }
        }
        if !late.is_empty() {
            for class in self.writer.instances.classes(self.object) {
                let class = self.writer.reference(class);
                let fields = late.join(", ");
                let path = at.path;
                self.writer
                    .later(format!("{class}.{FILL}({path}, {{ {fields} }});"));
            }
        }
        written
    }
}
