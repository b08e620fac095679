//! The state that a configuration asks for, given the one before.
//!
//! Values that the program sets are taken from the configuration. Values that it leaves out, and the provider may
//! set, stays as it was.

use std::collections::BTreeMap;

use crate::cty::Value;

use super::block::{Attribute, AttributeKind, Block, NestedBlock, Nesting};
use super::set_element_matcher::SetElementMatcher;

/// The proposal for a resource. A null prior value is that of an object that does not exist.
pub fn proposed_new(block: &Block, prior: &Value, config: &Value) -> Value {
    if config.is_null() && prior.is_null() {
        return Value::Null;
    }
    match prior.is_null() {
        true => merge_block(block, &block.empty_value(), config),
        false => merge_block(block, prior, config),
    }
}

/// An object that cannot be read yet: values that its provider sets are unknown.
pub fn unread(block: &Block, config: &Value) -> Value {
    merge_block(block, &Value::UNKNOWN, config)
}

fn merge_block(block: &Block, prior: &Value, config: &Value) -> Value {
    if config.is_null() || config.is_unknown() {
        return prior.clone();
    }
    let mut merged = merge_attributes(&block.attributes, prior, config);
    for (name, nested) in &block.blocks {
        let (prior, config) = (prior.attribute(name), config.attribute(name));
        merged.insert(name.clone(), merge_nested_block(nested, &prior, &config));
    }
    Value::Object(merged)
}

fn merge_attributes(
    attributes: &BTreeMap<String, Attribute>,
    prior: &Value,
    config: &Value,
) -> BTreeMap<String, Value> {
    let merge = |(name, attribute): (&String, &Attribute)| {
        let (prior, config) = (prior.attribute(name), config.attribute(name));
        (name.clone(), merge_attribute(attribute, prior, config))
    };
    attributes.iter().map(merge).collect()
}

fn merge_attribute(attribute: &Attribute, prior: Value, config: Value) -> Value {
    if attribute.is_computed && config.is_null() {
        // A value that only a configuration can have set has been removed from it.
        return match attribute.is_optional && was_configured(attribute, &prior) {
            true => config,
            false => prior,
        };
    }
    match &attribute.kind {
        AttributeKind::Of(_) => config,
        AttributeKind::Nested(nesting, attributes) => {
            merge_nested_attributes(*nesting, attributes, &prior, config)
        }
    }
}

/// Whether a nested value has something that the provider cannot have set by itself.
fn was_configured(attribute: &Attribute, prior: &Value) -> bool {
    let AttributeKind::Nested(nesting, attributes) = &attribute.kind else {
        return false;
    };
    let in_object = |object: &Value| {
        attributes.iter().any(|(name, inner)| {
            let value = object.attribute(name);
            match &inner.kind {
                AttributeKind::Of(_) => {
                    !inner.is_computed && !value.is_null() && !value.is_unknown()
                }
                AttributeKind::Nested(..) => {
                    (!inner.is_computed && !value.is_null() && !value.is_unknown())
                        || was_configured(inner, &value)
                }
            }
        })
    };
    match nesting {
        Nesting::Single | Nesting::Group => in_object(prior),
        Nesting::List | Nesting::Set | Nesting::Map => {
            prior.children().any(|(_, it)| in_object(it))
        }
    }
}

fn merge_nested_attributes(
    nesting: Nesting,
    attributes: &BTreeMap<String, Attribute>,
    prior: &Value,
    config: Value,
) -> Value {
    if config.is_null() || config.is_unknown() {
        return config;
    }
    let merge = |prior: &Value, config: &Value| match config {
        Value::Null | Value::Unknown(_) => config.clone(),
        config => Value::Object(merge_attributes(attributes, prior, config)),
    };
    merge_collection(nesting, prior, config, &merge, &|| {
        SetElementMatcher::of_attributes(attributes, prior)
    })
}

fn merge_nested_block(nested: &NestedBlock, prior: &Value, config: &Value) -> Value {
    // Types of elements that may differ are decided by the configuration.
    if config.is_unknown() || nested.is_open() {
        return config.clone();
    }
    let block = &nested.block;
    let merge = |prior: &Value, config: &Value| proposed_new(block, prior, config);
    match nested.nesting {
        Nesting::Single if config.is_null() => Value::Null,
        Nesting::Single | Nesting::Group => merge(prior, config),
        nesting => merge_collection(nesting, prior, config.clone(), &merge, &|| {
            SetElementMatcher::of_block(block, prior)
        }),
    }
}

/// Merges each element with its partner: that of the same index or key, or, in a set, the one that it
/// may come from.
fn merge_collection<'s>(
    nesting: Nesting,
    prior: &Value,
    config: Value,
    merge: &dyn Fn(&Value, &Value) -> Value,
    matcher: &dyn Fn() -> SetElementMatcher<'s>,
) -> Value {
    match (nesting, config) {
        (Nesting::Single | Nesting::Group, config) => merge(prior, &config),
        (Nesting::List, Value::List(elements)) => {
            let merge = |(at, element): (usize, &Value)| {
                let partner = match prior {
                    Value::Unknown(_) => Some(&Value::UNKNOWN),
                    prior => prior.elements().and_then(|it| it.get(at)),
                };
                partner.map_or_else(|| element.clone(), |prior| merge(prior, element))
            };
            Value::List(elements.iter().enumerate().map(merge).collect())
        }
        (Nesting::Map, Value::Map(members)) => {
            let merge = |(key, element): (&String, &Value)| {
                let partner = match prior {
                    Value::Unknown(_) => Some(&Value::UNKNOWN),
                    prior => prior.members().and_then(|it| it.get(key)),
                };
                let merged = partner.map_or_else(|| element.clone(), |prior| merge(prior, element));
                (key.clone(), merged)
            };
            Value::Map(members.iter().map(merge).collect())
        }
        (Nesting::Set, Value::Set(elements)) => {
            let mut matcher = matcher();
            let merge = |element: &Value| match prior {
                Value::Unknown(_) => merge(&Value::UNKNOWN, element),
                _ => merge(&matcher.match_element(element), element),
            };
            Value::set_of(elements.iter().map(merge).collect::<Vec<_>>())
        }
        // A value of another shape is refused where it is encoded.
        (_, config) => config,
    }
}
