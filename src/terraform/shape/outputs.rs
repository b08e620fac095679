//! The outputs for a program.

use std::collections::BTreeMap;

use lumi_graph::{Object, Value as ProgramValue};

use crate::cty::{Path, Step, Type, Value};
use crate::schema::{Attribute, AttributeKind, Block, Nesting};

use super::names::Names;

/// The outputs of an object, by the names of programs. Sensitive ones are secret, and so is what
/// was given as a secret. An integer above 2^53 is the nearest double: the exact one stays in the
/// state.
pub fn outputs(block: &Block, value: &Value, secrets: &[Path]) -> Object {
    match block_object(block, value, &Path::ROOT, secrets) {
        ProgramValue::Object(members) => members,
        _ => Object::default(),
    }
}

/// A value of a type alone, such as the result of a function.
pub fn value_of_schema(of: &Type, value: &Value) -> ProgramValue {
    by_type(of, value, &Path::ROOT, &[])
}

fn marked(value: ProgramValue, path: &Path, is_sensitive: bool, secrets: &[Path]) -> ProgramValue {
    match is_sensitive || secrets.contains(path) {
        true if !matches!(value, ProgramValue::Null) => ProgramValue::secret(value),
        _ => value,
    }
}

fn block_object(block: &Block, value: &Value, path: &Path, secrets: &[Path]) -> ProgramValue {
    let Value::Object(members) = value else {
        return whole(value);
    };
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let mut object = attributes(&block.attributes, &names, members, path, secrets);
    for (name, nested) in &block.blocks {
        let Some(member) = members.get(name) else {
            continue;
        };
        let place = path.then(Step::Attribute(name.clone()));
        let read = |it: &Value, path: &Path| block_object(&nested.block, it, path, secrets);
        let value = collection(nested.nesting, member, &place, &read);
        let value = marked(value, &place, false, secrets);
        object.insert(names.of_program(name), value);
    }
    ProgramValue::Object(object)
}

/// Null, or unknown.
fn whole(value: &Value) -> ProgramValue {
    match value {
        Value::Unknown(_) => ProgramValue::Unknown,
        _ => ProgramValue::Null,
    }
}

fn attributes(
    attributes: &BTreeMap<String, Attribute>,
    names: &Names<'_>,
    members: &BTreeMap<String, Value>,
    path: &Path,
    secrets: &[Path],
) -> Object {
    let mut object = Object::default();
    for (name, attribute) in attributes {
        // A write-only attribute cannot be read.
        let Some(member) = members.get(name).filter(|_| !attribute.is_write_only) else {
            continue;
        };
        let place = path.then(Step::Attribute(name.clone()));
        let value = match &attribute.kind {
            AttributeKind::Of(of) => by_type(of, member, &place, secrets),
            AttributeKind::Nested(nesting, inner) => {
                let names = Names::new(inner.keys());
                let read = |it: &Value, path: &Path| match it {
                    Value::Object(members) => ProgramValue::Object(self::attributes(
                        inner, &names, members, path, secrets,
                    )),
                    other => whole(other),
                };
                collection(*nesting, member, &place, &read)
            }
        };
        let value = marked(value, &place, attribute.is_sensitive, secrets);
        object.insert(names.of_program(name), value);
    }
    object
}

fn collection(
    nesting: Nesting,
    value: &Value,
    path: &Path,
    read: &dyn Fn(&Value, &Path) -> ProgramValue,
) -> ProgramValue {
    let place = |step: Option<Step>| step.map_or_else(|| path.clone(), |it| path.then(it));
    match (nesting, value) {
        (_, Value::Null | Value::Unknown(_)) => whole(value),
        (Nesting::Single | Nesting::Group, value) => read(value, path),
        (Nesting::List | Nesting::Set, value) => {
            let elements = value.children().map(|(step, it)| read(it, &place(step)));
            ProgramValue::Array(elements.collect())
        }
        (Nesting::Map, value) => {
            let members = value.members().into_iter().flatten();
            let each = |(key, it): (&String, &Value)| {
                let value = read(it, &path.then(Step::Key(key.clone())));
                (key.clone(), value)
            };
            ProgramValue::Object(members.map(each).collect())
        }
    }
}

fn by_type(of: &Type, value: &Value, path: &Path, secrets: &[Path]) -> ProgramValue {
    let part = |of: &Type, value: &Value, path: &Path| {
        marked(by_type(of, value, path, secrets), path, false, secrets)
    };
    match value {
        Value::Null | Value::Unknown(_) => whole(value),
        Value::Bool(it) => ProgramValue::Bool(*it),
        Value::Number(it) => ProgramValue::Number(it.to_double()),
        Value::String(it) => ProgramValue::String(it.clone()),
        Value::Dynamic(inner) => by_type(&inner.0, &inner.1, path, secrets),
        Value::List(_) | Value::Set(_) | Value::Tuple(_) => {
            let element = |at: usize| match of {
                Type::List(element) | Type::Set(element) => element,
                Type::Tuple(types) => types.get(at).unwrap_or(&Type::Dynamic),
                _ => &Type::Dynamic,
            };
            let each = |(at, (step, it)): (usize, (Option<Step>, &Value))| match step {
                Some(step) => part(element(at), it, &path.then(step)),
                None => by_type(element(at), it, path, secrets),
            };
            ProgramValue::Array(value.children().enumerate().map(each).collect())
        }
        Value::Map(members) => {
            let element = match of {
                Type::Map(element) => element,
                _ => &Type::Dynamic,
            };
            let each = |(key, it): (&String, &Value)| {
                let place = path.then(Step::Key(key.clone()));
                (key.clone(), part(element, it, &place))
            };
            ProgramValue::Object(members.iter().map(each).collect())
        }
        Value::Object(members) => {
            let none = BTreeMap::new();
            let types = match of {
                Type::Object(object) => &object.attributes,
                _ => &none,
            };
            let names = Names::new(types.keys());
            let each = |(name, it): (&String, &Value)| {
                let place = path.then(Step::Attribute(name.clone()));
                let of = types.get(name).unwrap_or(&Type::Dynamic);
                (names.of_program(name), part(of, it, &place))
            };
            ProgramValue::Object(members.iter().map(each).collect())
        }
    }
}
