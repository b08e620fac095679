//! `pow` and `log`, which calculate with doubles.

use super::super::arguments::number;
use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::doubles;
use crate::value::{Number, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let two = |first, second| {
        vec![
            Parameter::new(first, Type::Number),
            Parameter::new(second, Type::Number),
        ]
    };
    vec![
        Function::new("pow", two("num", "power"), Type::Number, pow)
            .refined(Refinement::not_null()),
        Function::new("log", two("num", "base"), Type::Number, log).refined(Refinement::not_null()),
    ]
}

fn pow(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    result(doubles::power(double(values, 0)?, double(values, 1)?))
}

fn log(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let of = doubles::logarithm(double(values, 0)?);
    result(of / doubles::logarithm(double(values, 1)?))
}

/// The nearest double of an argument, which must not become infinite.
fn double(values: &[Value], index: usize) -> Result<f64, FunctionError> {
    let number = number(values, index)?;
    let double = number.to_double();
    match double.is_infinite() && !number.is_infinite() {
        true => Err(FunctionError::of(index, "the number is too large")),
        false => Ok(double),
    }
}

fn result(double: f64) -> Result<Value, FunctionError> {
    match Number::from_double(double) {
        Some(number) => Ok(Value::number(number)),
        None => Err(FunctionError::new("the result is not a number")),
    }
}
