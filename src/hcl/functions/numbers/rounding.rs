//! `abs`, `ceil`, `floor`, `max`, `min`, `signum`.

use num_bigint::BigInt;

use super::super::arguments::{integer, number};
use super::super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Number, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let one = || vec![Parameter::new("num", Type::Number)];
    let many = || Parameter::new("numbers", Type::Number).with_dynamic();
    let not_null = Refinement::not_null;
    let absolute = Parameter::new("num", Type::Number)
        .with_dynamic()
        .with_marked();
    vec![
        Function::new("abs", vec![absolute], Type::Number, abs).refined(not_null()),
        Function::new("ceil", one(), Type::Number, ceil).refined(not_null()),
        Function::new("floor", one(), Type::Number, floor).refined(not_null()),
        Function::new("max", vec![], Type::Number, max)
            .variadic(many())
            .refined(not_null()),
        Function::new("min", vec![], Type::Number, min)
            .variadic(many())
            .refined(not_null()),
        Function::new("signum", one(), Type::Number, signum).refined(not_null()),
    ]
}

type Answer = Result<Value, FunctionError>;

fn abs(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    values[0]
        .absolute()
        .map_err(|it| FunctionError::of(0, it.to_string()))
}

fn ceil(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    round(values, |whole, rest| match rest.signum() {
        1 => whole + 1,
        _ => whole,
    })
}

fn floor(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    round(values, |whole, rest| match rest.signum() {
        -1 => whole - 1,
        _ => whole,
    })
}

/// Rounds by the whole part and what is left; the number keeps its precision.
fn round(values: &[Value], choose: fn(BigInt, &Number) -> BigInt) -> Answer {
    let number = number(values, 0)?;
    let Some(whole) = number.truncated().filter(|_| !number.is_integer()) else {
        return Ok(values[0].clone());
    };
    let rest = number.subtract(&Number::from_integer(&whole));
    let whole = choose(whole, &rest.unwrap_or(Number::ZERO));
    let rounded = Number::from_integer(&whole).with_precision(number.precision());
    Ok(Value::number(rounded))
}

fn max(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    select(values, |one, other| one > other, Number::NEGATIVE_INFINITY)
}

fn min(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    select(values, |one, other| one < other, Number::INFINITY)
}

/// The first value that is better than all before it.
fn select(values: &[Value], is_better: fn(&Number, &Number) -> bool, worst: Number) -> Answer {
    if values.is_empty() {
        return Err(FunctionError::new("at least one number is required"));
    }
    let mut best = worst;
    for index in 0..values.len() {
        let candidate = number(values, index)?;
        if is_better(candidate, &best) {
            best = candidate.clone();
        }
    }
    Ok(Value::number(best))
}

fn signum(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    Ok(Value::integer(integer(values, 0)?.signum()))
}
