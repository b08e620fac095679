//! Functions over strings.
//!
//! | module | |
//! |---|---|
//! | `case` | upper, lower and title case |
//! | `graphemes` | characters as readers count them |
//! | `parts` | joining, splitting, searching, replacing |
//! | `trimming` | removal of characters at the ends |
//! | `tests` | |

mod case;
pub mod graphemes;
mod parts;
#[cfg(test)]
mod tests;
mod trimming;

use super::arguments::{integer, text};
use super::{Function, FunctionContext, FunctionError, Implementation, Parameter};
use crate::value::{Refinement, Type, Value};

/// The longest result of `indent`, in bytes.
const MAX_LENGTH: usize = 1 << 30;

pub(super) fn functions() -> Vec<Function> {
    let string = |name| Parameter::new(name, Type::String);
    let dynamic = |name| Parameter::new(name, Type::String).with_dynamic();
    let mut functions = vec![
        of_string("lower", vec![dynamic("str")], |values, _, _| {
            Ok(Value::string(case::lower(text(values, 0)?)))
        }),
        of_string("upper", vec![dynamic("str")], |values, _, _| {
            Ok(Value::string(case::upper(text(values, 0)?)))
        }),
        of_string("title", vec![string("str")], |values, _, _| {
            Ok(Value::string(case::title(text(values, 0)?)))
        }),
        of_string("strrev", vec![dynamic("str")], |values, _, _| {
            Ok(Value::string(graphemes::reversed(text(values, 0)?)))
        }),
        of_string(
            "substr",
            vec![
                dynamic("str"),
                Parameter::new("offset", Type::Number).with_dynamic(),
                Parameter::new("length", Type::Number).with_dynamic(),
            ],
            substr,
        ),
        of_string(
            "indent",
            vec![Parameter::new("spaces", Type::Number), string("str")],
            indent,
        ),
    ];
    functions.extend(trimming::functions());
    functions.extend(parts::functions());
    functions
}

/// A function whose result is a string, and never null.
fn of_string(
    name: &'static str,
    parameters: Vec<Parameter>,
    implementation: Implementation,
) -> Function {
    Function::new(name, parameters, Type::String, implementation).refined(Refinement::not_null())
}

fn substr(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let whole = text(values, 0)?;
    let (mut offset, length) = (integer(values, 1)?, integer(values, 2)?);
    if offset < 0 {
        let count = i64::try_from(graphemes::count(whole)).unwrap_or(i64::MAX);
        offset = offset.saturating_add(count);
    } else if length == 0 {
        return Ok(Value::string(""));
    }
    let rest = graphemes::skip(whole, usize::try_from(offset).unwrap_or(0));
    // No length of zero ends a text whose offset is negative: OpenTofu then takes all of it.
    Ok(Value::string(match usize::try_from(length) {
        Ok(length) if length > 0 => graphemes::take(rest, length),
        _ => rest,
    }))
}

fn indent(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let spaces = usize::try_from(integer(values, 0)?)
        .map_err(|_| FunctionError::of(0, "the number of spaces must not be negative"))?;
    let lines = text(values, 1)?;
    let breaks = lines.bytes().filter(|byte| *byte == b'\n').count();
    if spaces.saturating_mul(breaks.max(1)) > MAX_LENGTH {
        return Err(FunctionError::of(0, "the result would be too long"));
    }
    let pad = format!("\n{}", " ".repeat(spaces));
    Ok(Value::string(lines.replace('\n', &pad)))
}
