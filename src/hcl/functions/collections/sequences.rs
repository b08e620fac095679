//! `chunklist`, `concat`, `range`, `reverse`, `slice`.

use super::super::arguments::{integer, number};
use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, elements, sequence};
use crate::value::{Marks, Number, Refinement, Type, Value, convert, friendly_name, unify_unsafe};

/// The largest number of elements that `range` makes.
const MAX_RANGE: usize = 1024;

pub(super) fn functions() -> Vec<Function> {
    let any = |name| Parameter::new(name, Type::Dynamic).with_marked();
    let count = |name| Parameter::new(name, Type::Number);
    let not_null = Refinement::not_null;
    let list = Parameter::new("list", Type::list(Type::Dynamic)).with_marked();
    let bounds = vec![any("list"), count("start_index"), count("end_index")];
    vec![
        Function::typed(
            "chunklist",
            vec![list, count("size").with_marked()],
            chunks_type,
            chunks,
        )
        .refined(not_null()),
        Function::typed("concat", vec![], concat_type, concat)
            .variadic(any("seqs"))
            .refined(not_null()),
        Function::new("range", vec![], Type::list(Type::Number), range)
            .variadic(count("params"))
            .refined(not_null()),
        Function::typed("reverse", vec![any("list")], reverse_type, reverse).refined(not_null()),
        Function::typed("slice", bounds, slice_type, slice).refined(not_null()),
    ]
}

fn chunks_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    Ok(Type::list(values[0].ty().clone()))
}

fn chunks(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let marks = values[0].marks().union(values[1].marks());
    let (list, _) = values[0].unmarked();
    let size = integer(values, 1)?;
    let Ok(size) = usize::try_from(size) else {
        return Err(FunctionError::of(1, "the size must not be negative"));
    };
    let chunks = match (elements(&list), size) {
        ([], _) => Vec::new(),
        (_, 0) => vec![list.clone()],
        (elements, size) => elements
            .chunks(size)
            .map(|it| sequence(list.ty(), it.to_vec()))
            .collect(),
    };
    Ok(Value::list(list.ty(), chunks).with_marks(&marks))
}

fn concat_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    if values.is_empty() {
        return Err(FunctionError::new("at least one argument is required"));
    }
    if values.iter().all(|it| matches!(it.ty(), Type::List(_))) {
        let types: Vec<Type> = values.iter().map(|it| it.ty().clone()).collect();
        if let Some(of) = unify_unsafe(&types) {
            return Ok(of);
        }
    }
    let mut types = Vec::new();
    for (position, value) in values.iter().enumerate() {
        match value.ty() {
            Type::Tuple(elements) => types.extend(elements.iter().cloned()),
            Type::List(_) if value.is_unknown() => return Ok(Type::Dynamic),
            Type::List(element) => {
                types.extend(elements(value).iter().map(|_| element.as_ref().clone()));
            }
            other => {
                let message = format!(
                    "a list or a tuple is required, not a {}",
                    friendly_name(other)
                );
                return Err(FunctionError::of(position, message));
            }
        }
    }
    Ok(Type::Tuple(types))
}

fn concat(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let mut parts = Vec::new();
    let mut marks = Marks::NONE;
    for (position, value) in values.iter().enumerate() {
        marks = marks.union(value.marks());
        let value = match of {
            Type::List(_) => {
                convert(value, of).map_err(|it| FunctionError::of(position, it.to_string()))?
            }
            _ => value.clone(),
        };
        parts.extend_from_slice(elements(&value));
    }
    if matches!(of, Type::List(_)) {
        let mut types = parts
            .iter()
            .map(Value::ty)
            .filter(|it| **it != Type::Dynamic);
        let first = types.next();
        if types.any(|it| Some(it) != first) {
            let message = "the elements of the lists must have one type";
            return Err(FunctionError::new(message));
        }
    }
    Ok(sequence(of, parts).with_marks(&marks))
}

fn range(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Answer {
    let at = |index| number(values, index).cloned();
    let one = |is_down| match is_down {
        true => Number::from(-1_i64),
        false => Number::from(1_i64),
    };
    let (start, end, step) = match values.len() {
        1 => (Number::ZERO, at(0)?, one(at(0)?.is_negative())),
        2 => (at(0)?, at(1)?, one(at(1)? < at(0)?)),
        3 => (at(0)?, at(1)?, at(2)?),
        count => {
            let message = format!("`range` takes one, two or three arguments, not {count}");
            return Err(FunctionError::new(message));
        }
    };
    let is_down = step.is_negative();
    if is_down && end > start {
        let message = "the end must not be greater than the start where the step is negative";
        return Err(FunctionError::of(1, message));
    }
    if !is_down && end < start {
        let message = "the end must not be less than the start where the step is positive";
        return Err(FunctionError::of(1, message));
    }
    let mut numbers = Vec::new();
    let mut next = start;
    while if is_down { next > end } else { next < end } {
        if step.is_zero() {
            return Err(FunctionError::of(2, "the step must not be zero"));
        }
        if numbers.len() >= MAX_RANGE {
            let message = format!("the range has more than {MAX_RANGE} elements");
            return Err(FunctionError::new(message));
        }
        numbers.push(Value::number(next.clone()));
        let sum = next.add(&step);
        next = sum.ok_or_else(|| FunctionError::new("the range has no end"))?;
    }
    Ok(Value::list(&Type::Number, numbers))
}

fn reverse_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::Tuple(elements) => Ok(Type::Tuple(elements.iter().rev().cloned().collect())),
        Type::List(element) | Type::Set(element) => Ok(Type::list(element.as_ref().clone())),
        other => Err(FunctionError::of(
            0,
            format!(
                "a list or a tuple is required, not a {}",
                friendly_name(other)
            ),
        )),
    }
}

fn reverse(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let reversed = elements(&values[0]).iter().rev().cloned().collect();
    Ok(sequence(of, reversed).with_marks(values[0].marks()))
}

/// The bounds of a part; `None` if one of them is not known.
fn bounds(values: &[Value]) -> Result<Option<(usize, usize)>, FunctionError> {
    let length = values[0].length().as_number().and_then(Number::to_usize);
    let bound = |index: usize| {
        if values[index].is_unknown() {
            return Ok(None);
        }
        let Ok(bound) = usize::try_from(integer(values, index)?) else {
            return Err(FunctionError::of(index, "an index must not be negative"));
        };
        match length.is_some_and(|it| bound > it) {
            true => {
                let message = "an index must not be greater than the length of the list";
                Err(FunctionError::of(index, message))
            }
            false => Ok(Some(bound)),
        }
    };
    match (bound(1)?, bound(2)?) {
        (Some(start), Some(end)) if start > end => {
            let message = "the first index must not be greater than the last one";
            Err(FunctionError::of(1, message))
        }
        (Some(start), Some(end)) => Ok(Some((start, end))),
        _ => Ok(None),
    }
}

fn slice_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::Set(_) => {
            let message = "the elements of a set have no order: convert it to a list with `tolist`";
            Err(FunctionError::of(0, message))
        }
        of @ Type::List(_) => bounds(values).map(|_| of.clone()),
        Type::Tuple(elements) => Ok(match bounds(values)? {
            Some((start, end)) => Type::Tuple(elements[start..end].to_vec()),
            None => Type::Dynamic,
        }),
        _ => Err(FunctionError::of(0, "a list or a tuple is required")),
    }
}

fn slice(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let marks = values[0].marks();
    let elements = elements(&values[0]);
    let part = match bounds(values)? {
        Some((start, end)) if *of != Type::Dynamic => elements.get(start..end),
        _ => return Ok(Value::DYNAMIC.with_marks(marks)),
    };
    let part = part.unwrap_or_default().to_vec();
    Ok(sequence(of, part).with_marks(marks))
}
