//! `sensitive`, `nonsensitive`, `issensitive`, `ephemeralasnull`.

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Mark, Path, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let any = || {
        let parameter = Parameter::new("value", Type::Dynamic);
        vec![
            parameter
                .with_unknown()
                .nullable()
                .with_marked()
                .with_dynamic(),
        ]
    };
    vec![
        Function::typed("sensitive", any(), same_type, sensitive),
        Function::typed("nonsensitive", any(), same_type, nonsensitive),
        Function::new("issensitive", any(), Type::Bool, issensitive)
            .refined(Refinement::not_null()),
        Function::typed("ephemeralasnull", any(), same_type, ephemeralasnull),
    ]
}

type Answer = Result<Value, FunctionError>;

fn same_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    Ok(values[0].ty().clone())
}

fn sensitive(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    Ok(values[0].clone().mark(Mark::Sensitive))
}

fn nonsensitive(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    Ok(values[0].without_mark(&Mark::Sensitive))
}

/// An unknown value may become sensitive, or cease to be.
fn issensitive(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    Ok(match values[0].is_unknown() {
        true => Value::unknown(Type::Bool),
        false => Value::bool(values[0].has_mark(&Mark::Sensitive)),
    })
}

fn ephemeralasnull(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    values[0].transform(&Path::ROOT, &mut |_, part| {
        let mut marks = part.marks().clone();
        let is_ephemeral = marks.contains(&Mark::Ephemeral);
        marks.remove(&Mark::Ephemeral);
        Ok(match part.is_unknown() {
            true => Value::unknown(part.ty().clone()).with_marks(&marks),
            false if part.is_null() || is_ephemeral => {
                Value::null(part.ty().clone()).with_marks(&marks)
            }
            false => part,
        })
    })
}
