//! `setintersection`, `setsubtract`, `setunion`.

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, element_type, elements};
use crate::value::{Refinement, Type, Value, convert, unify_unsafe};

pub(super) fn functions() -> Vec<Function> {
    let set = |name| Parameter::new(name, Type::set(Type::Dynamic)).with_dynamic();
    let not_null = Refinement::not_null;
    vec![
        Function::typed("setunion", vec![set("first_set")], set_type, union)
            .variadic(set("other_sets"))
            .refined(not_null()),
        Function::typed(
            "setintersection",
            vec![set("first_set")],
            set_type,
            intersection,
        )
        .variadic(set("other_sets"))
        .refined(not_null()),
        Function::typed(
            "setsubtract",
            vec![set("a"), set("b")],
            set_type,
            difference,
        )
        .refined(not_null()),
    ]
}

fn set_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    let mut types = Vec::new();
    for (position, value) in values.iter().enumerate() {
        let Type::Set(element) = value.ty() else {
            // Only a value of an unknown type is no set here.
            return Err(FunctionError::of(position, "a set is required"));
        };
        let is_empty = value.is_known() && elements(value).is_empty();
        if !is_empty || **element != Type::Dynamic {
            types.push(element.as_ref().clone());
        }
    }
    if types.is_empty() {
        return Ok(Type::set(Type::Dynamic));
    }
    match unify_unsafe(&types) {
        Some(element) => Ok(Type::set(element)),
        None => Err(FunctionError::new(
            "the elements of the sets must have types that fit together",
        )),
    }
}

fn union(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    combine(values, of, true, |mut all, others| {
        all.extend_from_slice(others);
        all
    })
}

fn intersection(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    combine(values, of, false, |mut common, others| {
        common.retain(|it| has(others, it));
        common
    })
}

fn difference(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    combine(values, of, false, |mut rest, others| {
        rest.retain(|it| !has(others, it));
        rest
    })
}

fn has(elements: &[Value], element: &Value) -> bool {
    elements
        .iter()
        .any(|it| it.equals(element).as_bool() == Some(true))
}

fn combine(
    values: &[Value],
    of: &Type,
    allows_unknown: bool,
    operation: fn(Vec<Value>, &[Value]) -> Vec<Value>,
) -> Answer {
    let mut combined: Option<Vec<Value>> = None;
    let mut types: Vec<Type> = Vec::new();
    for (position, value) in values.iter().enumerate() {
        let set = convert(value, of).map_err(|it| FunctionError::of(position, it.to_string()))?;
        if !allows_unknown && !set.is_wholly_known() {
            return Ok(Value::unknown(of.clone()));
        }
        types.push(set.ty().clone());
        // Types that are not known beforehand may turn out to differ.
        if types[0] != types[position] {
            let message = "the elements of the sets must have one type";
            return Err(FunctionError::of(position, message));
        }
        combined = Some(match combined {
            None => elements(&set).to_vec(),
            Some(combined) => operation(combined, elements(&set)),
        });
    }
    Ok(Value::set(&element_type(of), combined.unwrap_or_default()))
}
