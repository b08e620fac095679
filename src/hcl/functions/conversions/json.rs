//! `jsonencode`, `jsondecode`.

use super::super::arguments::text;
use super::super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::json::{from_json, to_json};
use crate::value::{Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let any = Parameter::new("val", Type::Dynamic)
        .with_unknown()
        .with_dynamic()
        .nullable();
    let document = Parameter::new("str", Type::String);
    vec![
        Function::new("jsonencode", vec![any], Type::String, encode)
            .refined(Refinement::not_null()),
        Function::typed("jsondecode", vec![document], decoded_type, decode),
    ]
}

fn encode(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let value = &values[0];
    if value.is_wholly_known() {
        let text = to_json(value).map_err(|it| FunctionError::of(0, it.to_string()))?;
        return Ok(Value::string(text));
    }
    let unknown = Value::unknown(of.clone());
    if !value.is_definitely_not_null() {
        return Ok(unknown);
    }
    let prefix = match value.ty() {
        Type::String => "\"",
        Type::Object(_) | Type::Map(_) => "{",
        Type::Tuple(_) | Type::List(_) | Type::Set(_) => "[",
        Type::Bool | Type::Number | Type::Dynamic => "",
    };
    Ok(unknown.refine(&Refinement::default().with_full_prefix(prefix)))
}

fn decoded_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    if values[0].is_known() {
        return Ok(read(values)?.ty().clone());
    }
    let prefix = values[0].range().prefix;
    match prefix.trim_start().chars().next() {
        None | Some('{' | '[' | 'n') => Ok(Type::Dynamic),
        Some('"') => Ok(Type::String),
        Some('t' | 'f') => Ok(Type::Bool),
        Some('-' | '0'..='9' | '.') => Ok(Type::Number),
        Some(it) => {
            let message = format!("JSON cannot begin with `{it}`");
            Err(FunctionError::of(0, message))
        }
    }
}

fn read(values: &[Value]) -> Result<Value, FunctionError> {
    from_json(text(values, 0)?).map_err(|it| FunctionError::of(0, it.to_string()))
}

fn decode(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    read(values)
}
