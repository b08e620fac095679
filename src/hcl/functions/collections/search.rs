//! `contains`, `element`, `index`, `lookup`, `matchkeys`.

use super::super::arguments::integer;
use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, element_type, elements, is_sequence};
use crate::value::{Mark, Refinement, Type, Value, convert, friendly_name, quoted, unify_unsafe};

pub(super) fn functions() -> Vec<Function> {
    let any = |name| Parameter::new(name, Type::Dynamic);
    let list = |name| Parameter::new(name, Type::list(Type::Dynamic));
    let not_null = Refinement::not_null;
    let default = any("default")
        .with_unknown()
        .with_dynamic()
        .nullable()
        .with_marked();
    let key = Parameter::new("key", Type::String).with_marked();
    let index_parameter = Parameter::new("index", Type::Number);
    let lists = vec![list("values"), list("keys"), list("searchset")];
    vec![
        Function::new(
            "contains",
            vec![any("list"), any("value")],
            Type::Bool,
            contains,
        )
        .refined(not_null()),
        Function::typed(
            "element",
            vec![any("list").with_marked(), index_parameter],
            element_result,
            element,
        ),
        Function::new(
            "index",
            vec![any("list"), any("value")],
            Type::Number,
            index,
        )
        .refined(not_null()),
        Function::typed(
            "lookup",
            vec![any("inputMap").with_marked(), key],
            lookup_type,
            lookup,
        )
        .variadic(default),
        Function::typed("matchkeys", lists, matchkeys_type, matchkeys).refined(not_null()),
    ]
}

fn contains(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    if !is_sequence(values[0].ty()) {
        let message = "a list, a tuple or a set is required";
        return Err(FunctionError::of(0, message));
    }
    let mut is_open = false;
    for element in elements(&values[0]) {
        match values[1].equals(element).as_bool() {
            Some(true) => return Ok(Value::bool(true)),
            Some(false) => {}
            None => is_open = true,
        }
    }
    Ok(match is_open {
        true => Value::unknown(Type::Bool),
        false => Value::bool(false),
    })
}

/// The position of an element, counted from the end if negative, and again from the start beyond the end.
fn position(index: i64, length: usize) -> Result<usize, FunctionError> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    if length == 0 {
        let message = "an empty list has no elements";
        return Err(FunctionError::of(0, message));
    }
    let position = usize::try_from(index.rem_euclid(length));
    position.map_err(|_| FunctionError::of(1, "the index is too large"))
}

fn element_result(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::List(element) => Ok(element.as_ref().clone()),
        Type::Tuple(_) if values[1].is_unknown() => Ok(Type::Dynamic),
        Type::Tuple(elements) => {
            let position = position(integer(values, 1)?, elements.len())?;
            Ok(elements[position].clone())
        }
        other => Err(FunctionError::of(
            0,
            format!(
                "a list or a tuple is required, not a {}",
                friendly_name(other)
            ),
        )),
    }
}

fn element(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let index = integer(values, 1)?;
    if values[0].is_unknown() {
        return Ok(Value::unknown(of.clone()));
    }
    let elements = elements(&values[0]);
    let element = &elements[position(index, elements.len())?];
    Ok(element.clone().with_marks(values[0].marks()))
}

fn index(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    if !matches!(values[0].ty(), Type::List(_) | Type::Tuple(_)) {
        return Err(FunctionError::of(0, "a list or a tuple is required"));
    }
    let elements = elements(&values[0]);
    if elements.is_empty() {
        return Err(FunctionError::of(0, "an empty list has no elements"));
    }
    for (position, element) in elements.iter().enumerate() {
        match element.equals(&values[1]).as_bool() {
            None => return Ok(Value::unknown(Type::Number)),
            Some(true) => return Ok(Value::number(position)),
            Some(false) => {}
        }
    }
    Err(FunctionError::of(1, "the list has no such element"))
}

fn lookup_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    if values.len() > 3 {
        let message = format!(
            "`lookup` takes two or three arguments, not {}",
            values.len()
        );
        return Err(FunctionError::new(message));
    }
    match values[0].ty() {
        Type::Object(object) => {
            let Some(key) = values[1].as_str() else {
                return Ok(Type::Dynamic);
            };
            match (object.attributes.get(key), values.get(2)) {
                (Some(attribute), _) => Ok(attribute.clone()),
                (None, Some(default)) => Ok(default.ty().clone()),
                (None, None) => Err(no_such_key(&values[1])),
            }
        }
        Type::Map(element) => match values.get(2).map(|it| convert(it, element)) {
            Some(Err(_)) => {
                let message = "the default value must have the type of the elements";
                Err(FunctionError::of(2, message))
            }
            _ => Ok(element.as_ref().clone()),
        },
        _ => Err(FunctionError::of(0, "a map or an object is required")),
    }
}

fn no_such_key(key: &Value) -> FunctionError {
    let is_hidden = key.has_mark(&Mark::Sensitive) || key.has_mark(&Mark::Ephemeral);
    FunctionError::of(
        1,
        match key.as_str().filter(|_| !is_hidden) {
            Some(key) => format!("there is no element {}", quoted(key)),
            None => "there is no such element".to_owned(),
        },
    )
}

fn lookup(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let marks = values[0].marks().union(values[1].marks());
    let key = values[1].as_str().unwrap_or_default();
    let element = values[0].members().and_then(|it| it.get(key)).cloned();
    let value = match (element, values.get(2)) {
        (Some(element), _) => element,
        (None, Some(default)) => {
            convert(default, of).map_err(|it| FunctionError::of(2, it.to_string()))?
        }
        (None, None) => return Err(no_such_key(&values[1])),
    };
    Ok(value.with_marks(&marks))
}

fn matchkeys_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match unify_unsafe(&[values[1].ty().clone(), values[2].ty().clone()]) {
        Some(_) => Ok(values[0].ty().clone()),
        None => Err(FunctionError::of(
            2,
            "the keys and the values to search for must have one type",
        )),
    }
}

fn matchkeys(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let candidates = elements(&values[0]);
    if candidates.len() != elements(&values[1]).len() {
        let message = "there must be as many keys as values";
        return Err(FunctionError::of(1, message));
    }
    let types = [values[1].ty().clone(), values[2].ty().clone()];
    let common = unify_unsafe(&types).unwrap_or(Type::Dynamic);
    let in_common = |index: usize| {
        convert(&values[index], &common).map_err(|it| FunctionError::of(index, it.to_string()))
    };
    let (keys, searched) = (in_common(1)?, in_common(2)?);
    let element = element_type(of);
    if elements(&searched).is_empty() {
        return Ok(Value::list(&element, Vec::new()));
    }
    if !values[0].is_wholly_known() || !keys.is_wholly_known() {
        return Ok(Value::unknown(of.clone()));
    }
    let mut matches = Vec::new();
    for (candidate, key) in candidates.iter().zip(elements(&keys)) {
        for other in elements(&searched) {
            match key.equals(other).as_bool() {
                None => return Ok(Value::list(&element, Vec::new())),
                Some(true) => {
                    matches.push(candidate.clone());
                    break;
                }
                Some(false) => {}
            }
        }
    }
    Ok(Value::list(&element, matches))
}
