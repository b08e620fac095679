//! Files and strings as templates.

use super::reading::text_of;
use crate::functions::arguments::text;
use crate::functions::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Type, Value};

/// The name in messages about a template that is no file.
const STRING: &str = "(string)";

pub fn functions() -> Vec<Function> {
    vec![
        Function::typed(
            "templatefile",
            vec![
                Parameter::new("path", Type::String).with_marked(),
                Parameter::new("vars", Type::Dynamic),
            ],
            |values, context| type_of(values, context, file),
            |values, _, context| file(values, context),
        ),
        Function::typed(
            "templatestring",
            vec![
                Parameter::new("data", Type::String).with_marked(),
                Parameter::new("vars", Type::Dynamic).with_marked(),
            ],
            |values, context| type_of(values, context, string),
            |values, _, context| string(values, context),
        ),
    ]
}

type Render = fn(&[Value], &FunctionContext<'_>) -> Result<Value, FunctionError>;

/// The type of a template is that of its result: one that is only an interpolation can have any.
fn type_of(
    values: &[Value],
    context: &FunctionContext<'_>,
    render: Render,
) -> Result<Type, FunctionError> {
    if values.iter().any(Value::is_unknown) {
        return Ok(Type::Dynamic);
    }
    render(values, context).map(|result| result.ty().clone())
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
