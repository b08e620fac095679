//! Numbers as decimal text.

use std::fmt;

use num_bigint::BigUint;

use super::number::{Form, Number, PRECISION};

/// The maximum number of digits of a number in text, and the maximum power of ten.
const MAX_DIGITS: usize = 100_000;
const MAX_POWER: i64 = 1_000_000;
/// The binary exponent beyond which numbers are written with an exponent.
const MAX_PLAIN_BITS: i64 = 1_000_000;

/// Digits of a decimal fraction: `0.DIGITS * 10^point`, without zeros at either end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decimal {
    pub digits: Vec<u8>,
    pub point: i64,
}

impl Decimal {
    /// All digits of `mantissa * 2^exponent`.
    fn exact(mantissa: &BigUint, exponent: i64) -> Self {
        let shift = u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX);
        let (whole, places) = match exponent >= 0 {
            true => (mantissa << shift, 0),
            false => (mantissa * BigUint::from(5u32).pow(shift), -exponent),
        };
        Self::from_digits(whole.to_string().into_bytes(), places)
    }

    fn from_digits(mut digits: Vec<u8>, places: i64) -> Self {
        let point = i64::try_from(digits.len()).unwrap_or(i64::MAX) - places;
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        match digits.is_empty() {
            true => Self::default(),
            false => Self { digits, point },
        }
    }

    fn at(&self, index: usize) -> u8 {
        self.digits.get(index).copied().unwrap_or(b'0')
    }

    /// Rounds to this number of digits; halves go to the even neighbour.
    pub fn round(&mut self, count: usize) {
        if count >= self.digits.len() {
            return;
        }
        let is_half = self.digits[count] == b'5' && count + 1 == self.digits.len();
        let is_up = match is_half {
            true => count > 0 && !(self.digits[count - 1] - b'0').is_multiple_of(2),
            false => self.digits[count] >= b'5',
        };
        match is_up {
            true => self.round_up(count),
            false => self.round_down(count),
        }
    }

    fn round_up(&mut self, count: usize) {
        if count >= self.digits.len() {
            return;
        }
        self.digits.truncate(count);
        while self.digits.last() == Some(&b'9') {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                self.digits.push(b'1');
                self.point += 1;
            }
        }
    }

    fn round_down(&mut self, count: usize) {
        self.digits.truncate(count);
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }

    /// `DIGITS.DIGITS`, with this number of digits after the point.
    fn fixed(&self, places: usize) -> String {
        let mut text = String::new();
        match usize::try_from(self.point) {
            Ok(whole) if whole > 0 => {
                text.extend((0..whole).map(|it| char::from(self.at(it))));
            }
            _ => text.push('0'),
        }
        if places > 0 {
            text.push('.');
            for place in 0..i64::try_from(places).unwrap_or(i64::MAX) {
                let index = usize::try_from(self.point + place);
                text.push(index.map_or('0', |it| char::from(self.at(it))));
            }
        }
        text
    }

    /// `D.DIGITSe±XX`, with this number of digits after the point.
    fn scientific(&self, places: usize, letter: char) -> String {
        let mut text = String::from(char::from(self.at(0)));
        if places > 0 {
            text.push('.');
            text.extend((1..=places).map(|it| char::from(self.at(it))));
        }
        let exponent = match self.digits.is_empty() {
            true => 0,
            false => self.point - 1,
        };
        let sign = if exponent < 0 { '-' } else { '+' };
        text + &format!("{letter}{sign}{:02}", exponent.unsigned_abs())
    }
}

impl Number {
    /// Parses decimal text such as `-1.5e3`; `None` if it is no number, or beyond all limits.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        if matches!(rest, "Inf" | "inf") {
            let infinity = match is_negative {
                true => Self::NEGATIVE_INFINITY,
                false => Self::INFINITY,
            };
            return Some(infinity.with_precision(PRECISION));
        }
        let (mantissa, power) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], power_of(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        let is_decimal = digits.bytes().all(|it| it.is_ascii_digit());
        if digits.is_empty() || !is_decimal || digits.len() > MAX_DIGITS {
            return None;
        }
        let power = power.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        if power.abs() > MAX_POWER {
            return None;
        }
        let digits = BigUint::parse_bytes(digits.as_bytes(), 10)?;
        Self::scaled(is_negative, digits, power)
    }

    /// The number nearest to `digits * 10^power`, with the full precision.
    fn scaled(is_negative: bool, digits: BigUint, power: i64) -> Option<Self> {
        // Two factors: 10^n is 5^n * 2^n.
        let whole = Self::rounded(is_negative, digits, power, false, u32::MAX);
        let five = power_of_five(power.unsigned_abs());
        match power {
            0 => Some(whole.with_precision(PRECISION)),
            it if it > 0 => whole.multiply_rounded(&five, PRECISION),
            _ => whole.divide_rounded(&five, PRECISION),
        }
    }

    /// The digits of a finite number: all of them, or the fewest that no other number of its precision has.
    pub fn decimal(&self, is_shortest: bool) -> Decimal {
        let Form::Finite { mantissa, exponent } = &self.form else {
            return Decimal::default();
        };
        let mut decimal = Decimal::exact(mantissa, *exponent);
        // Whole numbers that fit have no shorter text.
        let is_whole = *exponent >= 0
            && exponent.unsigned_abs() + mantissa.bits() <= u64::from(self.precision);
        if is_shortest && !is_whole {
            shorten(&mut decimal, mantissa, *exponent, self.precision);
        }
        decimal
    }

    /// `±DIGITS.DIGITS` with this number of digits after the point; as many as needed for `None`.
    pub fn to_fixed(&self, places: Option<usize>) -> String {
        let Some(sign) = self.plain_sign() else {
            return self.to_scientific(None, 'e');
        };
        if self.is_infinite() {
            return self.infinity();
        }
        let mut decimal = self.decimal(places.is_none());
        let places = match places {
            Some(places) => {
                let count = decimal.point + i64::try_from(places).unwrap_or(i64::MAX);
                match usize::try_from(count) {
                    Ok(count) => decimal.round(count),
                    Err(_) => decimal = Decimal::default(),
                }
                places
            }
            None => {
                let digits = i64::try_from(decimal.digits.len()).unwrap_or(i64::MAX);
                usize::try_from(digits - decimal.point).unwrap_or(0)
            }
        };
        sign.to_owned() + &decimal.fixed(places)
    }

    /// `±D.DIGITSe±XX` with this number of digits after the point; as many as needed for `None`.
    pub fn to_scientific(&self, places: Option<usize>, letter: char) -> String {
        if self.is_infinite() {
            return self.infinity();
        }
        let mut decimal = self.bounded_decimal(places.is_none());
        let places = match places {
            Some(places) => {
                decimal.round(places.saturating_add(1));
                places
            }
            None => decimal.digits.len().saturating_sub(1),
        };
        self.sign().to_owned() + &decimal.scientific(places, letter)
    }

    /// The shorter one of the two forms, with this number of digits; as many as needed for `None`.
    pub fn to_general(&self, digits: Option<usize>, letter: char) -> String {
        if self.is_infinite() {
            return self.infinity();
        }
        let mut decimal = self.bounded_decimal(digits.is_none());
        let count = match digits {
            Some(digits) => {
                decimal.round(digits.max(1));
                digits.max(1)
            }
            None => 6,
        };
        let length = i64::try_from(decimal.digits.len()).unwrap_or(i64::MAX);
        let mut limit = i64::try_from(count).unwrap_or(i64::MAX);
        if limit > length && length >= decimal.point {
            limit = length;
        }
        if digits.is_none() {
            limit = 6;
        }
        let exponent = decimal.point - 1;
        let text = match exponent < -4 || exponent >= limit {
            true => decimal.scientific(decimal.digits.len().saturating_sub(1), letter),
            false => {
                let places = usize::try_from(length - decimal.point).unwrap_or(0);
                decimal.fixed(places)
            }
        };
        self.sign().to_owned() + &text
    }

    fn infinity(&self) -> String {
        let text = if self.is_negative { "-Inf" } else { "+Inf" };
        text.to_owned()
    }

    fn sign(&self) -> &'static str {
        if self.is_negative { "-" } else { "" }
    }

    /// The sign of a number whose digits can all be written.
    fn plain_sign(&self) -> Option<&'static str> {
        match &self.form {
            Form::Finite { exponent, .. } if exponent.abs() > MAX_PLAIN_BITS => None,
            _ => Some(self.sign()),
        }
    }

    /// The digits, of numbers far outside those of any use by way of the exponent alone.
    fn bounded_decimal(&self, is_shortest: bool) -> Decimal {
        match &self.form {
            Form::Finite { exponent, .. } if exponent.abs() > MAX_PLAIN_BITS => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_precision_loss,
                    reason = "only the magnitude is shown"
                )]
                let point = (*exponent as f64 * std::f64::consts::LOG10_2) as i64;
                Decimal {
                    digits: b"1".to_vec(),
                    point,
                }
            }
            _ => self.decimal(is_shortest),
        }
    }
}

/// Cuts digits off as long as the number stays nearer than its neighbours.
fn shorten(decimal: &mut Decimal, mantissa: &BigUint, exponent: i64, precision: u32) {
    // The last bit is one half of the distance to the neighbours.
    let bits = u64::from(precision) + 1;
    let shift = bits.saturating_sub(mantissa.bits());
    let (wide, exponent) = (
        mantissa << shift,
        exponent - i64::try_from(shift).unwrap_or(0),
    );
    let lower = Decimal::exact(&(&wide - 1u32), exponent);
    let upper = Decimal::exact(&(&wide + 1u32), exponent);
    // The bounds themselves are rounded to an even number.
    let is_inclusive = !wide.bit(1);
    for index in 0..decimal.digits.len() {
        let (digit, low, high) = (decimal.at(index), lower.at(index), upper.at(index));
        let is_down = low != digit || (is_inclusive && index + 1 == lower.digits.len());
        let is_up =
            digit != high && (is_inclusive || digit + 1 < high || index + 1 < upper.digits.len());
        match (is_down, is_up) {
            (true, true) => decimal.round(index + 1),
            (true, false) => decimal.round_down(index + 1),
            (false, true) => decimal.round_up(index + 1),
            (false, false) => continue,
        }
        return;
    }
}

fn power_of(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    match !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) {
        true => text.parse().ok(),
        false => None,
    }
}

/// A power of five, rounded as products of numbers are, with some more bits than numbers have.
fn power_of_five(power: u64) -> Number {
    const BITS: u32 = PRECISION + 64;
    /// The largest power that has one word.
    const SMALL: u64 = 27;
    let of = |power: u64| {
        let power = u32::try_from(power).unwrap_or(0);
        Number::from(BigUint::from(5u32).pow(power)).with_precision(BITS)
    };
    if power <= SMALL {
        return of(power);
    }
    let (mut product, mut factor, mut rest) = (of(SMALL), of(1), power - SMALL);
    factor = factor.with_precision(BITS + 64);
    while rest > 0 {
        if rest & 1 == 1 {
            product = product
                .multiply_rounded(&factor, BITS)
                .unwrap_or(Number::ZERO);
        }
        factor = factor
            .multiply_rounded(&factor, BITS + 64)
            .unwrap_or(Number::ZERO);
        rest >>= 1;
    }
    product
}

impl From<BigUint> for Number {
    fn from(integer: BigUint) -> Self {
        Self::from_integer(&integer.into())
    }
}

/// The shortest decimal text, as conversions to strings write it.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fixed(None))
    }
}
