//! `coalesce`, `coalescelist`, `alltrue`, `anytrue`, `sum`.

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, elements, is_sequence};
use crate::value::{Refinement, Type, Value, convert, unify_unsafe};

pub(super) fn functions() -> Vec<Function> {
    let any = || {
        Parameter::new("vals", Type::Dynamic)
            .with_unknown()
            .with_dynamic()
            .nullable()
    };
    let answers = || vec![Parameter::new("list", Type::list(Type::Bool))];
    let not_null = Refinement::not_null;
    let list = Parameter::new("list", Type::Dynamic);
    vec![
        Function::typed("coalesce", vec![], coalesce_type, coalesce)
            .variadic(any())
            .refined(not_null()),
        Function::typed("coalescelist", vec![], coalescelist_type, coalescelist)
            .variadic(any())
            .refined(not_null()),
        Function::new("alltrue", answers(), Type::Bool, alltrue).refined(not_null()),
        Function::new("anytrue", answers(), Type::Bool, anytrue).refined(not_null()),
        Function::new("sum", vec![list], Type::Number, sum).refined(not_null()),
    ]
}

fn coalesce_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    let types: Vec<Type> = values.iter().map(|it| it.ty().clone()).collect();
    unify_unsafe(&types).ok_or_else(|| FunctionError::new("all arguments must have one type"))
}

fn coalesce(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    for value in values {
        // A value that does not fit is passed over, as null is.
        let Ok(value) = convert(value, of) else {
            continue;
        };
        if value.is_unknown() {
            return Ok(Value::unknown(of.clone()));
        }
        let is_empty = *of == Type::String && value.as_str() == Some("");
        if !value.is_null() && !is_empty {
            return Ok(value);
        }
    }
    let message = "all arguments are null or empty strings";
    Err(FunctionError::new(message))
}

fn coalescelist_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    let Some(first) = values.first() else {
        return Err(FunctionError::new("at least one argument is required"));
    };
    for (position, value) in values.iter().enumerate() {
        if value.is_unknown() {
            return Ok(Type::Dynamic);
        }
        if !matches!(value.ty(), Type::List(_) | Type::Tuple(_)) {
            let message = "a list or a tuple is required";
            return Err(FunctionError::of(position, message));
        }
    }
    Ok(match values.iter().all(|it| it.ty() == first.ty()) {
        true => first.ty().clone(),
        false => Type::Dynamic,
    })
}

fn coalescelist(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    for value in values {
        if value.is_unknown() {
            return Ok(Value::unknown(of.clone()));
        }
        if !elements(value).is_empty() {
            return Ok(value.clone());
        }
    }
    Err(FunctionError::new("all arguments are null or empty"))
}

fn alltrue(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    for element in elements(&values[0]) {
        if element.is_unknown() {
            return Ok(Value::unknown(Type::Bool));
        }
        if element.as_bool() != Some(true) {
            return Ok(Value::bool(false));
        }
    }
    Ok(Value::bool(true))
}

fn anytrue(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let elements = elements(&values[0]);
    if elements.iter().any(|it| it.as_bool() == Some(true)) {
        return Ok(Value::bool(true));
    }
    Ok(match elements.iter().any(Value::is_unknown) {
        true => Value::unknown(Type::Bool),
        false => Value::bool(false),
    })
}

fn sum(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let refused = |message: &str| Err(FunctionError::of(0, message));
    if !is_sequence(values[0].ty()) {
        return refused("a list, a set or a tuple is required");
    }
    let elements = elements(&values[0]);
    if elements.is_empty() {
        return refused("an empty list has no sum");
    }
    if !values[0].is_wholly_known() {
        return Ok(Value::unknown(Type::Number));
    }
    let mut total: Option<Value> = None;
    for element in elements {
        let number = match convert(element, &Type::Number) {
            Ok(number) if !number.is_null() => number,
            _ => return refused("all elements must be numbers"),
        };
        total = Some(match total {
            None => number,
            Some(total) => match total.add(&number) {
                Ok(sum) => sum,
                Err(_) => return refused("infinities of both signs have no sum"),
            },
        });
    }
    Ok(total.unwrap_or_default())
}
