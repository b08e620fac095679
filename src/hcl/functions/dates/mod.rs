//! Functions over timestamps and durations.
//!
//! | module | |
//! |---|---|
//! | `duration` | durations such as `1h30m` |
//! | `layout` | the little language of `formatdate` |
//! | `timestamp` | timestamps of RFC 3339 |
//! | `tests` | |

mod duration;
mod layout;
#[cfg(test)]
mod tests;
mod timestamp;

use std::time::{SystemTime, UNIX_EPOCH};

pub use self::timestamp::Timestamp;
use super::arguments::text;
use super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let string = |name| Parameter::new(name, Type::String);
    vec![
        Function::new(
            "formatdate",
            vec![string("format"), string("time")],
            Type::String,
            formatdate,
        )
        .refined(Refinement::not_null()),
        Function::new("plantimestamp", vec![], Type::String, plantimestamp),
        Function::new(
            "timeadd",
            vec![string("timestamp"), string("duration")],
            Type::String,
            timeadd,
        ),
        Function::new(
            "timecmp",
            vec![string("timestamp_a"), string("timestamp_b")],
            Type::Number,
            timecmp,
        )
        .refined(Refinement::not_null()),
        Function::new("timestamp", vec![], Type::String, timestamp).refined(Refinement::not_null()),
    ]
}

fn formatdate(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let timestamp = Timestamp::parse(text(values, 1)?);
    let timestamp = timestamp.map_err(|error| FunctionError::of(1, error.to_string()))?;
    let written = layout::write(text(values, 0)?, &timestamp.parts());
    let written = written.map_err(|error| FunctionError::of(0, error.to_string()))?;
    Ok(Value::string(written))
}

fn timeadd(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let timestamp = Timestamp::parse(text(values, 0)?);
    let timestamp = timestamp.map_err(|error| FunctionError::of(0, error.to_string()))?;
    let duration = duration::parse(text(values, 1)?);
    let duration = duration.map_err(|error| FunctionError::of(1, error.to_string()))?;
    Ok(Value::string(timestamp.plus(duration).to_string()))
}

fn timecmp(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let moment = |index| {
        let timestamp = Timestamp::parse_leniently(text(values, index)?);
        let timestamp = timestamp.map_err(|error| FunctionError::of(index, error.to_string()))?;
        Ok::<_, FunctionError>(timestamp.nanoseconds())
    };
    Ok(Value::integer(moment(0)?.cmp(&moment(1)?) as i64))
}

fn timestamp(_: &[Value], _: &Type, context: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    if context.is_pure {
        return Ok(Value::unknown(Type::String));
    }
    let now = now().ok_or_else(|| FunctionError::new("the clock is before 1970"))?;
    Ok(Value::string(now))
}

/// The time as RFC 3339 has it; `None` if the clock is before 1970.
pub fn now() -> Option<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let seconds = i64::try_from(now.as_secs()).ok()?;
    Some(Timestamp::from_seconds(seconds).to_string())
}

fn plantimestamp(
    _: &[Value],
    _: &Type,
    context: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    Ok(match &context.timestamp {
        Some(timestamp) => Value::string(timestamp.clone()),
        None => Value::unknown(Type::String),
    })
}
