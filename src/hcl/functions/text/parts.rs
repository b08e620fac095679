//! Joining, splitting, searching and replacing.

use super::of_string;
use crate::functions::arguments::text;
use crate::functions::patterns::Pattern;
use crate::functions::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

pub fn functions() -> Vec<Function> {
    let string = |name| Parameter::new(name, Type::String);
    let list = || Type::List(Box::new(Type::String));
    vec![
        of_string("join", vec![string("separator")], join)
            .variadic(Parameter::new("lists", list())),
        Function::new(
            "split",
            vec![string("separator"), string("str")],
            list(),
            split,
        )
        .refined(Refinement::not_null()),
        Function::new(
            "startswith",
            vec![string("str").with_unknown(), string("prefix")],
            Type::Bool,
            startswith,
        )
        .refined(Refinement::not_null()),
        Function::new(
            "endswith",
            vec![string("str"), string("suffix")],
            Type::Bool,
            |values, _, _| Ok(Value::bool(text(values, 0)?.ends_with(text(values, 1)?))),
        )
        .refined(Refinement::not_null()),
        Function::new(
            "strcontains",
            vec![string("str"), string("substr")],
            Type::Bool,
            |values, _, _| Ok(Value::bool(text(values, 0)?.contains(text(values, 1)?))),
        ),
        of_string(
            "replace",
            vec![string("str"), string("substr"), string("replace")],
            replace,
        ),
    ]
}

fn join(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let separator = text(values, 0)?;
    let lists = &values[1..];
    if lists.is_empty() {
        return Err(FunctionError::new("at least one list is required"));
    }
    if !lists.iter().all(Value::is_wholly_known) {
        return Ok(Value::unknown(Type::String));
    }
    let mut items = Vec::new();
    for (index, list) in lists.iter().enumerate() {
        for (position, item) in list.elements().unwrap_or_default().iter().enumerate() {
            let item = item.as_str().ok_or_else(|| {
                let message = format!("element {position} is null, and cannot be joined");
                FunctionError::of(index + 1, message)
            });
            items.push(item?);
        }
    }
    Ok(Value::string(items.join(separator)))
}

fn split(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let (separator, whole) = (text(values, 0)?, text(values, 1)?);
    let parts: Vec<Value> = match separator {
        // Between characters, not at the ends.
        "" => whole.chars().map(Value::string).collect(),
        _ => whole.split(separator).map(Value::string).collect(),
    };
    Ok(Value::list(&Type::String, parts))
}

fn startswith(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let prefix = text(values, 1)?;
    if !values[0].is_unknown() {
        return Ok(Value::bool(text(values, 0)?.starts_with(prefix)));
    }
    if prefix.is_empty() {
        return Ok(Value::bool(true));
    }
    let known = values[0].range().prefix;
    Ok(match known.starts_with(prefix) {
        true => Value::bool(true),
        false if !known.is_empty() && known.len() >= prefix.len() => Value::bool(false),
        false => Value::unknown(Type::Bool),
    })
}

fn replace(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let (whole, part, replacement) = (text(values, 0)?, text(values, 1)?, text(values, 2)?);
    let pattern = part
        .strip_prefix('/')
        .and_then(|part| part.strip_suffix('/'));
    let Some(pattern) = pattern else {
        return Ok(Value::string(whole.replace(part, replacement)));
    };
    let pattern = Pattern::new(pattern);
    let pattern = pattern.map_err(|error| FunctionError::of(1, error.to_string()))?;
    Ok(Value::string(pattern.replace_all(whole, replacement)))
}
