//! The functions `regex` and `regexall`.

use std::collections::BTreeMap;

use super::Pattern;
use crate::functions::arguments::text;
use crate::functions::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

pub fn functions() -> Vec<Function> {
    let parameters = || {
        vec![
            Parameter::new("pattern", Type::String),
            Parameter::new("string", Type::String),
        ]
    };
    vec![
        Function::typed("regex", parameters(), type_of_match, first)
            .refined(Refinement::not_null()),
        Function::typed("regexall", parameters(), type_of_matches, all)
            .refined(Refinement::not_null()),
    ]
}

fn pattern(values: &[Value]) -> Result<Pattern, FunctionError> {
    Pattern::new(text(values, 0)?).map_err(|error| FunctionError::of(0, error.to_string()))
}

/// A string, a tuple of groups, or an object of those with names.
fn type_of_match(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    if values[0].is_unknown() {
        return Ok(Type::Dynamic);
    }
    let pattern = pattern(values)?;
    let groups = pattern.groups();
    let names = groups.iter().flatten();
    match names.clone().count() {
        0 if groups.is_empty() => Ok(Type::String),
        0 => Ok(Type::Tuple(vec![Type::String; groups.len()])),
        count if count == groups.len() => {
            let attributes = names.map(|name| (name.clone(), Type::String));
            Ok(Type::object(attributes))
        }
        _ => {
            let message =
                "groups with names and groups without cannot be in one regular expression";
            Err(FunctionError::of(0, message))
        }
    }
}

fn type_of_matches(values: &[Value], context: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    type_of_match(values, context).map(|of| Type::List(Box::new(of)))
}

fn first(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    if *of == Type::Dynamic {
        return Ok(Value::DYNAMIC);
    }
    let pattern = pattern(values)?;
    match pattern.first(text(values, 1)?) {
        Some(groups) => Ok(result(&pattern, &groups, of)),
        None => Err(FunctionError::new(
            "the regular expression matches no part of the string",
        )),
    }
}

fn all(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let Type::List(element) = of else {
        return Ok(Value::unknown(of.clone()));
    };
    if **element == Type::Dynamic {
        return Ok(Value::DYNAMIC);
    }
    let pattern = pattern(values)?;
    let matches = pattern.all(text(values, 1)?);
    let matches = matches
        .map(|groups| result(&pattern, &groups, element))
        .collect();
    Ok(Value::list(element, matches))
}

fn result(pattern: &Pattern, groups: &[Option<&str>], of: &Type) -> Value {
    let value = |text: &Option<&str>| match text {
        Some(text) => Value::string(*text),
        None => Value::null(Type::String),
    };
    match of {
        Type::Tuple(_) => Value::tuple(groups.iter().skip(1).map(value).collect()),
        Type::Object(_) => {
            let names = pattern.groups().iter().flatten().cloned();
            let members: BTreeMap<String, Value> =
                names.zip(groups.iter().skip(1).map(value)).collect();
            Value::object(members)
        }
        _ => value(&groups.first().copied().flatten()),
    }
}
