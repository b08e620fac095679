//! Values of blocks as providers of before may leave them.

use crate::cty::Value;

use super::block::{Block, NestedBlock, Nesting};

/// The value with blocks as they must be: collections are neither null nor unknown, and groups are
/// there always.
pub fn normalize(block: &Block, value: &Value) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let mut normal = members.clone();
    for (name, nested) in &block.blocks {
        if let Some(member) = normal.get_mut(name) {
            *member = normalize_nested(nested, member);
        }
    }
    Value::Object(normal)
}

fn normalize_nested(nested: &NestedBlock, value: &Value) -> Value {
    let block = &nested.block;
    if block.has_dynamic() {
        return value.clone();
    }
    let each = |elements: &[Value]| elements.iter().map(|it| normalize(block, it)).collect();
    match (nested.nesting, value) {
        (Nesting::Single | Nesting::Group, Value::Unknown(_)) => unknown(block),
        (Nesting::Group, Value::Null) => nested.empty_value(),
        (Nesting::List, Value::Unknown(_)) => Value::List(vec![unknown(block)]),
        (Nesting::Set, Value::Unknown(_)) => Value::Set(vec![unknown(block)]),
        (Nesting::List | Nesting::Set, Value::Null) => nested.empty_value(),
        (_, Value::List(elements)) => Value::List(each(elements)),
        (_, Value::Set(elements)) => Value::Set(each(elements)),
        (_, Value::Map(members)) => Value::Map(
            members
                .iter()
                .map(|(key, it)| (key.clone(), normalize(block, it)))
                .collect(),
        ),
        (_, value) => normalize(block, value),
    }
}

/// An object of which no attribute is known.
fn unknown(block: &Block) -> Value {
    let Value::Object(mut members) = block.empty_value() else {
        return Value::UNKNOWN;
    };
    for name in block.attributes.keys() {
        members.insert(name.clone(), Value::UNKNOWN);
    }
    normalize(block, &Value::Object(members))
}
