//! `compact`, `distinct`, `flatten`, `sort`.

use super::super::{Function, FunctionContext, FunctionError, Parameter};
use super::kinds::{Answer, element_type, elements, is_sequence};
use crate::value::{Marks, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let strings = || Type::list(Type::String);
    let texts = || Parameter::new("list", strings());
    let list = Parameter::new("list", Type::list(Type::Dynamic));
    let any = Parameter::new("list", Type::Dynamic).with_marked();
    let not_null = Refinement::not_null;
    vec![
        Function::new("compact", vec![texts()], strings(), compact).refined(not_null()),
        Function::typed("distinct", vec![list], distinct_type, distinct).refined(not_null()),
        Function::typed("flatten", vec![any], flatten_type, flatten).refined(not_null()),
        Function::new("sort", vec![texts().with_unknown()], strings(), sort).refined(not_null()),
    ]
}

fn compact(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    if !values[0].is_wholly_known() {
        return Ok(Value::unknown(of.clone()));
    }
    let texts = elements(&values[0]).iter();
    let texts = texts.filter(|it| it.as_str().is_some_and(|it| !it.is_empty()));
    Ok(Value::list(&Type::String, texts.cloned().collect()))
}

fn distinct_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    Ok(values[0].ty().clone())
}

fn distinct(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    if !values[0].is_wholly_known() {
        return Ok(Value::unknown(of.clone()));
    }
    let mut kept: Vec<Value> = Vec::new();
    for element in elements(&values[0]) {
        if !kept
            .iter()
            .any(|it| it.equals(element).as_bool() == Some(true))
        {
            kept.push(element.clone());
        }
    }
    Ok(Value::list(&element_type(of), kept))
}

/// Elements of sequences within sequences; `None` if some of them are not known.
#[derive(Default)]
struct Flattening {
    elements: Vec<Value>,
    marks: Marks,
    is_open: bool,
}

impl Flattening {
    fn take(&mut self, value: &Value) {
        self.marks = self.marks.union(value.marks());
        if value.is_unknown() || value.length().is_unknown() {
            self.is_open = true;
            return;
        }
        for element in value.parts() {
            self.is_open |= element.is_dynamic() && element.is_unknown() && !element.is_marked();
            match !element.is_null() && is_sequence(element.ty()) {
                true => self.take(element),
                false => self.elements.push(element.clone()),
            }
        }
    }

    fn of(value: &Value) -> Self {
        let mut flattening = Self::default();
        flattening.take(value);
        flattening
    }
}

fn flatten_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    if !values[0].is_wholly_known() {
        return Ok(Type::Dynamic);
    }
    if !is_sequence(values[0].ty()) {
        let message = "a list, a set or a tuple is required";
        return Err(FunctionError::of(0, message));
    }
    let flattening = Flattening::of(&values[0]);
    let elements = flattening.elements.iter().map(|it| it.ty().clone());
    Ok(match flattening.is_open {
        true => Type::Dynamic,
        false => Type::Tuple(elements.collect()),
    })
}

fn flatten(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    let flattening = Flattening::of(&values[0]);
    let value = match flattening.is_open {
        true => Value::unknown(of.clone()),
        false => Value::tuple(flattening.elements),
    };
    Ok(value.with_marks(&flattening.marks))
}

fn sort(values: &[Value], of: &Type, _: &FunctionContext<'_>) -> Answer {
    if !values[0].is_wholly_known() {
        let range = values[0].range();
        let facts = Refinement {
            min_length: range.min_length,
            max_length: range.max_length,
            ..Refinement::default()
        };
        return Ok(Value::unknown(of.clone()).refine(&facts));
    }
    let mut texts = Vec::new();
    for (position, element) in elements(&values[0]).iter().enumerate() {
        match element.as_str() {
            Some(text) => texts.push(text.to_owned()),
            None => {
                let message = format!("element {position} is null, which has no order");
                return Err(FunctionError::of(0, message));
            }
        }
    }
    texts.sort();
    let texts = texts.into_iter().map(Value::string);
    Ok(Value::list(&Type::String, texts.collect()))
}
