//! Types of results where the target leaves parts open.

use super::super::{ObjectType, Type};
use super::unify::unify_types;

/// The target type, in which each open part is that of the source.
pub(super) fn completed(from: &Type, to: &Type) -> Type {
    if *from == Type::Dynamic {
        return to.clone();
    }
    match (from, to) {
        (from, Type::Dynamic) => from.clone(),
        (Type::Map(from), Type::Map(to)) => Type::map(completed(from, to)),
        (Type::Object(from), Type::Map(to)) => {
            let types: Vec<Type> = from.attributes.values().cloned().collect();
            Type::map(completed_by_all(&types, to))
        }
        (Type::Map(from), Type::Object(to)) => object_of(to, |_| Some(from.as_ref())),
        (Type::Object(from), Type::Object(to)) => object_of(to, |name| from.attributes.get(name)),
        (Type::List(from) | Type::Set(from), Type::Set(to)) => Type::set(completed(from, to)),
        (Type::Tuple(from), Type::Set(to)) => Type::set(completed_by_all(from, to)),
        (Type::List(from) | Type::Set(from), Type::List(to)) => Type::list(completed(from, to)),
        (Type::Tuple(from), Type::List(to)) => Type::list(completed_by_all(from, to)),
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => {
            let elements = from.iter().zip(to).map(|(from, to)| completed(from, to));
            Type::Tuple(elements.collect())
        }
        (_, to) => to.clone(),
    }
}

fn completed_by_all(types: &[Type], to: &Type) -> Type {
    match unify_types(types, true) {
        Some((from, _)) => completed(&from, to),
        None => to.clone(),
    }
}

fn object_of<'a>(to: &ObjectType, from: impl Fn(&str) -> Option<&'a Type>) -> Type {
    let attributes = to.attributes.iter().map(|(name, to)| {
        let of = match from(name) {
            Some(from) => completed(from, to),
            None => to.clone(),
        };
        (name.clone(), of)
    });
    Type::object(attributes)
}
