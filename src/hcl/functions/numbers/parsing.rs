//! `parseint`.

use num_bigint::BigInt;

use super::super::arguments::integer;
use super::super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Mark, Number, Refinement, Type, Value, friendly_name, quoted};

/// The longest text that is parsed.
const MAX_LENGTH: usize = 100_000;

pub(super) fn functions() -> Vec<Function> {
    let parameters = vec![
        Parameter::new("number", Type::Dynamic).with_marked(),
        Parameter::new("base", Type::Number).with_marked(),
    ];
    vec![
        Function::typed("parseint", parameters, parsed_type, parse).refined(Refinement::not_null()),
    ]
}

fn parsed_type(values: &[Value], _: &FunctionContext<'_>) -> Result<Type, FunctionError> {
    match values[0].ty() {
        Type::String => Ok(Type::Number),
        other => Err(FunctionError::of(
            0,
            format!("a string is required, not a {}", friendly_name(other)),
        )),
    }
}

fn parse(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let marks = values[0].marks().union(values[1].marks());
    let text = values[0].as_str().unwrap_or_default();
    let base = match integer(values, 1)? {
        base @ 2..=62 => base,
        _ => {
            let message = "the base must be a whole number from 2 to 62";
            return Err(FunctionError::of(1, message));
        }
    };
    let number = u32::try_from(base).ok().and_then(|base| whole(text, base));
    match number {
        Some(number) => Ok(Value::number(Number::from_integer(&number)).with_marks(&marks)),
        None => {
            let is_hidden = marks.contains(&Mark::Sensitive) || marks.contains(&Mark::Ephemeral);
            let message = match is_hidden {
                true => "the text is no whole number of this base".to_owned(),
                false => format!("{} is no whole number of base {base}", quoted(text)),
            };
            Err(FunctionError::of(0, message))
        }
    }
}

/// A whole number; letters of both cases are alike as long as there are enough digits without that.
fn whole(text: &str, base: u32) -> Option<BigInt> {
    let (is_negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > MAX_LENGTH {
        return None;
    }
    let digits = digits.bytes().map(|it| {
        let digit = match it {
            b'0'..=b'9' => it - b'0',
            b'a'..=b'z' => it - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => it - b'A' + 10,
            b'A'..=b'Z' => it - b'A' + 36,
            _ => return None,
        };
        (u32::from(digit) < base).then_some(digit)
    });
    let digits = digits.collect::<Option<Vec<u8>>>()?;
    let magnitude = BigInt::from_radix_be(num_bigint::Sign::Plus, &digits, base)?;
    Some(match is_negative {
        true => -magnitude,
        false => magnitude,
    })
}
