//! Elements of sets: which are equal, and their order.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::Type;
use super::quoted::push_quoted;
use super::value::{Content, Value};

/// The elements, each known one once, in the order of sets.
pub(super) fn distinct(elements: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<(String, Value)> = Vec::with_capacity(elements.len());
    let mut buckets: HashMap<String, Vec<usize>> = HashMap::new();
    for element in elements {
        let mut key = String::new();
        append_key(&element, &mut key);
        let bucket = buckets.entry(key.clone()).or_default();
        let is_present = bucket
            .iter()
            .any(|at| is_equivalent(&kept[*at].1, &element));
        if !is_present {
            bucket.push(kept.len());
            kept.push((key, element));
        }
    }
    kept.sort_by(order);
    kept.into_iter().map(|it| it.1).collect()
}

/// Whether a set with the one has the other: unknown values are never the same.
pub(super) fn is_equivalent(one: &Value, two: &Value) -> bool {
    one.equals(two).as_bool() == Some(true)
}

fn order(one: &(String, Value), two: &(String, Value)) -> Ordering {
    let rank = |it: &Value| match it.content {
        Content::Null => 2,
        Content::Unknown(_) => 1,
        _ => 0,
    };
    rank(&one.1).cmp(&rank(&two.1)).then_with(|| {
        match (&one.1.content, &two.1.content) {
            (Content::String(one), Content::String(two)) => one.cmp(two),
            (Content::Bool(one), Content::Bool(two)) => one.cmp(two),
            (Content::Number(first), Content::Number(second)) => {
                // The two zeros are two elements.
                first.cmp(second).then_with(|| one.0.cmp(&two.0))
            }
            _ => one.0.as_bytes().cmp(two.0.as_bytes()),
        }
    })
}

/// Text that equal values have alike; it also decides the order of elements that are no primitives.
fn append_key(value: &Value, key: &mut String) {
    match &value.content {
        Content::Unknown(_) => key.push('?'),
        Content::Null => key.push('~'),
        Content::Bool(it) => key.push(if *it { 'T' } else { 'F' }),
        Content::Number(it) => key.push_str(&it.to_general(Some(10), 'e')),
        Content::String(it) => push_quoted(key, it),
        Content::Elements(elements) => {
            let brackets = match value.ty() {
                Type::Tuple(_) => ('<', '>'),
                _ => ('[', ']'),
            };
            key.push(brackets.0);
            for element in elements.iter() {
                append_key(element, key);
                key.push(';');
            }
            key.push(brackets.1);
        }
        Content::Members(members) => {
            let is_map = matches!(value.ty(), Type::Map(_));
            key.push(if is_map { '{' } else { '<' });
            for (name, member) in members.iter() {
                if is_map {
                    push_quoted(key, name);
                    key.push(':');
                }
                append_key(member, key);
                key.push(';');
            }
            key.push(if is_map { '}' } else { '>' });
        }
    }
}
