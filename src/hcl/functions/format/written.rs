//! Arguments as directives write them.

use num_bigint::{BigInt, Sign};

use super::directive::Directive;
use crate::functions::FunctionError;
use crate::functions::text::graphemes;
use crate::value::{Number, Type, Value, convert, json};

/// The text of an argument.
pub fn written(directive: &Directive<'_>, argument: &Value) -> Result<String, FunctionError> {
    if directive.verb != 'v' && argument.is_null() {
        let message = format!("`{}` cannot format null", directive.text);
        return Err(FunctionError::new(message));
    }
    match directive.verb {
        'v' => anything(directive, argument),
        't' => {
            let flag = converted(directive, argument, &Type::Bool)?;
            Ok(if flag.as_bool() == Some(true) {
                "true"
            } else {
                "false"
            }
            .to_owned())
        }
        'b' | 'd' | 'o' | 'x' | 'X' => integer(directive, argument),
        'e' | 'E' | 'f' | 'g' | 'G' => float(directive, argument),
        's' | 'q' => string(directive, argument),
        verb => {
            let message = format!("`{verb}` in `{}` is no verb of formats", directive.text);
            Err(FunctionError::new(message))
        }
    }
}

fn unsupported(directive: &Directive<'_>, reason: &str) -> FunctionError {
    FunctionError::new(format!(
        "`{}` cannot format the value: {reason}",
        directive.text
    ))
}

fn converted(
    directive: &Directive<'_>,
    argument: &Value,
    of: &Type,
) -> Result<Value, FunctionError> {
    convert(argument, of).map_err(|error| unsupported(directive, &error.to_string()))
}

/// Strings and numbers as they are, and JSON of all else.
fn anything(directive: &Directive<'_>, argument: &Value) -> Result<String, FunctionError> {
    let plain = match (argument.as_str(), argument.as_number()) {
        _ if directive.is_alternate => None,
        (Some(text), _) => Some(text.to_owned()),
        (_, Some(number)) => Some(number.to_general(None, 'e')),
        _ => None,
    };
    let text = match plain {
        Some(plain) => plain,
        None => json_of(directive, argument)?,
    };
    Ok(padded_text(directive, text))
}

fn json_of(directive: &Directive<'_>, value: &Value) -> Result<String, FunctionError> {
    json::to_json(value).map_err(|error| unsupported(directive, &error.to_string()))
}

fn string(directive: &Directive<'_>, argument: &Value) -> Result<String, FunctionError> {
    let value = converted(directive, argument, &Type::String)?;
    let text = value.as_str().unwrap_or_default();
    let text = match directive.precision {
        // A precision of zero is none.
        Some(precision) if precision > 0 => graphemes::take(text, precision),
        _ => text,
    };
    let text = match directive.verb {
        'q' => json_of(directive, &Value::string(text))?,
        _ => text.to_owned(),
    };
    Ok(padded_text(directive, text))
}

/// Text has the width of its characters, and is padded with zeros, too.
fn padded_text(directive: &Directive<'_>, text: String) -> String {
    let missing = directive
        .width
        .unwrap_or(0)
        .saturating_sub(graphemes::count(&text));
    let pad = if directive.is_padded_with_zeros {
        "0"
    } else {
        " "
    }
    .repeat(missing);
    if directive.is_left {
        text + &pad
    } else {
        pad + &text
    }
}

fn number_of(directive: &Directive<'_>, argument: &Value) -> Result<Number, FunctionError> {
    let value = converted(directive, argument, &Type::Number)?;
    let number = value.as_number().cloned();
    number.ok_or_else(|| unsupported(directive, "a number is required"))
}

fn integer(directive: &Directive<'_>, argument: &Value) -> Result<String, FunctionError> {
    let number = number_of(directive, argument)?;
    let whole = number.is_integer().then(|| number.truncated()).flatten();
    let whole: BigInt =
        whole.ok_or_else(|| unsupported(directive, "a whole number is required"))?;
    let (radix, prefix) = match directive.verb {
        'b' => (2, "0b"),
        'o' => (8, "0"),
        'x' => (16, "0x"),
        'X' => (16, "0X"),
        _ => (10, ""),
    };
    let mut digits = whole.magnitude().to_str_radix(radix);
    if directive.verb == 'X' {
        digits.make_ascii_uppercase();
    }
    if digits == "0" && directive.precision == Some(0) {
        return Ok(String::new());
    }
    let prefix = if directive.is_alternate { prefix } else { "" };
    let sign = sign(directive, whole.sign() == Sign::Minus);
    let mut zeros = directive
        .precision
        .unwrap_or(0)
        .saturating_sub(digits.len());
    let length = sign.len() + prefix.len() + zeros + digits.len();
    let missing = directive.width.unwrap_or(0).saturating_sub(length);
    let (mut left, mut right) = (0, 0);
    if directive.is_left {
        right = missing;
    } else if directive.is_padded_with_zeros && directive.precision.is_none() {
        zeros = missing;
    } else {
        left = missing;
    }
    let (left, zeros, right) = (" ".repeat(left), "0".repeat(zeros), " ".repeat(right));
    Ok(format!("{left}{sign}{prefix}{zeros}{digits}{right}"))
}

fn sign(directive: &Directive<'_>, is_negative: bool) -> &'static str {
    match is_negative {
        true => "-",
        false if directive.has_plus => "+",
        false if directive.has_space => " ",
        false => "",
    }
}

fn float(directive: &Directive<'_>, argument: &Value) -> Result<String, FunctionError> {
    let number = number_of(directive, argument)?;
    let precision = directive.precision;
    let digits = match directive.verb {
        'f' => number.absolute().to_fixed(precision.or(Some(6))),
        'e' => number.absolute().to_scientific(precision.or(Some(6)), 'e'),
        'E' => number.absolute().to_scientific(precision.or(Some(6)), 'E'),
        'g' => number.absolute().to_general(precision, 'e'),
        _ => number.absolute().to_general(precision, 'E'),
    };
    let sign = match number.is_infinite() && !number.is_negative() {
        true if directive.has_space => " ",
        true => "+",
        false => sign(directive, number.is_negative()),
    };
    let digits = digits.trim_start_matches('+');
    let missing = directive
        .width
        .unwrap_or(0)
        .saturating_sub(sign.len() + digits.len());
    let (spaces, zeros) = (" ".repeat(missing), "0".repeat(missing));
    Ok(if directive.is_padded_with_zeros && !number.is_infinite() {
        format!("{sign}{zeros}{digits}")
    } else if directive.is_left {
        format!("{sign}{digits}{spaces}")
    } else {
        format!("{spaces}{sign}{digits}")
    })
}
