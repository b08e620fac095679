//! Inputs in the shape of outputs.
//!
//! A plan without providers takes the inputs of a resource as its outputs. A provider answers them in the shape of its
//! schema: a single block is a list of one, no element of a set occurs twice, members have their canonical names, and those
//! that the program leaves to the provider are holes.

use super::property_type::{ObjectType, PropertyType};
use crate::value::value::{Object, Value};

/// An input in the shape that an output of this type has. What does not fit the type stays as it is.
pub fn echoed_input(of: &PropertyType, given: Value) -> Value {
    match (of, given) {
        (of, Value::Secret(inner)) => Value::secret(echoed_input(of, *inner)),
        (PropertyType::List(of) | PropertyType::OneOrMore(of), Value::Array(elements)) => {
            Value::Array(each(of, elements))
        }
        (PropertyType::Set(of), Value::Array(elements)) => {
            Value::Array(without_copies(each(of, elements)))
        }
        // One block may be given without the list.
        (
            PropertyType::List(of) | PropertyType::Set(of) | PropertyType::OneOrMore(of),
            block @ Value::Object(_),
        ) => Value::Array(vec![echoed_input(of, block)]),
        (PropertyType::Map(of), Value::Object(members)) => {
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(key, it)| (key, echoed_input(of, it)))
                    .collect(),
            )
        }
        (PropertyType::Object(of), Value::Object(members)) => Value::Object(object(of, members)),
        (PropertyType::Tuple(types), Value::Array(elements)) if types.len() == elements.len() => {
            let pairs = types.iter().zip(elements);
            Value::Array(pairs.map(|(of, it)| echoed_input(of, it)).collect())
        }
        (of, given) => scalar(of, given),
    }
}

fn each(of: &PropertyType, elements: Vec<Value>) -> Vec<Value> {
    let elements = elements.into_iter();
    elements.map(|it| echoed_input(of, it)).collect()
}

/// Two elements with holes may turn out to be different ones.
fn without_copies(elements: Vec<Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::with_capacity(elements.len());
    for element in elements {
        if element.contains_unknown() || !kept.contains(&element) {
            kept.push(element);
        }
    }
    kept
}

/// In the order of the type, as providers answer; what the type does not have comes last.
fn object(of: &ObjectType, members: Object) -> Object {
    let mut given = Object::default();
    for (name, member) in members {
        match of.get(&name) {
            Some(property) => {
                given.insert(property.name.clone(), echoed_input(&property.of, member));
            }
            None => {
                given.insert(name, member);
            }
        }
    }
    let mut ordered = Object::default();
    for property in &of.properties {
        match given.shift_remove(&property.name) {
            Some(member) => drop(ordered.insert(property.name.clone(), member)),
            // The provider sets it.
            None if property.is_required => {
                ordered.insert(property.name.clone(), Value::Unknown);
            }
            None => {}
        }
    }
    ordered.extend(given);
    ordered
}

/// Providers convert texts, numbers and booleans into each other.
fn scalar(of: &PropertyType, given: Value) -> Value {
    match (of, &given) {
        (PropertyType::Text | PropertyType::OpenChoice(_), Value::Bool(is)) => {
            Value::String(is.to_string())
        }
        (PropertyType::Text | PropertyType::OpenChoice(_), Value::Number(number)) => {
            Value::String(number.to_string())
        }
        (PropertyType::Number, Value::String(text)) => match text.parse() {
            Ok(number) => Value::Number(number),
            Err(_) => given,
        },
        (PropertyType::Bool, Value::String(text)) => match text.as_str() {
            "true" | "1" => Value::Bool(true),
            "false" | "0" => Value::Bool(false),
            _ => given,
        },
        _ => given,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::super::property_type::PropertySchema;
    use super::*;

    fn value(json: &serde_json::Value) -> Value {
        Value::from_json(&json.to_string()).unwrap()
    }

    fn rule() -> PropertyType {
        let port = PropertySchema {
            other_name: Some("from_port".to_owned()),
            ..PropertySchema::new("fromPort", PropertyType::Number)
        };
        let inner = PropertySchema::new("inner", PropertyType::List(Box::new(PropertyType::Any)));
        PropertyType::Object(Arc::new(ObjectType::new(vec![port, inner])))
    }

    fn of(kind: &str) -> PropertyType {
        let rule = Box::new(rule());
        match kind {
            "list" => PropertyType::List(rule),
            "set" => PropertyType::Set(rule),
            "map" => PropertyType::Map(rule),
            "one" => *rule,
            "text" => PropertyType::Text,
            "number" => PropertyType::Number,
            "flag" => PropertyType::Bool,
            _ => PropertyType::Any,
        }
    }

    #[test]
    fn inputs_get_the_shape_of_outputs() {
        let table = [
            ("list", json!({"fromPort": 1}), json!([{"fromPort": 1}])),
            (
                "list",
                json!([{"from_port": "1"}]),
                json!([{"fromPort": 1}]),
            ),
            (
                "set",
                json!({"inner": {"a": 1}}),
                json!([{"inner": [{"a": 1}]}]),
            ),
            (
                "set",
                json!([{"fromPort": 1}, {"from_port": 1}]),
                json!([{"fromPort": 1}]),
            ),
            ("list", json!([]), json!([])),
            ("list", json!(null), json!(null)),
            (
                "map",
                json!({"k": {"from_port": 2}}),
                json!({"k": {"fromPort": 2}}),
            ),
            (
                "one",
                json!({"from_port": 2, "else": 1}),
                json!({"fromPort": 2, "else": 1}),
            ),
            ("one", json!([{"from_port": 2}]), json!([{"from_port": 2}])),
            ("text", json!(5), json!("5")),
            ("text", json!(true), json!("true")),
            ("number", json!("1.5"), json!(1.5)),
            ("number", json!("x"), json!("x")),
            ("flag", json!("false"), json!(false)),
            ("any", json!({"from_port": "1"}), json!({"from_port": "1"})),
        ];
        for (kind, given, wanted) in table {
            let found = echoed_input(&of(kind), value(&given));
            assert_eq!(found, value(&wanted), "{kind} {given}");
            assert_eq!(
                echoed_input(&of(kind), found.clone()),
                found,
                "{kind} {given} twice"
            );
        }
    }

    #[test]
    fn members_that_the_provider_sets_are_holes() {
        let name = PropertySchema::new("name", PropertyType::Text);
        let set = PropertySchema {
            is_required: true,
            ..PropertySchema::new("etag", PropertyType::Text)
        };
        let of = PropertyType::Object(Arc::new(ObjectType::new(vec![name, set])));
        let Value::Object(found) = echoed_input(&of, value(&json!({}))) else {
            panic!("it is an object");
        };
        assert_eq!(found.get("etag"), Some(&Value::Unknown));
        assert_eq!(found.len(), 1);
        let given = value(&json!({"else": 1, "name": "n", "etag": "e"}));
        let Value::Object(found) = echoed_input(&of, given) else {
            panic!("it is an object");
        };
        let order: Vec<_> = found.keys().map(String::as_str).collect();
        assert_eq!(order, ["etag", "name", "else"]);
    }

    #[test]
    fn holes_and_secrets_stay() {
        let set = PropertyType::Set(Box::new(PropertyType::Any));
        let holes = Value::Array(vec![Value::Unknown, Value::Unknown]);
        assert_eq!(echoed_input(&set, holes.clone()), holes);
        let secret = Value::secret(value(&json!({"from_port": 1})));
        let wanted = value(&json!([{"fromPort": 1}]));
        assert_eq!(echoed_input(&of("list"), secret), Value::secret(wanted));
        assert_eq!(echoed_input(&of("list"), Value::Unknown), Value::Unknown);
    }
}
