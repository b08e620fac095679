//! Values without what says nothing: attributes that are null, and blocks that are not there.

use std::collections::BTreeMap;

use lumi_graph::{Object, Value as ProgramValue};

use crate::cty::Type;
use crate::schema::{Attribute, AttributeKind, Block, Nesting};

use super::names::Names;

/// The members of a block without attributes that are null. In maps, and in values of any type, null is data.
pub fn without_nulls(block: &Block, given: Object) -> Object {
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let member = |(name, value): (String, ProgramValue)| {
        let original = names.original(&name)?;
        let value = match (block.attributes.get(original), block.blocks.get(original)) {
            (Some(attribute), _) => of_kind(&attribute.kind, value)?,
            (None, Some(nested)) => collection(nested.nesting, value, &|it| match it {
                ProgramValue::Object(members) => {
                    Some(ProgramValue::Object(without_nulls(&nested.block, members)))
                }
                other => Some(other),
            })?,
            (None, None) => value,
        };
        Some((name, value))
    };
    given.into_iter().filter_map(member).collect()
}

/// Also without members that are empty: blocks that are not there.
pub fn without_empty(block: &Block, given: Object) -> Object {
    let is_empty = |value: &ProgramValue| match value {
        ProgramValue::Array(elements) => elements.is_empty(),
        ProgramValue::Object(members) => members.is_empty(),
        _ => false,
    };
    let mut members = without_nulls(block, given);
    members.retain(|_, value| !is_empty(value));
    members
}

type Strip<'s> = &'s dyn Fn(ProgramValue) -> Option<ProgramValue>;

fn of_kind(kind: &AttributeKind, value: ProgramValue) -> Option<ProgramValue> {
    match kind {
        AttributeKind::Of(of) => of_type(of, value),
        AttributeKind::Nested(nesting, inner) => {
            collection(*nesting, value, &|it| Some(attributes(inner, it)))
        }
    }
}

fn attributes(inner: &BTreeMap<String, Attribute>, value: ProgramValue) -> ProgramValue {
    let ProgramValue::Object(members) = value else {
        return value;
    };
    let names = Names::new(inner.keys());
    let member = |(name, value): (String, ProgramValue)| {
        let attribute = inner.get(names.original(&name)?)?;
        Some((name, of_kind(&attribute.kind, value)?))
    };
    ProgramValue::Object(members.into_iter().filter_map(member).collect())
}

fn collection(nesting: Nesting, value: ProgramValue, strip: Strip<'_>) -> Option<ProgramValue> {
    match value {
        ProgramValue::Null => None,
        ProgramValue::Secret(inner) => collection(nesting, *inner, strip).map(ProgramValue::secret),
        ProgramValue::Array(elements) => Some(each(elements, strip)),
        ProgramValue::Object(members) if nesting == Nesting::Map => {
            Some(each_member(members, strip))
        }
        other => strip(other),
    }
}

fn of_type(of: &Type, value: ProgramValue) -> Option<ProgramValue> {
    Some(match (of, value) {
        (_, ProgramValue::Null) => return None,
        (_, ProgramValue::Secret(inner)) => ProgramValue::secret(of_type(of, *inner)?),
        (Type::List(of) | Type::Set(of), ProgramValue::Array(elements)) => {
            each(elements, &|it| of_type(of, it))
        }
        (Type::Tuple(types), ProgramValue::Array(elements)) => {
            let elements = elements.into_iter().zip(types);
            let elements = elements.map(|(it, of)| of_type(of, it).unwrap_or_default());
            ProgramValue::Array(elements.collect())
        }
        (Type::Map(of), ProgramValue::Object(members)) => {
            each_member(members, &|it| of_type(of, it))
        }
        (Type::Object(object), ProgramValue::Object(members)) => {
            let names = Names::new(object.attributes.keys());
            let member = |(name, value): (String, ProgramValue)| {
                let of = object.attributes.get(names.original(&name)?)?;
                Some((name, of_type(of, value)?))
            };
            ProgramValue::Object(members.into_iter().filter_map(member).collect())
        }
        (_, other) => other,
    })
}

/// Elements that are null stay, as they have a place.
fn each(elements: Vec<ProgramValue>, strip: Strip<'_>) -> ProgramValue {
    let elements = elements.into_iter();
    ProgramValue::Array(elements.map(|it| strip(it).unwrap_or_default()).collect())
}

fn each_member(members: Object, strip: Strip<'_>) -> ProgramValue {
    let members = members.into_iter();
    let members = members.map(|(key, it)| (key, strip(it).unwrap_or_default()));
    ProgramValue::Object(members.collect())
}
