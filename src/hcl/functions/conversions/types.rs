//! `tobool`, `tolist`, `tomap`, `tonumber`, `toset`, `tostring`.

use super::super::{Function, FunctionContext, FunctionError, Implementation, Parameter};
use crate::value::{Mark, Type, Value, convert, friendly_name, has_conversion, mismatch, quoted};

pub(super) fn functions() -> Vec<Function> {
    let of = |name, to: fn() -> Type, implementation: Implementation| {
        let parameter = Parameter::new("v", Type::Dynamic)
            .nullable()
            .with_marked()
            .with_dynamic();
        Function::new(name, vec![parameter], to(), implementation)
    };
    let typed = |name, of_result, implementation| {
        let function: Function = of(name, || Type::Dynamic, implementation);
        Function {
            result: super::super::ResultType::Of(of_result),
            ..function
        }
    };
    vec![
        typed("tobool", |it, _| checked(it, Type::Bool), apply),
        typed(
            "tolist",
            |it, _| checked(it, Type::list(Type::Dynamic)),
            apply,
        ),
        typed(
            "tomap",
            |it, _| checked(it, Type::map(Type::Dynamic)),
            apply,
        ),
        typed("tonumber", |it, _| checked(it, Type::Number), apply),
        typed(
            "toset",
            |it, _| checked(it, Type::set(Type::Dynamic)),
            apply,
        ),
        typed("tostring", |it, _| checked(it, Type::String), apply),
    ]
}

/// The target, if values of this type can become one.
fn checked(values: &[Value], to: Type) -> Result<Type, FunctionError> {
    match has_conversion(values[0].ty(), &to, true) {
        true => Ok(to),
        false => Err(FunctionError::of(0, mismatch(values[0].ty(), &to))),
    }
}

fn apply(values: &[Value], to: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    convert(&values[0], to).map_err(|error| {
        let is_hidden = [Mark::Sensitive, Mark::Ephemeral]
            .iter()
            .any(|it| values[0].has_mark_deep(it));
        let message = match values[0].as_str() {
            Some(text) if !is_hidden => {
                format!("{} is no {}", quoted(text), friendly_name(to))
            }
            _ => error.to_string(),
        };
        FunctionError::of(0, message)
    })
}
