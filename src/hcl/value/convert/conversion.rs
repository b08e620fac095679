//! Which types can become which.

use std::collections::BTreeMap;

use super::super::{ObjectType, Type};
use super::unify::unify_types;

/// How values of a type become values of another one.
#[derive(Clone, Debug)]
pub(super) struct Conversion {
    pub to: Type,
    pub plan: Plan,
    pub is_unsafe: bool,
}

/// The conversion of a part; `None` if the part has the type already.
pub(super) type PartConversion = Option<Conversion>;

#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// To any type.
    Pass,
    /// From a type that only the value says.
    Late,
    NumberToString,
    BoolToString,
    StringToNumber,
    StringToBool,
    ObjectToObject(BTreeMap<String, PartConversion>),
    TupleToTuple(Vec<PartConversion>),
    /// From a list or a set.
    ToList(Box<PartConversion>),
    ToSet(Box<PartConversion>),
    MapToMap(Box<PartConversion>),
    TupleToList(Vec<PartConversion>),
    TupleToSet(Vec<PartConversion>),
    ObjectToMap(Type, BTreeMap<String, PartConversion>),
    /// Attributes whose conversion is `Err` must not be in the map.
    MapToObject(BTreeMap<String, Result<PartConversion, ()>>),
}

impl Conversion {
    /// The conversion between two types that differ, if there is one.
    pub(super) fn find(from: &Type, to: &Type, is_unsafe: bool) -> Option<Self> {
        Some(Self {
            to: to.clone(),
            plan: find_plan(from, to, is_unsafe)?,
            is_unsafe,
        })
    }

    /// The conversion of a part; the outer `None` if there is none.
    fn of_part(from: &Type, to: &Type, is_unsafe: bool) -> Option<PartConversion> {
        match from == to {
            true => Some(None),
            false => Self::find(from, to, is_unsafe).map(Some),
        }
    }
}

fn find_plan(from: &Type, to: &Type, is_unsafe: bool) -> Option<Plan> {
    let of_part = |from: &Type, to: &Type| Conversion::of_part(from, to, is_unsafe);
    match (from, to) {
        (_, Type::Dynamic) => Some(Plan::Pass),
        (Type::Dynamic, _) => is_unsafe.then_some(Plan::Late),
        (Type::Number, Type::String) => Some(Plan::NumberToString),
        (Type::Bool, Type::String) => Some(Plan::BoolToString),
        (Type::String, Type::Number) => is_unsafe.then_some(Plan::StringToNumber),
        (Type::String, Type::Bool) => is_unsafe.then_some(Plan::StringToBool),
        (Type::Object(from), Type::Object(to)) => object_to_object(from, to, is_unsafe),
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => {
            let parts = from.iter().zip(to).map(|(from, to)| of_part(from, to));
            parts.collect::<Option<_>>().map(Plan::TupleToTuple)
        }
        (Type::List(from) | Type::Set(from), Type::List(to)) => {
            Some(Plan::ToList(Box::new(of_part(from, to)?)))
        }
        (Type::List(_), Type::Set(_)) if !is_unsafe => None,
        (Type::List(from) | Type::Set(from), Type::Set(to)) => {
            Some(Plan::ToSet(Box::new(of_part(from, to)?)))
        }
        (Type::Map(from), Type::Map(to)) => Some(Plan::MapToMap(Box::new(of_part(from, to)?))),
        (Type::Tuple(from), Type::List(to)) => {
            from_tuple(from, to, is_unsafe).map(Plan::TupleToList)
        }
        (Type::Tuple(from), Type::Set(to)) => from_tuple(from, to, is_unsafe).map(Plan::TupleToSet),
        (Type::Object(from), Type::Map(to)) => object_to_map(from, to, is_unsafe),
        (Type::Map(from), Type::Object(to)) if is_unsafe => map_to_object(from, to),
        _ => None,
    }
}

fn object_to_object(from: &ObjectType, to: &ObjectType, is_unsafe: bool) -> Option<Plan> {
    let mut parts = BTreeMap::new();
    for (name, to_part) in &to.attributes {
        match from.attributes.get(name) {
            Some(from_part) => {
                let part = Conversion::of_part(from_part, to_part, is_unsafe)?;
                parts.insert(name.clone(), part);
            }
            None if to.optional.contains(name) => {}
            None => return None,
        }
    }
    Some(Plan::ObjectToObject(parts))
}

fn from_tuple(from: &[Type], to: &Type, is_unsafe: bool) -> Option<Vec<PartConversion>> {
    let element = match to {
        Type::Dynamic if !from.is_empty() => {
            let element = unify_types(from, is_unsafe)?.0;
            let is_open = element == Type::Dynamic;
            if is_open && from.iter().any(|it| *it != Type::Dynamic) {
                return None;
            }
            element
        }
        to => to.clone(),
    };
    let parts = from
        .iter()
        .map(|it| Conversion::of_part(it, &element, is_unsafe));
    parts.collect()
}

fn object_to_map(from: &ObjectType, to: &Type, is_unsafe: bool) -> Option<Plan> {
    let element = match to {
        Type::Dynamic if !from.attributes.is_empty() => {
            let types: Vec<Type> = from.attributes.values().cloned().collect();
            unify_types(&types, is_unsafe)?.0
        }
        to => to.clone(),
    };
    let parts = from.attributes.iter().map(|(name, it)| {
        let part = Conversion::of_part(it, &element, is_unsafe)?;
        Some((name.clone(), part))
    });
    let parts = parts.collect::<Option<_>>()?;
    Some(Plan::ObjectToMap(element, parts))
}

fn map_to_object(from: &Type, to: &ObjectType) -> Option<Plan> {
    let parts = to.attributes.iter().map(|(name, to_part)| {
        let part = match Conversion::of_part(from, to_part, true) {
            Some(part) => Ok(part),
            None if to.optional.contains(name) => Err(()),
            None => return None,
        };
        Some((name.clone(), part))
    });
    parts.collect::<Option<_>>().map(Plan::MapToObject)
}
