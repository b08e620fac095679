//! Inputs that would make an object.

use std::collections::BTreeMap;

use lumi_graph::{Object, Value as ProgramValue};

use crate::cty::Value;
use crate::schema::{Attribute, AttributeKind, Block};

use super::names::Names;
use super::outputs::outputs;

/// The inputs of a program as far as they agree with an object, and what the object has instead of the
/// others. `proposed` is the object as the inputs would leave it. Without any inputs, all are answered
/// that the object needs.
pub fn inputs_of(block: &Block, given: &Object, proposed: &Value, actual: &Value) -> Object {
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let settable = |name: &str, attribute: &Attribute| {
        let is_given = given.keys().any(|it| names.original(it) == Some(name));
        match given.is_empty() {
            true => is_needed(attribute),
            false => is_given && is_settable(attribute),
        }
    };
    let shown = outputs(&needed(block, &settable), actual, &[]);
    if given.is_empty() {
        return shown
            .into_iter()
            .filter_map(|(name, value)| Some((name, without_empty(value)?)))
            .collect();
    }
    let mut inputs = Object::default();
    for (key, value) in given {
        let Some(name) = names.original(key) else {
            inputs.insert(key.clone(), value.clone());
            continue;
        };
        let is_written = block
            .attributes
            .get(name)
            .is_some_and(|it| it.is_write_only);
        let agrees = is_written || proposed.attribute(name) == actual.attribute(name);
        if agrees {
            inputs.insert(key.clone(), value.clone());
            continue;
        }
        let found = shown.get(&names.of_program(name)).cloned();
        if let Some(value) = found.and_then(without_nulls) {
            inputs.insert(key.clone(), value);
        }
    }
    inputs
}

fn is_settable(attribute: &Attribute) -> bool {
    !attribute.is_computed_only() && !attribute.is_write_only
}

/// Whether only a program can have set the attribute.
fn is_needed(attribute: &Attribute) -> bool {
    is_settable(attribute) && !attribute.is_computed
}

/// The part of a block that programs set. `is_kept` decides on its own attributes.
fn needed(block: &Block, is_kept: &dyn Fn(&str, &Attribute) -> bool) -> Block {
    let kept = |(name, attribute): (&String, &Attribute)| {
        is_kept(name, attribute).then(|| (name.clone(), needed_attribute(attribute)))
    };
    let nested = |(name, nested): (&String, &crate::schema::NestedBlock)| {
        let mut nested = nested.clone();
        nested.block = needed(&nested.block, &|_, it| is_needed(it));
        (name.clone(), nested)
    };
    Block {
        attributes: block.attributes.iter().filter_map(kept).collect(),
        blocks: block.blocks.iter().map(nested).collect(),
        ..Block::default()
    }
}

fn needed_attribute(attribute: &Attribute) -> Attribute {
    let AttributeKind::Nested(nesting, inner) = &attribute.kind else {
        return attribute.clone();
    };
    let inner = inner.iter().filter(|(_, it)| is_needed(it));
    let inner: BTreeMap<String, Attribute> = inner
        .map(|(name, it)| (name.clone(), needed_attribute(it)))
        .collect();
    Attribute {
        kind: AttributeKind::Nested(*nesting, inner),
        ..attribute.clone()
    }
}

/// A value without members that are null; `None` if it is null.
fn without_nulls(value: ProgramValue) -> Option<ProgramValue> {
    Some(match value {
        ProgramValue::Null => return None,
        ProgramValue::Secret(inner) => ProgramValue::secret(without_nulls(*inner)?),
        ProgramValue::Array(elements) => ProgramValue::Array(
            elements
                .into_iter()
                .map(|it| without_nulls(it).unwrap_or_default())
                .collect(),
        ),
        ProgramValue::Object(members) => {
            let members = members.into_iter();
            let kept = members.filter_map(|(name, it)| Some((name, without_nulls(it)?)));
            ProgramValue::Object(kept.collect())
        }
        other => other,
    })
}

/// A value that says something: blocks that are not there are empty.
fn without_empty(value: ProgramValue) -> Option<ProgramValue> {
    match without_nulls(value)? {
        ProgramValue::Array(elements) if elements.is_empty() => None,
        ProgramValue::Object(members) if members.is_empty() => None,
        other => Some(other),
    }
}
