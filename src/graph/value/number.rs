//! The text of numbers.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

/// Above this, several integers share one `f64`, so the last digits would be noise.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The name of a number that JSON cannot hold; `None` for all others.
pub fn special_name(number: f64) -> Option<&'static str> {
    if number.is_nan() {
        Some("NaN")
    } else if number == f64::INFINITY {
        Some("Infinity")
    } else if number == f64::NEG_INFINITY {
        Some("-Infinity")
    } else if number == 0.0 && number.is_sign_negative() {
        Some("-0")
    } else {
        None
    }
}

/// The inverse of [`special_name`].
pub fn from_special_name(name: &str) -> Option<f64> {
    match name {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        "-0" => Some(-0.0),
        _ => None,
    }
}

/// The number as an integer, if it is one and all its digits are exact.
fn exact_integer(number: f64) -> Option<i64> {
    let is_exact = number.fract() == 0.0 && number.abs() <= MAX_EXACT;
    // The range was just checked, so nothing is truncated.
    is_exact.then_some(number as i64)
}

/// Serialises a finite number: `3` for 3.0, otherwise the shortest text that parses to the same
/// number.
pub fn serialize<S: Serializer>(number: f64, serializer: S) -> Result<S::Ok, S::Error> {
    match exact_integer(number) {
        Some(integer) => integer.serialize(serializer),
        None => serializer.serialize_f64(number),
    }
}

/// Displays a number as in JSON, and NaN and the infinities by name.
pub struct NumberText(pub f64);

impl Display for NumberText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = special_name(self.0) {
            return f.write_str(name);
        }
        match exact_integer(self.0) {
            Some(integer) => integer.fmt(f),
            // `Debug` of `f64` is the shortest text, with an exponent for very large and small
            // numbers.
            None => write!(f, "{:?}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_numbers_as_people_do() {
        let text = |number: f64| NumberText(number).to_string();
        assert_eq!(text(3.0), "3");
        assert_eq!(text(-17.0), "-17");
        assert_eq!(text(0.1 + 0.2), "0.30000000000000004");
        assert_eq!(text(1e300), "1e300");
        assert_eq!(text(9_007_199_254_740_992.0), "9007199254740992");
        assert_eq!(text(-0.0), "-0");
        assert_eq!(text(f64::NAN), "NaN");
    }
}
