//! Types: names, conformance, and types without optional attributes.

use super::{ObjectType, Type};

/// The type, whose attributes are all there.
pub fn without_optional(of: Type) -> Type {
    match of {
        Type::List(element) => Type::list(without_optional(*element)),
        Type::Set(element) => Type::set(without_optional(*element)),
        Type::Map(element) => Type::map(without_optional(*element)),
        Type::Tuple(elements) => Type::Tuple(elements.into_iter().map(without_optional).collect()),
        Type::Object(object) => Type::Object(ObjectType {
            attributes: object
                .attributes
                .into_iter()
                .map(|(name, it)| (name, without_optional(it)))
                .collect(),
            ..ObjectType::default()
        }),
        of => of,
    }
}

/// Whether values of the given type are of the other one, in which [`Type::Dynamic`] stands for any type.
pub fn conforms(given: &Type, constraint: &Type) -> bool {
    match (given, constraint) {
        (_, Type::Dynamic) => true,
        (Type::List(given), Type::List(constraint))
        | (Type::Set(given), Type::Set(constraint))
        | (Type::Map(given), Type::Map(constraint)) => conforms(given, constraint),
        (Type::Tuple(given), Type::Tuple(constraint)) => {
            given.len() == constraint.len()
                && given
                    .iter()
                    .zip(constraint)
                    .all(|(given, constraint)| conforms(given, constraint))
        }
        (Type::Object(given), Type::Object(constraint)) => {
            given.attributes.len() == constraint.attributes.len()
                && given.attributes.iter().all(|(name, given)| {
                    let constraint = constraint.attributes.get(name);
                    constraint.is_some_and(|constraint| conforms(given, constraint))
                })
        }
        (given, constraint) => given == constraint,
    }
}

/// The type in words, such as `list of string`.
pub fn friendly_name(of: &Type) -> String {
    match of {
        Type::Bool => "bool".to_owned(),
        Type::Number => "number".to_owned(),
        Type::String => "string".to_owned(),
        Type::Dynamic => "dynamic".to_owned(),
        Type::List(element) => format!("list of {}", element_name(element)),
        Type::Set(element) => format!("set of {}", element_name(element)),
        Type::Map(element) => format!("map of {}", element_name(element)),
        Type::Object(_) => "object".to_owned(),
        Type::Tuple(_) => "tuple".to_owned(),
    }
}

fn element_name(of: &Type) -> String {
    match of {
        Type::Dynamic => "any single type".to_owned(),
        of => friendly_name(of),
    }
}

/// The type as type constraints write it, such as `list(string)`.
pub fn type_text(of: &Type) -> String {
    match of {
        Type::Bool => "bool".to_owned(),
        Type::Number => "number".to_owned(),
        Type::String => "string".to_owned(),
        Type::Dynamic => "any".to_owned(),
        Type::List(element) => format!("list({})", type_text(element)),
        Type::Set(element) => format!("set({})", type_text(element)),
        Type::Map(element) => format!("map({})", type_text(element)),
        Type::Object(object) => {
            let attributes =
                object
                    .attributes
                    .iter()
                    .map(|(name, it)| match object.optional.contains(name) {
                        true => format!("{name}=optional({})", type_text(it)),
                        false => format!("{name}={}", type_text(it)),
                    });
            format!("object({{{}}})", attributes.collect::<Vec<_>>().join(","))
        }
        Type::Tuple(elements) => {
            let elements = elements.iter().map(type_text).collect::<Vec<_>>();
            format!("tuple([{}])", elements.join(","))
        }
    }
}
