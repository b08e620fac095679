//! Inputs that would make an object.

use std::collections::BTreeMap;

use lumi_graph::Object;

use crate::cty::{Path, Value};
use crate::schema::{Attribute, AttributeKind, Block};

use super::names::Names;
use super::nulls::{without_empty, without_nulls};
use super::outputs::outputs;

/// The inputs of a program as far as they agree with an object, and what the object has instead of the
/// others. `proposed` is the object as the inputs would leave it. Without any inputs, all are answered
/// that the object needs.
pub fn inputs_of(block: &Block, given: &Object, proposed: &Value, actual: &Value) -> Object {
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let written = block.attributes.iter().filter(|(_, it)| it.is_write_only);
    let written: Vec<&str> = written.map(|(name, _)| name.as_str()).collect();
    let settable = |name: &str, attribute: &Attribute| {
        let is_given = given.keys().any(|it| names.original(it) == Some(name));
        match given.is_empty() {
            true => is_needed(attribute),
            false => is_given && is_settable(attribute),
        }
    };
    let block = needed(block, &settable);
    let shown = outputs(&block, actual, &[]);
    if given.is_empty() {
        return without_empty(&block, shown);
    }
    let shown = without_nulls(&block, shown);
    let mut inputs = Object::default();
    for (key, value) in given {
        let Some(name) = names.original(key) else {
            inputs.insert(key.clone(), value.clone());
            continue;
        };
        let is_written = written.contains(&name);
        let agrees = is_written || proposed.attribute(name) == actual.attribute(name);
        if agrees {
            inputs.insert(key.clone(), value.clone());
            continue;
        }
        if let Some(value) = shown.get(&names.of_program(name)) {
            inputs.insert(key.clone(), value.clone());
        }
    }
    inputs
}

/// The inputs that an object needs, and of the attributes that the provider sets as well those that `is_chosen`
/// names. `secrets` are the places that are secret, beside what the schema calls sensitive.
pub fn needed_inputs(
    block: &Block,
    actual: &Value,
    secrets: &[Path],
    is_chosen: &dyn Fn(&str) -> bool,
) -> Object {
    let kept = |name: &str, attribute: &Attribute| {
        is_needed(attribute) || (is_chosen(name) && is_settable(attribute))
    };
    let nested = |name: &str| match is_chosen(name) {
        true => is_settable as AttributeTest,
        false => is_needed,
    };
    let block = part(block, &kept, &nested);
    without_empty(&block, outputs(&block, actual, secrets))
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
    part(block, is_kept, &|_| is_needed)
}

type AttributeTest = fn(&Attribute) -> bool;

/// A part of a block. `is_kept` decides on its own attributes, `nested` what decides on those below a member.
fn part(
    block: &Block,
    is_kept: &dyn Fn(&str, &Attribute) -> bool,
    nested: &dyn Fn(&str) -> AttributeTest,
) -> Block {
    let kept = |(name, attribute): (&String, &Attribute)| {
        let inner = nested(name);
        is_kept(name, attribute).then(|| (name.clone(), part_of_attribute(attribute, inner)))
    };
    let nested = |(name, below): (&String, &crate::schema::NestedBlock)| {
        let mut below = below.clone();
        let inner = nested(name);
        below.block = part(&below.block, &|_, it| inner(it), &|_| inner);
        (name.clone(), below)
    };
    Block {
        attributes: block.attributes.iter().filter_map(kept).collect(),
        blocks: block.blocks.iter().map(nested).collect(),
        ..Block::default()
    }
}

fn part_of_attribute(attribute: &Attribute, is_kept: AttributeTest) -> Attribute {
    let AttributeKind::Nested(nesting, inner) = &attribute.kind else {
        return attribute.clone();
    };
    let inner = inner.iter().filter(|(_, it)| is_kept(it));
    let inner: BTreeMap<String, Attribute> = inner
        .map(|(name, it)| (name.clone(), part_of_attribute(it, is_kept)))
        .collect();
    Attribute {
        kind: AttributeKind::Nested(*nesting, inner),
        ..attribute.clone()
    }
}
