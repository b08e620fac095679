//! Exact values of constants.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;

/// The largest number of bits of a constant, as in Go's compiler.
const MAX_BITS: u64 = 512;

/// The largest exponent of a literal.
const MAX_EXPONENT: u32 = 5_000;

#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    Bool(bool),
    Text(Vec<u8>),
    Int(BigInt),
    Float(Ratio),
}

/// A fraction in lowest terms with a denominator above 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    pub over: BigInt,
    pub under: BigInt,
}

impl Ratio {
    pub fn new(over: BigInt, under: BigInt) -> Self {
        let divisor = over.gcd(&under);
        let (over, under) = match divisor.sign() {
            Sign::NoSign => (over, under),
            _ => (over / &divisor, under / &divisor),
        };
        match under.sign() {
            Sign::Minus => Self {
                over: -over,
                under: -under,
            },
            _ => Self { over, under },
        }
    }

    pub fn whole(of: BigInt) -> Self {
        Self {
            over: of,
            under: BigInt::from(1),
        }
    }

    pub fn is_whole(&self) -> bool {
        self.under == BigInt::from(1)
    }

    /// The exact value of a finite number.
    pub fn of_f64(value: f64) -> Self {
        let bits = value.to_bits();
        let exponent = i32::try_from((bits >> 52) & 0x7ff).unwrap_or_default();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | (1 << 52), exponent - 1075),
        };
        let mantissa = BigInt::from(mantissa) * if value.is_sign_negative() { -1 } else { 1 };
        match exponent >= 0 {
            true => Self::whole(mantissa << exponent.unsigned_abs()),
            false => Self::new(mantissa, BigInt::from(1) << exponent.unsigned_abs()),
        }
    }

    /// The nearest number with `digits` bits and exponents from `least`, ties to the even one.
    fn rounded(&self, digits: i64, least: i64) -> f64 {
        if self.over.sign() == Sign::NoSign {
            return 0.0;
        }
        let over = self.over.magnitude().clone();
        let under = self.under.magnitude().clone();
        let bits = |it: &BigUint| i64::try_from(it.bits()).unwrap_or(i64::MAX / 4);
        let mut exponent = (bits(&over) - bits(&under) - digits).max(least);
        let mut mantissa = quotient(&over, &under, exponent);
        if bits(&mantissa) > digits {
            exponent += 1;
            mantissa = quotient(&over, &under, exponent);
        }
        let magnitude = u64::try_from(&mantissa).map_or(f64::INFINITY, |it| scaled(it, exponent));
        match self.over.sign() {
            Sign::Minus => -magnitude,
            _ => magnitude,
        }
    }

    pub fn to_f64(&self) -> f64 {
        self.rounded(53, -1074)
    }

    pub fn to_f32(&self) -> f64 {
        let found = self.rounded(24, -149);
        match found.abs() > f64::from(f32::MAX) {
            true => f64::INFINITY.copysign(found),
            false => found,
        }
    }
}

/// `over / under / 2^exponent`, rounded to the nearest whole number, ties to the even one.
fn quotient(over: &BigUint, under: &BigUint, exponent: i64) -> BigUint {
    let shift = exponent.unsigned_abs();
    let (over, under) = match exponent >= 0 {
        true => (over.clone(), under << shift),
        false => (over << shift, under.clone()),
    };
    let (mut found, rest) = over.div_rem(&under);
    let twice: BigUint = rest << 1;
    let is_up = match twice.cmp(&under) {
        Ordering::Less => false,
        Ordering::Equal => found.is_odd(),
        Ordering::Greater => true,
    };
    if is_up {
        found += 1_u32;
    }
    found
}

/// A number of at most 53 bits times a power of 2; steps keep subnormal numbers exact.
fn scaled(mantissa: u64, exponent: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
    let mut value = mantissa as f64;
    let mut left = exponent;
    while left != 0 && value.is_finite() {
        let step = left.clamp(-500, 500);
        #[expect(clippy::cast_possible_truncation, reason = "at most 500")]
        let factor = 2_f64.powi(step as i32);
        value *= factor;
        left -= step;
    }
    value
}

impl Constant {
    pub fn int(of: i64) -> Self {
        Self::Int(BigInt::from(of))
    }

    /// The value of a whole number as it is written.
    pub fn of_int(text: &str) -> Option<Self> {
        let (digits, radix) = match text.get(..2) {
            Some("0x") => (&text[2..], 16),
            Some("0b") => (&text[2..], 2),
            Some("0o") => (&text[2..], 8),
            _ if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
            _ => (text, 10),
        };
        BigInt::parse_bytes(digits.as_bytes(), radix).map(Self::Int)
    }

    /// The value of a number with a fraction or an exponent, as it is written.
    pub fn of_float(text: &str) -> Option<Self> {
        let (digits, radix, mark) = match text.strip_prefix("0x") {
            Some(it) => (it, 16_u32, 'p'),
            None => (text, 10, 'e'),
        };
        let (mantissa, exponent) = digits.split_once(mark).unwrap_or((digits, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("0{whole}{fraction}");
        let over = BigInt::parse_bytes(all.as_bytes(), radix)?;
        let fraction_digits = u32::try_from(fraction.len()).ok()?;
        let exponent: i32 = exponent.parse().ok()?;
        if exponent.unsigned_abs() > MAX_EXPONENT || fraction_digits > MAX_EXPONENT {
            return None;
        }
        let power = BigInt::from(if radix == 16 { 2 } else { 10 }).pow(exponent.unsigned_abs());
        let under = BigInt::from(radix).pow(fraction_digits);
        Some(Self::Float(match exponent < 0 {
            true => Ratio::new(over, under * power),
            false => Ratio::new(over * power, under),
        }))
    }

    pub fn ratio(&self) -> Option<Ratio> {
        match self {
            Self::Int(it) => Some(Ratio::whole(it.clone())),
            Self::Float(it) => Some(it.clone()),
            _ => None,
        }
    }

    /// The whole number that it is, if it is one.
    pub fn whole(&self) -> Option<BigInt> {
        match self {
            Self::Int(it) => Some(it.clone()),
            Self::Float(it) if it.is_whole() => Some(it.over.clone()),
            _ => None,
        }
    }

    pub fn is_too_large(&self) -> bool {
        match self {
            Self::Int(it) => it.bits() > MAX_BITS,
            _ => false,
        }
    }

    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => Some(a.cmp(b)),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            _ => {
                let (a, b) = (self.ratio()?, other.ratio()?);
                Some((a.over * b.under).cmp(&(b.over * a.under)))
            }
        }
    }

    /// The result of an operator for numbers or texts; division is that of whole numbers if both are.
    pub fn operate(&self, sign: &str, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) if sign == "+" => {
                Some(Self::Text([a.as_slice(), b].concat()))
            }
            (Self::Int(a), Self::Int(b)) => whole_result(a, sign, b).map(Self::Int),
            _ => {
                let (a, b) = (self.ratio()?, other.ratio()?);
                Some(Self::Float(match sign {
                    "+" => Ratio::new(&a.over * &b.under + &b.over * &a.under, a.under * b.under),
                    "-" => Ratio::new(&a.over * &b.under - &b.over * &a.under, a.under * b.under),
                    "*" => Ratio::new(a.over * b.over, a.under * b.under),
                    "/" if b.over.sign() != Sign::NoSign => {
                        Ratio::new(a.over * b.under, a.under * b.over)
                    }
                    _ => return None,
                }))
            }
        }
    }

    pub fn is_zero(&self) -> bool {
        self.ratio()
            .is_some_and(|it| it.over.sign() == Sign::NoSign)
    }
}

fn whole_result(a: &BigInt, sign: &str, b: &BigInt) -> Option<BigInt> {
    let is_division = matches!(sign, "/" | "%");
    if is_division && b.sign() == Sign::NoSign {
        return None;
    }
    Some(match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "%" => a % b,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "&^" => a & !b.clone(),
        "<<" => a << u32::try_from(b).ok().filter(|it| *it <= 1_100)?,
        ">>" => a >> u32::try_from(b).ok()?,
        _ => return None,
    })
}
