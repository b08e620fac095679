//! The JSON of values, as states have it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::MAX_DEPTH;
use super::json_reader::JsonText;
use super::number::Number;
use super::path::Step;
use super::type_constraint::{ObjectType, Type};
use super::value::{Value, normalized};
use super::value_error::ValueError;

/// Reads a value of a type.
pub fn from_json(json: &JsonText<'_>, of: &Type) -> Result<Value, ValueError> {
    read(json, of, 0)
}

fn read(json: &JsonText<'_>, of: &Type, depth: usize) -> Result<Value, ValueError> {
    if depth > MAX_DEPTH {
        return Err(ValueError::new("the value is nested too deeply"));
    }
    let wrong = || ValueError::new(format!("{of} is required"));
    match (of, json) {
        (_, JsonText::Null) => Ok(Value::Null),
        (Type::Bool, JsonText::Bool(it)) => Ok(Value::Bool(*it)),
        (Type::Number, JsonText::Number(text)) => {
            Number::parse(text).map(Value::Number).ok_or_else(wrong)
        }
        (Type::String, JsonText::String(text)) => Ok(Value::string(text.as_ref())),
        // Earlier writers used other forms of simple values.
        (Type::Bool, JsonText::String(text)) => match text.as_ref() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(wrong()),
        },
        (Type::Number, JsonText::String(text)) => {
            Number::parse(text).map(Value::Number).ok_or_else(wrong)
        }
        (Type::String, JsonText::Bool(it)) => Ok(Value::string(it.to_string())),
        (Type::String, JsonText::Number(text)) => {
            let number = Number::parse(text).ok_or_else(wrong)?;
            Ok(Value::string(number.to_string()))
        }
        (Type::List(element), JsonText::Array(parts)) => {
            elements(parts, |_| Some(element), depth).map(Value::List)
        }
        (Type::Set(element), JsonText::Array(parts)) => {
            elements(parts, |_| Some(element), depth).map(Value::set_of)
        }
        (Type::Tuple(types), JsonText::Array(parts)) if types.len() == parts.len() => {
            elements(parts, |at| types.get(at), depth).map(Value::Tuple)
        }
        (Type::Map(element), JsonText::Object(members)) => {
            let read = |(key, json): &(_, _)| {
                let value = read(json, element, depth + 1);
                let key = normalized(key as &str);
                let value = value.map_err(|it| it.within(Step::Key(key.clone())))?;
                Ok((key, value))
            };
            let members: Result<_, ValueError> = members.iter().map(read).collect();
            Ok(Value::Map(members?))
        }
        (Type::Object(object), JsonText::Object(_)) => read_object(json, object, depth),
        (Type::Dynamic, JsonText::Object(_)) => read_dynamic(json, depth),
        _ => Err(wrong()),
    }
}

fn elements<'t>(
    parts: &[JsonText<'_>],
    element: impl Fn(usize) -> Option<&'t Type>,
    depth: usize,
) -> Result<Vec<Value>, ValueError> {
    let read = |(at, json)| {
        let of = element(at).unwrap_or(&Type::Dynamic);
        let index = Step::Index(i64::try_from(at).unwrap_or(i64::MAX));
        read(json, of, depth + 1).map_err(|it| it.within(index))
    };
    parts.iter().enumerate().map(read).collect()
}

fn read_object(
    json: &JsonText<'_>,
    object: &ObjectType,
    depth: usize,
) -> Result<Value, ValueError> {
    let mut attributes = BTreeMap::new();
    for (name, of) in &object.attributes {
        // An attribute that an older state lacks is null.
        let part = json.member(name).unwrap_or(&JsonText::Null);
        let step = || Step::Attribute(name.clone());
        let value = read(part, of, depth + 1).map_err(|it| it.within(step()))?;
        attributes.insert(name.clone(), value);
    }
    if let JsonText::Object(members) = json
        && let Some((name, _)) = members
            .iter()
            .find(|(it, _)| !attributes.contains_key(it as &str))
    {
        let error = ValueError::new("there is no such attribute");
        return Err(error.within(Step::Attribute(name.to_string())));
    }
    Ok(Value::Object(attributes))
}

/// `{"value": …, "type": …}`
fn read_dynamic(json: &JsonText<'_>, depth: usize) -> Result<Value, ValueError> {
    let wrong = || ValueError::new("a value of any type has the members `type` and `value`");
    let (of, value) = (json.member("type"), json.member("value"));
    let (of, value) = of.zip(value).ok_or_else(wrong)?;
    let mut text = String::new();
    write_text(of, &mut text);
    let of = Type::from_json(text.as_bytes()).map_err(|it| ValueError::new(it.to_string()))?;
    match read(value, &of, depth + 1)? {
        Value::Null => Ok(Value::Null),
        value @ Value::Dynamic(_) => Ok(value),
        value => Ok(Value::Dynamic(Box::new((of, value)))),
    }
}

/// Writes JSON as it was read.
fn write_text(json: &JsonText<'_>, text: &mut String) {
    let mut first = true;
    let mut comma = |text: &mut String| {
        if !std::mem::take(&mut first) {
            text.push(',');
        }
    };
    match json {
        JsonText::Null => text.push_str("null"),
        JsonText::Bool(it) => text.push_str(if *it { "true" } else { "false" }),
        JsonText::Number(it) => text.push_str(it),
        JsonText::String(it) => write_string(it, text),
        JsonText::Array(elements) => {
            text.push('[');
            for element in elements {
                comma(text);
                write_text(element, text);
            }
            text.push(']');
        }
        JsonText::Object(members) => {
            text.push('{');
            for (name, member) in members {
                comma(text);
                write_string(name, text);
                text.push(':');
                write_text(member, text);
            }
            text.push('}');
        }
    }
}

fn write_string(it: &str, text: &mut String) {
    // Strings have a JSON form always.
    text.push_str(&serde_json::Value::from(it).to_string());
}

impl JsonText<'_> {
    /// The JSON as text, without space.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        write_text(self, &mut text);
        text
    }
}

/// Writes a value. Unknown values have no JSON.
pub fn to_json(value: &Value) -> Result<String, ValueError> {
    let mut text = String::new();
    write(value, &mut text)?;
    Ok(text)
}

fn write(value: &Value, text: &mut String) -> Result<(), ValueError> {
    match value {
        Value::Null => text.push_str("null"),
        Value::Unknown(_) => return Err(ValueError::new("the value is not known")),
        Value::Bool(it) => text.push_str(if *it { "true" } else { "false" }),
        Value::Number(Number::Infinity { .. }) => {
            return Err(ValueError::new("an infinity cannot be stored"));
        }
        Value::Number(it) => {
            let _ = write!(text, "{it}");
        }
        Value::String(it) => write_string(it, text),
        Value::List(elements) | Value::Set(elements) | Value::Tuple(elements) => {
            text.push('[');
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                let index = Step::Index(i64::try_from(at).unwrap_or(i64::MAX));
                write(element, text).map_err(|it| it.within(index))?;
            }
            text.push(']');
        }
        Value::Map(members) => write_members(members, Step::Key, text)?,
        Value::Object(members) => write_members(members, Step::Attribute, text)?,
        Value::Dynamic(inner) => {
            text.push_str("{\"value\":");
            write(&inner.1, text)?;
            let _ = write!(text, ",\"type\":{}}}", inner.0.to_json());
        }
    }
    Ok(())
}

fn write_members(
    members: &BTreeMap<String, Value>,
    step: fn(String) -> Step,
    text: &mut String,
) -> Result<(), ValueError> {
    text.push('{');
    for (at, (name, member)) in members.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write_string(name, text);
        text.push(':');
        write(member, text).map_err(|it| it.within(step(name.clone())))?;
    }
    text.push('}');
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{any_type, known_value, typed};
    use super::*;

    fn read_text(json: &str, of: &Type) -> Result<Value, ValueError> {
        from_json(&JsonText::parse(json.as_bytes())?, of)
    }

    #[test]
    fn states_are_read_by_their_type() {
        let of = Type::object([
            ("id", Type::String),
            ("size", Type::Number),
            ("tags", Type::set(Type::String)),
            ("any", Type::Dynamic),
        ]);
        let json = r#"{"size":12345678901234567890.5,"tags":["a","a"],"any":{"value":["x"],"type":["list","string"]}}"#;
        let value = read_text(json, &of).unwrap();
        assert!(value.attribute("id").is_null());
        let written = to_json(&value).unwrap();
        assert_eq!(
            written,
            r#"{"any":{"value":["x"],"type":["list","string"]},"id":null,"size":12345678901234567890.5,"tags":["a"]}"#
        );
    }

    #[test]
    fn values_of_another_type_are_located() {
        let of = Type::object([("a", Type::list(Type::Number))]);
        let error = read_text(r#"{"a":[1,"x"]}"#, &of).unwrap_err();
        assert_eq!(error.to_string(), "`a[1]`: a number is required");
        let error = read_text(r#"{"b":1}"#, &of).unwrap_err();
        assert_eq!(error.to_string(), "`b`: there is no such attribute");
        let unknown = Value::object([("a", Value::List(vec![Value::UNKNOWN]))]);
        let error = to_json(&unknown).unwrap_err();
        assert_eq!(error.to_string(), "`a[0]`: the value is not known");
    }

    proptest! {
        #[test]
        fn known_values_survive((of, value) in typed(any_type(), known_value)) {
            let json = to_json(&value).unwrap();
            prop_assert!(read_text(&json, &of).unwrap() == value, "{}", json);
        }
    }
}
