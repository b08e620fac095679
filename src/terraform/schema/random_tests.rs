//! Random schemas: a provider that takes every proposal is never blamed.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::tests::{attribute, nested_block};
use super::*;
use crate::cty::samples::{any_type, any_value};
use crate::cty::{Path, Type, Value, to_msgpack};

fn any_attribute() -> impl Strategy<Value = Attribute> {
    let flags = prop_oneof![Just("r"), Just("o"), Just("c"), Just("oc"), Just("ow")];
    let simple = (flags, any_type()).prop_map(|(flags, of)| attribute(flags, of));
    simple.prop_recursive(2, 6, 3, |inner| {
        let attributes = prop::collection::btree_map("[a-c]", inner, 1..3);
        let nesting = prop_oneof![
            Just(Nesting::Single),
            Just(Nesting::List),
            Just(Nesting::Map)
        ];
        (attributes, nesting, prop_oneof![Just("o"), Just("oc")]).prop_map(
            |(attributes, nesting, flags)| Attribute {
                kind: AttributeKind::Nested(nesting, attributes),
                ..attribute(flags, Type::Dynamic)
            },
        )
    })
}

fn any_block() -> impl Strategy<Value = Block> {
    let attributes = prop::collection::btree_map("[a-d]", any_attribute(), 0..4);
    let simple = attributes.prop_map(|attributes| Block {
        attributes,
        ..Block::default()
    });
    simple.prop_recursive(2, 4, 2, |inner| {
        let nesting = prop_oneof![
            Just(Nesting::Single),
            Just(Nesting::Group),
            Just(Nesting::List),
            Just(Nesting::Map)
        ];
        let blocks = (nesting, inner.clone()).prop_map(|(nesting, it)| nested_block(nesting, it));
        let blocks = prop::collection::btree_map("[x-z]", blocks, 0..3);
        (inner, blocks).prop_map(|(block, blocks)| Block { blocks, ..block })
    })
}

/// A configuration: what the provider alone sets is null, and blocks are as programs have them.
fn configured(block: &Block, value: &Value) -> Value {
    let value = match value {
        Value::Object(_) => value.clone(),
        _ => block.empty_value(),
    };
    let mut members = BTreeMap::new();
    for (name, attribute) in &block.attributes {
        members.insert(
            name.clone(),
            configured_attribute(attribute, &value.attribute(name)),
        );
    }
    for (name, nested) in &block.blocks {
        let member = value.attribute(name);
        let member = match (nested.nesting, &member) {
            _ if nested.is_open() => nested.empty_value(),
            (Nesting::Single, Value::Null) => Value::Null,
            (Nesting::Single | Nesting::Group, member) => configured(&nested.block, member),
            (_, Value::List(it)) => {
                Value::List(it.iter().map(|it| configured(&nested.block, it)).collect())
            }
            (_, Value::Map(it)) => Value::Map(
                it.iter()
                    .map(|(key, it)| (key.clone(), configured(&nested.block, it)))
                    .collect(),
            ),
            _ => nested.empty_value(),
        };
        members.insert(name.clone(), member);
    }
    Value::Object(members)
}

fn configured_attribute(attribute: &Attribute, value: &Value) -> Value {
    if attribute.is_computed_only() {
        return Value::Null;
    }
    let AttributeKind::Nested(_, attributes) = &attribute.kind else {
        return value.clone();
    };
    let object = |it: &Value| match it {
        Value::Object(_) => Value::Object(
            attributes
                .iter()
                .map(|(name, inner)| {
                    (
                        name.clone(),
                        configured_attribute(inner, &it.attribute(name)),
                    )
                })
                .collect(),
        ),
        other => other.clone(),
    };
    match value {
        Value::List(it) => Value::List(it.iter().map(object).collect()),
        Value::Map(it) => Value::Map(
            it.iter()
                .map(|(key, it)| (key.clone(), object(it)))
                .collect(),
        ),
        other => object(other),
    }
}

/// The plan of a provider that takes every proposal, without write-only attributes.
fn echo(block: &Block, proposed: &Value) -> Value {
    let mut written = Vec::new();
    block.visit(proposed, &mut |attribute, path, _| {
        if attribute.is_write_only {
            written.push(path.clone());
        }
    });
    proposed.map_parts(&Path::ROOT, &mut |path, _| {
        written.contains(path).then_some(Value::Null)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_provider_that_takes_every_proposal_keeps_to_the_configuration(
        (block, prior, value) in any_block().prop_flat_map(|block| {
            let of = block.implied_type();
            (Just(block), any_value(&of), any_value(&of))
        })
    ) {
        let config = configured(&block, &value);
        let prior = match prior {
            Value::Object(_) => echo(&block, &configured(&block, &prior)),
            _ => Value::Null,
        };
        let proposed = proposed_new(&block, &prior, &config);
        let of = block.implied_type();
        prop_assert!(to_msgpack(&proposed, &of).is_ok());
        let planned = echo(&block, &proposed);
        prop_assert_eq!(check_plan(&block, &prior, &config, &planned), vec![]);
        prop_assert_eq!(check_compatible(&block, &planned, &planned).iter().filter(|it| !it.reason.contains("unknown")).count(), 0);
        // Nothing changes where nothing has been changed.
        if prior.is_null() {
            prop_assert!(proposed == config || !config.is_wholly_known());
        }
        prop_assert!(normalize(&block, &block.empty_value()) == block.empty_value());
    }
}
