//! Reads a value of a type.

use std::collections::BTreeMap;

use super::super::MAX_DEPTH;
use super::super::number::Number;
use super::super::path::Step;
use super::super::type_constraint::{ObjectType, Type};
use super::super::value::{Value, normalized};
use super::super::value_error::ValueError;
use super::reader::{Form, Reader};
use super::{REFINED, refinement};

/// Reads a value of exactly this type.
pub fn from_msgpack(bytes: &[u8], of: &Type) -> Result<Value, ValueError> {
    let mut reader = Reader::new(bytes);
    let value = read(&mut reader, of, 0)?;
    match reader.is_at_end() {
        true => Ok(value),
        false => Err(ValueError::new("the msgpack goes on after its value")),
    }
}

fn read(reader: &mut Reader<'_>, of: &Type, depth: usize) -> Result<Value, ValueError> {
    if depth > MAX_DEPTH {
        return Err(ValueError::new("the value is nested too deeply"));
    }
    let form = reader.next()?;
    let wrong = || ValueError::new(format!("{of} is required"));
    match (of, form) {
        (_, Form::Nil) => Ok(Value::Null),
        (_, Form::Extension(REFINED, body)) => Ok(Value::Unknown(refinement::read(body)?)),
        (_, Form::Extension(..)) => Ok(Value::UNKNOWN),
        (Type::Dynamic, Form::Array(2)) => read_dynamic(reader, depth),
        (Type::Bool, Form::Bool(it)) => Ok(Value::Bool(it)),
        (Type::Number, form) => number(form).map(Value::Number),
        (Type::String, form @ Form::Bytes(_)) => text(form).map(Value::string),
        (Type::List(element), Form::Array(length)) => {
            read_elements(reader, length, |_| element, depth).map(Value::List)
        }
        (Type::Set(element), Form::Array(length)) => {
            read_elements(reader, length, |_| element, depth).map(Value::Set)
        }
        (Type::Tuple(types), Form::Array(length)) if types.len() == length => {
            read_elements(reader, length, |at| &types[at], depth).map(Value::Tuple)
        }
        (Type::Map(element), Form::Map(length)) => {
            let mut members = BTreeMap::new();
            for _ in 0..length {
                let key = normalized(text(reader.next()?)?);
                let member = read(reader, element, depth + 1);
                let member = member.map_err(|it| it.within(Step::Key(key.clone())))?;
                members.insert(key, member);
            }
            Ok(Value::Map(members))
        }
        (Type::Object(object), Form::Map(length)) => read_object(reader, length, object, depth),
        _ => Err(wrong()),
    }
}

fn read_elements<'t>(
    reader: &mut Reader<'_>,
    length: usize,
    of: impl Fn(usize) -> &'t Type,
    depth: usize,
) -> Result<Vec<Value>, ValueError> {
    let read = |at: usize| {
        let index = Step::Index(i64::try_from(at).unwrap_or(i64::MAX));
        read(reader, of(at), depth + 1).map_err(|it| it.within(index))
    };
    (0..length).map(read).collect()
}

fn read_object(
    reader: &mut Reader<'_>,
    length: usize,
    object: &ObjectType,
    depth: usize,
) -> Result<Value, ValueError> {
    let mut attributes = BTreeMap::new();
    for _ in 0..length {
        let name = text(reader.next()?)?;
        let step = || Step::Attribute(name.clone());
        let unknown = || ValueError::new("there is no such attribute").within(step());
        let of = object.attributes.get(&name).ok_or_else(unknown)?;
        let value = read(reader, of, depth + 1).map_err(|it| it.within(step()))?;
        attributes.insert(name, value);
    }
    match object
        .attributes
        .keys()
        .find(|it| !attributes.contains_key(*it))
    {
        None => Ok(Value::Object(attributes)),
        Some(name) => {
            let error = ValueError::new("the attribute is missing");
            Err(error.within(Step::Attribute(name.clone())))
        }
    }
}

/// A pair of the type as JSON, and the value.
fn read_dynamic(reader: &mut Reader<'_>, depth: usize) -> Result<Value, ValueError> {
    let Form::Bytes(json) = reader.next()? else {
        return Err(ValueError::new("a value of any type has no type"));
    };
    let of = Type::from_json(json).map_err(|it| ValueError::new(it.to_string()))?;
    Ok(match read(reader, &of, depth + 1)? {
        value @ (Value::Null | Value::Unknown(_) | Value::Dynamic(_)) => value,
        value => Value::Dynamic(Box::new((of, value))),
    })
}

pub fn number(form: Form<'_>) -> Result<Number, ValueError> {
    let number = match form {
        Form::Integer(it) => Some(Number::from(it)),
        Form::Unsigned(it) => Some(Number::from(it)),
        Form::Double(it) => Number::from_double(it),
        Form::Bytes(it) => std::str::from_utf8(it).ok().and_then(Number::parse),
        _ => None,
    };
    number.ok_or_else(|| ValueError::new(format!("{} is required", Type::Number)))
}

pub fn text(form: Form<'_>) -> Result<String, ValueError> {
    let Form::Bytes(bytes) = form else {
        return Err(ValueError::new(format!("{} is required", Type::String)));
    };
    let text = std::str::from_utf8(bytes);
    text.map(str::to_owned)
        .map_err(|_| ValueError::new("a string is not UTF-8"))
}
