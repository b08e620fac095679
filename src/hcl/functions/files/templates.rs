//! Files and strings as templates.

use super::reading::text_of;
use crate::functions::arguments::text;
use crate::functions::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Type, Value};

/// The name in messages about a template that is no file.
const STRING: &str = "(string)";

pub fn functions() -> Vec<Function> {
    // A template that is only an interpolation has a result of any type.
    vec![
        Function::new(
            "templatefile",
            vec![
                Parameter::new("path", Type::String).with_marked(),
                Parameter::new("vars", Type::Dynamic),
            ],
            Type::Dynamic,
            |values, _, context| file(values, context),
        ),
        Function::new(
            "templatestring",
            vec![
                Parameter::new("data", Type::String).with_marked(),
                Parameter::new("vars", Type::Dynamic).with_marked(),
            ],
            Type::Dynamic,
            |values, _, context| string(values, context),
        ),
    ]
}

fn file(values: &[Value], context: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let template = text_of(values, context)?;
    rendered(&template, text(values, 0)?, values, context)
}

fn string(values: &[Value], context: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    rendered(text(values, 0)?, STRING, values, context)
}

fn rendered(
    template: &str,
    name: &str,
    values: &[Value],
    context: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let variables = &values[1];
    let is_map = matches!(variables.ty(), Type::Map(_) | Type::Object(_));
    if !is_map {
        return Err(FunctionError::of(
            1,
            "the variables of a template must be a map",
        ));
    }
    for name in variables
        .members()
        .into_iter()
        .flatten()
        .map(|(name, _)| name)
    {
        if !is_identifier(name) {
            let message = format!(
                "`{name}` cannot be the name of a template's variable: names begin with a letter, and go on with \
                 letters, digits, `_` and `-`"
            );
            return Err(FunctionError::of(1, message));
        }
    }
    let Some(templates) = context.templates else {
        return Err(FunctionError::new("templates cannot be rendered here"));
    };
    Ok(templates
        .render(template, name, variables)?
        .with_marks(values[0].marks()))
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let is_start = |character: char| character.is_alphabetic() || character == '_';
    characters.next().is_some_and(is_start)
        && characters.all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'))
}
