//! Why a type cannot become another one.

use super::super::{ObjectType, Type, friendly_name};
use super::has_conversion;

/// The reason in words, such as `string required, but this is a tuple`.
pub fn mismatch(from: &Type, to: &Type) -> String {
    match (from, to) {
        (Type::Object(from), Type::Object(to)) => of_objects(from, to),
        (Type::Tuple(from), Type::Tuple(to)) => of_tuples(from, to),
        (Type::List(from), Type::List(to))
        | (Type::Set(from), Type::Set(to))
        | (Type::List(from), Type::Set(to))
        | (Type::Set(from), Type::List(to))
        | (Type::Map(from), Type::Map(to)) => format!("its elements: {}", mismatch(from, to)),
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => {
            let element = from.iter().position(|it| !has_conversion(it, to, true));
            match element {
                Some(at) => format!("element {at}: {}", mismatch(&from[at], to)),
                None => format!("all elements must be {}", constraint(to)),
            }
        }
        (Type::Object(from), Type::Map(to)) => {
            let attribute = from
                .attributes
                .iter()
                .find(|(_, it)| !has_conversion(it, to, true));
            match attribute {
                Some((name, it)) => format!("element `{name}`: {}", mismatch(it, to)),
                None => format!("all elements must be {}", constraint(to)),
            }
        }
        (from, to) => format!(
            "{} required, but this is {}",
            constraint(to),
            with_article(from)
        ),
    }
}

fn constraint(of: &Type) -> String {
    match of {
        Type::Dynamic => "any type".to_owned(),
        of => friendly_name(of),
    }
}

fn with_article(of: &Type) -> String {
    match of {
        Type::Dynamic => "of an unknown type".to_owned(),
        Type::Object(_) => "an object".to_owned(),
        of => format!("a {}", friendly_name(of)),
    }
}

fn of_objects(from: &ObjectType, to: &ObjectType) -> String {
    let absent = to
        .attributes
        .keys()
        .filter(|name| !from.attributes.contains_key(*name) && !to.optional.contains(*name));
    let absent: Vec<String> = absent.map(|it| format!("`{it}`")).collect();
    match absent.as_slice() {
        [] => {}
        [name] => return format!("the attribute {name} is required"),
        names => return format!("the attributes {} are required", names.join(", ")),
    }
    let attribute = to.attributes.iter().find_map(|(name, to)| {
        let from = from.attributes.get(name)?;
        (!has_conversion(from, to, true)).then(|| (name, mismatch(from, to)))
    });
    match attribute {
        Some((name, reason)) => format!("the attribute `{name}`: {reason}"),
        None => "an object with other attributes is required".to_owned(),
    }
}

fn of_tuples(from: &[Type], to: &[Type]) -> String {
    if from.len() != to.len() {
        return format!("{} elements are required, not {}", to.len(), from.len());
    }
    let element = from
        .iter()
        .zip(to)
        .position(|(from, to)| !has_conversion(from, to, true));
    match element {
        Some(at) => format!("element {at}: {}", mismatch(&from[at], &to[at])),
        None => "a tuple with other elements is required".to_owned(),
    }
}
