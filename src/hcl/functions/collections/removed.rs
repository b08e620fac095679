//! `list` and `map`, which are no longer there.

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::Answer;
use crate::value::{Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let any = || {
        Parameter::new("vals", Type::Dynamic)
            .with_unknown()
            .with_dynamic()
            .nullable()
    };
    vec![
        Function::new("list", vec![], Type::Dynamic, list).variadic(any()),
        Function::new("map", vec![], Type::Dynamic, map).variadic(any()),
    ]
}

fn list(_: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let message = "the function `list` does not exist any more: write `tolist([…])`";
    Err(FunctionError::new(message))
}

fn map(_: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let message = "the function `map` does not exist any more: write `tomap({…})`";
    Err(FunctionError::new(message))
}
