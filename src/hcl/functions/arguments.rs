//! Arguments of implementations, which have been converted and checked.

use num_bigint::BigInt;

use super::FunctionError;
use crate::value::{Number, Value};

/// The text of an argument.
pub fn text(values: &[Value], index: usize) -> Result<&str, FunctionError> {
    let text = values.get(index).and_then(Value::as_str);
    text.ok_or_else(|| FunctionError::of(index, "a string is required"))
}

pub fn number(values: &[Value], index: usize) -> Result<&Number, FunctionError> {
    let number = values.get(index).and_then(Value::as_number);
    number.ok_or_else(|| FunctionError::of(index, "a number is required"))
}

/// A whole number of 64 bits.
pub fn integer(values: &[Value], index: usize) -> Result<i64, FunctionError> {
    number(values, index)?.to_i64().ok_or_else(|| {
        let message = format!(
            "a whole number between {} and {} is required",
            i64::MIN,
            i64::MAX
        );
        FunctionError::of(index, message)
    })
}

/// A whole number of any size.
pub fn whole(values: &[Value], index: usize) -> Result<BigInt, FunctionError> {
    let number = number(values, index)?;
    let whole = number.is_integer().then(|| number.truncated()).flatten();
    whole.ok_or_else(|| FunctionError::of(index, "a whole number is required"))
}
