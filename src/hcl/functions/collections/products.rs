//! `setproduct`.

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, element_type, elements};
use crate::value::{Marks, Refinement, Type, Value, convert, unify_unsafe};

/// The largest product.
const MAX_PRODUCT: usize = 1 << 20;
/// The largest number of elements of one set, and of a product, that says something about an unknown product.
const MAX_SIDE: usize = 1024;
const MAX_LENGTH: usize = 2048;

pub(super) fn functions() -> Vec<Function> {
    let sets = Parameter::new("sets", Type::Dynamic)
        .with_marked()
        .with_unknown();
    vec![
        Function::typed("setproduct", vec![], product_type, product)
            .variadic(sets)
            .refined(Refinement::not_null()),
    ]
}

fn product_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    if values.len() < 2 {
        return Err(FunctionError::new("at least two arguments are required"));
    }
    let mut has_sets = false;
    let mut types = Vec::with_capacity(values.len());
    for (position, value) in values.iter().enumerate() {
        types.push(match value.ty() {
            Type::Set(element) => {
                has_sets = true;
                element.as_ref().clone()
            }
            Type::List(element) => element.as_ref().clone(),
            Type::Tuple(elements) if elements.is_empty() => Type::Dynamic,
            Type::Tuple(elements) => unify_unsafe(elements).ok_or_else(|| {
                let message = "all elements must have types that fit together";
                FunctionError::of(position, message)
            })?,
            _ => return Err(FunctionError::of(position, "a set or a list is required")),
        });
    }
    let element = Type::Tuple(types);
    Ok(match has_sets {
        true => Type::set(element),
        false => Type::list(element),
    })
}

fn product(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let marks = values
        .iter()
        .fold(Marks::NONE, |marks, it| marks.union(it.marks()));
    let is_open = values
        .iter()
        .any(|it| it.is_unknown() || it.length().is_unknown());
    if is_open {
        return Ok(unknown_product(values, of).with_marks(&marks));
    }
    let mut lengths = values.iter().map(|it| elements(it).len());
    if lengths.clone().any(|it| it == 0) {
        return Ok(collected(of, Vec::new()).with_marks(&marks));
    }
    let total = lengths.try_fold(1_usize, usize::checked_mul);
    if total.is_none_or(|it| it > MAX_PRODUCT) {
        let message = format!("the product has more than {MAX_PRODUCT} elements");
        return Err(FunctionError::new(message));
    }
    let element = element_type(of);
    let Type::Tuple(types) = &element else {
        return Err(FunctionError::new("the type of the product is not known"));
    };
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for (position, value) in values.iter().enumerate() {
        let side = elements(value).iter().map(|it| {
            convert(it, &types[position]).map_err(|it| FunctionError::of(position, it.to_string()))
        });
        let side = side.collect::<Result<Vec<_>, _>>()?;
        rows = rows
            .iter()
            .flat_map(|row| {
                side.iter()
                    .map(|it| row.iter().chain([it]).cloned().collect())
            })
            .collect();
    }
    let rows: Vec<Value> = rows.into_iter().map(Value::tuple).collect();
    // Elements whose types are not known beforehand may turn out to differ.
    if rows.windows(2).any(|it| it[0].ty() != it[1].ty()) {
        let message = "all elements must have types that fit together";
        return Err(FunctionError::new(message));
    }
    Ok(collected(of, rows).with_marks(&marks))
}

/// The rows as a value of the type of the product.
fn collected(of: &Type, rows: Vec<Value>) -> Value {
    let element = element_type(of);
    match of {
        Type::Set(_) => Value::set(&element, rows),
        _ => Value::list(&element, rows),
    }
}

/// The unknown product, and how many elements it can have at most.
fn unknown_product(values: &[Value], of: &Type) -> Value {
    let unknown = Value::unknown(of.clone());
    let mut most = 1;
    for value in values {
        let length = match value.ty() {
            Type::Tuple(elements) => Some(elements.len()),
            _ => value.without_marks().range().max_length,
        };
        let Some(length) = length.filter(|it| *it <= MAX_SIDE) else {
            return unknown;
        };
        most *= length;
        if most > MAX_LENGTH {
            return unknown;
        }
    }
    unknown.refine(&Refinement {
        min_length: most.min(1),
        max_length: Some(most),
        ..Refinement::default()
    })
}
