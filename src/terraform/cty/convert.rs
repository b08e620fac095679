//! Conversions between types, as configurations allow them.

use std::collections::BTreeMap;

use super::number::Number;
use super::path::Step;
use super::type_constraint::{ObjectType, Type};
use super::value::Value;
use super::value_error::ValueError;

/// The value as one of a type: numbers and booleans become text and back, tuples become lists and
/// sets, objects become maps. What has no dynamic type is taken as [`Value::Dynamic`] of its own.
pub fn convert(value: Value, to: &Type) -> Result<Value, ValueError> {
    let found = kind(&value);
    let wrong = || ValueError::new(format!("{to} is required, not {found}"));
    Ok(match (to, value) {
        (_, value @ (Value::Null | Value::Unknown(_))) => value,
        (Type::Dynamic, value @ Value::Dynamic(_)) => value,
        (Type::Dynamic, value) => {
            let (of, value) = inferred_type(value);
            Value::Dynamic(Box::new((of, value)))
        }
        (to, Value::Dynamic(inner)) => return convert(inner.1, to),
        (Type::Bool, value @ Value::Bool(_))
        | (Type::Number, value @ Value::Number(_))
        | (Type::String, value @ Value::String(_)) => value,
        (Type::String, Value::Bool(it)) => Value::string(it.to_string()),
        (Type::String, Value::Number(it)) => Value::string(it.to_string()),
        (Type::Bool, Value::String(text)) => match text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return Err(wrong()),
        },
        (Type::Number, Value::String(text)) => {
            Value::Number(Number::parse(&text).ok_or_else(wrong)?)
        }
        (Type::List(element), Value::List(it) | Value::Set(it) | Value::Tuple(it)) => {
            Value::List(elements(it, |_| element)?)
        }
        (Type::Set(element), Value::List(it) | Value::Set(it) | Value::Tuple(it)) => {
            Value::set_of(elements(it, |_| element)?)
        }
        (Type::Tuple(types), Value::List(it) | Value::Tuple(it)) if types.len() == it.len() => {
            Value::Tuple(elements(it, |at| &types[at])?)
        }
        (Type::Map(element), Value::Map(members) | Value::Object(members)) => {
            let convert = |(key, value): (String, Value)| {
                let value = convert(value, element);
                let value = value.map_err(|it| it.within(Step::Key(key.clone())))?;
                Ok((key, value))
            };
            let members = members.into_iter().map(convert);
            Value::Map(members.collect::<Result<_, ValueError>>()?)
        }
        (Type::Object(object), Value::Map(members) | Value::Object(members)) => {
            convert_object(members, object)?
        }
        _ => return Err(wrong()),
    })
}

fn elements<'t>(
    elements: Vec<Value>,
    of: impl Fn(usize) -> &'t Type,
) -> Result<Vec<Value>, ValueError> {
    let convert = |(at, element)| {
        let index = Step::Index(i64::try_from(at).unwrap_or(i64::MAX));
        convert(element, of(at)).map_err(|it| it.within(index))
    };
    elements.into_iter().enumerate().map(convert).collect()
}

fn convert_object(
    mut members: BTreeMap<String, Value>,
    object: &ObjectType,
) -> Result<Value, ValueError> {
    let mut attributes = BTreeMap::new();
    for (name, of) in &object.attributes {
        let value = members.remove(name).unwrap_or_default();
        let value = convert(value, of).map_err(|it| it.within(Step::Attribute(name.clone())))?;
        attributes.insert(name.clone(), value);
    }
    match members.into_keys().next() {
        None => Ok(Value::Object(attributes)),
        Some(name) => {
            let names = object.attributes.keys().map(String::as_str);
            let near = lumi_graph::nearest(&name, names, 0.7);
            let advice = near.map(|it| format!("; did you mean `{it}`?"));
            let advice = advice.unwrap_or_default();
            let error = ValueError::new(format!("there is no such attribute{advice}"));
            Err(error.within(Step::Attribute(name)))
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Unknown(_) => "an unknown value",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::List(_) | Value::Tuple(_) => "a list",
        Value::Set(_) => "a set",
        Value::Map(_) | Value::Object(_) => "an object",
        Value::Dynamic(inner) => kind(&inner.1),
    }
}

/// The type that a value has by itself, and the value in that type.
fn inferred_type(value: Value) -> (Type, Value) {
    match value {
        Value::Null | Value::Unknown(_) => (Type::Dynamic, value),
        Value::Bool(_) => (Type::Bool, value),
        Value::Number(_) => (Type::Number, value),
        Value::String(_) => (Type::String, value),
        Value::List(elements) | Value::Set(elements) | Value::Tuple(elements) => {
            let parts = elements.into_iter().map(inferred_type);
            let (types, elements) = parts.unzip();
            (Type::Tuple(types), Value::Tuple(elements))
        }
        Value::Map(members) | Value::Object(members) => {
            let mut types = BTreeMap::new();
            let mut attributes = BTreeMap::new();
            for (name, member) in members {
                let (of, member) = inferred_type(member);
                types.insert(name.clone(), of);
                attributes.insert(name, member);
            }
            let of = Type::Object(ObjectType {
                attributes: types,
                ..ObjectType::default()
            });
            (of, Value::Object(attributes))
        }
        Value::Dynamic(inner) => *inner,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{any_type, any_value, typed};
    use super::*;

    #[test]
    fn simple_values_become_each_other() {
        let number = Value::Number(Number::parse("1.50").unwrap());
        assert_eq!(convert(number, &Type::String), Ok(Value::string("1.5")));
        assert_eq!(
            convert(Value::string("12"), &Type::Number),
            Ok(Value::from(12))
        );
        assert_eq!(
            convert(Value::string("true"), &Type::Bool),
            Ok(Value::Bool(true))
        );
        let error = convert(Value::string("yes"), &Type::Bool).unwrap_err();
        assert_eq!(error.to_string(), "a boolean is required, not a string");
        assert!(convert(Value::Bool(true), &Type::Number).is_err());
    }

    #[test]
    fn collections_become_each_other() {
        let tuple = Value::Tuple(vec![Value::from(1), Value::from(1), Value::string("2")]);
        let set = convert(tuple, &Type::set(Type::Number)).unwrap();
        assert_eq!(set, Value::Set(vec![Value::from(1), Value::from(2)]));
        let object = Value::object([("a", Value::from(1))]);
        let map = convert(object, &Type::map(Type::String)).unwrap();
        assert_eq!(map, Value::map([("a", Value::string("1"))]));
    }

    #[test]
    fn attributes_that_are_missing_are_null_and_others_are_refused() {
        let of = Type::object([("name", Type::String), ("size", Type::Number)]);
        let value = convert(Value::map([("name", Value::string("a"))]), &of).unwrap();
        assert_eq!(value.attribute("size"), Value::Null);
        let error = convert(Value::map([("nmae", Value::Null)]), &of).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`nmae`: there is no such attribute; did you mean `name`?"
        );
    }

    #[test]
    fn a_dynamic_value_has_a_type_of_its_own() {
        let value = Value::List(vec![Value::from(1), Value::Null]);
        let Ok(Value::Dynamic(inner)) = convert(value, &Type::Dynamic) else {
            panic!("it is dynamic");
        };
        assert_eq!(inner.0, Type::Tuple(vec![Type::Number, Type::Dynamic]));
    }

    proptest! {
        #[test]
        fn values_of_a_type_are_unchanged((of, value) in typed(any_type(), any_value)) {
            prop_assert!(convert(value.clone(), &of).unwrap() == value);
        }
    }
}
