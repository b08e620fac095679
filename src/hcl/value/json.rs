//! Values as JSON, and JSON as values of the types that it suggests.

use std::collections::BTreeMap;

use lumi_terraform::cty::JsonText;

use super::convert::ConversionError;
use super::value::Content;
use super::{Number, Step, Type, Value};

/// The JSON of a wholly known value; members are in order. Marks do not matter.
pub fn to_json(value: &Value) -> Result<String, ConversionError> {
    let mut text = String::new();
    write_value(value, value.ty(), &mut text)?;
    Ok(text)
}

/// Writes a value; `of` is the type that a reader assumes, and is written where it is open.
fn write_value(value: &Value, of: &Type, text: &mut String) -> Result<(), ConversionError> {
    if value.is_unknown() {
        return Err(ConversionError::new("the value is not known"));
    }
    if *of == Type::Dynamic && !value.is_dynamic() {
        text.push_str("{\"value\":");
        write_value(value, value.ty(), text)?;
        text.push_str(",\"type\":");
        text.push_str(&value.ty().to_json().to_string());
        text.push('}');
        return Ok(());
    }
    match &value.content {
        Content::Null | Content::Unknown(_) => text.push_str("null"),
        Content::Bool(it) => text.push_str(if *it { "true" } else { "false" }),
        Content::Number(it) if it.is_infinite() => {
            return Err(ConversionError::new("an infinity cannot be JSON"));
        }
        Content::Number(it) => text.push_str(&it.to_string()),
        Content::String(it) => push_string(text, it),
        Content::Elements(elements) => {
            text.push('[');
            for (position, element) in elements.iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                let of = part_type(of, position, element);
                let step = || Step::Index(i64::try_from(position).unwrap_or(i64::MAX));
                write_value(element, of, text).map_err(|it| it.within(step()))?;
            }
            text.push(']');
        }
        Content::Members(members) => write_members(members, of, text)?,
    }
    Ok(())
}

fn part_type<'a>(of: &'a Type, position: usize, element: &'a Value) -> &'a Type {
    match of {
        Type::List(of) | Type::Set(of) => of,
        Type::Tuple(types) => types.get(position).unwrap_or(element.ty()),
        _ => element.ty(),
    }
}

fn write_members(
    members: &BTreeMap<String, Value>,
    of: &Type,
    text: &mut String,
) -> Result<(), ConversionError> {
    text.push('{');
    for (position, (name, member)) in members.iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        push_string(text, name);
        text.push(':');
        let of = match of {
            Type::Map(of) => of,
            Type::Object(object) => object.attributes.get(name).unwrap_or(member.ty()),
            _ => member.ty(),
        };
        let step = || Step::Attribute(name.clone());
        write_value(member, of, text).map_err(|it| it.within(step()))?;
    }
    text.push('}');
    Ok(())
}

/// A string in quotes, without the characters that HTML gives a meaning.
fn push_string(text: &mut String, string: &str) {
    text.push('"');
    for it in string.chars() {
        match it {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(it)));
            }
            it => text.push(it),
        }
    }
    text.push('"');
}

/// The value that JSON stands for: objects are objects, arrays are tuples, and null has an unknown type.
pub fn from_json(text: &str) -> Result<Value, ConversionError> {
    let json =
        JsonText::parse(text.as_bytes()).map_err(|it| ConversionError::new(it.to_string()))?;
    read_value(&json)
}

fn read_value(json: &JsonText<'_>) -> Result<Value, ConversionError> {
    match json {
        JsonText::Null => Ok(Value::null(Type::Dynamic)),
        JsonText::Bool(it) => Ok(Value::bool(*it)),
        JsonText::Number(text) => match Number::parse(text).filter(|_| is_number(text)) {
            Some(number) => Ok(Value::number(number)),
            None => Err(ConversionError::new("a number of the JSON is malformed")),
        },
        JsonText::String(text) => Ok(Value::string(text.as_ref())),
        JsonText::Array(elements) => {
            let elements = elements.iter().map(read_value);
            Ok(Value::tuple(elements.collect::<Result<_, _>>()?))
        }
        JsonText::Object(members) => {
            let mut attributes: BTreeMap<&str, Value> = BTreeMap::new();
            for (name, member) in members {
                let member = read_value(member)?;
                if let Some(other) = attributes.get(name.as_ref())
                    && other.ty() != member.ty()
                {
                    let reason = format!("the JSON has two members `{name}` of different types");
                    return Err(ConversionError::new(reason));
                }
                attributes.insert(name, member);
            }
            Ok(Value::object(attributes))
        }
    }
}

/// Whether each point and each exponent has digits behind it, and each point some before it.
fn is_number(text: &str) -> bool {
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let ends = [whole, fraction, power];
    ends.iter()
        .all(|it| it.ends_with(|it: char| it.is_ascii_digit()))
}
