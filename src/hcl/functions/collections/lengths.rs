//! `length`, `keys`, `values`, `one`.

use unicode_segmentation::UnicodeSegmentation as _;

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, elements, is_sequence, sequence};
use crate::value::{Number, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let any = |name| Parameter::new(name, Type::Dynamic);
    let not_null = Refinement::not_null;
    let measured = any("value").with_dynamic().with_unknown().with_marked();
    let mapping = any("inputMap").with_unknown().with_marked();
    vec![
        Function::typed("length", vec![measured], length_type, length).refined(not_null()),
        Function::typed("keys", vec![mapping], keys_type, keys).refined(not_null()),
        Function::typed(
            "values",
            vec![any("mapping").with_marked()],
            values_type,
            values,
        )
        .refined(not_null()),
        Function::typed("one", vec![any("list")], one_type, one),
    ]
}

fn length_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::Bool | Type::Number => {
            let message = "a string, a collection, an object or a tuple is required";
            Err(FunctionError::of(0, message))
        }
        _ => Ok(Type::Number),
    }
}

fn length(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let value = &values[0];
    let length = match value.ty() {
        Type::Dynamic => Value::unknown(Type::Number),
        Type::String => match value.as_str() {
            Some(text) => Value::number(text.graphemes(true).count()),
            None => {
                let least = value.range().prefix.graphemes(true).count();
                let facts = Refinement::not_null().with_lower(Number::from(least), true);
                Value::unknown(Type::Number).refine(&facts)
            }
        },
        _ => value.length(),
    };
    Ok(length.with_marks(value.marks()))
}

fn keys_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::Map(_) => Ok(Type::list(Type::String)),
        Type::Object(object) => Ok(Type::Tuple(vec![Type::String; object.attributes.len()])),
        _ => Err(FunctionError::of(0, "a map or an object is required")),
    }
}

fn keys(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let value = &values[0];
    let keys = match (value.ty(), value.members()) {
        (Type::Object(object), _) => {
            let names = object.attributes.keys();
            Value::tuple(names.map(|it| Value::string(it.as_str())).collect())
        }
        (_, Some(members)) => {
            let keys = members.keys().map(|it| Value::string(it.as_str()));
            Value::list(&Type::String, keys.collect())
        }
        _ => Value::unknown(of.clone()),
    };
    Ok(keys.with_marks(value.marks()))
}

fn values_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::Map(element) => Ok(Type::list(element.as_ref().clone())),
        Type::Object(object) => Ok(Type::Tuple(object.attributes.values().cloned().collect())),
        _ => Err(FunctionError::of(0, "a map or an object is required")),
    }
}

fn values(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let members = values[0].parts().cloned().collect();
    Ok(sequence(of, members).with_marks(values[0].marks()))
}

fn too_many() -> FunctionError {
    let message = "a list, a set or a tuple of at most one element is required";
    FunctionError::of(0, message)
}

fn one_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::List(element) | Type::Set(element) => Ok(element.as_ref().clone()),
        Type::Tuple(elements) => match elements.as_slice() {
            [] => Ok(Type::Dynamic),
            [element] => Ok(element.clone()),
            _ => Err(too_many()),
        },
        _ => Err(too_many()),
    }
}

fn one(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let value = &values[0];
    if !is_sequence(value.ty()) {
        return Err(too_many());
    }
    if value.length().is_unknown() {
        return Ok(Value::unknown(of.clone()));
    }
    match elements(value) {
        [] => Ok(Value::null(of.clone())),
        [element] => Ok(element.clone()),
        _ => Err(too_many()),
    }
}
