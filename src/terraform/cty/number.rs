//! Exact numbers.

use std::cmp::Ordering;
use std::fmt;

/// The maximum number of digits, and the maximum exponent, of a number in text.
const MAX_DIGITS: usize = 4096;
const MAX_EXPONENT: i64 = 100_000;

/// The length up to which a number is written without an exponent.
const MAX_PLAIN: i64 = 800;

/// A number without loss: an integer, a decimal fraction, or an infinity.
///
/// A number is written in one way only: an integer that fits is [`Number::Integer`].
#[derive(Clone, Debug)]
pub enum Number {
    Integer(i64),
    Decimal(Box<Decimal>),
    Infinity { is_negative: bool },
}

/// A number that is no 64-bit integer: its digits times a power of ten.
#[derive(Clone, Debug)]
pub struct Decimal {
    is_negative: bool,
    /// ASCII digits that neither begin nor end with a zero.
    digits: String,
    /// The power of ten of the last digit.
    exponent: i64,
    /// The double that the other side has sent. The digits are its shortest text.
    double: Option<f64>,
}

impl Number {
    /// Parses decimal text such as `-1.5e3`; `None` if the text is no number, or out of all bounds.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        if rest.eq_ignore_ascii_case("inf") {
            return Some(Self::Infinity { is_negative });
        }
        let (mantissa, power) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], exponent(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let has_digits = !whole.is_empty() || !fraction.is_empty();
        let is_digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
        let length = whole.len() + fraction.len();
        if !has_digits || !is_digits(whole) || !is_digits(fraction) || length > MAX_DIGITS {
            return None;
        }
        let power = power - i64::try_from(fraction.len()).ok()?;
        Some(Self::assemble(
            is_negative,
            &[whole, fraction].concat(),
            power,
        ))
    }

    fn assemble(is_negative: bool, digits: &str, mut exponent: i64) -> Self {
        let digits = digits.trim_start_matches('0');
        let trimmed = digits.trim_end_matches('0');
        exponent += i64::try_from(digits.len() - trimmed.len()).unwrap_or(0);
        if trimmed.is_empty() {
            return Self::Integer(0);
        }
        let decimal = Decimal {
            is_negative,
            digits: trimmed.to_owned(),
            exponent,
            double: None,
        };
        match decimal.integer() {
            Some(integer) => Self::Integer(integer),
            None => Self::Decimal(Box::new(decimal)),
        }
    }

    /// The number that a program means by a double: its shortest text. `None` for what is no number.
    pub fn from_program(double: f64) -> Option<Self> {
        match double {
            it if it.is_nan() => None,
            it if it.is_infinite() => Some(Self::Infinity {
                is_negative: it < 0.0,
            }),
            it => Self::parse(&format!("{it:e}")),
        }
    }

    /// The number that the other side has sent as a double.
    pub fn from_double(double: f64) -> Option<Self> {
        let mut number = Self::from_program(double)?;
        if let Self::Decimal(decimal) = &mut number {
            decimal.double = Some(double);
        }
        Some(number)
    }

    /// The nearest double.
    pub fn to_double(&self) -> f64 {
        match self {
            #[expect(
                clippy::cast_precision_loss,
                reason = "the nearest double is asked for"
            )]
            Self::Integer(integer) => *integer as f64,
            Self::Decimal(decimal) => decimal
                .double
                .unwrap_or_else(|| decimal.scientific().parse().unwrap_or(f64::NAN)),
            Self::Infinity { is_negative: true } => f64::NEG_INFINITY,
            Self::Infinity { is_negative: false } => f64::INFINITY,
        }
    }

    /// The double that is exactly this number.
    pub fn exact_double(&self) -> Option<f64> {
        match self {
            Self::Integer(integer) => {
                let double = self.to_double();
                (Self::exact(double)? == Self::Integer(*integer)).then_some(double)
            }
            Self::Decimal(decimal) => decimal.exact_double(),
            Self::Infinity { .. } => Some(self.to_double()),
        }
    }

    /// All digits of a double.
    fn exact(double: f64) -> Option<Self> {
        // No double has more digits after the point.
        Self::parse(format!("{double:.1074}").trim_end_matches('0'))
    }

    pub fn is_integer(&self) -> bool {
        match self {
            Self::Integer(_) => true,
            Self::Decimal(decimal) => decimal.exponent >= 0,
            Self::Infinity { .. } => false,
        }
    }

    fn signum(&self) -> i8 {
        match self {
            Self::Integer(it) => i8::try_from(it.signum()).unwrap_or(0),
            Self::Decimal(it) => it.sign(),
            Self::Infinity { is_negative } => 1 - 2 * i8::from(*is_negative),
        }
    }
}

impl Decimal {
    fn sign(&self) -> i8 {
        1 - 2 * i8::from(self.is_negative)
    }

    fn scientific(&self) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.exponent)
    }

    fn integer(&self) -> Option<i64> {
        let zeros = usize::try_from(self.exponent).ok().filter(|it| *it < 19)?;
        let sign = if self.is_negative { "-" } else { "" };
        let text = format!("{sign}{}{}", self.digits, "0".repeat(zeros));
        text.parse().ok()
    }

    fn exact_double(&self) -> Option<f64> {
        if self.double.is_some() {
            return self.double;
        }
        // A decimal fraction that ends in another digit than 5 has no end in base 2.
        if self.exponent < 0 && !self.digits.ends_with('5') {
            return None;
        }
        let double: f64 = self.scientific().parse().ok()?;
        let Number::Decimal(all) = Number::exact(double).filter(|_| double.is_finite())? else {
            return None;
        };
        self.has_digits_of(&all).then_some(double)
    }

    fn has_digits_of(&self, other: &Self) -> bool {
        (self.is_negative, self.exponent, &self.digits)
            == (other.is_negative, other.exponent, &other.digits)
    }

    /// A double stands for its shortest text, and for all of its digits.
    fn equals(&self, other: &Self) -> bool {
        if self.has_digits_of(other) {
            return true;
        }
        let exact = |double: Option<f64>, of: &Self| {
            let all = double.and_then(Number::exact);
            matches!(all, Some(Number::Decimal(all)) if all.has_digits_of(of))
        };
        match (self.double, other.double) {
            (Some(_), None) => exact(self.double, other),
            (None, Some(_)) => exact(other.double, self),
            _ => false,
        }
    }

    /// The power of ten before the first digit.
    fn magnitude(&self) -> i64 {
        self.exponent + i64::try_from(self.digits.len()).unwrap_or(i64::MAX)
    }

    fn compare_size(&self, other: &Self) -> Ordering {
        let magnitudes = self.magnitude().cmp(&other.magnitude());
        // Digits are compared as fractions: a shorter text that is a prefix is smaller.
        magnitudes.then_with(|| self.digits.cmp(&other.digits))
    }
}

fn exponent(text: &str) -> Option<i64> {
    let exponent: i64 = text.parse().ok()?;
    (exponent.abs() <= MAX_EXPONENT).then_some(exponent)
}

impl From<i64> for Number {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl From<u64> for Number {
    fn from(integer: u64) -> Self {
        match i64::try_from(integer) {
            Ok(integer) => Self::Integer(integer),
            Err(_) => Self::assemble(false, &integer.to_string(), 0),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(two)) => one == two,
            (Self::Decimal(one), Self::Decimal(two)) => one.equals(two),
            (Self::Infinity { is_negative: one }, Self::Infinity { is_negative: two }) => {
                one == two
            }
            _ => false,
        }
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self == other {
            return Some(Ordering::Equal);
        }
        let signs = self.signum().cmp(&other.signum());
        if signs.is_ne() {
            return Some(signs);
        }
        let size = match (self, other) {
            (Self::Integer(one), Self::Integer(two)) => return Some(one.cmp(two)),
            (Self::Infinity { .. }, _) => Ordering::Greater,
            (_, Self::Infinity { .. }) => Ordering::Less,
            (Self::Decimal(one), Self::Decimal(two)) => one.compare_size(two),
            (Self::Integer(one), Self::Decimal(two)) => decimal(*one).compare_size(two),
            (Self::Decimal(one), Self::Integer(two)) => one.compare_size(&decimal(*two)),
        };
        Some(match self.signum() < 0 {
            true => size.reverse(),
            false => size,
        })
    }
}

/// An integer that is not 0 as digits.
fn decimal(integer: i64) -> Decimal {
    let text = integer.unsigned_abs().to_string();
    let digits = text.trim_end_matches('0');
    Decimal {
        is_negative: integer < 0,
        exponent: i64::try_from(text.len() - digits.len()).unwrap_or(0),
        digits: digits.to_owned(),
        double: None,
    }
}

/// All digits, with an exponent only where the text would be very long.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = match self {
            Self::Integer(integer) => return write!(f, "{integer}"),
            Self::Infinity { is_negative } => {
                return f.write_str(if *is_negative { "-Inf" } else { "Inf" });
            }
            Self::Decimal(decimal) => decimal,
        };
        if decimal.exponent > MAX_PLAIN || decimal.magnitude() < -MAX_PLAIN {
            return f.write_str(&decimal.scientific());
        }
        if decimal.is_negative {
            f.write_str("-")?;
        }
        let digits = &decimal.digits;
        let magnitude = decimal.magnitude();
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
        if decimal.exponent >= 0 {
            write!(f, "{digits}{}", zeros(decimal.exponent))
        } else if magnitude <= 0 {
            write!(f, "0.{}{digits}", zeros(-magnitude))
        } else {
            let (whole, fraction) = digits.split_at(usize::try_from(magnitude).unwrap_or(0));
            write!(f, "{whole}.{fraction}")
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    #[test]
    fn numbers_have_one_form() {
        for (text, shown) in [
            ("0", "0"),
            ("-0.000e7", "0"),
            ("007", "7"),
            ("1.50", "1.5"),
            ("-15e-1", "-1.5"),
            (".5", "0.5"),
            ("1e3", "1000"),
            ("0.001", "0.001"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9223372036854775808", "9223372036854775808"),
            ("1e20", "100000000000000000000"),
            ("1e5000", "1e5000"),
            ("-inf", "-Inf"),
        ] {
            assert_eq!(number(text).to_string(), shown);
        }
        assert!(matches!(number("-1e2"), Number::Integer(-100)));
    }

    #[test]
    fn texts_that_are_not_numbers_are_refused() {
        let long = "1".repeat(MAX_DIGITS + 1);
        for text in [
            "",
            "-",
            ".",
            "e1",
            "1e",
            "1e1e1",
            "0x10",
            "1_0",
            " 1",
            "nan",
            "1e999999999999",
            "--1",
            long.as_str(),
        ] {
            assert!(Number::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn doubles_are_exact_or_not() {
        assert_eq!(number("0.5").exact_double(), Some(0.5));
        assert_eq!(number("0.1").exact_double(), None);
        assert_eq!(number("0.15").exact_double(), None);
        assert_eq!(number("1e400").exact_double(), None);
        assert_eq!(
            number("9223372036854775808").exact_double(),
            Some(2f64.powi(63))
        );
        assert_eq!(number("9223372036854775809").exact_double(), None);
        assert_eq!(Number::from(i64::MAX).exact_double(), None);
        assert_eq!(Number::from_double(0.1).unwrap().exact_double(), Some(0.1));
    }

    #[test]
    fn a_double_is_what_it_was_written_as() {
        let sent = Number::from_double(0.1).unwrap();
        assert_eq!(sent, number("0.1"));
        assert_eq!(sent.to_string(), "0.1");
        let all = "0.1000000000000000055511151231257827021181583404541015625";
        assert_eq!(sent, number(all));
        assert_ne!(number("0.1"), number(all));
        assert!(matches!(Number::from_double(3.0), Some(Number::Integer(3))));
        assert!(Number::from_double(f64::NAN).is_none());
    }

    proptest! {
        #[test]
        fn numbers_survive_their_text(digits in "-?[0-9]{1,40}", exponent in -50i64..50) {
            let it = number(&format!("{digits}e{exponent}"));
            prop_assert_eq!(&number(&it.to_string()), &it);
        }

        #[test]
        fn doubles_survive(double in proptest::num::f64::NORMAL) {
            let it = Number::from_double(double).unwrap();
            prop_assert_eq!(it.to_double().to_bits(), double.to_bits());
            prop_assert_eq!(number(&it.to_string()).to_double().to_bits(), double.to_bits());
        }

        #[test]
        fn order_is_that_of_numbers(one in -1e6f64..1e6, two in -1e6f64..1e6, at in -3i64..3) {
            let (first, second) = (Number::from_program(one).unwrap(), Number::from_program(two).unwrap());
            prop_assert_eq!(first.partial_cmp(&second), one.partial_cmp(&two));
            let whole = Number::from(at);
            #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
            let compared = one.partial_cmp(&(at as f64));
            prop_assert_eq!(first.partial_cmp(&whole), compared);
        }
    }
}
