//! Operators of the reference evaluator.

use super::value::{Abrupt, Evaluated, Value, text, type_error};

pub fn unary(operator: &str, value: &Value) -> Evaluated<Value> {
    Ok(match operator {
        "!" => Value::Bool(!value.is_true()),
        "-" => Value::Number(-value.number()?),
        "+" => Value::Number(value.number()?),
        "~" => Value::Number(f64::from(!value.int32()?)),
        "typeof" => text(value.kind()),
        "void" => Value::Undefined,
        _ => return Err(Abrupt::Outside),
    })
}

/// Operators that evaluate both of their operands. `instanceof` is none of them.
pub fn binary(operator: &str, left: &Value, right: &Value) -> Evaluated<Value> {
    let number = |it: f64| Ok(Value::Number(it));
    let bits = |it: i32| Ok(Value::Number(f64::from(it)));
    Ok(Value::Bool(match operator {
        "+" => return add(left, right),
        "-" => return number(left.number()? - right.number()?),
        "*" => return number(left.number()? * right.number()?),
        "/" => return number(left.number()? / right.number()?),
        "%" => return number(left.number()? % right.number()?),
        "**" => return number(power(left.number()?, right.number()?)?),
        "|" => return bits(left.int32()? | right.int32()?),
        "^" => return bits(left.int32()? ^ right.int32()?),
        "&" => return bits(left.int32()? & right.int32()?),
        "<<" => return bits(left.int32()?.wrapping_shl(right.uint32()? & 31)),
        ">>" => return bits(left.int32()? >> (right.uint32()? & 31)),
        ">>>" => return number(f64::from(left.uint32()? >> (right.uint32()? & 31))),
        "===" => is_same(left, right),
        "!==" => !is_same(left, right),
        "==" => is_alike(left, right)?,
        "!=" => !is_alike(left, right)?,
        "<" => compared(left, right, |it| it.is_lt(), |a, b| a < b)?,
        "<=" => compared(left, right, |it| it.is_le(), |a, b| a <= b)?,
        ">" => compared(left, right, |it| it.is_gt(), |a, b| a > b)?,
        ">=" => compared(left, right, |it| it.is_ge(), |a, b| a >= b)?,
        "in" if right.is_object() => right.has(&left.text()?),
        "in" => return type_error(),
        _ => return Err(Abrupt::Outside),
    }))
}

fn add(left: &Value, right: &Value) -> Evaluated<Value> {
    let (left, right) = (left.primitive()?, right.primitive()?);
    match (&left, &right) {
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            let joined = text(format!("{}{}", left.text()?, right.text()?));
            joined.text()?;
            Ok(joined)
        }
        _ => Ok(Value::Number(left.number()? + right.number()?)),
    }
}

/// Powers that are exact: engines may round others differently.
fn power(base: f64, exponent: f64) -> Evaluated<f64> {
    if exponent == 0.0 {
        return Ok(1.0);
    }
    if base.is_nan() || exponent.is_nan() {
        return Ok(f64::NAN);
    }
    let is_small = base.fract() == 0.0 && base.abs() <= 16.0;
    if is_small && exponent.fract() == 0.0 && (1.0..=12.0).contains(&exponent) {
        return Ok((0..exponent as u32).fold(1.0, |product, _| product * base));
    }
    Err(Abrupt::Outside)
}

fn compared(
    left: &Value,
    right: &Value,
    texts: impl Fn(std::cmp::Ordering) -> bool,
    numbers: impl Fn(f64, f64) -> bool,
) -> Evaluated<bool> {
    let (left, right) = (left.primitive()?, right.primitive()?);
    match (&left, &right) {
        (Value::Text(a), Value::Text(b)) => Ok(texts(a.cmp(b))),
        _ => Ok(numbers(left.number()?, right.number()?)),
    }
}

pub fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => std::rc::Rc::ptr_eq(a, b),
        (Value::Object(a), Value::Object(b)) => std::rc::Rc::ptr_eq(a, b),
        _ => false,
    }
}

fn is_alike(left: &Value, right: &Value) -> Evaluated<bool> {
    if left.is_nullish() || right.is_nullish() {
        return Ok(left.is_nullish() && right.is_nullish());
    }
    if left.is_object() && right.is_object() || left.kind() == right.kind() {
        return Ok(is_same(left, right));
    }
    let (left, right) = (left.primitive()?, right.primitive()?);
    if let (Value::Text(a), Value::Text(b)) = (&left, &right) {
        return Ok(a == b);
    }
    Ok(left.number()? == right.number()?)
}
