//! The inputs of a program in the shape of a block.

use std::collections::BTreeMap;

use lumi_graph::{Object, Value as ProgramValue};

use crate::cty::{Path, Step, Value};
use crate::schema::{Attribute, AttributeKind, Block, NestedBlock, Nesting};

use super::by_type::value_of_type;
use super::names::Names;
use super::program_path::program_path;
use super::shape_error::ShapeError;

/// A configuration in the type of its schema.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub value: Value,
    /// The places of what the program marks as secret.
    pub secrets: Vec<Path>,
}

/// Reads the inputs of a program. What is left out is null, and blocks that are left out are empty.
pub fn configuration(block: &Block, inputs: &Object) -> Result<Configuration, Vec<ShapeError>> {
    let mut collector = Collector::default();
    let value = read_block(block, inputs, &Path::ROOT, &mut collector);
    collector.finish(value)
}

/// Reads inputs of which parts may be missing, or be those of another version of the schema: what does not
/// fit is null.
pub fn incomplete_configuration(block: &Block, inputs: &Object) -> Configuration {
    let mut collector = Collector::default();
    let value = read_block(block, inputs, &Path::ROOT, &mut collector);
    Configuration {
        value,
        secrets: collector.secrets,
    }
}

/// Facts that the conversion collects.
#[derive(Default)]
pub struct Collector {
    pub secrets: Vec<Path>,
    errors: Vec<ShapeError>,
}

impl Collector {
    /// The value that was read, unless something does not fit.
    pub fn finish(self, value: Value) -> Result<Configuration, Vec<ShapeError>> {
        match self.errors.is_empty() {
            true => Ok(Configuration {
                value,
                secrets: self.secrets,
            }),
            false => Err(self.errors),
        }
    }

    pub fn wrong(&mut self, path: &Path, reason: impl Into<String>) {
        self.errors.push(ShapeError {
            path: program_path(path),
            reason: reason.into(),
        });
    }

    pub fn refuse(&mut self, path: &Path, reason: &str) -> Value {
        self.wrong(path, reason);
        Value::Null
    }

    /// The name in the schema; one that is not there is reported.
    pub fn original<'s>(&mut self, names: &Names<'s>, given: &str, path: &Path) -> Option<&'s str> {
        let found = names.original(given);
        if found.is_none() {
            let advice = names
                .nearest(given)
                .map(|it| format!("; did you mean `{it}`?"));
            let place = path.then(Step::Attribute(given.to_owned()));
            let reason = format!("unknown property `{given}`{}", advice.unwrap_or_default());
            self.wrong(&place, reason);
        }
        found
    }
}

/// The members by the names of the schema.
fn by_original<'g>(
    names: &Names<'_>,
    given: &'g Object,
    path: &Path,
    collector: &mut Collector,
) -> BTreeMap<String, &'g ProgramValue> {
    let mut found = BTreeMap::new();
    for (name, value) in given {
        let Some(original) = collector.original(names, name, path) else {
            continue;
        };
        if found.insert(original.to_owned(), value).is_some() {
            let place = path.then(Step::Attribute(original.to_owned()));
            collector.wrong(&place, "it is set twice, under both of its names");
        }
    }
    found
}

fn read_block(block: &Block, given: &Object, path: &Path, collector: &mut Collector) -> Value {
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let given = by_original(&names, given, path, collector);
    let mut members = read_attributes(&block.attributes, &given, path, collector);
    for (name, nested) in &block.blocks {
        let place = path.then(Step::Attribute(name.clone()));
        let value = match given.get(name) {
            None | Some(ProgramValue::Null) => nested.empty_value(),
            Some(value) => read_nested_block(nested, value, &place, collector),
        };
        check_length(nested, &value, &place, collector);
        members.insert(name.clone(), value);
    }
    Value::Object(members)
}

fn read_attributes(
    attributes: &BTreeMap<String, Attribute>,
    given: &BTreeMap<String, &ProgramValue>,
    path: &Path,
    collector: &mut Collector,
) -> BTreeMap<String, Value> {
    let mut members = BTreeMap::new();
    for (name, attribute) in attributes {
        let place = path.then(Step::Attribute(name.clone()));
        let value = match given.get(name) {
            None | Some(ProgramValue::Null) => Value::Null,
            Some(_) if attribute.is_computed_only() => {
                collector.refuse(&place, "the provider sets it; it cannot be configured")
            }
            Some(value) => read_attribute(attribute, value, &place, collector),
        };
        if attribute.is_required && matches!(given.get(name), None | Some(ProgramValue::Null)) {
            let reason = match attribute.is_write_only {
                true => {
                    "it is required, and only a program can give it: it is written, and no state has it"
                }
                false => "it is required",
            };
            collector.wrong(&place, reason);
        }
        members.insert(name.clone(), value);
    }
    members
}

fn read_attribute(
    attribute: &Attribute,
    given: &ProgramValue,
    path: &Path,
    collector: &mut Collector,
) -> Value {
    let (nesting, attributes) = match &attribute.kind {
        AttributeKind::Of(of) => return value_of_type(given, of, path, collector),
        AttributeKind::Nested(nesting, attributes) => (*nesting, attributes),
    };
    let mut object = |given: &Object, path: &Path, collector: &mut Collector| {
        let names = Names::new(attributes.keys());
        let given = by_original(&names, given, path, collector);
        Value::Object(read_attributes(attributes, &given, path, collector))
    };
    collection(nesting, false, given, path, collector, &mut object)
}

fn read_nested_block(
    nested: &NestedBlock,
    given: &ProgramValue,
    path: &Path,
    collector: &mut Collector,
) -> Value {
    if nested.is_open() {
        // The given value decides the type of its elements.
        let of = &crate::cty::Type::Dynamic;
        return value_of_type(given, of, path, collector);
    }
    let mut object = |given: &Object, path: &Path, collector: &mut Collector| {
        read_block(&nested.block, given, path, collector)
    };
    collection(nested.nesting, true, given, path, collector, &mut object)
}

/// Reads one object of a nested value.
fn nested_object(
    given: &ProgramValue,
    path: &Path,
    collector: &mut Collector,
    object: &mut dyn FnMut(&Object, &Path, &mut Collector) -> Value,
) -> Value {
    match given.open() {
        ProgramValue::Object(members) => {
            if matches!(given, ProgramValue::Secret(_)) {
                collector.secrets.push(path.clone());
            }
            object(members, path, collector)
        }
        ProgramValue::Unknown => Value::UNKNOWN,
        other => collector.refuse(
            path,
            &format!("an object is required, not {}", other.kind()),
        ),
    }
}

/// Reads the objects of a nested value. One block may be given without a list around it.
fn collection(
    nesting: Nesting,
    is_block: bool,
    given: &ProgramValue,
    path: &Path,
    collector: &mut Collector,
    object: &mut dyn FnMut(&Object, &Path, &mut Collector) -> Value,
) -> Value {
    let given = match given {
        ProgramValue::Secret(inner) => {
            collector.secrets.push(path.clone());
            inner
        }
        given => given,
    };
    let mut element = |given: &ProgramValue, path: &Path, collector: &mut Collector| {
        nested_object(given, path, collector, object)
    };
    match (nesting, given) {
        (_, ProgramValue::Unknown) => Value::UNKNOWN,
        (Nesting::Single | Nesting::Group, given) => element(given, path, collector),
        (Nesting::List, ProgramValue::Array(elements)) => {
            let each = |(at, it): (usize, &ProgramValue)| {
                let index = Step::Index(i64::try_from(at).unwrap_or(i64::MAX));
                element(it, &path.then(index), collector)
            };
            Value::List(elements.iter().enumerate().map(each).collect())
        }
        (Nesting::Set, ProgramValue::Array(elements)) => {
            let elements: Vec<Value> = elements
                .iter()
                .map(|it| element(it, path, collector))
                .collect();
            Value::set_of(elements)
        }
        (Nesting::List, ProgramValue::Object(_)) if is_block => {
            Value::List(vec![element(given, &path.then(Step::Index(0)), collector)])
        }
        (Nesting::Set, ProgramValue::Object(_)) if is_block => {
            Value::Set(vec![element(given, path, collector)])
        }
        (Nesting::Map, ProgramValue::Object(members)) => {
            let each = |(key, it): (&String, &ProgramValue)| {
                let value = element(it, &path.then(Step::Key(key.clone())), collector);
                (key.clone(), value)
            };
            Value::map(members.iter().map(each).collect::<Vec<_>>())
        }
        (Nesting::Map, other) => collector.refuse(
            path,
            &format!("an object is required, not {}", other.kind()),
        ),
        (_, other) => {
            collector.refuse(path, &format!("an array is required, not {}", other.kind()))
        }
    }
}

fn check_length(nested: &NestedBlock, value: &Value, path: &Path, collector: &mut Collector) {
    let Some(length) = value.elements().map(<[Value]>::len) else {
        if value.is_null() && nested.min_items > 0 {
            collector.wrong(path, "it is required");
        }
        return;
    };
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    if length < nested.min_items {
        collector.wrong(path, format!("at least {} are required", nested.min_items));
    }
    if let Some(most) = nested.max_items.filter(|it| length > *it) {
        collector.wrong(path, format!("at most {most} can be given"));
    }
}
