//! Writes a value of a type.

use std::collections::BTreeMap;

use super::super::number::Number;
use super::super::path::Step;
use super::super::type_constraint::{ObjectType, Type};
use super::super::value::Value;
use super::super::value_error::ValueError;
use super::writer::Writer;
use super::{REFINED, UNKNOWN, refinement};

/// Writes a value of exactly this type.
pub fn to_msgpack(value: &Value, of: &Type) -> Result<Vec<u8>, ValueError> {
    let mut writer = Writer::default();
    write(value, of, &mut writer)?;
    Ok(writer.0)
}

fn write(value: &Value, of: &Type, writer: &mut Writer) -> Result<(), ValueError> {
    match (of, value) {
        (_, Value::Null) => writer.nil(),
        (_, Value::Unknown(None)) => writer.extension(UNKNOWN, &[0]),
        (_, Value::Unknown(Some(refinement))) => match refinement::write(refinement) {
            // An unknown value of any type has no refinement.
            Some(body) if *of != Type::Dynamic => writer.extension(REFINED, &body),
            _ => writer.extension(UNKNOWN, &[0]),
        },
        (Type::Dynamic, Value::Dynamic(inner)) => {
            writer.array(2);
            writer.binary(inner.0.to_json().to_string().as_bytes());
            write(&inner.1, &inner.0, writer)?;
        }
        (Type::Bool, Value::Bool(it)) => writer.bool(*it),
        (Type::Number, Value::Number(it)) => write_number(it, writer),
        (Type::String, Value::String(it)) => writer.string(it),
        (Type::List(element), Value::List(elements))
        | (Type::Set(element), Value::Set(elements)) => {
            write_elements(elements, |_| element, writer)?;
        }
        (Type::Tuple(types), Value::Tuple(elements)) if types.len() == elements.len() => {
            write_elements(elements, |at| &types[at], writer)?;
        }
        (Type::Map(element), Value::Map(members)) => {
            writer.map(members.len());
            for (key, member) in members {
                writer.string(key);
                write(member, element, writer).map_err(|it| it.within(Step::Key(key.clone())))?;
            }
        }
        (Type::Object(object), Value::Object(members)) => write_object(members, object, writer)?,
        _ => return Err(ValueError::new(format!("{of} is required"))),
    }
    Ok(())
}

fn write_elements<'t>(
    elements: &[Value],
    of: impl Fn(usize) -> &'t Type,
    writer: &mut Writer,
) -> Result<(), ValueError> {
    writer.array(elements.len());
    for (at, element) in elements.iter().enumerate() {
        let index = Step::Index(i64::try_from(at).unwrap_or(i64::MAX));
        write(element, of(at), writer).map_err(|it| it.within(index))?;
    }
    Ok(())
}

/// Both sides refuse an object with an attribute too many or too few.
fn write_object(
    members: &BTreeMap<String, Value>,
    object: &ObjectType,
    writer: &mut Writer,
) -> Result<(), ValueError> {
    if let Some(name) = members
        .keys()
        .find(|it| !object.attributes.contains_key(*it))
    {
        let error = ValueError::new("there is no such attribute");
        return Err(error.within(Step::Attribute(name.clone())));
    }
    writer.map(object.attributes.len());
    for (name, of) in &object.attributes {
        let step = || Step::Attribute(name.clone());
        let member = members.get(name);
        let missing = || ValueError::new("the attribute is missing").within(step());
        writer.string(name);
        write(member.ok_or_else(missing)?, of, writer).map_err(|it| it.within(step()))?;
    }
    Ok(())
}

/// Integers that do not fit are text, although a double may be exactly as large.
pub fn write_number(number: &Number, writer: &mut Writer) {
    let double = number.exact_double().filter(|_| !number.is_integer());
    match (number, double) {
        (Number::Integer(integer), _) => writer.integer(*integer),
        (_, Some(double)) => writer.double(double),
        (_, None) => writer.string(&number.to_string()),
    }
}
