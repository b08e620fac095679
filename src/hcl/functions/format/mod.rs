//! The functions `format` and `formatlist`.
//!
//! | module | |
//! |---|---|
//! | `directive` | directives such as `%-08.3[2]f` |
//! | `written` | arguments as directives write them |
//! | `tests` | |

mod directive;
#[cfg(test)]
mod tests;
mod written;

use self::directive::{Part, parse};
use self::written::written;
use super::arguments::text;
use super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

/// The longest text that a format makes, in bytes.
const MAX_LENGTH: usize = 1 << 28;

pub(super) fn functions() -> Vec<Function> {
    let arguments = || {
        Parameter::new("args", Type::Dynamic)
            .nullable()
            .with_unknown()
            .with_dynamic()
    };
    vec![
        Function::new(
            "format",
            vec![Parameter::new("format", Type::String)],
            Type::String,
            format,
        )
        .variadic(arguments())
        .refined(Refinement::not_null()),
        Function::new(
            "formatlist",
            vec![Parameter::new("format", Type::String)],
            Type::list(Type::String),
            formatlist,
        )
        .variadic(arguments())
        .refined(Refinement::not_null()),
    ]
}

fn format(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let format = text(values, 0)?;
    if values[1..].iter().all(Value::is_wholly_known) {
        return formatted(format, &values[1..]).map(Value::string);
    }
    let unknown = Value::unknown(Type::String);
    Ok(match format.split_once('%') {
        Some((prefix, _)) if !prefix.is_empty() => {
            unknown.refine(&Refinement::default().with_prefix(prefix))
        }
        _ => unknown,
    })
}

/// Writes a format, whose arguments are all known.
fn formatted(format: &str, arguments: &[Value]) -> Result<String, FunctionError> {
    let parts = parse(format).map_err(|error| FunctionError::of(0, error.to_string()))?;
    let mut output = String::new();
    let mut last = 0;
    let mut greatest = 0;
    for part in parts {
        let directive = match part {
            Part::Literal(literal) => {
                output.push_str(literal);
                continue;
            }
            Part::Directive(directive) => directive,
        };
        last = directive.argument.unwrap_or(last + 1);
        greatest = greatest.max(last);
        let Some(argument) = arguments.get(last - 1) else {
            let message = format!(
                "`{}` needs argument {last}, but there are only {}",
                directive.text,
                arguments.len()
            );
            return Err(FunctionError::of(0, message));
        };
        output.push_str(&written(&directive, argument)?);
        if output.len() > MAX_LENGTH {
            return Err(FunctionError::of(0, "the result would be too long"));
        }
    }
    if greatest < arguments.len() {
        let message = format!("there are too many arguments: the format uses {greatest}");
        return Err(FunctionError::of(greatest + 1, message));
    }
    Ok(output)
}

/// An argument of `formatlist`.
enum Column<'v> {
    Single(&'v Value),
    Elements(Vec<Value>),
    Unknown,
}

fn formatlist(
    values: &[Value],
    of: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let format = text(values, 0)?;
    let mut length = None;
    let mut columns = Vec::with_capacity(values.len());
    for (index, argument) in values.iter().enumerate().skip(1) {
        let (column, count) = column(argument);
        if let Some(count) = count {
            let (first, expected) = *length.get_or_insert((index, count));
            if expected != count {
                let message = format!(
                    "argument {index} has {count} elements, but argument {first} has {expected}"
                );
                return Err(FunctionError::of(index, message));
            }
        }
        columns.push(column);
    }
    if columns
        .iter()
        .any(|column| matches!(column, Column::Unknown))
    {
        return Ok(Value::unknown(of.clone()));
    }
    let count = length.map_or(1, |(_, count)| count);
    let mut rows = Vec::new();
    let mut length = 0;
    for row in 0..count {
        let row = line(format, &columns, row)?;
        length += row.as_str().map_or(0, str::len);
        if length > MAX_LENGTH {
            return Err(FunctionError::of(0, "the result would be too long"));
        }
        rows.push(row);
    }
    Ok(Value::list(&Type::String, rows))
}

/// The column of an argument, and the count of its elements.
fn column(argument: &Value) -> (Column<'_>, Option<usize>) {
    let is_sequence = matches!(argument.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_));
    if !is_sequence || argument.is_null() {
        let is_open = argument.is_dynamic() && argument.is_unknown();
        return (
            if is_open {
                Column::Unknown
            } else {
                Column::Single(argument)
            },
            None,
        );
    }
    if let (true, Type::Tuple(elements)) = (argument.is_unknown(), argument.ty()) {
        return (Column::Unknown, Some(elements.len()));
    }
    let length = argument.length();
    let length = length.as_number().and_then(crate::value::Number::to_usize);
    match (argument.elements(), length) {
        (Some(elements), Some(length)) => (Column::Elements(elements.to_vec()), Some(length)),
        _ => (Column::Unknown, None),
    }
}

fn line(format: &str, columns: &[Column<'_>], row: usize) -> Result<Value, FunctionError> {
    let arguments: Vec<Value> = columns
        .iter()
        .map(|column| match column {
            Column::Single(value) => (*value).clone(),
            Column::Elements(elements) => elements.get(row).cloned().unwrap_or(Value::DYNAMIC),
            Column::Unknown => Value::DYNAMIC,
        })
        .collect();
    if !arguments.iter().all(Value::is_wholly_known) {
        return Ok(Value::unknown(Type::String).not_null());
    }
    let text = formatted(format, &arguments);
    text.map(Value::string).map_err(|error| FunctionError {
        message: format!("element {row}: {error}"),
        ..error
    })
}
