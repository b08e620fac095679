//! Zero values: what providers with the older SDK store for what a configuration leaves out.

use std::collections::{BTreeMap, BTreeSet};

use crate::cty::{Number, Value};
use crate::schema::{Attribute, AttributeKind, Block, Nesting};

/// Whether a value is null, false, zero, or an empty text or collection.
pub fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(it) => !it,
        Value::Number(it) => *it == Number::from(0_i64),
        Value::String(text) => text.is_empty(),
        Value::List(elements) | Value::Set(elements) | Value::Tuple(elements) => {
            elements.is_empty()
        }
        Value::Map(members) => members.is_empty(),
        Value::Object(_) | Value::Unknown(_) => false,
        Value::Dynamic(inner) => is_zero(&inner.1),
    }
}

/// The places of zero values that programs may leave out, as names of attributes and blocks from the outside in: all
/// elements of a block have one place.
pub fn zero_places(block: &Block, value: &Value) -> BTreeSet<Vec<String>> {
    let mut places = BTreeSet::new();
    let mut visit = |place: &[String]| {
        places.insert(place.to_vec());
        false
    };
    of_block(block, value, &mut Vec::new(), &mut visit);
    places
}

/// A value of a block with null in place of the zero values at some of [`zero_places`]. Elements of lists and maps
/// stay: they have a place of their own.
pub fn without_zeros(block: &Block, value: &Value, places: &BTreeSet<Vec<String>>) -> Value {
    of_block(block, value, &mut Vec::new(), &mut |it| places.contains(it))
}

/// Answers whether the zero value at a place is left out.
type Visit<'v> = &'v mut dyn FnMut(&[String]) -> bool;

fn of_block(block: &Block, value: &Value, place: &mut Vec<String>, visit: Visit<'_>) -> Value {
    of_object(value, place, &mut |name, member, place| {
        if let Some(attribute) = block.attributes.get(name) {
            return of_attribute(attribute, member, place, visit);
        }
        match block.blocks.get(name) {
            Some(nested) => each(nested.nesting, member, &mut |it| {
                of_block(&nested.block, it, place, visit)
            }),
            None => member.clone(),
        }
    })
}

fn of_attribute(
    attribute: &Attribute,
    value: &Value,
    place: &mut Vec<String>,
    visit: Visit<'_>,
) -> Value {
    let may_be_left_out = attribute.is_optional && !attribute.is_required;
    if may_be_left_out && !value.is_null() && is_zero(value) && visit(place) {
        return Value::Null;
    }
    let AttributeKind::Nested(nesting, inner) = &attribute.kind else {
        return value.clone();
    };
    each(*nesting, value, &mut |it| {
        of_object(
            it,
            place,
            &mut |name, member, place| match inner.get(name) {
                Some(attribute) => of_attribute(attribute, member, place, visit),
                None => member.clone(),
            },
        )
    })
}

fn of_object(
    value: &Value,
    place: &mut Vec<String>,
    replace: &mut dyn FnMut(&str, &Value, &mut Vec<String>) -> Value,
) -> Value {
    let Value::Object(members) = value else {
        return value.clone();
    };
    let mut replaced = BTreeMap::new();
    for (name, member) in members {
        place.push(name.clone());
        replaced.insert(name.clone(), replace(name, member, place));
        place.pop();
    }
    Value::Object(replaced)
}

/// A nested value with its objects replaced.
fn each(nesting: Nesting, value: &Value, replace: &mut dyn FnMut(&Value) -> Value) -> Value {
    match (nesting, value) {
        (Nesting::Single | Nesting::Group, value) => replace(value),
        (_, Value::List(elements)) => Value::List(elements.iter().map(replace).collect()),
        (_, Value::Tuple(elements)) => Value::Tuple(elements.iter().map(replace).collect()),
        (_, Value::Set(elements)) => Value::Set(elements.iter().map(replace).collect()),
        (_, Value::Map(members)) => {
            let each = |(key, it): (&String, &Value)| (key.clone(), replace(it));
            Value::Map(members.iter().map(each).collect())
        }
        (_, other) => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::Type;
    use crate::schema::NestedBlock;

    fn attribute(of: Type, is_required: bool) -> Attribute {
        Attribute {
            kind: AttributeKind::Of(of),
            is_required,
            is_optional: !is_required,
            is_computed: false,
            is_sensitive: false,
            is_write_only: false,
            is_deprecated: false,
            deprecation_message: String::new(),
            description: String::new(),
        }
    }

    fn block(depth: u8) -> Block {
        let mut block = Block::default();
        for (name, of) in [
            ("text", Type::String),
            ("number", Type::Number),
            ("flag", Type::Bool),
            ("list", Type::list(Type::String)),
            ("map", Type::map(Type::String)),
        ] {
            block
                .attributes
                .insert(name.to_owned(), attribute(of.clone(), false));
            let needed = format!("needed_{name}");
            block.attributes.insert(needed, attribute(of, true));
        }
        if depth > 0 {
            for (name, nesting) in [
                ("single", Nesting::Single),
                ("several", Nesting::List),
                ("set", Nesting::Set),
            ] {
                let nested = NestedBlock {
                    nesting,
                    block: self::block(depth - 1),
                    min_items: 0,
                    max_items: None,
                };
                block.blocks.insert(name.to_owned(), nested);
            }
        }
        block
    }

    /// An object of zeros, or of other values, with null in place of what programs may leave out.
    fn object(depth: u8, is_zero: bool, is_null: bool) -> Value {
        let one = |zero: Value, other: Value| if is_zero { zero } else { other };
        let list = Value::List(vec![Value::string("")]);
        let map = Value::map([("a", Value::string(""))]);
        let parts = [
            ("text", one(Value::string(""), Value::string("x"))),
            ("number", one(Value::from(0), Value::from(1))),
            ("flag", one(Value::Bool(false), Value::Bool(true))),
            ("list", one(Value::List(Vec::new()), list)),
            ("map", one(Value::Map(BTreeMap::new()), map)),
        ];
        let mut members = Vec::new();
        for (name, value) in parts {
            members.push((format!("needed_{name}"), value.clone()));
            let optional = if is_null { Value::Null } else { value };
            members.push((name.to_owned(), optional));
        }
        if depth > 0 {
            let inner = || object(depth - 1, is_zero, is_null);
            members.push(("single".to_owned(), inner()));
            members.push(("several".to_owned(), Value::List(vec![inner(), inner()])));
            members.push(("set".to_owned(), Value::Set(vec![inner()])));
        }
        Value::object(members)
    }

    #[test]
    fn zeros_of_what_may_be_left_out_are_null_at_any_depth() {
        for depth in 0..3 {
            let block = block(depth);
            for (is_zero, is_null) in [(true, true), (false, false)] {
                let value = object(depth, is_zero, false);
                let places = zero_places(&block, &value);
                assert_eq!(places.is_empty(), !is_zero);
                assert!(places.iter().all(|it| it.len() <= usize::from(depth) + 1));
                let expected = object(depth, is_zero, is_null);
                let without = without_zeros(&block, &value, &places);
                assert_eq!(without, expected, "{depth} {is_zero}");
                assert_eq!(without_zeros(&block, &value, &BTreeSet::new()), value);
                assert_eq!(zero_places(&block, &without), BTreeSet::new());
            }
        }
    }
}
