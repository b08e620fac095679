//! Numbers: binary floating point with a precision of up to 512 bits or more.
//!
//! A number carries its precision, as the results of divisions and their texts depend on it: a number that was read
//! from text has 512 bits, one that a function has counted has 64.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;

/// The precision of numbers that are read from text, in bits.
pub const PRECISION: u32 = 512;
/// The precision of whole numbers that functions return.
pub const INTEGER_PRECISION: u32 = 64;

/// The largest binary exponent; numbers beyond are infinite, or zero.
const MAX_EXPONENT: i64 = i32::MAX as i64;

/// A number: zero, a binary fraction, or an infinity. Numbers are equal by their value, whichever precision they have.
///
/// There is a negative zero, which is equal to the other one, but is written with its sign.
#[derive(Clone, Debug)]
pub struct Number {
    pub(super) form: Form,
    pub(super) is_negative: bool,
    pub(super) precision: u32,
}

#[derive(Clone, Debug)]
pub(super) enum Form {
    Zero,
    /// An odd mantissa, times a power of two.
    Finite {
        mantissa: BigUint,
        exponent: i64,
    },
    Infinite,
}

impl Number {
    pub const ZERO: Self = Self {
        form: Form::Zero,
        is_negative: false,
        precision: INTEGER_PRECISION,
    };
    pub const INFINITY: Self = Self {
        form: Form::Infinite,
        is_negative: false,
        precision: INTEGER_PRECISION,
    };
    pub const NEGATIVE_INFINITY: Self = Self {
        form: Form::Infinite,
        is_negative: true,
        precision: INTEGER_PRECISION,
    };

    /// The number nearest to `mantissa * 2^exponent`, plus something less than one unit of the mantissa if
    /// `has_rest`; halves go to the even neighbour.
    pub(super) fn rounded(
        is_negative: bool,
        mantissa: BigUint,
        exponent: i64,
        has_rest: bool,
        precision: u32,
    ) -> Self {
        let (mut mantissa, mut exponent) = (mantissa, exponent);
        let excess = mantissa.bits().saturating_sub(u64::from(precision));
        if excess > 0 {
            let half = mantissa.bit(excess - 1);
            let lower = mantissa.trailing_zeros().is_some_and(|it| it < excess - 1);
            mantissa >>= excess;
            exponent += signed(excess);
            if half && (lower || has_rest || mantissa.bit(0)) {
                mantissa += 1u32;
            }
        }
        Self::normal(is_negative, mantissa, exponent, precision)
    }

    pub(super) fn normal(
        is_negative: bool,
        mantissa: BigUint,
        exponent: i64,
        precision: u32,
    ) -> Self {
        let Some(zeros) = mantissa.trailing_zeros() else {
            return Self {
                form: Form::Zero,
                is_negative,
                precision,
            };
        };
        let magnitude = exponent + signed(mantissa.bits());
        let form = match magnitude {
            it if it > MAX_EXPONENT => Form::Infinite,
            it if it < -MAX_EXPONENT => Form::Zero,
            _ => Form::Finite {
                mantissa: mantissa >> zeros,
                exponent: exponent + signed(zeros),
            },
        };
        Self {
            form,
            is_negative,
            precision,
        }
    }

    /// A whole number, with as many bits as it needs, but at least 64.
    pub fn from_integer(integer: &BigInt) -> Self {
        let precision = u32::try_from(integer.bits()).unwrap_or(u32::MAX);
        Self::normal(
            integer.sign() == Sign::Minus,
            integer.magnitude().clone(),
            0,
            precision.max(INTEGER_PRECISION),
        )
    }

    /// The number with another precision.
    #[must_use]
    pub fn with_precision(&self, precision: u32) -> Self {
        match &self.form {
            Form::Finite { mantissa, exponent } => Self::rounded(
                self.is_negative,
                mantissa.clone(),
                *exponent,
                false,
                precision,
            ),
            _ => Self {
                precision,
                ..self.clone()
            },
        }
    }

    pub fn precision(&self) -> u32 {
        self.precision
    }

    pub fn is_zero(&self) -> bool {
        matches!(self.form, Form::Zero)
    }

    pub fn is_infinite(&self) -> bool {
        matches!(self.form, Form::Infinite)
    }

    /// Whether the number is less than zero.
    pub fn is_negative(&self) -> bool {
        self.is_negative && !self.is_zero()
    }

    /// Whether the number is whole.
    pub fn is_integer(&self) -> bool {
        match &self.form {
            Form::Zero => true,
            Form::Finite { exponent, .. } => *exponent >= 0,
            Form::Infinite => false,
        }
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i64 {
        match self.form {
            Form::Zero => 0,
            _ if self.is_negative => -1,
            _ => 1,
        }
    }

    /// The whole part; `None` for infinities, and for numbers of more than a million bits.
    pub fn truncated(&self) -> Option<BigInt> {
        const MAX_BITS: i64 = 1 << 20;
        match &self.form {
            Form::Zero => Some(BigInt::ZERO),
            Form::Finite { mantissa, exponent } => {
                let shift = usize::try_from(exponent.unsigned_abs()).ok()?;
                let magnitude = match *exponent {
                    it if it > MAX_BITS => return None,
                    it if it >= 0 => mantissa << shift,
                    _ if exponent.unsigned_abs() >= mantissa.bits() => BigUint::ZERO,
                    _ => mantissa >> shift,
                };
                let sign = match self.is_negative {
                    true => Sign::Minus,
                    false => Sign::Plus,
                };
                Some(BigInt::from_biguint(sign, magnitude))
            }
            Form::Infinite => None,
        }
    }

    /// The number as a whole number, if it is exactly one.
    pub fn to_i64(&self) -> Option<i64> {
        match self.is_integer() {
            true => i64::try_from(self.truncated()?).ok(),
            false => None,
        }
    }

    /// The number as an index or a length.
    pub fn to_usize(&self) -> Option<usize> {
        usize::try_from(self.to_i64()?).ok()
    }

    #[must_use]
    pub fn negated(&self) -> Self {
        Self {
            is_negative: !self.is_negative,
            ..self.clone()
        }
    }

    #[must_use]
    pub fn absolute(&self) -> Self {
        Self {
            is_negative: false,
            ..self.clone()
        }
    }

    /// The sum; `None` for infinities that cancel each other out.
    pub fn add(&self, other: &Self) -> Option<Self> {
        let precision = self.precision.max(other.precision);
        match (&self.form, &other.form) {
            (Form::Infinite, Form::Infinite) if self.is_negative != other.is_negative => None,
            (Form::Zero, Form::Zero) => Some(Self {
                is_negative: self.is_negative && other.is_negative,
                precision,
                ..Self::ZERO
            }),
            (Form::Infinite, _) | (_, Form::Zero) => Some(self.with_precision(precision)),
            (_, Form::Infinite) | (Form::Zero, _) => Some(other.with_precision(precision)),
            (
                Form::Finite {
                    mantissa: one,
                    exponent: one_exponent,
                },
                Form::Finite {
                    mantissa: two,
                    exponent: two_exponent,
                },
            ) => {
                let first = Term(self.is_negative, one, *one_exponent);
                let second = Term(other.is_negative, two, *two_exponent);
                Some(sum(first, second, precision))
            }
        }
    }

    /// The difference; `None` for infinities that cancel each other out.
    pub fn subtract(&self, other: &Self) -> Option<Self> {
        self.add(&other.negated())
    }

    /// The product, with the larger precision; `None` for zero times infinity.
    pub(super) fn multiply_rounded(&self, other: &Self, precision: u32) -> Option<Self> {
        let is_negative = self.is_negative != other.is_negative;
        match (&self.form, &other.form) {
            (Form::Infinite, Form::Zero) | (Form::Zero, Form::Infinite) => None,
            (Form::Zero, _) | (_, Form::Zero) => Some(Self {
                form: Form::Zero,
                is_negative,
                precision,
            }),
            (Form::Infinite, _) | (_, Form::Infinite) => Some(Self {
                form: Form::Infinite,
                is_negative,
                precision,
            }),
            (
                Form::Finite {
                    mantissa: one,
                    exponent: one_exponent,
                },
                Form::Finite {
                    mantissa: two,
                    exponent: two_exponent,
                },
            ) => Some(Self::rounded(
                is_negative,
                one * two,
                one_exponent + two_exponent,
                false,
                precision,
            )),
        }
    }

    /// The product, with at most 512 bits, and as many of them as it needs; `None` for zero times infinity.
    pub fn multiply(&self, other: &Self) -> Option<Self> {
        let product = self.multiply_rounded(other, PRECISION)?;
        let needed = product.needed_bits();
        Some(product.with_precision(self.precision.max(other.precision).max(needed)))
    }

    /// The fewest bits that the number needs.
    fn needed_bits(&self) -> u32 {
        match &self.form {
            Form::Finite { mantissa, .. } => u32::try_from(mantissa.bits()).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    /// The quotient, infinite for a divisor of zero; `None` for zero by zero and infinity by infinity.
    pub fn divide(&self, other: &Self) -> Option<Self> {
        let precision = self.precision.max(other.precision);
        self.divide_rounded(other, precision)
    }

    pub(super) fn divide_rounded(&self, other: &Self, precision: u32) -> Option<Self> {
        let is_negative = self.is_negative != other.is_negative;
        let of = |form: Form| {
            Some(Self {
                form,
                is_negative,
                precision,
            })
        };
        match (&self.form, &other.form) {
            (Form::Zero, Form::Zero) | (Form::Infinite, Form::Infinite) => None,
            (Form::Zero, _) | (_, Form::Infinite) => of(Form::Zero),
            (Form::Infinite, _) | (_, Form::Zero) => of(Form::Infinite),
            (
                Form::Finite {
                    mantissa: one,
                    exponent: one_exponent,
                },
                Form::Finite {
                    mantissa: two,
                    exponent: two_exponent,
                },
            ) => {
                // Two bits more than are kept decide where to round.
                let bits = u64::from(precision) + 2 + two.bits();
                let shift = bits.saturating_sub(one.bits());
                let (quotient, rest) = (one << shift).div_rem(two);
                Some(Self::rounded(
                    is_negative,
                    // The last bit says that something is left.
                    (quotient << 1u32) + u32::from(rest != BigUint::ZERO),
                    one_exponent - two_exponent - signed(shift) - 1,
                    false,
                    precision,
                ))
            }
        }
    }

    /// The remainder of the division that rounds towards zero; `None` for what is no number.
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        if self.is_infinite() || other.is_infinite() {
            return None;
        }
        if other.is_zero() {
            return Some(self.clone());
        }
        let whole = self.divide(other)?.truncated()?;
        let whole = Self::from_integer(&whole).with_precision(self.precision);
        let part = other.multiply_rounded(&whole, self.precision)?;
        let rest = self.subtract(&part)?;
        Some(rest.with_precision(self.precision))
    }
}

/// A sign, a mantissa and its exponent.
struct Term<'a>(bool, &'a BigUint, i64);

fn sum(one: Term<'_>, two: Term<'_>, precision: u32) -> Number {
    let (high, low) = match one.2 >= two.2 {
        true => (one, two),
        false => (two, one),
    };
    let distance = (high.2 - low.2).unsigned_abs();
    // A number that is far below the last bit only decides how to round.
    let far = u64::from(precision) + low.1.bits() + high.1.bits() + 4;
    if distance > far {
        let shift = u64::from(precision) + 4;
        let mantissa = high.1 << shift;
        let mantissa = match high.0 == low.0 {
            true => mantissa + 1u32,
            false => mantissa - 1u32,
        };
        return Number::rounded(high.0, mantissa, high.2 - signed(shift), false, precision);
    }
    let signed_of = |is_negative: bool, it: BigUint| {
        let sign = if is_negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, it)
    };
    let total = signed_of(high.0, high.1 << distance) + signed_of(low.0, low.1.clone());
    let (sign, magnitude) = total.into_parts();
    Number::rounded(sign == Sign::Minus, magnitude, low.2, false, precision)
}

pub(super) fn signed(bits: u64) -> i64 {
    i64::try_from(bits).unwrap_or(i64::MAX / 4)
}
