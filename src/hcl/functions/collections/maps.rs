//! `merge`, `transpose`, `zipmap`.

use std::collections::BTreeMap;

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, element_type, elements};
use crate::value::{Marks, Refinement, Type, Value, friendly_name};

pub(super) fn functions() -> Vec<Function> {
    let not_null = Refinement::not_null;
    let lists = || Type::map(Type::list(Type::String));
    let maps = Parameter::new("maps", Type::Dynamic)
        .with_dynamic()
        .nullable()
        .with_marked();
    let keys = Parameter::new("keys", Type::list(Type::String)).with_marked();
    let values = Parameter::new("values", Type::Dynamic).with_marked();
    vec![
        Function::typed("merge", vec![], merge_type, merge)
            .variadic(maps)
            .refined(not_null()),
        Function::new(
            "transpose",
            vec![Parameter::new("values", lists())],
            lists(),
            transpose,
        )
        .refined(not_null()),
        Function::typed("zipmap", vec![keys, values], zipmap_type, zipmap).refined(not_null()),
    ]
}

fn merge_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    let empty = || Type::object(std::iter::empty::<(String, Type)>());
    let mut attributes: BTreeMap<String, Type> = BTreeMap::new();
    let mut types: Vec<Type> = Vec::new();
    let mut are_known = true;
    for (position, value) in values.iter().enumerate() {
        let of = match value.ty() {
            Type::Dynamic => return Ok(Type::Dynamic),
            Type::Object(_) if value.is_null() => value.ty().clone(),
            Type::Object(object) => {
                let names = object.attributes.iter();
                attributes.extend(names.map(|(name, it)| (name.clone(), it.clone())));
                value.ty().clone()
            }
            Type::Map(element) => {
                let members = value.members().into_iter().flatten();
                attributes.extend(members.map(|(key, _)| (key.clone(), element.as_ref().clone())));
                are_known &= value.is_known();
                value.ty().clone()
            }
            other => {
                let message = format!(
                    "a map or an object is required, not a {}",
                    friendly_name(other)
                );
                return Err(FunctionError::of(position, message));
            }
        };
        types.push(of);
    }
    let Some(first) = types.first() else {
        return Ok(empty());
    };
    Ok(match (types.iter().all(|it| it == first), are_known) {
        (true, _) => first.clone(),
        (false, false) => Type::Dynamic,
        (false, true) => Type::object(attributes),
    })
}

fn merge(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let mut members: BTreeMap<String, Value> = BTreeMap::new();
    let mut marks = Marks::NONE;
    for value in values.iter().filter(|it| !it.is_null()) {
        marks = marks.union(value.marks());
        let others = value.members().into_iter().flatten();
        members.extend(others.map(|(name, it)| (name.clone(), it.clone())));
    }
    let merged = match of {
        Type::Map(element) => Value::map(element, members),
        _ => Value::object(members),
    };
    Ok(merged.with_marks(&marks))
}

fn transpose(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    if !values[0].is_wholly_known() {
        return Ok(Value::unknown(of.clone()));
    }
    let mut lists: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, list) in values[0].members().into_iter().flatten() {
        let Some(texts) = list.elements() else {
            let message = format!("the list of `{key}` must not be null");
            return Err(FunctionError::of(0, message));
        };
        for text in texts {
            let Some(text) = text.as_str() else {
                let message = format!("the strings of `{key}` must not be null");
                return Err(FunctionError::of(0, message));
            };
            lists.entry(text).or_default().push(key);
        }
    }
    let members = lists.into_iter().map(|(text, mut keys)| {
        keys.sort_unstable();
        let keys = keys.into_iter().map(Value::string);
        (text, Value::list(&Type::String, keys.collect()))
    });
    Ok(Value::map(&element_type(of), members))
}

fn check_lengths(keys: usize, values: usize) -> Result<(), FunctionError> {
    match keys == values {
        true => Ok(()),
        false => Err(FunctionError::new(format!(
            "there are {keys} keys, but {values} values"
        ))),
    }
}

fn key_at(keys: &[Value], position: usize) -> Result<&str, FunctionError> {
    keys[position].as_str().ok_or_else(|| {
        let message = format!("key {position} must not be null");
        FunctionError::of(0, message)
    })
}

fn zipmap_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[1].ty() {
        Type::List(element) => Ok(Type::map(element.as_ref().clone())),
        Type::Tuple(_) if !values[0].is_wholly_known() => Ok(Type::Dynamic),
        Type::Tuple(types) => {
            let keys = elements(&values[0]);
            check_lengths(keys.len(), types.len())?;
            let attributes = types
                .iter()
                .enumerate()
                .map(|(position, of)| Ok((key_at(keys, position)?, of.clone())));
            Ok(Type::object(
                attributes.collect::<Result<Vec<_>, FunctionError>>()?,
            ))
        }
        _ => Err(FunctionError::of(1, "a list or a tuple is required")),
    }
}

fn zipmap(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let mut marks = values[0].marks().union(values[1].marks());
    if !values[0].is_wholly_known() {
        return Ok(Value::unknown(of.clone()).with_marks(&marks));
    }
    let (keys, parts) = (elements(&values[0]), elements(&values[1]));
    check_lengths(keys.len(), parts.len())?;
    let mut members = BTreeMap::new();
    for (position, part) in parts.iter().enumerate() {
        marks = marks.union(keys[position].marks());
        members.insert(key_at(keys, position)?, part.clone());
    }
    let zipped = match of {
        Type::Map(element) => Value::map(element, members),
        _ => Value::object(members),
    };
    Ok(zipped.with_marks(&marks))
}
