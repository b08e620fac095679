//! Values whose type alone is known.

use std::collections::BTreeMap;

use lumi_graph::Value as ProgramValue;

use crate::cty::{Number, Path, Step, Type, Value, convert};

use super::configuration::Collector;
use super::names::Names;
use super::shape_error::ShapeError;

/// A value of a program as one of a type. What does not fit is reported, and is null.
pub fn value_of_type(
    given: &ProgramValue,
    of: &Type,
    path: &Path,
    collector: &mut Collector,
) -> Value {
    let value = raw(given, of, path, collector);
    match convert(value, of) {
        Ok(value) => value,
        Err(error) => {
            let place = error
                .path
                .0
                .into_iter()
                .fold(path.clone(), |it, step| it.then(step));
            collector.wrong(&place, error.reason);
            Value::Null
        }
    }
}

/// A value in the form that it has by itself, for a function that converts it.
pub fn value_of_program(given: &ProgramValue) -> Result<Value, Vec<ShapeError>> {
    let mut collector = Collector::default();
    let value = raw(given, &Type::Dynamic, &Path::ROOT, &mut collector);
    collector.finish(value).map(|it| it.value)
}

/// A value in the form that it has by itself, with the names of the schema.
fn raw(given: &ProgramValue, of: &Type, path: &Path, collector: &mut Collector) -> Value {
    match given {
        ProgramValue::Null => Value::Null,
        ProgramValue::Unknown => Value::UNKNOWN,
        ProgramValue::Bool(it) => Value::Bool(*it),
        ProgramValue::Number(it) => match Number::from_program(*it) {
            Some(number) => Value::Number(number),
            None => collector.refuse(path, "it is not a number"),
        },
        ProgramValue::String(it) => Value::string(it.as_str()),
        ProgramValue::Secret(inner) => {
            collector.secrets.push(path.clone());
            raw(inner, of, path, collector)
        }
        ProgramValue::Resource(reference) => match &reference.id {
            Some(id) => raw(id, of, path, collector),
            None => collector.refuse(path, "a component has no id"),
        },
        ProgramValue::Ephemeral(_) => collector.refuse(
            path,
            "an ephemeral value cannot be given to a function of a provider",
        ),
        ProgramValue::Asset(_) | ProgramValue::Archive(_) => {
            collector.refuse(path, "an asset cannot be given to a provider of Terraform")
        }
        ProgramValue::Array(elements) => {
            let each = |(at, element): (usize, &ProgramValue)| {
                let of = element_type(of, at);
                // Elements of a set have no place of their own.
                let place = match of.1 {
                    true => path.clone(),
                    false => path.then(Step::Index(i64::try_from(at).unwrap_or(i64::MAX))),
                };
                raw(element, of.0, &place, collector)
            };
            Value::Tuple(elements.iter().enumerate().map(each).collect())
        }
        ProgramValue::Object(members) => members_of(members, of, path, collector),
    }
}

/// The type of an element, and whether it is one of a set.
fn element_type(of: &Type, at: usize) -> (&Type, bool) {
    match of {
        Type::List(element) => (element, false),
        Type::Set(element) => (element, true),
        Type::Tuple(types) => (types.get(at).unwrap_or(&Type::Dynamic), false),
        _ => (&Type::Dynamic, false),
    }
}

fn members_of(
    members: &lumi_graph::Object,
    of: &Type,
    path: &Path,
    collector: &mut Collector,
) -> Value {
    let mut read = BTreeMap::new();
    let Type::Object(object) = of else {
        // Keys of maps and of dynamic values are data.
        for (key, member) in members {
            let of = match of {
                Type::Map(element) => element,
                _ => &Type::Dynamic,
            };
            let place = path.then(Step::Key(key.clone()));
            read.insert(key.clone(), raw(member, of, &place, collector));
        }
        return Value::map(read);
    };
    let names = Names::new(object.attributes.keys());
    for (given, member) in members {
        let Some(name) = collector.original(&names, given, path) else {
            continue;
        };
        let place = path.then(Step::Attribute(name.to_owned()));
        let of = object.attributes.get(name).unwrap_or(&Type::Dynamic);
        let value = raw(member, of, &place, collector);
        if read.insert(name.to_owned(), value).is_some() {
            collector.wrong(&place, "it is set twice, under both of its names");
        }
    }
    Value::Object(read)
}
