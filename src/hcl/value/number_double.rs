//! Numbers as doubles.

use num_bigint::BigUint;

use super::number::{Form, Number, signed};

impl Number {
    /// The nearest number of the precision of a double; `None` for what is no number.
    pub fn from_double(double: f64) -> Option<Self> {
        if double.is_nan() {
            return None;
        }
        if double.is_infinite() {
            return Some(match double < 0.0 {
                true => Self::NEGATIVE_INFINITY,
                false => Self::INFINITY,
            });
        }
        let bits = double.to_bits();
        let biased = i64::try_from((bits >> 52) & 0x7ff).unwrap_or(0);
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match biased {
            0 => (fraction, -1074),
            _ => (fraction | (1 << 52), biased - 1075),
        };
        Some(Self::normal(
            double.is_sign_negative(),
            BigUint::from(mantissa),
            exponent,
            53,
        ))
    }

    /// The nearest double.
    pub fn to_double(&self) -> f64 {
        let magnitude = match &self.form {
            Form::Zero => 0.0,
            Form::Infinite => f64::INFINITY,
            Form::Finite { mantissa, exponent } => double(mantissa, *exponent),
        };
        match self.is_negative {
            true => -magnitude,
            false => magnitude,
        }
    }
}

/// The nearest double of a finite number.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the mantissa fits after the shift, and the exponent is clamped"
)]
fn double(mantissa: &BigUint, exponent: i64) -> f64 {
    let magnitude = exponent + signed(mantissa.bits());
    if magnitude > 1024 {
        return f64::INFINITY;
    }
    // Fewer bits are kept where doubles are not normal.
    let kept = (magnitude + 1074).clamp(0, 53);
    if magnitude < -1074 {
        return 0.0;
    }
    let excess = signed(mantissa.bits()) - kept;
    let (mut bits, exponent) = match excess > 0 {
        true => {
            let excess = excess.unsigned_abs();
            let half = mantissa.bit(excess - 1);
            let lower = mantissa.trailing_zeros().is_some_and(|it| it < excess - 1);
            let kept = mantissa >> excess;
            let is_up = half && (lower || kept.bit(0));
            (
                u64::try_from(kept).unwrap_or(0) + u64::from(is_up),
                exponent + signed(excess),
            )
        }
        false => (u64::try_from(mantissa.clone()).unwrap_or(0), exponent),
    };
    let mut exponent = exponent;
    // Powers of two beyond those of doubles are taken in two steps, both of them exact.
    while exponent > 900 && bits != 0 && bits.leading_zeros() > 11 {
        bits <<= 1;
        exponent -= 1;
    }
    let scale = |it: i64| 2f64.powi(it as i32);
    match exponent < -1000 {
        true => (bits as f64 * scale(-1000)) * scale(exponent + 1000),
        false => bits as f64 * scale(exponent),
    }
}
